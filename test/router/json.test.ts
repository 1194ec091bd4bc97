import { expect, it } from 'vitest'
import { parseJson } from '../../router/json.ts'

it.each([['{"a":[1]}', { a: [1] }], ['null', null], ['', undefined], ['{"a":', undefined], ['text', undefined]])('reads %s as %j', (text, said) => {
  expect(parseJson(text)).toEqual(said)
})
