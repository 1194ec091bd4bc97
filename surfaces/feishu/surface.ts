/** Feishu as a place where a human can answer: cards for each ask and recipient, acted on by operators. */
import { createHash } from 'node:crypto'
import type { AskSurface, AskUserQuestionAnswer, AskUserQuestionRequest, Outcome } from '../../router/types.ts'
import { parseCardAct } from './action.ts'
import { type Answer, answerBody } from './answer.ts'
import { cardAsk } from './ask.ts'
import { createChats } from './chats.ts'
import type { FeishuClient } from './client.ts'
import { createClickJudge } from './clicks.ts'
import type { FeishuConfig, Operator, Recipient } from './config.ts'
import { createDeliveries } from './deliveries.ts'
import { createEntries, type Entry } from './entries.ts'
import { FeishuError } from './error.ts'
import { brokenCard, openCards, pointerText } from './fit.ts'
import type { Log } from './log.ts'
import { neededRole, type PersonIds, readOperator } from './operators.ts'
import type { Pairing } from './pairing.ts'
import { createReplyJudge } from './replies.ts'
import { parseReply, type Reply } from './reply.ts'
import { retry, type Sleep } from './retry.ts'
import { createRulings, notice } from './ruling.ts'
import { escapeMessageText } from './text.ts'
import type { Reader } from './view.ts'

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
  /** Paired operators count beside the configured ones. */
  readonly pairing?: Pick<Pairing, 'claim' | 'operators'>
  /** Whether clicks can reach us; without that no new ask is taken. */
  readonly isReachable?: () => boolean
}

export interface FeishuSurface extends AskSurface {
  /** Answers one click, at once and whatever it holds. Never throws. */
  readonly handle: (payload: unknown) => Answer
  /** Takes one message of a person and replies to it afterwards. Never throws. */
  readonly hear: (payload: unknown) => void
  /** Takes back what is still open here and waits, at most `CLOSING_TIME`, for the final cards. */
  close(): Promise<void>
}

/** Milliseconds. */
export const CLOSING_TIME = 2_000

/** Settles `ask` when the round ended otherwise than by an answer; nobody looks at it then. */
const overError = new FeishuError({ kind: 'final', code: 0, reason: 'the round is over' })

const nothing = (): void => undefined

export function createFeishuSurface(ports: SurfacePorts): FeishuSurface {
  const { config, client, now, sleep, log, pairing, isReachable = () => true } = ports
  const { locale } = config
  const reader: Reader = { locale, timeZone: ports.timeZone, places: ports.places }
  const closing = new AbortController()
  const chats = createChats()
  const deliveries = createDeliveries({ client, sleep, log, chats })
  const entries = createEntries(reader)
  const rulings = createRulings({ entries, now })
  const operators = (): readonly Operator[] => [...config.operators, ...(pairing?.operators() ?? [])]
  /** Whoever paired wants the questions too, without a second entry in the config. */
  const recipients = (): readonly Recipient[] => {
    const known = new Set(config.recipients.map(({ id }) => id))
    const paired = pairing?.operators().filter(({ id }) => !known.has(id)) ?? []
    return [...config.recipients, ...paired.map(({ id }) => ({ id, idType: 'open_id' as const }))]
  }
  const operatorOf = (person: PersonIds): ReturnType<typeof readOperator> => readOperator(operators(), person)
  const judgeClick = createClickJudge({ entries, rulings, operatorOf, reader })
  const judgeReply = createReplyJudge({ entries, rulings, operatorOf, reader, ...(pairing ? { claimCode: pairing.claim } : {}) })

  /** Why an ask cannot be taken now: without an operator nobody may act, without a recipient nobody would see it. */
  const obstacle = (addressed: readonly Recipient[]): string | undefined => {
    if (addressed.length === 0 || operators().length === 0) return 'no recipient or no operator is configured for this session'
    return isReachable() ? undefined : 'clicks cannot reach us while the long connection is down'
  }

  const ask = async (request: AskUserQuestionRequest, round: Entry['round']): Promise<AskUserQuestionAnswer> => {
    const addressed = recipientsFor(recipients(), request)
    const reason = obstacle(addressed)
    if (reason !== undefined) throw new FeishuError({ kind: 'final', code: 0, reason })
    if (round.signal.aborted) throw overError
    const asked = cardAsk(round.id, request)
    const shown = openCards(asked, reader)
    const begun = deliveries.begin({
      ask: asked.id,
      recipients: addressed,
      cards: shown.cards,
      broken: brokenCard(asked, reader),
      pointer: pointerText(asked, reader),
      onShown: (messageId) => round.report('shown', messageId),
      onCollapsed: (messageId) => round.report('collapsed', messageId),
    })
    const entry: Entry = { ask: asked, role: neededRole(request.questions), round, shown, deliveries: begun, saved: new Map() }
    entries.add(entry)
    const over = round.outcome.then(async (outcome) => {
      await entries.end(entry, isDeparture(outcome) ? 'left' : outcome).collapsed
      return outcome
    })
    const result = await Promise.race([over, begun.allFailed])
    if (result instanceof FeishuError) throw result
    if (result.kind === 'answered') return result.answer
    throw overError
  }

  const handle = (payload: unknown): Answer => {
    const act = parseCardAct(payload)
    if (act === undefined) return { body: answerBody(notice('warning', ({ toast }) => toast.unreadable), locale), sent: nothing }
    const asked = entries.find(act.ask)?.deliveries
    // Held before the verdict: the verdict makes the cards final, and none may overtake this answer.
    const release = asked?.hold() ?? nothing
    try {
      // A click may come before the send's own answer: it tells where the card is. Only an operator's is believed.
      if (operatorOf(act.person) !== undefined) asked?.clicked(act)
      return { body: answerBody(judgeClick(act), locale, act.part), sent: release }
    } catch (error) {
      log.warn(`click on ask ${act.ask} broke: ${nameOf(error)}`)
      return { body: answerBody(notice('error', ({ toast }) => toast.broken), locale), sent: release }
    }
  }

  const hear = (payload: unknown): void => {
    const reply = parseReply(payload)
    if (reply === undefined) return
    chats.noteMessage(reply)
    try {
      const ruling = judgeReply(reply)
      if (ruling) say(reply, ruling.text[locale])
    } catch (error) {
      log.warn(`message ${reply.messageId} broke: ${nameOf(error)}`)
    }
  }

  const say = ({ messageId }: Reply, text: string): void => {
    const key = createHash('sha256').update(`reply\n${messageId}`).digest('hex').slice(0, 40)
    const attempt = (): Promise<unknown> => client.replyText(messageId, escapeMessageText(text), key)
    const onFailure = (error: FeishuError): void => log.warn(`reply to ${messageId} failed: ${error.message}`)
    retry(attempt, { sleep, signal: closing.signal, isWanted: () => true, onFailure }).catch(() => { /* each attempt was logged */ })
  }

  const close = async (): Promise<void> => {
    for (const entry of entries.open()) entries.end(entry, 'left')
    const waiting = new AbortController()
    await Promise.race([entries.collapsed(), sleep(CLOSING_TIME, waiting.signal).catch(nothing)])
    waiting.abort()
    closing.abort(new FeishuError({ kind: 'final', code: 0, reason: 'the Feishu surface was closed' }))
    deliveries.close()
  }

  return { name: 'feishu', claim: (request) => obstacle(recipientsFor(recipients(), request)) === undefined, ask, handle, hear, close }
}

/** A chat that is named for one session never sees the questions of another. */
function recipientsFor(recipients: readonly Recipient[], { agent }: AskUserQuestionRequest): readonly Recipient[] {
  return recipients.filter(({ session }) => session === undefined || session === agent?.session.id)
}

/** The router lets a surface go that unregisters: for it the round has failed, for the others it goes on. */
function isDeparture(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && outcome.error instanceof Error && 'code' in outcome.error && outcome.error.code === 'SURFACE_LEFT'
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}
