/** Who is asked when: the policy by itself. */
import { describe, expect, it } from 'vitest'
import fc from '../helpers/properties.ts'
import { isOrder, isSameOrder, leftToWait, turnOf } from '../../router/order.ts'

const waits = (mode: 'terminal-first' | 'phone-first', elapsed: number, idle = Infinity) => leftToWait({ mode, delaySeconds: 30 }, { elapsed, idle })

it('gives nobody a turn when all are asked together, and nobody without a side', () => {
  expect([turnOf('together', 'desk'), turnOf('together', 'phone'), turnOf('phone-first', undefined)]).toEqual([undefined, undefined, undefined])
  expect([turnOf('terminal-first', 'desk'), turnOf('terminal-first', 'phone')]).toEqual(['first', 'later'])
  expect([turnOf('phone-first', 'desk'), turnOf('phone-first', 'phone')]).toEqual(['later', 'first'])
})

it('is the same by its mode and its delay', () => {
  const order = { mode: 'phone-first', delaySeconds: 5 } as const
  expect([{ ...order }, { ...order, delaySeconds: 6 }, { ...order, mode: 'together' } as const].map((other) => isSameOrder(order, other))).toEqual([true, false, false])
})

describe('how long the later ones wait', () => {
  it('is the delay where no key is pressed', () => {
    expect([waits('terminal-first', 0), waits('terminal-first', 29_000), waits('terminal-first', 30_000)]).toEqual([30_000, 1_000, 0])
  })

  it('is nothing where all are asked together', () => {
    expect(leftToWait({ mode: 'together', delaySeconds: 30 }, { elapsed: 0, idle: 0 })).toBe(0)
  })

  it('is a whole delay after the last key at the terminal, and not more for a key of before the ask', () => {
    expect(waits('terminal-first', 30_000, 10_000)).toBe(20_000)
    expect(waits('terminal-first', 5_000, 9_000)).toBe(25_000)
  })

  it('ends after four delays or ten minutes, and never before the delay, however many keys are pressed', () => {
    expect([waits('terminal-first', 119_000, 0), waits('terminal-first', 120_000, 0)]).toEqual([1_000, 0])
    expect(leftToWait({ mode: 'terminal-first', delaySeconds: 300 }, { elapsed: 0, idle: 0 })).toBe(300_000)
    expect(leftToWait({ mode: 'terminal-first', delaySeconds: 300 }, { elapsed: 590_000, idle: 0 })).toBe(10_000)
    expect(leftToWait({ mode: 'terminal-first', delaySeconds: 3_600 }, { elapsed: 3_590_000, idle: 0 })).toBe(10_000)
  })

  it('is not prolonged by keys where the phone is asked first', () => {
    expect(waits('phone-first', 10_000, 0)).toBe(20_000)
  })

  it('is finite, and shrinks at least as fast as time passes once no key is pressed', () => {
    fc.assert(fc.property(fc.constantFrom('terminal-first' as const, 'phone-first' as const), fc.integer({ min: 1, max: 3_600 }), fc.nat(10_000_000), fc.nat(10_000_000), fc.nat(1_000_000), (mode, delaySeconds, elapsed, idle, more) => {
      const left = leftToWait({ mode, delaySeconds }, { elapsed, idle })
      expect(left).toBeLessThanOrEqual(Math.max(delaySeconds * 1_000, 600_000))
      expect(leftToWait({ mode, delaySeconds }, { elapsed: elapsed + more, idle: idle + more })).toBeLessThanOrEqual(Math.max(0, left - more))
    }))
  })
})

it('is no order with another mode, a delay that is no whole number of 1 to 3600 seconds, or no fields at all', () => {
  for (const delaySeconds of [1, 3_600]) expect(isOrder({ mode: 'phone-first', delaySeconds })).toBe(true)
  for (const value of [{ mode: 'desk-first', delaySeconds: 1 }, { mode: 'together' }, ...[0, 3_601, 1.5, NaN, '5', null].map((delaySeconds) => ({ mode: 'together', delaySeconds })), null, undefined, 'together', []]) expect(isOrder(value)).toBe(false)
})
