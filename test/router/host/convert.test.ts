import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'
import { expect, it } from 'vitest'
import { AskError } from '../../../router/errors.ts'
import { toHostError } from '../../../router/host/convert.ts'

it('makes of our own errors the host\'s, with code, words and what they come from', () => {
  const error = new AskError('nobody', 'NO_PROVIDER')
  const host = toHostError(error)
  expect(host).toBeInstanceOf(UserQuestionError)
  expect(host).toMatchObject({ message: 'nobody', code: 'NO_PROVIDER', cause: error })
})

it.each([new TypeError('x'), 'text', undefined])('leaves everything else as it is: %s', (error) => {
  expect(toHostError(error)).toBe(error)
})
