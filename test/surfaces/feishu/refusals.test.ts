import { describe, expect, it } from 'vitest'
import { createRefusals, MAX_LINES, MAX_REFUSED, networkOf, type Refusals } from '../../../surfaces/feishu/refusals.ts'

function createParts(): { refusals: Refusals; logs: string[]; tick(ms: number): void } {
  const logs: string[] = []
  let now = 1_000_000
  const refusals = createRefusals({ now: () => now, log: { info: () => undefined, warn: (line) => logs.push(line) } })
  return { refusals, logs, tick: (ms) => { now += ms } }
}

const many = (count: number, act: () => void): void => { for (let at = 0; at < count; at += 1) act() }

describe('refusals', () => {
  it('limit an address from a number on, for a minute, and no other', () => {
    const { refusals, tick } = createParts()
    many(MAX_REFUSED - 1, () => refusals.note('json', '10.0.0.1'))
    expect(refusals.isLimited('10.0.0.1')).toBe(false)
    refusals.note('json', '10.0.0.1')
    expect([refusals.isLimited('10.0.0.1'), refusals.isLimited('10.0.0.2')]).toEqual([true, false])
    tick(59_999)
    expect(refusals.isLimited('10.0.0.1')).toBe(true)
    tick(1)
    expect(refusals.isLimited('10.0.0.1')).toBe(false)
  })

  it('end with a clock that is set back, too', () => {
    const { refusals, tick } = createParts()
    many(MAX_REFUSED, () => refusals.note('json', 'a'))
    tick(-3_600_000)
    expect(refusals.isLimited('a')).toBe(false)
  })

  it('are told one by one while they are few, then as a number with what to check', () => {
    const { refusals, logs, tick } = createParts()
    many(MAX_LINES + 30, () => refusals.note('signature', 'a'))
    expect(logs).toEqual(Array.from({ length: MAX_LINES }, () => 'request refused: signature'))
    tick(60_000)
    refusals.note('path', 'b')
    expect(logs.slice(MAX_LINES)).toEqual([expect.stringMatching(/^requests refused: 30 more .* Encrypt Key/u), 'request refused: path'])
    tick(60_000)
    refusals.note('path', 'b')
    expect(logs).toHaveLength(MAX_LINES + 3)
  })

  it('that are just as many as are told one by one need no number', () => {
    const { refusals, logs, tick } = createParts()
    many(MAX_LINES, () => refusals.note('signature', 'a'))
    tick(60_000)
    refusals.note('path', 'a')
    expect(logs.slice(MAX_LINES)).toEqual(['request refused: path'])
  })

  it('are forgotten address by address when there are very many', () => {
    const { refusals } = createParts()
    many(MAX_REFUSED, () => refusals.note('json', 'first'))
    for (let at = 0; at < 10_000; at += 1) refusals.note('json', `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`)
    expect(refusals.isLimited('first')).toBe(false)
  })
})

describe('the network of an address', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'], ['::ffff:10.0.0.1', '10.0.0.1'], ['::FFFF:110.120.130.140', '110.120.130.140'], ['1::ffff:10.0.0.1', '1:0:0:0'], ['1:2::3:4:5:6:7', '1:2:0:3'], ['1::3:4:5:6:7:8', '1:0:3:4'], ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'], ['2001:db8::1', '2001:db8:0:0'],
    ['2001:0DB8:0000:0001::', '2001:db8:0:1'], ['::1', '0:0:0:0'], ['fe80::1%eth0', 'fe80:0:0:0'], ['::', '0:0:0:0'], ['', ''], ['nonsense', 'nonsense'], ['::ffff:10.0.0.1x', '::ffff:10.0.0.1x'],
  ])('%j is %j', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
