/** Feishu as a place where a human can answer: cards for each ask and recipient, acted on by operators. */
import { setMaxListeners } from 'node:events'
import { labelOf } from '../../router/errors.ts'
import type { AskRound, AskSurface, AskUserQuestionAnswer, AskUserQuestionRequest, Outcome } from '../../router/types.ts'
import { parseCardAct, personIn } from './action.ts'
import { type Answer, answerBody } from './answer.ts'
import { type AskTime, type CardAsk, cardAsk } from './ask.ts'
import { createChats } from './chats.ts'
import type { FeishuClient } from './client.ts'
import { createClickJudge } from './clicks.ts'
import type { OrderPort } from '../form/where.ts'
import type { FeishuConfig, Operator, Recipient } from './config.ts'
import { createContinuing } from './continuing.ts'
import { readDeadline } from './deadline.ts'
import { createDeliveries } from './deliveries.ts'
import { createEntries, type Entry } from './entries.ts'
import { FeishuError } from './error.ts'
import { openCards, shownOn } from './fit.ts'
import type { Log } from './log.ts'
import { createOpenList } from './open-list.ts'
import { neededRole, type PersonIds, readOperator } from './operators.ts'
import type { Pairing } from './pairing.ts'
import { createReplyJudge } from './replies.ts'
import { parseReply } from './reply.ts'
import type { Sleep } from './retry.ts'
import { createRulings, notice, type Ruling } from './ruling.ts'
import { createSlips, type JournalPort } from './slips.ts'
import { createSpeaker } from './speaker.ts'
import { createStrangers } from './strangers.ts'
import type { Reader } from './view.ts'

export interface SurfacePorts {
  readonly config: Pick<FeishuConfig, 'appId' | 'recipients' | 'operators' | 'locale'>
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
  /** What outlives the process; looked up anew each time. */
  readonly journal?: () => JournalPort | undefined
  /** Who decides which places are asked first; looked up anew each time. */
  readonly order?: () => OrderPort | undefined
  /** What a session is called. */
  readonly titleOf?: (session: string) => string | undefined
}

export interface FeishuSurface extends AskSurface {
  /** Answers one click, at once and whatever it holds. Never throws. */
  readonly handle: (payload: unknown) => Answer
  /** Takes one message of a person and replies to it afterwards. Never throws. */
  readonly hear: (payload: unknown) => void
  /** Answers a click that has had its effect before a restart: what has become of its ask. Never throws. */
  readonly repeat: (payload: unknown) => Answer
  /** Whether a click or a message is of somebody who may act now. */
  readonly mayAct: (payload: unknown) => boolean
  /** Finds the cards that ended processes have left; once, after the surface was registered. Never rejects. */
  restore(): Promise<void>
  /** Takes back what is still open here and waits, at most `CLOSING_TIME`, for the final cards. */
  close(): Promise<void>
}

/** Milliseconds. */
export const CLOSING_TIME = 2_000

/** Settles `ask` when the round ended otherwise than by an answer; nobody looks at it then. */
const overError = new FeishuError({ kind: 'final', code: 0, reason: 'the round is over' })

const nothing = (): void => undefined

export function createFeishuSurface(ports: SurfacePorts): FeishuSurface {
  const { config, client, now, sleep, log, pairing, isReachable = () => true, journal = () => undefined, titleOf = () => undefined } = ports
  const { locale } = config
  const reader: Reader = { locale, timeZone: ports.timeZone, places: ports.places }
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const chats = createChats()
  const slips = createSlips(journal, config.appId)
  const deliveries = createDeliveries({ client, sleep, log, chats, slips, now, reader })
  const entries = createEntries(reader)
  const rulings = createRulings({ entries, now, reader, slips })
  const say = createSpeaker({ client, sleep, log, signal: closing.signal })
  const operators = (): readonly Operator[] => [...config.operators, ...(pairing?.operators() ?? [])]
  /** Whoever paired wants the questions too, without a second entry in the config. */
  const recipients = (): readonly Recipient[] => {
    const known = new Set(config.recipients.map(({ id }) => id))
    const paired = pairing?.operators().filter(({ id }) => !known.has(id)) ?? []
    return [...config.recipients, ...paired.map(({ id }) => ({ id, idType: 'open_id' as const }))]
  }
  const operatorOf = (person: PersonIds): ReturnType<typeof readOperator> => readOperator(operators(), person)
  const list = createOpenList({ entries, rulings, client, recipients, reader, now, sleep, log, signal: closing.signal })
  const continuing = createContinuing({ entries, deliveries, slips, reader, now, titleOf, say, recipientsOf: (session) => recipientsFor(recipients(), session) })
  let isClosing = false
  /** Nobody could answer what is sent now. */
  const showAgain: typeof list.show = (act) => (isClosing ? notice('info', (words) => words.left) : list.show(act))
  const judgeClick = createClickJudge({ entries, rulings, operatorOf, reader, list: { show: showAgain }, isRestoring: continuing.isRestoring })
  const judgeReply = createReplyJudge({ entries, rulings, operatorOf, reader, isRestoring: continuing.isRestoring, mayAnswer: createStrangers(now), ...(ports.order ? { order: ports.order } : {}), ...(pairing ? { claimCode: pairing.claim } : {}) })

  /** Why an ask cannot be taken now: without an operator nobody may act, without a recipient nobody would see it. */
  const obstacle = (addressed: readonly Recipient[]): string | undefined => {
    if (addressed.length === 0 || operators().length === 0) return 'no recipient or no operator is configured for this session'
    return isReachable() ? undefined : 'clicks cannot reach us while the long connection is down'
  }

  /** Waits a moment for a deadline: the card is never repainted for one. */
  const readTime = async (countdown: NonNullable<AskRound['countdown']>): Promise<AskTime> => {
    const from = now()
    const until = await readDeadline(countdown, { now, sleep })
    return { kind: 'limited', from, canHold: true, ...(until === undefined ? {} : { until }) }
  }

  /** Not within `ask`, which lasts as long as the round and would keep the cards that are sent here. */
  const show = (asked: CardAsk, round: AskRound, recipients: readonly Recipient[], onAllFailed: (error: FeishuError) => void): Entry => {
    const shown = openCards(asked, reader)
    const begun = deliveries.begin({ ask: asked, recipients, shown, listener: round, onAllFailed })
    const entry: Entry = { ask: asked, role: neededRole(asked.questions), stage: { kind: 'open', round }, at: now(), shown: shownOn(shown), deliveries: begun }
    entries.put(entry)
    return entry
  }

  const addressedBy = ({ agent }: AskUserQuestionRequest): readonly Recipient[] => {
    const addressed = recipientsFor(recipients(), agent?.session.id)
    const reason = obstacle(addressed)
    if (reason !== undefined) throw new FeishuError({ kind: 'final', code: 0, reason })
    return addressed
  }

  /** Nothing is kept for it but one promise, however long the ask is open. */
  const begin = (request: AskUserQuestionRequest, round: AskRound, time: AskTime | undefined): Promise<AskUserQuestionAnswer> => new Promise((resolve, reject) => {
    const session = request.agent?.session.id
    const addressed = addressedBy(request)
    if (closing.signal.aborted) throw overError
    const entry = show(cardAsk(round.id, request, { time, title: session === undefined ? undefined : titleOf(session) }), round, addressed, reject)
    whenOver(entry, round).then(resolve, reject)
  })

  const askTimed = async (request: AskUserQuestionRequest, round: AskRound, countdown: NonNullable<AskRound['countdown']>): Promise<AskUserQuestionAnswer> => {
    const addressed = addressedBy(request)
    const time = await readTime(countdown)
    if (!round.signal.aborted) return begin(request, round, time)
    if (!closing.signal.aborted) continuing.show(round.id, addressed)
    throw overError
  }

  const ask = (request: AskUserQuestionRequest, round: AskRound): Promise<AskUserQuestionAnswer> => {
    if (round.countdown) return askTimed(request, round, round.countdown)
    return begin(request, round, request.wait?.timed ? { kind: 'limited', from: now(), canHold: false } : undefined)
  }

  /** Apart from where it began: what is waiting here keeps everything that was at hand there. */
  const whenOver = (entry: Entry, round: AskRound): Promise<AskUserQuestionAnswer> => round.outcome.then((outcome) => collapse(entry, round, outcome))

  const collapse = async (entry: Entry, round: AskRound, outcome: Outcome): Promise<AskUserQuestionAnswer> => {
    // The cards stay as they are: they have said from the start that a late answer arrives as a message.
    if (outcome.kind === 'timed-out' && outcome.continued) goOn(round)
    else await entries.end(entry, isDeparture(outcome) ? 'left' : outcome).collapsed
    if (outcome.kind === 'answered') return outcome.answer
    throw overError
  }

  /** The router tells who takes an answer before the outcome is read here; until it does, nobody. */
  const goOn = ({ id }: AskRound): void => {
    const entry = entries.find(id)
    if (entry?.stage.kind === 'open' && !entry.end) entries.put({ ...entry, stage: { kind: 'continued' } })
  }

  /** Says beside the card what is known of an act only later. */
  const sayAfterwards = ({ afterwards }: Ruling, messageId: string | undefined): void => {
    if (afterwards === undefined || messageId === undefined) return
    const topic = `afterwards ${now()}`
    afterwards.then((text) => (text === undefined ? undefined : say(messageId, text[locale], topic))).catch((error: unknown) => log.warn(`a late answer broke: ${labelOf(error)}`))
  }

  const handle = (payload: unknown): Answer => {
    const act = parseCardAct(payload)
    if (act === undefined) return { body: answerBody(notice('warning', ({ toast }) => toast.unreadable), locale), sent: nothing }
    const asked = entries.find(act.ask)?.deliveries
    // Held before the verdict: the verdict makes the cards final, and none may overtake this answer.
    const release = asked?.hold() ?? nothing
    try {
      // A click may come before the send's own answer: it tells where the card is. Only an operator's is believed, and a tap in a list tells where the list is.
      if (act.act !== 'show' && operatorOf(act.person) !== undefined) asked?.clicked(act)
      const ruling = judgeClick(act)
      sayAfterwards(ruling, act.place.messageId)
      return { body: answerBody(ruling, locale, act.part), sent: release }
    } catch (error) {
      log.warn(`click on ask ${act.ask} broke: ${labelOf(error)}`)
      return { body: answerBody(notice('error', ({ toast }) => toast.broken), locale), sent: release }
    }
  }

  const hear = (payload: unknown): void => {
    const reply = parseReply(payload)
    if (reply === undefined) return
    chats.noteMessage(reply)
    try {
      const judged = judgeReply(reply)
      const ruling = judged === 'list' ? list.send(reply) : judged
      if (ruling === undefined) return
      say(reply.messageId, ruling.text[locale])
      sayAfterwards(ruling, reply.messageId)
    } catch (error) {
      log.warn(`message ${reply.messageId} broke: ${labelOf(error)}`)
    }
  }

  const repeat = (payload: unknown): Answer => {
    const act = parseCardAct(payload)
    const ended = act && entries.find(act.ask)?.end
    const isKnown = act !== undefined && operatorOf(act.person) !== undefined
    if (!isKnown) return { body: {}, sent: nothing }
    const entry = entries.find(act.ask)
    const isOurs = entry?.deliveries.match(act) !== 'foreign'
    const ruling = entry && ended && isOurs ? rulings.over(entry, ended.ending) : entry && !ended ? notice('info', ({ toast }) => toast.repeated) : rulings.forgotten(act.ask, act.part)
    return { body: answerBody(ruling, locale, act.part), sent: nothing }
  }

  const close = async (): Promise<void> => {
    isClosing = true
    // What is continued stays as it is: it is answerable again at the next start.
    for (const entry of entries.open()) if (entry.stage.kind === 'open') entries.end(entry, 'left')
    const waiting = new AbortController()
    await Promise.race([entries.collapsed(), sleep(CLOSING_TIME, waiting.signal).catch(nothing)])
    waiting.abort()
    closing.abort(new FeishuError({ kind: 'final', code: 0, reason: 'the Feishu surface was closed' }))
    deliveries.close()
  }

  return {
    name: 'feishu',
    side: 'phone',
    claim: ({ agent }) => obstacle(recipientsFor(recipients(), agent?.session.id)) === undefined,
    ask,
    continued: continuing.take,
    handle,
    repeat,
    hear,
    mayAct: (payload) => {
      const person = personIn(payload)
      return person !== undefined && operatorOf(person) !== undefined
    },
    restore: continuing.restore,
    close,
  }
}

/** A chat that is named for one session never sees the questions of another. */
function recipientsFor(recipients: readonly Recipient[], asking: string | undefined): readonly Recipient[] {
  return recipients.filter(({ session }) => session === undefined || session === asking)
}

/** The router lets a surface go that unregisters: for it the round has failed, for the others it goes on. */
function isDeparture(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && outcome.error instanceof Error && 'code' in outcome.error && outcome.error.code === 'SURFACE_LEFT'
}
