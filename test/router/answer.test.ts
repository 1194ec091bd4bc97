import { describe, expect, it } from 'vitest'
import fc from '../helpers/properties.ts'
import { checkAnswer, isBlank } from '../../router/answer.ts'
import type { AskUserQuestionItem } from '../../router/types.ts'

const SINGLE: AskUserQuestionItem = { id: 'one', question: 'Which?', options: [{ label: 'A' }, { label: 'Ａ' }] }
const MULTI: AskUserQuestionItem = { id: 'many', question: 'Which?', multiSelect: true, options: [{ label: 'A' }, { label: 'B' }, { label: 'A' }] }
const TEXT: AskUserQuestionItem = { id: '__proto__', question: 'Why?' }
const ALL = [SINGLE, MULTI, TEXT]

const skipped = (id: string) => ({ id, selected: [] as string[] })

describe('an answer held against its questions', () => {
  it('is brought into the order of the questions, without fields that nobody defined', () => {
    const given = { answers: [{ id: '__proto__', selected: [], custom: 'x', mood: 1 }, { id: 'many', selected: ['B', 'A'], custom: 'and C, "D"\n' }, { id: 'one', selected: ['Ａ'] }] }
    expect(checkAnswer(ALL, given)).toEqual({
      kind: 'good',
      answer: { answers: [{ id: 'one', selected: ['Ａ'] }, { id: 'many', selected: ['B', 'A'], custom: 'and C, "D"\n' }, { id: '__proto__', selected: [], custom: 'x' }] },
    })
  })

  it('lets custom text replace the selection on single select and accompany it on multi select', () => {
    const given = { answers: [{ id: 'one', selected: ['A'], custom: 'Z' }, { id: 'many', selected: ['A'], custom: 'Z' }, skipped('__proto__')] }
    expect(checkAnswer(ALL, given)).toMatchObject({ answer: { answers: [{ selected: [], custom: 'Z' }, { selected: ['A'], custom: 'Z' }, { selected: [] }] } })
  })

  it('takes an empty item for an explicit skip', () => {
    expect(checkAnswer(ALL, { answers: ALL.map(({ id }) => skipped(id)) }).kind).toBe('good')
  })

  it('counts a label that was offered twice once', () => {
    expect(checkAnswer([MULTI], { answers: [{ id: 'many', selected: ['A', 'A'] }] })).toMatchObject({ answer: { answers: [{ selected: ['A'] }] } })
  })

  it('drops blank custom text beside a selection', () => {
    expect(checkAnswer([SINGLE], { answers: [{ id: 'one', selected: ['A'], custom: ' ' }] })).toMatchObject({ answer: { answers: [{ id: 'one', selected: ['A'] }] } })
  })

  const LIST = 'an answer is an object with a list "answers"'
  const NO_ID = 'every item of "answers" needs the id of its question'
  const LABELS = '"selected" is a list of labels'
  const OFFERED = 'a selected label was not offered'
  it.each<[string, unknown, string | undefined, string]>([
    ['nothing', undefined, undefined, LIST],
    ['null', null, undefined, LIST],
    ['a text', 'A', undefined, LIST],
    ['a list', [], undefined, LIST],
    ['answers that are no list', { answers: { id: 'one', selected: [] } }, undefined, LIST],
    ['an empty list of answers', { answers: [] }, 'one', 'question "one" is not answered'],
    ['an item without id', { answers: [{ selected: [] }] }, undefined, NO_ID],
    ['an item that is null', { answers: [null] }, undefined, NO_ID],
    ['an item that is a text', { answers: ['one'] }, undefined, NO_ID],
    ['a question answered twice', { answers: [skipped('one'), skipped('one')] }, 'one', 'question "one" is answered twice'],
    ['a missing question', { answers: [skipped('one')] }, 'many', 'question "many" is not answered'],
    ['a question that was not asked', { answers: [...ALL.map(({ id }) => skipped(id)), skipped('four')] }, undefined, 'an item of "answers" names a question that was not asked'],
    ['a selection that is no list', { answers: [{ id: 'one', selected: 'A' }] }, 'one', LABELS],
    ['a selection of numbers', { answers: [{ id: 'one', selected: [0] }] }, 'one', LABELS],
    ['a label that was not offered', { answers: [{ id: 'one', selected: ['a'] }] }, 'one', OFFERED],
    ['a label for a question without options', { answers: [skipped('one'), skipped('many'), { id: '__proto__', selected: ['A'] }] }, '__proto__', OFFERED],
    ['two labels on single select', { answers: [{ id: 'one', selected: ['A', 'Ａ'] }] }, 'one', 'only one option may be selected'],
    ['custom that is no text', { answers: [{ id: 'one', selected: [], custom: 1 }] }, 'one', '"custom" is text'],
    ['a zero-width space', { answers: [{ id: 'one', selected: [], custom: '\u200b' }] }, 'one', 'blank text is not an answer; leave "custom" out to skip'],
    ['an answer that throws when it is read', { get answers() { throw new Error('no') } }, undefined, 'the answer cannot be read'],
  ])('refuses %s and names the question at fault', (_title, given, question, reason) => {
    const checked = checkAnswer(ALL, given)
    if (checked.kind === 'good') throw new Error('a bad answer was taken')
    expect(checked.question).toBe(question)
    expect(checked.reason.replace(/^question "[^"]+": /u, '')).toBe(reason)
  })

  it('never throws, whatever it is given', () => {
    fc.assert(fc.property(fc.anything(), (given) => ['good', 'bad'].includes(checkAnswer(ALL, given).kind)))
  })
})

describe('blank text', () => {
  it.each(['', ' \n\t', '\u3000', '\u200b\u200d\ufeff', '\u2800', '\u202e'])('is %j', (text) => expect(isBlank(text)).toBe(true))
  it.each(['0', '。', '👍', ' a '])('is not %j', (text) => expect(isBlank(text)).toBe(false))
})
