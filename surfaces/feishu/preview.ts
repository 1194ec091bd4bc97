/** The cards of an ask, to look at without sending them. Pure. */
import type { AskUserQuestionRequest, Outcome } from '../../router/types.ts'
import type { Locale } from '../form/locale.ts'
import { cardAsk } from './ask.ts'
import type { SealedCard } from './card.ts'
import { endedCards, leftCard, openCards } from './fit.ts'
import type { Reader } from './view.ts'

/** `open`: as it is asked; `left`: after Feishu was switched off; or how it ended. */
export type PreviewState = 'open' | 'left' | Outcome

/** The card JSON of each card, in order, for a reader in UTC beside a terminal. */
export function previewCard(request: Pick<AskUserQuestionRequest, 'questions' | 'agent' | 'wait'>, state: PreviewState, locale: Locale): readonly SealedCard[] {
  const reader: Reader = { locale, timeZone: 'UTC', places: ['terminal'] }
  const ask = cardAsk('preview', request)
  const { cards } = openCards(ask, reader)
  if (state === 'open') return cards
  return state === 'left' ? cards.map(() => leftCard(ask, reader)) : endedCards(ask, state, reader, cards.length)
}
