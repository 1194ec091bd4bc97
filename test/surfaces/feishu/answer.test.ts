import { describe, expect, it } from 'vitest'
import { answerBody, answerBytes, type AnswerBody } from '../../../surfaces/feishu/answer.ts'
import { cardAsk } from '../../../surfaces/feishu/ask.ts'
import { leftCard } from '../../../surfaces/feishu/fit.ts'

const [first, second] = ['ask-1', 'ask-2'].map((id) => leftCard(cardAsk(id, { questions: [{ id: 'q', question: '问 "it"?' }] }), { locale: 'en', timeZone: 'UTC', places: [] }))
const toast = { type: 'info', content: 'a "b"', i18n: { zh_cn: '问', en_us: 'a "b"' } } as const

describe('the bytes of an answer', () => {
  const card = { type: 'raw', data: first! } as const

  it.each<[string, AnswerBody]>([['nothing', {}], ['a toast', { toast }], ['a card', { card }], ['both', { toast, card }]])('with %s are its JSON', (_name, body) => {
    expect(answerBytes(body).toString()).toBe(JSON.stringify(body))
  })

  it('hold the card as it was measured, which is not made anew', () => {
    const data = { bytes: Buffer.from('{ "schema": "2.0" }'), toJSON: () => { throw new Error('made anew') } }
    expect(answerBytes({ toast, card: { type: 'raw', data } }).toString()).toContain('"data":{ "schema": "2.0" }}}')
  })
})

describe('the answer that a ruling makes', () => {
  it('says it in each language, and shows the card at the place that was clicked, if there is one', () => {
    const ruling = { tone: 'success', text: { en: 'Yes', zh: '是' }, cards: [first!, second!] } as const
    expect(answerBody(ruling, 'zh')).toEqual({ toast: { type: 'success', content: '是', i18n: { zh_cn: '是', en_us: 'Yes' } }, card: { type: 'raw', data: first } })
    expect([answerBody(ruling, 'en', 2).card?.data, answerBody(ruling, 'en', 3)]).toEqual([second, { toast: { type: 'success', content: 'Yes', i18n: { zh_cn: '是', en_us: 'Yes' } } }])
  })
})
