/** Times as a card tells them: the same in every language, with the zone that they are meant in. Pure. */
import type { Timestamp } from '../../router/types.ts'

/** `2026-03-01 14:03:22 (Asia/Shanghai)`. */
export function timeText(at: Timestamp, timeZone: string): string {
  const { day, clock } = partsOf(at, timeZone)
  return `${day} ${clock} (${timeZone})`
}

/** `14:03:22 (Asia/Shanghai)`, with the day where it is another than that of `from`. */
export function clockText(at: Timestamp, from: Timestamp, timeZone: string): string {
  const { day, clock } = partsOf(at, timeZone)
  return day === partsOf(from, timeZone).day ? `${clock} (${timeZone})` : `${day} ${clock} (${timeZone})`
}

function partsOf(at: Timestamp, timeZone: string): { readonly day: string; readonly clock: string } {
  const [day = '', clock = ''] = formatOf(timeZone).format(at).split(' ')
  return { day, clock }
}

/** By time zone; a process has one. Making a format takes longer than all else that a final card needs. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  // Swedish writes `2026-03-01 14:03:22`.
  const format = new Intl.DateTimeFormat('sv', { timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' })
  formats.set(timeZone, format)
  return format
}
