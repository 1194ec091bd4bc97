/** Feishu as a place where a human can answer: one card per ask and recipient, acted on by operators. */
import { LRUCache } from 'lru-cache'
import type { AskRound, AskSurface, AskUserQuestionAnswer, AskUserQuestionRequest, Outcome, Verdict } from '../../router/types.ts'
import { readDraft } from '../form/values.ts'
import { outcomeLine } from '../form/words.ts'
import { type CardAct, parseCardAct, parseFormValues } from './action.ts'
import { type Answer, type AnswerBody, answerBody, type ToastType } from './answer.ts'
import type { Card } from './card.ts'
import type { FeishuClient } from './client.ts'
import type { FeishuConfig, OperatorRole } from './config.ts'
import { type AskDeliveries, createDeliveries } from './deliveries.ts'
import { FeishuError } from './error.ts'
import { endedCard, leftCard, openCard, pointerText } from './fit.ts'
import type { Log } from './log.ts'
import { type ActingOperator, isAllowed, neededRole, ownId, readOperator } from './operators.ts'
import type { Sleep } from './retry.ts'
import { firstLine, visibleText } from './text.ts'
import { type CardAsk, cardAsk, type Reader, saidLine } from './view.ts'
import type { Words } from './words.ts'

export interface SurfacePorts {
  readonly config: Pick<FeishuConfig, 'recipients' | 'operators' | 'locale'>
  readonly client: FeishuClient
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly sleep: Sleep
  readonly log: Log
  /** IANA name of the zone that cards show times in. */
  readonly timeZone: string
  /** Names of the other surfaces that can answer; every card tells them. */
  readonly places: readonly string[]
}

export interface FeishuSurface extends AskSurface {
  /** Answers one click, at once and whatever it holds. Never throws. */
  readonly handle: (payload: unknown) => Answer
  /** Takes back what is still open here and waits, at most `CLOSING_TIME`, for the final cards. */
  close(): Promise<void>
}

/** Milliseconds. */
export const CLOSING_TIME = 2_000
/** Ended asks whose cards still get an explanation when they are clicked. */
const REMEMBERED_ASKS = 500

/** An ask that this surface was asked, for as long as it is remembered. */
interface Entry {
  readonly ask: CardAsk
  readonly role: OperatorRole
  readonly round: AskRound
  readonly deliveries: AskDeliveries
  end?: { readonly ending: Ending; readonly card: Card; readonly collapsed: Promise<void> }
}

/** How an ask ended here; `left`: this surface was switched off, and the ask may go on elsewhere. */
type Ending = Outcome | 'left'

/** Settles `ask` when the round ended otherwise than by an answer; nobody looks at it then. */
const overError = new FeishuError({ kind: 'final', code: 0, reason: 'the round is over' })

const nothing = (): void => undefined

export function createFeishuSurface(ports: SurfacePorts): FeishuSurface {
  const { config, client, now, sleep, log } = ports
  const { locale } = config
  const reader: Reader = { locale, timeZone: ports.timeZone, places: ports.places }
  const deliveries = createDeliveries({ client, sleep, log })
  const open = new Map<string, Entry>()
  const ended = new LRUCache<string, Entry>({ max: REMEMBERED_ASKS })

  /** Notes the end of an ask once; the winner's own verdict and the round's outcome both lead here. */
  const end = (entry: Entry, ending: Ending): NonNullable<Entry['end']> => {
    if (entry.end === undefined) {
      const card = ending === 'left' ? leftCard(entry.ask, reader) : endedCard(entry.ask, ending, reader)
      entry.end = { ending, card, collapsed: entry.deliveries.end(card) }
      open.delete(entry.ask.id)
      ended.set(entry.ask.id, entry)
    }
    return entry.end
  }

  const ask = async (request: AskUserQuestionRequest, round: AskRound): Promise<AskUserQuestionAnswer> => {
    if (!canBeAsked(config)) throw new FeishuError({ kind: 'final', code: 0, reason: 'no recipient or no operator is configured' })
    if (round.signal.aborted) throw overError
    const asked = cardAsk(round.id, request)
    const entry: Entry = {
      ask: asked,
      role: neededRole(request.questions),
      round,
      deliveries: deliveries.begin({
        ask: asked.id,
        recipients: config.recipients,
        card: openCard(asked, reader),
        pointer: pointerText(asked, reader),
        onShown: (messageId) => round.report('shown', messageId),
        onCollapsed: (messageId) => round.report('collapsed', messageId),
      }),
    }
    open.set(asked.id, entry)
    const over = round.outcome.then(async (outcome) => {
      await end(entry, isDeparture(outcome) ? 'left' : outcome).collapsed
      return outcome
    })
    const result = await Promise.race([over, entry.deliveries.allFailed])
    if (result instanceof FeishuError) throw result
    if (result.kind === 'answered') return result.answer
    throw overError
  }

  const say = (type: ToastType, sentence: (words: Words) => string): AnswerBody => answerBody(type, sentence, locale)

  /** What an act gets, in the order: operator, ask, message and chat, arbiter. */
  const judge = (act: CardAct): AnswerBody => {
    const operator = readOperator(config.operators, act.person)
    if (operator === undefined) return say('warning', ({ toast }) => toast.stranger(visibleText(ownId(act.person))))
    const entry = open.get(act.ask) ?? ended.get(act.ask)
    if (entry === undefined) return say('info', ({ toast }) => toast.unknown)
    if (entry.deliveries.match(act.place) === 'foreign') return say('warning', ({ toast }) => toast.foreign)
    if (entry.end) return overBody(entry, entry.end.ending)
    if (!isAllowed(operator.role, entry.role)) return say('warning', ({ toast }) => toast.role)
    return act.act === 'dismiss' ? verdictBody(entry, entry.round.dismiss(actorOf(operator))) : submit(entry, act, operator)
  }

  const submit = (entry: Entry, act: CardAct, operator: ActingOperator): AnswerBody => {
    const { form } = entry.ask
    const draft = parseFormValues(form, act.form)
    if (draft === undefined) return say('warning', ({ toast }) => toast.unreadable)
    const filled = readDraft(form, draft)
    switch (filled.kind) {
      case 'gaps':
        return say('warning', (words) => words.toast.gaps(filled.gaps.map((index) => fieldName(entry.ask, index, words)).join('; ')))
      case 'all-skipped':
        return say('warning', ({ toast }) => toast.allSkipped)
      case 'complete':
        return verdictBody(entry, entry.round.submit(filled.answer, actorOf(operator)))
    }
  }

  const verdictBody = (entry: Entry, verdict: Verdict): AnswerBody => {
    switch (verdict.kind) {
      case 'won': {
        const { card } = end(entry, verdict.outcome)
        return answerBody('success', ({ toast }) => (verdict.outcome.kind === 'dismissed' ? toast.dismissed : toast.won), locale, card)
      }
      case 'lost':
        return overBody(entry, verdict.outcome)
      case 'refused': {
        const index = entry.ask.form.findIndex(({ id }) => id === verdict.question)
        return say('warning', (words) => refusalText(verdict.code, index < 0 ? '' : fieldName(entry.ask, index, words), words))
      }
    }
  }

  /** Who was faster, where, when and with what; and the card that says so. */
  const overBody = (entry: Entry, ending: Ending): AnswerBody => {
    const { card } = end(entry, ending)
    if (ending === 'left') return answerBody('info', (words) => words.left, locale, card)
    const seconds = Math.max(0, Math.floor((now() - ending.at) / 1000))
    return answerBody('info', ({ toast, ago }, language) =>
      toast.over(visibleText(outcomeLine(ending, language)), ago(seconds), saidLine(entry.ask, ending, language)), locale, card)
  }

  const handle = (payload: unknown): Answer => {
    const act = parseCardAct(payload)
    if (act === undefined) return { body: say('warning', ({ toast }) => toast.unreadable), sent: nothing }
    const asked = (open.get(act.ask) ?? ended.get(act.ask))?.deliveries
    // Held before the verdict: the verdict makes the cards final, and none may overtake this answer.
    const release = asked?.hold() ?? nothing
    try {
      bindPlace(asked, act)
      return { body: judge(act), sent: release }
    } catch (error) {
      log.warn(`click on ask ${act.ask} broke: ${error instanceof Error ? error.name : typeof error}`)
      return { body: say('error', ({ toast }) => toast.broken), sent: release }
    }
  }

  /** A click may come before the send's own answer: it tells where the card is. Only an operator's click is believed. */
  const bindPlace = (asked: AskDeliveries | undefined, { place, person }: CardAct): void => {
    const { messageId, chatId } = place
    if (asked === undefined || messageId === undefined || chatId === undefined) return
    if (readOperator(config.operators, person) === undefined) return
    const ids = [person.openId, person.unionId, person.userId].filter((id) => id !== undefined)
    if (asked.match(place) === 'unbound') asked.clicked({ messageId, chatId }, ids)
  }

  const close = async (): Promise<void> => {
    for (const entry of open.values()) end(entry, 'left')
    const collapsed = [...ended.values()].flatMap((entry) => (entry.end ? [entry.end.collapsed] : []))
    const waiting = new AbortController()
    await Promise.race([Promise.all(collapsed), sleep(CLOSING_TIME, waiting.signal).catch(nothing)])
    waiting.abort()
    deliveries.close()
  }

  return { name: 'feishu', claim: () => canBeAsked(config), ask, handle, close }
}

/** The router lets a surface go that unregisters: for it the round has failed, for the others it goes on. */
function isDeparture(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && outcome.error instanceof Error && 'code' in outcome.error && outcome.error.code === 'SURFACE_LEFT'
}

/** Without an operator nobody may act, and without a recipient nobody would see it. */
function canBeAsked({ recipients, operators }: SurfacePorts['config']): boolean {
  return recipients.length > 0 && operators.length > 0
}

function actorOf({ id, name }: ActingOperator): { readonly id: string; readonly name: string } {
  return { id, name }
}

/** How a toast names a question: by its header, its first words or its position. */
function fieldName({ form }: CardAsk, index: number, words: Words): string {
  const field = form[index]
  const name = firstLine(visibleText(field?.header ?? field?.question ?? ''), 40)
  return name === '' ? words.question(index + 1) : name
}

function refusalText(code: Extract<Verdict, { kind: 'refused' }>['code'], field: string, { toast }: Words): string {
  switch (code) {
    case 'BAD_ANSWER':
      return toast.refused(field)
    case 'NOT_ASKED':
      return toast.notAsked
  }
}
