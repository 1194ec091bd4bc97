import { describe, expect, it } from 'vitest'
import { cardAsk } from '../../../surfaces/feishu/ask.ts'
import type { Draft } from '../../../surfaces/form/values.ts'
import { parseCardAct, parseFormValues } from '../../../surfaces/feishu/action.ts'
import { clickOf, eventOf } from './sealed.ts'

describe('parseCardAct', () => {
  const click = { operator: { open_id: 'ou_1', union_id: 'on_1' }, context: { open_message_id: 'om_1', open_chat_id: 'oc_1' } }
  const actOf = (action: unknown, rest: object = {}): ReturnType<typeof parseCardAct> => parseCardAct({ ...eventOf({ ...click, action }), ...rest })

  it('reads ask, act, person, place and form', () => {
    expect(actOf({ tag: 'button', name: 'submit_a_1', value: { ask: 'a_1', act: 'submit' }, form_value: { q0: '1' } })).toEqual({
      act: 'submit', ask: 'a_1', part: 1, person: { openId: 'ou_1', unionId: 'on_1', userId: undefined }, place: { messageId: 'om_1', chatId: 'oc_1' }, form: { q0: '1' },
    })
  })

  it('finds the ask in the name when the value is missing, empty or no object', () => {
    for (const value of [undefined, {}, 'nonsense', 7, null]) expect(actOf({ name: 'dismiss_a', value })).toMatchObject({ act: 'dismiss', ask: 'a', form: {} })
  })

  it('finds the ask in the value when the name is missing, and in a value that is JSON text', () => {
    expect(actOf({ value: { ask: 'a', act: 'submit' } })).toMatchObject({ act: 'submit', ask: 'a' })
    expect(actOf({ value: '{"ask":"a","act":"submit"}' })).toMatchObject({ act: 'submit', ask: 'a' })
  })

  it('refuses a name and a value that disagree', () => {
    expect(actOf({ name: 'submit_a', value: { ask: 'b', act: 'submit' } })).toBeUndefined()
    expect(actOf({ name: 'submit_a', value: { ask: 'a', act: 'dismiss' } })).toBeUndefined()
  })

  it('reads the context beside the event too', () => {
    const { context, ...inner } = click
    expect(parseCardAct({ ...eventOf({ ...inner, action: { name: 'submit_a' } }), context })?.place).toEqual({ messageId: 'om_1', chatId: 'oc_1' })
  })

  it.each([undefined, null, 7, {}, { event: {} }, eventOf(null), eventOf({ ...click, action: { tag: 'button' } }), eventOf({ ...click, action: { name: 'other_a' } })])(
    'reads nothing from %j',
    (payload) => expect(parseCardAct(payload)).toBeUndefined(),
  )

  it('takes what the test stand itself sends', () => {
    expect(parseCardAct(eventOf(clickOf('submit', 'ask-1', { form: {} })))).toMatchObject({ ask: 'ask-1', form: {} })
  })
})

describe('parseFormValues', () => {
  const ask = cardAsk('a', { questions: [
    { id: 'one', question: 'One?', options: [{ label: 'A' }, { label: 'Ａ' }] },
    { id: 'many', question: 'Many?', options: [{ label: 'x' }, { label: 'x' }, { label: 'y' }], multiSelect: true },
    { id: 'text', question: 'Text?' },
  ] })
  const draftOf = (values: Parameters<typeof parseFormValues>[1]): Draft => {
    const read = parseFormValues(ask, values)
    if (read.kind !== 'draft') throw new Error(read.kind)
    return read.draft
  }

  it('takes options by index, so that equal and look-alike labels stay apart', () => {
    expect(draftOf( { q0: '1', q1: ['2', '0'], q2_text: 'line 1\nline, "2"' })).toEqual([
      { chosen: [1], text: '', skipped: false },
      { chosen: [0, 2], text: '', skipped: false },
      { chosen: [], text: 'line 1\nline, "2"', skipped: false },
    ])
  })

  it('reads absent, null, empty text and empty list alike as not filled in', () => {
    const empty = ask.form.map(() => ({ chosen: [], text: '', skipped: false }))
    expect(draftOf( {})).toEqual(empty)
    expect(draftOf( { q0: '', q1: [], q2_text: '', q0_skip: false, q1_skip: '' })).toEqual(empty)
    expect(draftOf( { q0: null, q1: '', q2_text: null, q0_skip: null })).toEqual(empty)
  })

  it('reads a skip as a boolean or as its text', () => {
    expect(draftOf({ q0_skip: true, q2_skip: 'true', q1_skip: 'false' }).map(({ skipped }) => skipped)).toEqual([true, false, true])
  })

  it.each([{ q0: '2' }, { q0: '-1' }, { q0: '01' }, { q0: 'A' }, { q0: ['0', '1'] }, { q1: ['0', 'x'] }, { q0: 1 }, { q2_text: 7 }, { q0_skip: 'maybe' }])(
    'refuses %j, which the card does not offer',
    (values) => expect(parseFormValues(ask, values)).toEqual({ kind: 'foreign' }),
  )
})
