/** The least that a click takes with the product's own cards: every check of a request, the ask by its id, its final card. No round, no courier. */
import type { AskUserQuestionAnswer } from '../../../router/types.ts'
import { parseCardAct } from '../../../surfaces/feishu/action.ts'
import { answerBody, answerBytes } from '../../../surfaces/feishu/answer.ts'
import { type CardAsk, cardAsk } from '../../../surfaces/feishu/ask.ts'
import { endedCard } from '../../../surfaces/feishu/fit.ts'
import { phrase } from '../../../surfaces/feishu/phrase.ts'
import { PERSON } from './callback.ts'
import { createDirectSide } from './direct-side.ts'
import type { PhoneSide } from './phone-side.ts'
import { question } from './question.ts'

const READER = { locale: 'en', timeZone: 'UTC', places: ['terminal'] } as const
const CHOSEN: AskUserQuestionAnswer = { answers: [{ id: 'db', selected: ['PostgreSQL (Recommended)'] }] }
const WON = phrase(({ toast }) => toast.won)

export async function createCardSide(): Promise<Omit<PhoneSide, 'patches'>> {
  const asks = new Map<string, CardAsk>()
  const direct = await createDirectSide((event) => {
    const ask = asks.get(parseCardAct(event)?.ask ?? '')
    if (ask === undefined) throw new Error('a click on no ask')
    const card = endedCard(ask, { kind: 'answered', answer: CHOSEN, actor: { surface: 'feishu', id: PERSON, name: 'Wang Fang' }, at: Date.now() }, READER)
    return answerBytes(answerBody({ tone: 'success', text: WON, cards: [card] }, 'en'))
  })
  return {
    ...direct,
    open: (count) => Promise.resolve(Array.from({ length: count }, () => {
      const id = `ask-${asks.size + 1}`
      asks.set(id, cardAsk(id, { questions: [question(`shop ${asks.size}`)] }))
      return { ask: id, message: `om_${asks.size}` }
    })),
  }
}
