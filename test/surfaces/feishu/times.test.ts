import { describe, expect, it } from 'vitest'
import { clockText, timeText } from '../../../surfaces/feishu/times.ts'

const AT = Date.UTC(2026, 2, 1, 6, 3, 2)

describe('a time on a card', () => {
  it('is told with its day and the zone that it is meant in', () => {
    expect(timeText(AT, 'Asia/Shanghai')).toBe('2026-03-01 14:03:02 (Asia/Shanghai)')
    expect(timeText(AT, 'America/New_York')).toBe('2026-03-01 01:03:02 (America/New_York)')
    expect(timeText(Date.UTC(2026, 10, 30), 'UTC')).toBe('2026-11-30 00:00:00 (UTC)')
  })

  it('goes without its day where that is the same in the zone of the reader', () => {
    expect(clockText(AT + 60_000, AT, 'UTC')).toBe('06:04:02 (UTC)')
    expect(clockText(Date.UTC(2026, 2, 1, 16), AT, 'UTC')).toBe('16:00:00 (UTC)')
    expect(clockText(Date.UTC(2026, 2, 1, 16), AT, 'Asia/Shanghai')).toBe('2026-03-02 00:00:00 (Asia/Shanghai)')
  })
})
