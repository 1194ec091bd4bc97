/** What an open ask shows and asks for, in sections that are best kept on one card. Pure. */
import type { CardAsk } from './ask.ts'
import { decisionSections } from './decision-view.ts'
import { questionSections } from './question-view.ts'
import type { Block } from './view.ts'

export function sectionsOf(ask: CardAsk): readonly (readonly Block[])[] {
  return ask.decision ? decisionSections(ask, ask.decision) : questionSections(ask)
}
