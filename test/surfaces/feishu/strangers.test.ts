import { expect, it } from 'vitest'
import { createStrangers, MOST_ANSWERED, SILENCE } from '../../../surfaces/feishu/strangers.ts'

it('are answered once within the time, each', () => {
  let now = 1_000
  const mayAnswer = createStrangers(() => now)
  expect(['eve', 'eve', 'mallory', 'eve', 'mallory'].map((id) => mayAnswer(id))).toEqual([true, false, true, false, false])
  now += SILENCE - 1
  expect(mayAnswer('eve')).toBe(false)
  now += 1
  expect([mayAnswer('eve'), mayAnswer('eve')]).toEqual([true, false])
})

it('are no more than so many within the time, whoever comes then', () => {
  let now = 1_000
  const mayAnswer = createStrangers(() => now)
  const crowd = (): number => Array.from({ length: MOST_ANSWERED * 3 }, (_, at) => mayAnswer(`${now} ${at}`)).filter(Boolean).length
  expect([crowd(), crowd()]).toEqual([MOST_ANSWERED, 0])
  now += SILENCE / 2
  expect(crowd()).toBe(0)
  now += SILENCE / 2
  expect([crowd(), crowd()]).toEqual([MOST_ANSWERED, 0])
})

it('make room one by one, in the order in which they were answered, whoever writes on', () => {
  let now = 1_000
  const mayAnswer = createStrangers(() => now)
  for (let at = 0; at < MOST_ANSWERED; at += 1, now += 1) mayAnswer(`${at}`)
  expect(mayAnswer('0')).toBe(false)
  now = 1_000 + SILENCE
  expect([mayAnswer('another'), mayAnswer('1'), mayAnswer('yet another')]).toEqual([true, false, false])
})

it('wait for no longer when the clock was set back', () => {
  let now = 10 * SILENCE
  const mayAnswer = createStrangers(() => now)
  mayAnswer('eve')
  now = 1_000
  expect(mayAnswer('eve')).toBe(true)
})
