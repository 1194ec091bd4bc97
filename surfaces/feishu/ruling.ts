/** What an act on an ask gets, in words: the same for a click and for a text. */
import type { AskUserQuestionAnswer, LateResult, LateVerdict, Verdict } from '../../router/types.ts'
import { answerLines } from '../form/words.ts'
import type { ToastType } from './answer.ts'
import { type CardAsk, cardAsk, fieldName } from './ask.ts'
import type { SealedCard } from './card.ts'
import { endingLine, saidLine } from './ended-view.ts'
import { type Ended, endedFrom } from './ending.ts'
import type { Ending, Entries, Entry } from './entries.ts'
import { endedCard } from './fit.ts'
import { type Phrase, phrase } from './phrase.ts'
import type { Slips } from './slips.ts'
import type { Reader } from './view.ts'
import type { Words } from './words.ts'

export interface Ruling {
  readonly tone: ToastType
  readonly text: Phrase
  /** The final cards of the ask, if it is over. */
  readonly cards?: readonly SealedCard[]
  /** What remains to be said once it is known, beside the card: the card keeps what was filled in. Never rejects. */
  readonly afterwards?: Promise<Phrase | undefined>
}

/** A ruling that changes nothing: what was filled in stays as it is. */
export function notice(tone: ToastType, say: (words: Words) => string): Ruling {
  return { tone, text: phrase(say) }
}

/** How the other screens call whoever acts. */
export interface Acting {
  readonly id: string
  readonly name: string
}

export interface Rulings {
  /** The arbiter decides before this returns, within the window and after it. */
  submit(entry: Entry, answer: AskUserQuestionAnswer, actor: Acting): Ruling
  dismiss(entry: Entry, actor: Acting): Ruling
  /** Stops the clock for good. */
  hold(entry: Entry, actor: Acting): Ruling
  /** For an act on an ask that is over here: who was faster, where, when and with what. */
  over(entry: Entry, ending: Ending): Ruling
  /** For an act on an ask that is not known here any more: from the journal, without words of anybody. */
  forgotten(ask: string, part: number): Ruling
}

export interface RulingPorts {
  readonly entries: Entries
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly reader: Reader
  readonly slips: Pick<Slips, 'ended'>
}

export function createRulings({ entries, now, reader, slips }: RulingPorts): Rulings {
  const explain = (ask: CardAsk, ended: Ended): Pick<Ruling, 'tone' | 'text'> => {
    const line = endingLine(ask, ended)
    const seconds = Math.max(0, Math.floor((now() - ended.at) / 1000))
    return { tone: 'info', text: phrase(({ toast, ago }, locale) => toast.over(line[locale], ago(seconds), saidLine(ask, ended, locale))) }
  }

  const over = (entry: Entry, ending: Ending): Ruling => {
    const { cards } = entries.end(entry, ending)
    return ending === 'left' ? { tone: 'info', text: phrase((words) => words.left), cards } : { ...explain(entry.ask, ending), cards }
  }

  const verdict = (entry: Entry, given: Verdict): Ruling => {
    switch (given.kind) {
      case 'won': {
        const { cards } = entries.end(entry, given.outcome)
        return { tone: 'success', text: phrase(({ toast }) => (given.outcome.kind === 'dismissed' ? toast.dismissed : toast.won)), cards }
      }
      case 'lost':
        return over(entry, given.outcome)
      case 'refused':
        return notice('warning', (words) => refusalText(entry.ask, given, words))
    }
  }

  const lateVerdict = (entry: Entry, answer: AskUserQuestionAnswer, given: LateVerdict): Ruling => {
    switch (given.kind) {
      case 'accepted':
        // The card is made final once the host has the answer: until then what was filled in must not be wiped.
        return { ...notice('success', ({ late }) => late.sending), afterwards: given.result.then((result) => failureText(entry.ask, answer, result)) }
      case 'lost':
        // The first one may still be on its way, and may fail: its end comes by the signal.
        return explain(entry.ask, given.end)
      case 'refused':
        return given.code === 'UNREADABLE' ? notice('warning', ({ toast }) => toast.unknownWords) : notice('warning', (words) => refusalText(entry.ask, { ...given, code: 'BAD_ANSWER' }, words))
    }
  }

  return {
    over,
    submit: (entry, answer, actor) => {
      const { stage } = entry
      if (stage.kind === 'open') return verdict(entry, stage.round.submit(answer, actor))
      return stage.late ? lateVerdict(entry, answer, stage.late.submit(answer, actor)) : notice('warning', ({ toast }) => toast.starting)
    },
    dismiss: (entry, actor) => (entry.stage.kind === 'open' ? verdict(entry, entry.stage.round.dismiss(actor)) : notice('info', ({ toast }) => toast.nothingToDismiss)),
    hold: ({ stage }, actor) => {
      if (stage.kind === 'continued') return notice('info', ({ toast }) => toast.noClock)
      const { countdown } = stage.round
      countdown?.hold('for-good', actor)
      // A host that is slow to tell how long it waits is held as soon as it does.
      return countdown?.state === 'held' || countdown?.state === 'starting' ? notice('success', ({ toast }) => toast.held) : notice('warning', ({ toast }) => toast.notHeld)
    },
    forgotten: (ask, part) => {
      const end = slips.ended(ask)
      if (end === undefined) return notice('info', ({ toast }) => toast.unknown)
      const [known, ended] = [cardAsk(ask, { questions: [] }), endedFrom(end)]
      return { ...explain(known, ended), cards: Array.from({ length: part }, () => endedCard(known, ended, reader)) }
    },
  }
}

/** Somebody is at an open ask: its clock stands for as long as it is asked here. */
export function touch({ stage }: Entry, actor: Acting): void {
  if (stage.kind === 'open') stage.round.countdown?.hold('touched', actor)
}

/** Why an answer did not reach the agent, with the answer itself: it may be all that is left of it. */
function failureText({ form }: CardAsk, answer: AskUserQuestionAnswer, result: LateResult): Phrase | undefined {
  if (result.kind === 'delivered') return undefined
  return phrase(({ late }, locale) => {
    const said = answerLines(form, answer, locale).filter((line) => line !== '')
    return [late.failed[result.code], late.said(said.join('\n'))].join('\n')
  })
}

function refusalText(ask: CardAsk, { code, question }: Extract<Verdict, { kind: 'refused' }>, words: Words): string {
  switch (code) {
    case 'BAD_ANSWER': {
      const index = ask.form.findIndex(({ id }) => id === question)
      return words.toast.refused(index < 0 ? '' : fieldName(ask, index, words))
    }
    case 'NOT_ASKED':
      return words.toast.notAsked
  }
}
