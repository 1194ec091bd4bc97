import { describe, expect, it } from 'vitest'
import { IDLE_CONSOLE } from '../../../surfaces/terminal/console/model.ts'
import { editorWith } from '../../../surfaces/terminal/editor.ts'
import { createModel } from '../../../surfaces/terminal/model.ts'
import type { Model } from '../../../surfaces/terminal/model.ts'
import { createPanel } from '../../../surfaces/terminal/panel.ts'
import { sharesOf } from '../../../surfaces/terminal/shares.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { indent } from './asks.ts'

const PANELS = [createPanel('a', { questions: [indent] }, { locale: 'en', words: wordsOf('en') })]
const COMMANDS = Array.from({ length: 9 }, (_, index) => ({ name: `c${index}`, description: '' }))

function modelWith(text: string, more: Partial<Model> = {}): Model {
  return { ...createModel({ locale: 'en', size: { columns: 80, rows: 24 } }), input: editorWith(text), console: { ...IDLE_CONSOLE, commands: COMMANDS, queue: ['1', '2', '3', '4', '5'] }, ...more }
}

/** Heading, list, input line and waiting messages, by the rows that are free. */
const shares = (model: Model, free: number): readonly number[] => {
  const { heading, list, input, waiting } = sharesOf(model, free)
  return [heading, list, input, waiting]
}

describe('the rows beside a panel', () => {
  it('go to the list\'s first row, the title, the line, the rest of the list and the messages, in this order', () => {
    expect([2, 3, 4, 5, 9, 10, 11, 13, 14, 20].map((free) => shares(modelWith('/'), free))).toEqual([
      [0, 1, 1, 0], [0, 1, 1, 0], [1, 1, 1, 0], [1, 2, 1, 0], [1, 6, 1, 0], [1, 6, 1, 1], [1, 6, 1, 2], [1, 6, 1, 4], [1, 6, 1, 4], [1, 6, 1, 4],
    ])
    expect([3, 4, 5, 6, 9].map((free) => shares(modelWith('1\n2\n3'), free))).toEqual([[1, 0, 1, 0], [1, 0, 2, 0], [1, 0, 3, 0], [1, 0, 3, 1], [1, 0, 3, 4]])
  })

  it('are those that the panel leaves of eight, or the transcript of two', () => {
    expect([shares(modelWith('x', { panels: PANELS }), 8), shares(modelWith('x', { panels: PANELS }), 9), shares(modelWith('x', { panels: PANELS }), 0)]).toEqual([[0, 0, 1, 0], [1, 0, 1, 0], [0, 0, 1, 0]])
    expect([shares(modelWith('x', { panels: PANELS, place: 'strip' }), 2), shares(modelWith('x', { panels: PANELS, place: 'strip' }), 3), shares(modelWith('x'), 0)]).toEqual([[0, 0, 1, 0], [1, 0, 1, 0], [0, 0, 1, 0]])
  })

  it('of a long line are one while the keyboard is in a panel', () => {
    const long = '1\n2\n3'
    expect([shares(modelWith(long, { panels: PANELS, place: 'panel' }), 20), shares(modelWith(long, { panels: PANELS }), 20), shares(modelWith(long, { place: 'panel' }), 20)].map(([, , input]) => input)).toEqual([1, 3, 3])
  })

  it('have no title without an agent', () => {
    const { console: _, ...bare } = modelWith('x')
    expect(shares(bare, 20)).toEqual([0, 0, 1, 0])
  })
})
