/** A request for permission as a question of intent `approval`, and its answer as the host's outcome. Pure. */
import { AskError } from '../errors.ts'
import { parseJson } from '../json.ts'
import type { ApprovalIntent, AskUserQuestionAnswer, AskUserQuestionItem, LocalizedText } from '../types.ts'

/** The host's whole vocabulary; there is no lasting grant. */
export type ApprovalOutcome = 'allowed-once' | 'rejected' | 'cancelled' | 'unavailable'

/** What the host says of the action that it wants permission for. */
export interface ApprovalSubject {
  readonly toolName: string
  /** Why it asks, in the asker's words. */
  readonly reason?: string
  /** The tool's arguments as the model wrote them, JSON as a rule; absent when the session's log does not hold the call. */
  readonly args?: string
}

const ID = 'approval'
const INDENT = '    '
const APPROVE = 'Allow once'
const REJECT = 'Reject'

const words = {
  en: {
    question: (tool: string) => `Allow the tool "${tool}" to run this once?`,
    approve: APPROVE,
    reason: 'Reason',
    args: 'Arguments',
    noArgs: 'The arguments of this call are not in the session\'s log.',
  },
  zh: {
    question: (tool: string) => `允许工具“${tool}”执行这一次吗？`,
    approve: '允许一次',
    reason: '理由',
    args: '参数',
    noArgs: '会话记录中没有这次调用的参数。',
  },
}
type Words = (typeof words)['en']

/** The one question of an approval ask. Everything the model wrote is indented, and the tool's name stays in its line: neither can pose as our words. */
export function approvalQuestion(subject: ApprovalSubject): AskUserQuestionItem & { intent: ApprovalIntent } {
  const tool = subject.toolName.replace(/[\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
  const inEach = (text: (of: Words) => string): LocalizedText => ({ en: text(words.en), zh: text(words.zh) })
  return {
    id: ID,
    question: words.en.question(tool),
    detail: detail(subject, words.en),
    options: [{ label: APPROVE }, { label: REJECT }],
    intent: {
      kind: 'approval',
      approve: APPROVE,
      reject: REJECT,
      subject: { name: tool },
      display: {
        question: inEach((of) => of.question(tool)),
        detail: inEach((of) => detail(subject, of)),
        approve: inEach((of) => of.approve),
      },
    },
  }
}

/** Only the very label that grants is a grant; a skip decides nothing, and anything else is a refusal. */
export function readApproval({ answers }: AskUserQuestionAnswer): ApprovalOutcome {
  const [answer, more] = answers
  if (answer === undefined || more !== undefined) return 'cancelled'
  if (answer.custom !== undefined) return 'rejected'
  const [label, another] = answer.selected
  if (label === undefined) return 'cancelled'
  return label === APPROVE && another === undefined ? 'allowed-once' : 'rejected'
}

/**
 * What another answerer of the host decided, as an answer to the same question.
 * @throws {AskError} `ASK_CANCELLED` when it was put away there, `NO_PROVIDER` when nobody is there.
 */
export function readDecision(outcome: ApprovalOutcome): AskUserQuestionAnswer {
  switch (outcome) {
    case 'allowed-once':
      return { answers: [{ id: ID, selected: [APPROVE] }] }
    case 'rejected':
      return { answers: [{ id: ID, selected: [REJECT] }] }
    case 'cancelled':
      throw new AskError('the request was put away', 'ASK_CANCELLED')
    case 'unavailable':
      throw new AskError('nobody else answers permission requests', 'NO_PROVIDER')
  }
}

function detail({ reason, args }: ApprovalSubject, of: Words): string {
  return [
    ...(args === undefined ? [of.noArgs] : readArguments(args, of).map(([title, text]) => block(title, text))),
    ...(reason === undefined ? [] : [block(of.reason, reason)]),
  ].join('\n\n')
}

/** Each argument under its name where they are an object with plain names, so that a command reads as one. */
function readArguments(args: string, of: Words): (readonly [title: string, text: string])[] {
  const value = parseJson(args)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[of.args, args]]
  const entries = Object.entries(value)
  if (entries.length === 0 || entries.some(([key]) => !/^[\w-]{1,40}$/.test(key))) return [[of.args, args]]
  return entries.map(([key, field]) => [key, typeof field === 'string' ? field : JSON.stringify(field, null, 2)])
}

/** Indented as code is in markdown, line by line: what the model wrote can neither be formatted nor pose as a title. */
function block(title: string, text: string): string {
  return `${title}:\n\n${INDENT}${text.replace(/\r\n|[\n\r\u2028\u2029]/g, (end) => `${end}${INDENT}`)}`
}
