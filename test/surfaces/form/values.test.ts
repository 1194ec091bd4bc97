import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { checkAnswer } from '../../../router/answer.ts'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { formOf } from '../../../surfaces/form/fields.ts'
import { EMPTY_VALUE, fieldState, readDraft, type FieldValue } from '../../../surfaces/form/values.ts'

const QUESTIONS: AskUserQuestionItem[] = [
  { id: 'one', question: 'One?', options: [{ label: 'A' }, { label: 'B' }] },
  { id: 'many', question: 'Many?', multiSelect: true, options: [{ label: 'A' }, { label: 'B' }] },
  { id: 'text', question: 'Why?' },
]
const FORM = formOf(QUESTIONS)
const value = (part: Partial<FieldValue>): FieldValue => ({ ...EMPTY_VALUE, ...part })

describe('a draft', () => {
  it('that is complete says labels for indexes and keeps typed text', () => {
    expect(readDraft(FORM, [value({ chosen: [1] }), value({ chosen: [0, 1], text: 'and "C", D\n' }), value({ text: ' because ' })])).toEqual({
      kind: 'complete',
      answer: { answers: [{ id: 'one', selected: ['B'] }, { id: 'many', selected: ['A', 'B'], custom: 'and "C", D\n' }, { id: 'text', selected: [], custom: ' because ' }] },
    })
  })

  it('lets typed text replace the choice on single select', () => {
    expect(readDraft(FORM.slice(0, 1), [value({ chosen: [1], text: 'C' })])).toMatchObject({ answer: { answers: [{ selected: [], custom: 'C' }] } })
  })

  it('with gaps names them; blank text fills none', () => {
    expect(readDraft(FORM, [value({}), value({ chosen: [0] }), value({ text: ' \u200b' })])).toEqual({ kind: 'gaps', gaps: [0, 2] })
  })

  it('skips a question only on purpose, and an answer outweighs the skip', () => {
    expect(readDraft(FORM, [value({ skipped: true }), value({ chosen: [0], skipped: true }), value({ text: 'x' })]))
      .toMatchObject({ answer: { answers: [{ id: 'one', selected: [] }, { id: 'many', selected: ['A'] }, { custom: 'x' }] } })
  })

  it('that is shorter than the form has gaps for the rest, and a choice answers no question without options', () => {
    expect(readDraft(FORM, [value({ chosen: [0] })])).toEqual({ kind: 'gaps', gaps: [1, 2] })
    expect(fieldState(FORM[2]!, value({ chosen: [0] }))).toBe('empty')
    expect(fieldState(FORM[2]!, value({ chosen: [0], skipped: true }))).toBe('skipped')
  })

  it('says nothing of text that is blank, and nothing twice', () => {
    expect(readDraft(FORM.slice(0, 2), [value({ chosen: [0], text: ' ' }), value({ chosen: [1, 1] })]))
      .toStrictEqual({ kind: 'complete', answer: { answers: [{ id: 'one', selected: ['A'] }, { id: 'many', selected: ['B'] }] } })
  })

  it('that skips everything is no answer', () => {
    expect(readDraft(FORM, FORM.map(() => value({ skipped: true })))).toEqual({ kind: 'all-skipped' })
  })

  it('is all gaps when it is new', () => {
    expect(readDraft(FORM, FORM.map(() => EMPTY_VALUE))).toEqual({ kind: 'gaps', gaps: [0, 1, 2] })
    expect(FORM.map((field) => fieldState(field, EMPTY_VALUE))).toEqual(['empty', 'empty', 'empty'])
  })

  it('never says anything that the router would refuse', () => {
    const draft = fc.record({ chosen: fc.uniqueArray(fc.nat(1), { maxLength: 1 }), text: fc.string({ unit: 'grapheme' }), skipped: fc.boolean() })
    fc.assert(fc.property(fc.tuple(draft, draft, draft), (values) => {
      const filled = readDraft(FORM, values)
      if (filled.kind === 'complete') expect(checkAnswer(QUESTIONS, filled.answer)).toEqual({ kind: 'good', answer: filled.answer })
    }))
  })
})
