/**
 * What a text message gets. Only a reply to the card of an ask itself can answer it; everything else is explained.
 * Order: code, operator, ask and chat, end, role, words, arbiter.
 */
import { LRUCache } from 'lru-cache'
import type { AskUserQuestionAnswer } from '../../router/types.ts'
import { isBlank } from '../../router/answer.ts'
import { isFixed } from './ask.ts'
import { actorOf } from './clicks.ts'
import { type OrderPort, where, whereArgument, whereLine } from '../form/where.ts'
import type { Entries, Entry } from './entries.ts'
import { type ActingOperator, isAllowed, ownId, type PersonIds } from './operators.ts'
import type { PairingClaim } from './pairing.ts'
import type { Reply } from './reply.ts'
import type { Phrase } from './phrase.ts'
import { notice, type Ruling, type Rulings } from './ruling.ts'
import type { MayAnswer } from './strangers.ts'
import { visibleText } from './text.ts'
import { otherPlaces, type Reader } from './view.ts'

export interface ReplyPorts {
  readonly entries: Entries
  readonly rulings: Rulings
  readonly operatorOf: (person: PersonIds) => ActingOperator | undefined
  readonly reader: Reader
  /** Whether it is still being found out what ended processes have left. */
  readonly isRestoring: () => boolean
  /** Who decides which places are asked first; looked up anew each time, absent where another plugin routes. */
  readonly order?: () => OrderPort | undefined
  /** Whether somebody who may not act is answered now. */
  readonly mayAnswer: MayAnswer
  /** Tries a text as a pairing code; nothing when it is none or none is awaited. */
  readonly claimCode?: (text: string, person: PersonIds) => PairingClaim | undefined
}

/** Judges one message; nothing when it is best left unanswered. `list`: it asks what is open. */
export type JudgeReply = (reply: Reply) => Ruling | 'list' | undefined

/** People who have been told what is no answer. */
const REMEMBERED = 1_000

export function createReplyJudge({ entries, rulings, operatorOf, reader, isRestoring, mayAnswer, order = () => undefined, claimCode }: ReplyPorts): JudgeReply {
  const told = new LRUCache<string, true>({ max: REMEMBERED })

  /** A sticker may be followed by ten more: they are explained once. */
  const once = (topic: string, ruling: Ruling): Ruling | undefined => {
    if (told.has(topic)) return undefined
    told.set(topic, true)
    return ruling
  }

  const judgeQuoting = (entry: Entry, { text, person }: Reply, operator: ActingOperator): Ruling | undefined => {
    if (entry.end) return rulings.over(entry, entry.end.ending)
    if (!isAllowed(operator.role, entry.role)) return notice('warning', ({ toast }) => toast.role)
    if (text === undefined || isBlank(text)) return once(`${entry.ask.id} ${ownId(person)}`, notice('warning', ({ reply }) => reply.noAnswer))
    if (entry.ask.form.length === 0) return notice('warning', ({ toast }) => toast.unknownWords)
    const answer = readText(entry, text, reader)
    return 'tone' in answer ? answer : rulings.submit(entry, answer, actorOf(operator))
  }

  /** A reply to somebody else in the thread of a card may mean anything; in a group it is not always meant for us. */
  const judgeInThread = ({ ask }: Entry, { isPrivate, person, text }: Reply): Ruling | undefined =>
    isPrivate && text !== undefined ? hint : once(`thread ${ask.id} ${ownId(person)}`, hint)

  return (message) => {
    const { chatId, isPrivate, person, quotes, thread, text } = message
    const entryOf = (messageId: string | undefined): Entry | undefined => (messageId === undefined ? undefined : entries.findByMessage({ messageId, chatId }))
    const isReply = quotes !== undefined || thread !== undefined
    // A reply may be an answer, though it looks like a code.
    const claim = isPrivate && !isReply && text !== undefined ? claimCode?.(text, person) : undefined
    const operator = operatorOf(person)
    if (claim) return claimRuling(claim, operator)
    // In a group the bot speaks only to those it knows, about what it asked.
    if (operator === undefined) return isPrivate && mayAnswer(ownId(person)) ? notice('warning', ({ toast }) => toast.stranger(visibleText(ownId(person)))) : undefined
    if (/^\s*[?？]\s*$/u.test(text ?? '')) return 'list'
    const argument = isPrivate && !isReply && text !== undefined ? whereArgument(text) : undefined
    // Held back from one place, a command to approve waits for whoever is at the other.
    if (argument !== undefined) return argument === '' || isAllowed(operator.role, 'approve') ? whereRuling(argument, order()) : notice('warning', ({ toast }) => toast.role)
    const entry = entryOf(quotes)
    if (entry) return judgeQuoting(entry, message, operator)
    const threaded = entryOf(thread)
    if (threaded) return judgeInThread(threaded, message)
    if (!isPrivate) return undefined
    if (isReply) return isRestoring() ? notice('warning', ({ toast }) => toast.starting) : notice('info', ({ toast }) => toast.unknown)
    return text === undefined || isBlank(text) ? once(chatId, hint) : hint
  }
}

const hint: Ruling = notice('info', ({ reply }) => reply.quote)

/** The answer that a text is to an ask, or why it is none. */
function readText({ ask, shown }: Entry, text: string, reader: Reader): AskUserQuestionAnswer | Ruling {
  const [field, more] = ask.form
  if (isFixed(ask, 0)) return notice('warning', ({ reply }) => reply.buttons)
  if (field === undefined || more !== undefined) return notice('warning', ({ reply }) => reply.onlyOne)
  if (!shown.isWhole) return notice('warning', (words) => words.oversized(otherPlaces(reader, words)))
  const said = text.trim()
  const chosen = field.choices.find(({ label }) => label.trim() === said)
  if (ask.decision && chosen?.index === ask.decision.approve) return notice('warning', ({ reply }) => reply.approveButton)
  return { answers: [chosen ? { id: field.id, selected: [chosen.label] } : { id: field.id, selected: [], custom: text }] }
}

/** Done once, told in each language. */
function whereRuling(argument: string, port: OrderPort | undefined): Ruling {
  const result = where(argument, port)
  const text: Phrase = { en: whereLine(result, 'en', 'where'), zh: whereLine(result, 'zh', 'where') }
  return { tone: result.kind === 'unreadable' || result.kind === 'absent' ? 'warning' : 'info', text }
}

/** `operator`: who the person is from now on; the config may have given the stronger role before. */
function claimRuling(claim: PairingClaim, operator: ActingOperator | undefined): Ruling {
  switch (claim.kind) {
    case 'paired':
      return notice('success', ({ reply }) => reply.paired(operator?.role ?? claim.role))
    case 'wrong':
      return notice('warning', ({ reply }) => reply.wrongCode(claim.triesLeft))
    case 'not-kept':
      return notice('error', ({ reply }) => reply.notKept)
  }
}
