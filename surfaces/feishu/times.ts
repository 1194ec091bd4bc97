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

interface Parts {
  readonly day: string
  readonly clock: string
}

/** The second that was told last: acts come in bursts, and to format a time takes as long as to find out who won. */
let last: { readonly second: number; readonly timeZone: string; readonly parts: Parts } | undefined

function partsOf(at: Timestamp, timeZone: string): Parts {
  const second = Math.floor(at / 1000)
  if (last?.second === second && last.timeZone === timeZone) return last.parts
  const [day = '', clock = ''] = formatOf(timeZone).format(at).split(' ')
  const parts = { day, clock }
  last = { second, timeZone, parts }
  return parts
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
