/** An ask as the cards, clicks and replies need it: pure. */
import type { AskUserQuestionItem, AskUserQuestionRequest, Timestamp } from '../../router/types.ts'
import { type Decision, decisionOf } from '../form/decision.ts'
import { type Form, formOf } from '../form/fields.ts'
import { firstLine } from './text.ts'
import type { Words } from './words.ts'

export interface CardAsk {
  readonly id: string
  readonly form: Form
  readonly questions: readonly AskUserQuestionItem[]
  /** Set when the ask is a plan review or an approval. */
  readonly decision?: Decision
  readonly session?: string
  /** Name of the folder that the session works in, never its path. */
  readonly project?: string
  /** What the session is called. */
  readonly title?: string
  readonly time?: AskTime
}

/** How long an ask is waited for; absent: without end. */
export type AskTime =
  /** Asked at `from`. `until` is absent where the host had not told yet. `canHold`: the clock can be stopped from here. */
  | { readonly kind: 'limited'; readonly from: Timestamp; readonly until?: Timestamp; readonly canHold: boolean }
  /** The agent has gone on; an answer arrives as a message. */
  | { readonly kind: 'over' }

/** What is known of an ask beside the host's request. */
export interface AskContext {
  readonly title?: string | undefined
  readonly time?: AskTime | undefined
}

/** From the host's request. Texts that are none are shown as what they are, for nothing may be approved unseen. */
export function cardAsk(id: string, request: Pick<AskUserQuestionRequest, 'questions' | 'agent' | 'wait'>, { title, time }: AskContext = {}): CardAsk {
  const questions = request.questions.map(readQuestion)
  const decision = decisionOf({ questions, ...(request.wait ? { wait: request.wait } : {}) })
  const project = folderName(request.agent?.session.header?.cwd)
  return {
    id,
    form: formOf(questions),
    questions,
    ...(decision ? { decision } : {}),
    ...(request.agent ? { session: request.agent.session.id } : {}),
    ...(project ? { project } : {}),
    ...(title ? { title } : {}),
    ...(time ? { time } : {}),
  }
}

/** The last name in a path of any system; the header comes from outside and may hold anything. */
function folderName(path: unknown): string | undefined {
  return typeof path === 'string' ? path.split(/[\\/]/u).findLast((part) => part !== '') : undefined
}

/** The same object where it needs no change, as nearly always: it is the surface's own. */
function readQuestion(question: AskUserQuestionItem): AskUserQuestionItem {
  const read = withTexts(question, ['header', 'detail'])
  const { options } = read
  if (!options) return read
  const readOptions = options.map((option) => withTexts(option, ['description']))
  return readOptions.every((option, at) => option === options[at]) ? read : { ...read, options: readOptions }
}

/** Askers in other processes may send anything where a text belongs. */
function withTexts<T extends object>(given: T, names: readonly string[]): T {
  const odd = names.filter((name) => isOdd(Reflect.get(given, name)))
  return odd.length === 0 ? given : { ...given, ...Object.fromEntries(odd.map((name) => [name, textOf(Reflect.get(given, name))])) }
}

function isOdd(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'string'
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value
  } catch {
    return typeof value // No JSON, as it holds itself or a number without end: nothing of it can be read.
  }
}

/** A permission takes its offered actions only: neither free text nor a skip, whatever its shape. */
export function isFixed({ questions }: CardAsk, index: number): boolean {
  return questions[index]?.intent?.kind === 'approval'
}

/** The first line of the first question, cut for a preview. */
export function opening(ask: CardAsk, max: number): string {
  return firstLine(ask.form[0]?.question ?? '', max)
}

/** How a sentence names a question: by its header, its first words or its position. */
export function fieldName({ form }: CardAsk, index: number, words: Words): string {
  const field = form[index]
  const name = firstLine(field?.header ?? field?.question ?? '', 40)
  return name === '' ? words.question(index + 1) : name
}
