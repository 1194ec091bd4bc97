/** When something happened, as a clock on the wall shows it. Pure. */

const formats = new Map<string, Intl.DateTimeFormat>()

/** `at` in milliseconds of the epoch, as `14:32`; `zone` is an IANA time zone, absent: the system's. */
export function timeOfDay(at: number, zone?: string): string {
  let format = formats.get(zone ?? '')
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone })
    formats.set(zone ?? '', format)
  }
  return format.format(at)
}
