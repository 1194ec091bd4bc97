import { expect, it } from 'vitest'
import { formOf } from '../../../surfaces/form/fields.ts'

it('makes one field of each question, in order, keyed by position', () => {
  const form = formOf([
    { id: 'a', question: 'One?', options: [{ label: 'X' }, { label: 'X' }] },
    { id: 'b', question: 'Many?', header: 'H', detail: 'D', multiSelect: true, options: [{ label: 'X', description: 'first' }] },
    { id: '__proto__', question: 'Why?', multiSelect: true, options: [] },
    { id: 'c', question: 'What?' },
  ])
  expect(form.map(({ index, id, kind }) => [index, id, kind])).toEqual([[0, 'a', 'single'], [1, 'b', 'multi'], [2, '__proto__', 'text'], [3, 'c', 'text']])
  expect(form[0]!.choices.map(({ index, label }) => [index, label])).toEqual([[0, 'X'], [1, 'X']])
  expect(form[1]).toMatchObject({ header: 'H', detail: 'D', choices: [{ description: 'first' }] })
})

it.each([
  ['PostgreSQL (Recommended)', 'PostgreSQL', true],
  ['PostgreSQL（推荐）', 'PostgreSQL', true],
  ['PostgreSQL (recommended) ', 'PostgreSQL', true],
  ['(Recommended)', '(Recommended)', false],
  ['(Recommended) PostgreSQL', '(Recommended) PostgreSQL', false],
])('reads the mark at the end of %j as a badge and keeps the label as the value', (label, title, recommended) => {
  expect(formOf([{ id: 'a', question: 'One?', options: [{ label }] }])[0]!.choices[0]).toEqual({ index: 0, label, title, recommended })
})

it('leaves out what the asker left empty', () => {
  expect(formOf([{ id: 'a', question: 'One?', header: '', detail: '', options: [{ label: 'X', description: '' }] }])).toStrictEqual([
    { index: 0, id: 'a', kind: 'single', question: 'One?', choices: [{ index: 0, label: 'X', title: 'X', recommended: false }] },
  ])
})

it('shows an intent that nobody knows as a generic list', () => {
  const plain = { id: 'a', question: 'One?', options: [{ label: 'X' }] }
  expect(formOf([{ ...plain, intent: { kind: 'horoscope' } }])).toEqual(formOf([plain]))
})

it('reads a label of any length in no time', () => {
  const label = `A${'\n'.repeat(50_000)}`
  const before = process.cpuUsage()
  formOf(Array.from({ length: 8 }, (_, index) => ({ id: String(index), question: '?', options: [{ label }] })))
  expect(process.cpuUsage(before).user).toBeLessThan(500_000)
})
