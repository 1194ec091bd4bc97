import { expect, it } from 'vitest'
import { fieldOf } from '../../router/field.ts'

it.each([
  [{ a: 1 }, 'a', 1],
  [['x', 'y'], 1, 'y'],
  [{ a: 1 }, 'b', undefined],
  ['text', 'length', undefined],
  [null, 'a', undefined],
  [undefined, 'a', undefined],
])('reads of %j the field %s as %j', (value, name, found) => {
  expect(fieldOf(value, name)).toBe(found)
})
