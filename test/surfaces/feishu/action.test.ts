import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { cardAsk } from '../../../surfaces/feishu/ask.ts'
import type { Draft } from '../../../surfaces/form/values.ts'
import { parseCardAct, parseFormValues, parseTyped, personIn } from '../../../surfaces/feishu/action.ts'
import { clickOf, eventOf, sayingOf } from './sealed.ts'

/** A question with more options than one list holds. */
function long(id: string, multiSelect: boolean): AskUserQuestionItem {
  return { id, question: `${id}?`, multiSelect, options: Array.from({ length: 60 }, (_, index) => ({ label: `${index}` })) }
}

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
    expect(actOf({ name: 'submit~2_a', value: { ask: 'a', act: 'submit' } })).toBeUndefined()
    expect(actOf({ name: 'submit_a', value: { ask: 'a', act: 'submit' } })).toBeDefined()
  })

  it('reads which card of an ask it was from either, the first one where none is named', () => {
    const parts = [{ name: 'submit~12_a' }, { value: { ask: 'a', act: 'submit', part: '3' } }, { name: 'submit_a' }, { value: { ask: 'a', act: 'submit' } }, { value: { ask: 'a', act: 'submit', part: null } }, { value: { ask: 'a', act: 'submit', part: 20 } }]
    expect(parts.map((action) => actOf(action)?.part)).toEqual([12, 3, 1, 1, 1, 20])
  })

  it.each([0, -1, 21, 1.5, true, [2], {}, '', 'two', '1e9'])('reads no click on a card at position %j, where none can stand', (part) => {
    expect(actOf({ value: { ask: 'a', act: 'submit', part } })).toBeUndefined()
    expect(actOf({ name: 'submit~21_a' })).toBeUndefined()
  })

  it('reads ids of asks with any characters from a name', () => {
    expect(actOf({ name: 'submit_a_b~1\n' })).toMatchObject({ act: 'submit', ask: 'a_b~1\n' })
  })

  it.each(['submit', 'dismiss', 'approve', 'always', 'reject', 'hold', 'show'])('knows the act %s', (act) => {
    expect(actOf({ name: `${act}_a` })?.act).toBe(act)
    expect(actOf({ value: { ask: 'a', act } })?.act).toBe(act)
  })

  it('reads the context beside the event too', () => {
    const { context, ...inner } = click
    expect(parseCardAct({ ...eventOf({ ...inner, action: { name: 'submit_a' } }), context })?.place).toEqual({ messageId: 'om_1', chatId: 'oc_1' })
  })

  it('reads as much of the context as there is', () => {
    const contexts = [null, undefined, {}, { open_message_id: '' }, { open_message_id: 'om_1' }, { open_chat_id: 'oc_1', open_message_id: '' }]
    expect(contexts.map((context) => parseCardAct(eventOf({ ...click, context, action: { name: 'submit_a' } }))?.place)).toEqual([{}, {}, {}, {}, { messageId: 'om_1' }, { chatId: 'oc_1' }])
  })

  it.each([
    ['a person that is none', { operator: null }], ['a person that is a list', { operator: [] }], ['no person', { operator: undefined }],
    ['an open_id that is no text', { operator: { open_id: 7 } }], ['a union_id that is no text', { operator: { union_id: 7 } }], ['a user_id that is no text', { operator: { user_id: null } }],
    ['a context that is none', { context: 'om_1' }], ['a message that is no text', { context: { open_message_id: 7 } }], ['a chat that is no text', { context: { open_chat_id: null } }],
    ['an action that is none', { action: 'submit_a' }], ['a form that is a list', { action: { name: 'submit_a', form_value: [] } }], ['a form that is a text', { action: { name: 'submit_a', form_value: 'q0' } }],
    ['an ask without a name', { action: { value: { ask: '', act: 'submit' } } }], ['an ask that is no text', { action: { value: { ask: 7, act: 'submit' } } }], ['an act that is no text', { action: { value: { ask: 'a', act: ['submit'] } } }],
    ['an act that nobody knows', { action: { value: { ask: 'a', act: 'delete' } } }], ['JSON text that is a list', { action: { value: '["submit","a"]' } }], ['a name that goes on in front', { action: { name: 'x submit_a' } }],
    ['a name of no text', { action: { name: ['submit_a'] } }],
  ])('reads nothing from a click with %s', (_name, broken) => {
    expect(parseCardAct(eventOf({ ...click, action: { name: 'submit_a' } }))).toBeDefined()
    expect(parseCardAct(eventOf({ ...click, action: { name: 'submit_a' }, ...broken }))).toBeUndefined()
  })

  it('reads nothing from a click with a context beside the event that is none', () => {
    expect(actOf({ name: 'submit_a' }, { context: 7 })).toBeUndefined()
  })

  it.each([undefined, null, 7, {}, { event: {} }, eventOf(null), eventOf({ ...click, action: { tag: 'button' } }), eventOf({ ...click, action: { name: 'other_a' } })])(
    'reads nothing from %j',
    (payload) => expect(parseCardAct(payload)).toBeUndefined(),
  )

  it('takes what the test stand itself sends', () => {
    expect(parseCardAct(eventOf(clickOf('submit', 'ask-1', { form: {} })))).toMatchObject({ ask: 'ask-1', form: {} })
  })
})

describe('personIn', () => {
  it('names whoever has clicked or written, by all ids that came', () => {
    expect(personIn(eventOf(clickOf('submit', 'a', { person: 'ou_1' })))).toEqual({ openId: 'ou_1', unionId: undefined, userId: undefined })
    expect(personIn(eventOf(sayingOf('hi', { person: 'ou_2' })))).toEqual({ openId: 'ou_2', unionId: undefined, userId: undefined })
  })

  it.each([undefined, null, 'x', [], {}, { event: null }, { event: {} }, { event: { operator: 'ou_1' } }, { event: { operator: { open_id: ['ou_1'] } } }, { event: { sender: {}, operator: { open_id: 'ou_1' } } }])('names nobody in %j', (payload) => {
    expect(personIn(payload)).toBeUndefined()
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

  it.each([{ q0: {} }, { q1: ['0', 1] }, { q1: true }, { q2_text: ['x'] }, { q0_skip: 1 }, { q0_skip: 'True' }])('refuses %j, whose kind the control has not', (values) => {
    expect(parseFormValues(ask, values)).toEqual({ kind: 'foreign' })
  })

  it('refuses a text or a skip from the card of a permission, and takes its options', () => {
    const fixed = cardAsk('a', { questions: [{ id: 'q', question: 'Run it?', options: [{ label: 'Yes' }, { label: 'No' }], multiSelect: true, intent: { kind: 'approval', approve: 'Yes', reject: 'No' } }] })
    expect(parseFormValues(fixed, { q0: ['1'] })).toEqual({ kind: 'draft', draft: [{ chosen: [1], text: '', skipped: false }] })
    for (const forged of [{ q0_text: 'x' }, { q0_skip: true }]) expect(parseFormValues(fixed, { q0: ['1'], ...forged })).toEqual({ kind: 'foreign' })
    const text = cardAsk('a', { questions: [{ id: 'q', question: 'Run it?', intent: { kind: 'approval', approve: 'Yes', reject: 'No' } }] })
    expect(parseFormValues(text, { q0_text: 'x' })).toEqual({ kind: 'draft', draft: [{ chosen: [], text: 'x', skipped: false }] })
  })

  it('tells which single-select questions were answered in several of their lists', () => {
    const lists = cardAsk('a', { questions: [long('one', false), long('many', true), long('other', false)] })
    expect(parseFormValues(lists, { q0: '3', q1: ['3', '4'], q1_1: ['55'], q2: '1', q2_1: '51' })).toEqual({ kind: 'conflicts', fields: [2] })
    expect(parseFormValues(lists, { q0: '3', q1: ['3', '4'], q1_1: ['55'], q2_1: '51' })).toMatchObject({ kind: 'draft', draft: [{ chosen: [3] }, { chosen: [3, 4, 55] }, { chosen: [51] }] })
  })
})

describe('parseTyped', () => {
  it('reads what was typed, and nothing from what is no text', () => {
    expect([{ q0_text: ' as\nis ' }, { q0_text: null }, {}, { q0_text: 7 }, { q1_text: 'x' }].map(parseTyped)).toEqual([' as\nis ', '', '', '', ''])
  })
})
