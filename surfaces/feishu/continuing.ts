/** Asks that go on after their window or after their process: who takes their answers, and which cards they have. */
import type { ContinuedAsk } from '../../router/types.ts'
import { type CardAsk, cardAsk } from './ask.ts'
import type { AskDeliveries, Deliveries } from './deliveries.ts'
import { type Ended, endedFrom, isLateEnd } from './ending.ts'
import type { Entries, Entry } from './entries.ts'
import { leftCard, movedCard, type OpenCards, openCards, shownOn } from './fit.ts'
import { neededRole } from './operators.ts'
import type { Recipient } from './config.ts'
import { cardsFor, fill } from './open-list.ts'
import type { LeftCards, Slips } from './slips.ts'
import type { Say } from './speaker.ts'
import type { Reader } from './view.ts'
import { wordsOf } from './words.ts'

export interface ContinuingPorts {
  readonly entries: Entries
  readonly deliveries: Deliveries
  readonly slips: Slips
  readonly reader: Reader
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly titleOf: (session: string) => string | undefined
  /** Who gets the cards of a session. */
  readonly recipientsOf: (session: string) => readonly Recipient[]
  readonly say: Say
}

export interface Continuing {
  /** The router has told who takes an answer from now on. */
  readonly take: (late: ContinuedAsk) => void
  /** The window closed before a card was on its way: it is sent now. */
  readonly show: (ask: string, recipients: readonly Recipient[]) => void
  /** Finds the cards that ended processes have left, and what becomes of them. Never rejects. */
  readonly restore: () => Promise<void>
  readonly isRestoring: () => boolean
}

export function createContinuing({ entries, deliveries, slips, reader, now, titleOf, recipientsOf, say }: ContinuingPorts): Continuing {
  let isRestoring = false

  const askOf = (id: string, { session, project: cwd, questions = [] }: Partial<Pick<LeftCards, 'session' | 'project' | 'questions'>>): CardAsk =>
    cardAsk(id, { questions: [...questions], ...(session === undefined ? {} : { agent: { id: session, session: { id: session, ...(cwd === undefined ? {} : { header: { cwd } }) } } }) }, {
      title: session === undefined ? undefined : titleOf(session),
      time: { kind: 'over' },
    })

  const noCards = (ask: CardAsk, shown: OpenCards): AskDeliveries =>
    deliveries.begin({ ask, recipients: [], shown, listener: { report: () => undefined }, onAllFailed: () => undefined })

  const newEntry = (ask: CardAsk, stage: Entry['stage'], at: number): Entry => {
    const shown = openCards(ask, reader)
    return { ask, role: neededRole(ask.questions), stage, at, shown: shownOn(shown), deliveries: noCards(ask, shown) }
  }

  /** The entry with the questions that it was found without. */
  const withQuestions = (entry: Entry, { session, questions }: ContinuedAsk): Entry => {
    if (entry.ask.form.length > 0 || questions === undefined) return entry
    const ask = askOf(entry.ask.id, { session, questions })
    const shown = entry.deliveries.isEmpty ? shownOn(openCards(ask, reader)) : entry.shown
    return { ...entry, ask, shown, role: neededRole(ask.questions) }
  }

  /** Sends fresh cards where the earlier ones are final; once to each recipient. */
  const showAgain = (entry: Entry, recipients: readonly Recipient[]): void => {
    for (const recipient of recipients) entry.deliveries.again(recipient, cardsFor(entry, reader), movedCard(entry.ask, reader))
  }

  const take = (late: ContinuedAsk): void => {
    const known = entries.find(late.id)
    const stage = { kind: 'continued', late } as const
    const { end, ...rest } = known ?? newEntry(askOf(late.id, late), stage, late.since)
    const entry = withQuestions({ ...rest, stage }, late)
    entries.put(entry)
    const over = (): void => {
      const current = entries.find(late.id)
      const reason: unknown = late.signal.reason
      // A newer object for the same ask may have taken this one's place.
      if (current?.stage.kind !== 'continued' || current.stage.late !== late || !isLateEnd(reason)) return
      entries.end(current, reason)
    }
    if (late.signal.aborted) return over()
    late.signal.addEventListener('abort', over, { once: true })
    // What was said to be answered is open again: nobody would look at its final card.
    if (end !== undefined && end.ending !== 'left' && end.ending.kind === 'replied') {
      showAgain(entry, recipientsOf(late.session))
    }
  }

  /** Cards from before this surface was taken down, of an ask that is open: whoever is asked now has a fresh one. */
  const retire = ({ ask: id, cards: all, ...left }: LeftCards): void => {
    const cards = all.filter(({ isLeft }) => !isLeft)
    const found = entries.find(id)
    if (found?.end === undefined && found !== undefined) return found.deliveries.retire(cards, movedCard(found.ask, reader))
    const ask = askOf(id, left)
    newEntry(ask, { kind: 'continued' }, now()).deliveries.retire(cards, found?.end?.cards.at(-1) ?? leftCard(ask, reader))
  }

  const place = (left: LeftCards): void => {
    const { ask: id, cards, decision } = left
    if (decision.kind === 'open') return retire(left)
    const ending = endingOf(left, slips)
    const stage = { kind: 'continued' } as const
    const at = Math.min(...cards.map((card) => card.at))
    const found = entries.find(id) ?? newEntry(askOf(id, left), stage, at)
    const [{ saving, isWhole, parts }] = cards
    const entry: Entry = { ...found, shown: { count: parts, saving, isWhole } }
    // Without its words the open card can't be sent again; the final one can.
    entry.deliveries.adopt(cards, fill(openCards(entry.ask, reader).cards, parts), ending !== undefined || entry.ask.form.length > 0)
    if (entry.end) entry.deliveries.end(entry.end.cards).catch(() => { /* never rejects */ })
    else if (ending) entries.end(entry, ending)
    else entries.put(entry)
    if (ending === undefined && entry.ask.form.length > 0 && cards.every(({ isLeft }) => isLeft)) showAgain(entry, cards.map(({ recipient }) => recipient))
    const [message] = cards.flatMap((card) => card.message ?? [])
    if (ending === undefined && decision.kind === 'continued' && decision.lost && message) say(message.messageId, wordsOf(reader.locale).late.lost, `lost ${now()}`)
  }

  return {
    take,
    show: (ask, recipients) => {
      const entry = entries.find(ask)
      if (entry?.stage.kind === 'continued' && !entry.end && entry.deliveries.isEmpty) showAgain(entry, recipients)
    },
    isRestoring: () => isRestoring,
    restore: async () => {
      isRestoring = true
      try {
        for (const left of await slips.left()) place(left)
      } finally {
        isRestoring = false
      }
    },
  }
}

/** How the ask ended; undefined while it takes an answer. */
function endingOf({ ask, decision }: LeftCards, slips: Slips): Ended | undefined {
  if (decision.kind === 'over') return endedFrom(decision.end)
  const end = slips.ended(ask)
  return end === undefined ? undefined : endedFrom(end)
}
