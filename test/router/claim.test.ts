import { expect, it } from 'vitest'
import { takeClaim, type WaitStream } from '../../router/claim.ts'
import { settle } from '../helpers/rounds.ts'

interface Heard { readonly told: number[]; readonly contained: unknown[]; readonly returned: { count: number } }

/** A claim on a wait whose stream says what `next` does. */
function claimOn(next: (signal: AbortSignal) => Promise<IteratorResult<{ readonly remainingMs: number }>>, end: () => Promise<IteratorResult<never>> = () => Promise.resolve({ done: true, value: undefined })) {
  const heard: Heard = { told: [], contained: [], returned: { count: 0 } }
  const attach = (signal: AbortSignal): WaitStream => ({
    [Symbol.asyncIterator]: () => ({ next: () => next(signal), return: () => { heard.returned.count += 1; return end() } }),
  })
  const giveBack = takeClaim(attach, { told: (left) => heard.told.push(left), contain: (error) => heard.contained.push(error) })
  return { ...heard, giveBack }
}
const frame = (remainingMs: number): Promise<IteratorResult<{ readonly remainingMs: number }>> => Promise.resolve({ done: false, value: { remainingMs } })

it('tells the time that is left, and ends the stream once when it is given back', async () => {
  const { told, contained, returned, giveBack } = claimOn(() => frame(5_000))
  await settle()
  giveBack()
  giveBack()
  await settle()
  expect([told, contained, returned.count]).toEqual([[5_000], [], 1])
})

it('tells nothing of a wait that is over, nor after it was given back', async () => {
  expect(claimOn(() => Promise.resolve({ done: true, value: undefined })).told).toEqual([])
  const { told, contained, giveBack } = claimOn(() => frame(5_000))
  giveBack()
  await settle()
  expect([told, contained]).toEqual([[], []])
})

it.each<[string, () => Promise<IteratorResult<{ readonly remainingMs: number }>>]>([
  ['throws', () => Promise.reject(new TypeError('host'))],
  ['tells no number', () => frame(Number.NaN)],
])('contains once what a host does that %s', async (_what, next) => {
  const { told, contained } = claimOn(next)
  await settle()
  expect([told, contained]).toEqual([[], [expect.any(TypeError)]])
})

it('takes no error for one that comes after the claim was given back, be it of the wait or of its end', async () => {
  const { contained, giveBack } = claimOn((signal) => new Promise((_resolve, reject) => { signal.addEventListener('abort', () => reject(new Error('aborted'))) }), () => Promise.reject(new Error('ended')))
  await settle()
  giveBack()
  await settle()
  expect(contained).toEqual([])
})
