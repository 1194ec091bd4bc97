/** What any product would do at a click: every check of a request, the ask by its id, its question escaped into a card that is otherwise finished. */
import { parseCardAct } from '../../../surfaces/feishu/action.ts'
import { answerBody } from '../../../surfaces/feishu/answer.ts'
import type { CardNode } from '../../../surfaces/feishu/card.ts'
import { phrase } from '../../../surfaces/feishu/phrase.ts'
import { createDirectSide } from './direct-side.ts'
import type { PhoneSide } from './phone-side.ts'
import { question } from './question.ts'

const WON = phrase(({ toast }) => toast.won)
const ENTITIES = Array.from({ length: 128 }, (_, code) => `&#${code};`)

/** `answer` is one of the product's own. */
export async function createLeastSide(answer: string): Promise<Omit<PhoneSide, 'patches'>> {
  const { card: { data } }: { card: { data: { body: { elements: readonly CardNode[] } } } } = JSON.parse(answer)
  const asks = new Map<string, string>()
  const direct = await createDirectSide((event) => {
    const asked = asks.get(parseCardAct(event)?.ask ?? '')
    if (asked === undefined) throw new Error('a click on no ask')
    const content = `**${asked.replace(/[!-/:-@[-`{-~]/g, (character) => ENTITIES[character.charCodeAt(0)] ?? '').replaceAll('\n', '**\n**')}**`
    const elements = data.body.elements.map((element) => (element.tag === 'markdown' ? { ...element, content } : element))
    const { toast } = answerBody({ tone: 'success', text: WON }, 'en')
    return Buffer.from(JSON.stringify({ toast, card: { type: 'raw', data: { ...data, body: { elements } } } }))
  })
  return {
    ...direct,
    open: (count) => Promise.resolve(Array.from({ length: count }, () => {
      const id = `ask-${asks.size + 1}`
      asks.set(id, question(`shop ${asks.size}`).question)
      return { ask: id, message: `om_${asks.size}` }
    })),
  }
}
