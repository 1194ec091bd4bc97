/** What an act on an ask gets, in words: the same for a click and for a text. */
import type { Outcome, Verdict } from '../../router/types.ts'
import { type CardAsk, fieldName } from './ask.ts'
import type { ToastType } from './answer.ts'
import type { Card } from './card.ts'
import { endingLine, saidLine } from './ended-view.ts'
import type { Ending, Entries, Entry } from './entries.ts'
import { type Phrase, phrase } from './phrase.ts'
import type { Words } from './words.ts'

export interface Ruling {
  readonly tone: ToastType
  readonly text: Phrase
  /** The final cards of the ask, if it is over. */
  readonly cards?: readonly Card[]
}

/** A ruling that changes nothing: what was filled in stays as it is. */
export function notice(tone: ToastType, say: (words: Words) => string): Ruling {
  return { tone, text: phrase(say) }
}

export interface Rulings {
  /** From what the arbiter says of an act. */
  verdict(entry: Entry, verdict: Verdict): Ruling
  /** For an act on an ask that is over here: who was faster, where, when and with what. */
  over(entry: Entry, ending: Ending): Ruling
}

export function createRulings({ entries, now }: { readonly entries: Entries; readonly now: () => number }): Rulings {
  const over = (entry: Entry, ending: Ending): Ruling => {
    const { cards } = entries.end(entry, ending)
    if (ending === 'left') return { tone: 'info', text: phrase((words) => words.left), cards }
    const seconds = Math.max(0, Math.floor((now() - ending.at) / 1000))
    return { tone: 'info', text: overText(entry.ask, ending, seconds), cards }
  }
  return {
    over,
    verdict: (entry, verdict) => {
      switch (verdict.kind) {
        case 'won': {
          const { cards } = entries.end(entry, verdict.outcome)
          return { tone: 'success', text: phrase(({ toast }) => (verdict.outcome.kind === 'dismissed' ? toast.dismissed : toast.won)), cards }
        }
        case 'lost':
          return over(entry, verdict.outcome)
        case 'refused':
          return notice('warning', (words) => refusalText(entry.ask, verdict, words))
      }
    },
  }
}

function overText(ask: CardAsk, outcome: Outcome, seconds: number): Phrase {
  const line = endingLine(ask, outcome)
  return phrase(({ toast, ago }, locale) => toast.over(line[locale], ago(seconds), saidLine(ask, outcome, locale)))
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
