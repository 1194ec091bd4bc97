/** Ends a check that takes too long, so that the doctor always ends. */
import { labelOf } from '../../router/errors.ts'
import { type Finding, finding } from './finding.ts'
import type { DoctorPorts } from './situation.ts'

/** `signal` aborts when the check is given up: whatever it holds open is closed then. */
export type Check = (signal: AbortSignal) => Promise<readonly Finding[]>

/** Never rejects: what breaks or takes more than `ms` milliseconds becomes a finding. Once the doctor is ended nothing more is found. */
export async function within(name: string, ms: number, check: Check, { sleep, signal: ending }: Pick<DoctorPorts, 'sleep' | 'signal'>): Promise<readonly Finding[]> {
  if (ending.aborted) return []
  const over = new AbortController()
  const waiting = new AbortController()
  const end = (): void => waiting.abort()
  ending.addEventListener('abort', end, { once: true })
  const late = sleep(ms, waiting.signal).then(() => [finding('doctor.timeout', { check: name, seconds: Math.round(ms / 1000) })], () => [])
  const done = check(over.signal).catch((error: unknown) => [finding('doctor.broken', { check: name, name: labelOf(error) })])
  try {
    return await Promise.race([done, late])
  } finally {
    over.abort()
    waiting.abort()
    ending.removeEventListener('abort', end)
  }
}
