/** What a process costs, read from the kernel. */
import { readFileSync } from 'node:fs'

/** The kernel counts a process's time in hundredths of a second. */
const TICK_MS = 10

/** Milliseconds of one core that a process has used since it began. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may hold blanks; user and system time are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** The value below which a share of all values lies, e.g. 0.5 or 0.99. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}
