import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { onAbort } from '../../router/signals.ts'

it('calls back everybody once when the signal aborts, in the order in which they came', () => {
  const turn = new AbortController()
  const called: string[] = []
  onAbort(turn.signal, () => called.push('first'))
  onAbort(turn.signal, () => called.push('second'))
  expect(called).toEqual([])
  turn.abort()
  expect(called).toEqual(['first', 'second'])
  // A signal aborts once, but anybody may dispatch what they like.
  turn.signal.dispatchEvent(new Event('abort'))
  expect(called).toEqual(['first', 'second'])
})

it('hangs one listener on the signal for as long as anybody waits', () => {
  const turn = new AbortController()
  const count = () => getEventListeners(turn.signal, 'abort').length
  const removers = Array.from({ length: 3 }, () => onAbort(turn.signal, () => {}))
  expect(count()).toBe(1)
  removers[0]!()
  removers[0]!()
  removers[1]!()
  expect(count()).toBe(1)
  removers[2]!()
  expect(count()).toBe(0)
})

it('calls nobody back who waits no more, and does so again for whoever comes after the last has left', () => {
  const turn = new AbortController()
  const called: string[] = []
  const [leave, stay] = [onAbort(turn.signal, () => called.push('left')), onAbort(turn.signal, () => called.push('stayed'))]
  leave()
  stay()
  const leaveAgain = onAbort(turn.signal, () => called.push('came later'))
  // Already taken back: the listener belongs to the one who came later.
  stay()
  turn.abort()
  expect(called).toEqual(['came later'])
  leaveAgain()
  expect(getEventListeners(turn.signal, 'abort')).toHaveLength(0)
})

it('keeps the signals apart', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const called: string[] = []
  onAbort(one.signal, () => called.push('one'))
  onAbort(other.signal, () => called.push('other'))
  other.abort()
  expect(called).toEqual(['other'])
})
