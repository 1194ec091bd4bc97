/** An ask as cards: built, measured and checked. */
import { cardAsk } from '../../../surfaces/feishu/ask.ts'
import { MAX_BYTES, openCards } from '../../../surfaces/feishu/fit.ts'
import { atMost, type Figure } from '../figure.ts'
import { interleave, perOperation, ratio } from '../pairs.ts'
import type { Effort } from '../row.ts'
import { question } from '../stage/question.ts'

/** Of one slice. The collection before it throws away shapes that no card holds any more, and code that counted on them: making that anew must not be what is measured. */
const CARDS = 1_000
const READER = { locale: 'zh', timeZone: 'Asia/Shanghai', places: ['terminal'] } as const
const PARAGRAPH = '把旧接口替换为新接口，**补充测试**，并在发布说明里写明原因；see `router/rounds.ts` for what is asked of it.\n\n'

/** An ask whose only card is as large as it may be. */
function largest(questions: number): Parameters<typeof cardAsk>[1] {
  const asked = (paragraphs: number): Parameters<typeof cardAsk>[1] => ({
    questions: Array.from({ length: questions }, (_, index) => ({ ...question('shop'), id: `q${index}`, question: `Which database shall shop ${index} use?`, detail: PARAGRAPH.repeat(Math.floor((paragraphs + index) / questions)) })),
  })
  let paragraphs = 0
  while (openCards(cardAsk('ask', asked(paragraphs + 1)), READER).cards.length === 1) paragraphs += 1
  return asked(paragraphs)
}

export async function measure(effort: Effort): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const count of [1, 8]) {
    const request = largest(count)
    const { cards: [card, second], isWhole } = openCards(cardAsk('ask', request), READER)
    const tree = card?.toJSON()
    const bytes = Buffer.byteLength(JSON.stringify(tree))
    if (!isWhole || second !== undefined || bytes > MAX_BYTES) throw new Error('the card is not the one that was meant')
    const times = effort.times(CARDS)
    const pairs = await interleave({
      product: () => perOperation(times, () => { openCards(cardAsk('ask', request), READER) }),
      baseline: () => perOperation(times, () => { JSON.stringify(tree) }),
    }, effort.pairs)
    const name = `${count} question${count === 1 ? '' : 's'}`
    const figure = ratio(pairs, { name, read: ({ wall }) => wall, unit: 'µs', target: atMost(10) })
    const ms = pairs.map(({ product }) => product.wall / 1_000).toSorted((a, b) => a - b)[pairs.length >> 1] ?? Number.NaN
    figures.push({ ...figure, shown: `${figure.shown}, ${bytes} bytes` }, { name: `${name}: a card`, value: ms, unit: 'ms', target: atMost(2), shown: '' })
  }
  return figures
}
