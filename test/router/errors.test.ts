import { describe, expect, it } from 'vitest'
import { AskError, codeOf, errorOf, isUndecided, labelOf } from '../../router/errors.ts'

const throwing = new Proxy(new Error('no'), { get() { throw new Error('no') }, has() { throw new Error('no') }, getPrototypeOf() { throw new Error('no') } })

describe('an ask that has rejected', () => {
  it.each(['ASK_ABORTED', 'ASK_CANCELLED', 'ASK_TIMED_OUT', 'EMPTY_QUESTIONS', 'BAD_QUESTION', 'DUPLICATE_QUESTION'] as const)('is over with %s', (code) => {
    expect(isUndecided(new AskError('x', code))).toBe(false)
  })

  it.each(['NO_PROVIDER', 'BAD_ANSWER', 'SURFACE_LEFT', 'BAD_SURFACE', 'NO_SESSION'] as const)('may be put to somebody else with %s', (code) => {
    expect(isUndecided(new AskError('x', code))).toBe(true)
  })

  it('may be put to somebody else with an error that is none of ours, whatever its code', () => {
    expect(isUndecided(Object.assign(new Error('x'), { code: 'ASK_CANCELLED' }))).toBe(true)
  })

  it('tells its caller each end by a code, a withdrawal with the host\'s reason and a failure as it was', () => {
    const [reason, error] = [new Error('turn over'), new Error('no paper')]
    expect(errorOf({ kind: 'dismissed', actor: { surface: 'desk' }, at: 0 })).toMatchObject({ name: 'UserQuestionError', code: 'ASK_CANCELLED' })
    expect(errorOf({ kind: 'aborted', cause: 'withdrawn', reason, at: 0 })).toMatchObject({ name: 'UserQuestionError', code: 'ASK_ABORTED', cause: reason })
    expect(errorOf({ kind: 'timed-out', continued: true, at: 0 })).toMatchObject({ name: 'UserQuestionError', code: 'ASK_TIMED_OUT' })
    expect(errorOf({ kind: 'failed', error, at: 0 })).toBe(error)
  })
})

describe('anything that was thrown', () => {
  it.each<[string, unknown, string | undefined, string]>([
    ['one of ours', new AskError('secret', 'BAD_ANSWER'), 'BAD_ANSWER', 'BAD_ANSWER'],
    ['an error with a code', Object.assign(new TypeError('secret'), { code: 'ENOENT' }), 'ENOENT', 'ENOENT'],
    ['an error with a number for a code', Object.assign(new RangeError('secret'), { code: 230_099 }), undefined, 'RangeError 230099'],
    ['an error with an object for a code', Object.assign(new RangeError('secret'), { code: {} }), undefined, 'RangeError'],
    ['an error', new TypeError('secret'), undefined, 'TypeError'],
    ['an object with a code', { code: 'ODD' }, 'ODD', 'ODD'],
    ['an object', {}, undefined, 'object'],
    ['a text', 'secret', undefined, 'string'],
    ['null', null, undefined, 'object'],
    ['nothing', undefined, undefined, 'undefined'],
    ['an error that throws when it is read', throwing, undefined, 'unreadable'],
  ])('is called by its code or class, never by its words: %s', (_what, thrown, code, label) => {
    expect(codeOf(thrown)).toBe(code)
    expect(labelOf(thrown)).toBe(label)
  })
})
