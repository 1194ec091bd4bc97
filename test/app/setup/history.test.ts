import { expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { extended, type History, rewound } from '../../../app/setup/history.ts'

it('leads back to the first text over any number of changes, and to no file where there was none', () => {
  fc.assert(fc.property(fc.option(fc.string({ unit: 'binary' }), { nil: undefined }), fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }), (first, later) => {
    let history: History | undefined
    let text = first
    for (const next of later) {
      history = extended(history, text, next)
      text = next
    }
    // As it comes back from its own file.
    const kept: History = JSON.parse(JSON.stringify(history))
    expect(rewound(kept, text)).toEqual({ text: first })
  }))
})

it('leads nowhere when somebody else wrote, at the end or in between', () => {
  const history = extended(extended(undefined, 'a', 'b'), 'foreign', 'c')
  expect(rewound(history, 'c')).toBeUndefined()
  expect(rewound(extended(undefined, 'a', 'b'), 'b!')).toBeUndefined()
})

it('keeps of the text only what was taken out', () => {
  expect(extended(undefined, 'one two three', 'one 2 three').steps).toMatchObject([{ at: 4, removed: 'two', length: 1 }])
})
