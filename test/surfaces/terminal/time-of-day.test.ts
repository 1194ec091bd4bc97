import { expect, it } from 'vitest'
import { timeOfDay } from '../../../surfaces/terminal/time-of-day.ts'

it('tells the time on the wall of a zone', () => {
  const at = Date.UTC(2026, 6, 1, 22, 5)
  expect([timeOfDay(at, 'UTC'), timeOfDay(at, 'Asia/Shanghai'), timeOfDay(Date.UTC(2026, 0, 1), 'UTC')]).toEqual(['22:05', '06:05', '00:00'])
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(timeOfDay(at)).toBe(timeOfDay(at, timeZone))
})
