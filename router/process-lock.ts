/** A lock that one process on this machine holds, and that outlives no process: the next one takes it over. */
import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, labelOf } from './errors.ts'
import { readOwn } from './own-file.ts'
import { objectOf, type Shape, text, whole } from './shape.ts'

export interface LockPorts {
  /** The lock; its folder is made when it is missing. */
  readonly file: string
  readonly pid: number
  /**
   * When a process started, in any unit that stays the same for its life; `unknown` where the system does not say,
   * and nothing when no such process runs. A process id alone is given out again.
   */
  readonly startOf: (pid: number) => string | undefined
}

export type Lock =
  | { readonly kind: 'owner'; readonly release: () => void }
  /** Another process was first. */
  | { readonly kind: 'taken'; readonly pid: number }
  /** No lock can be had here, by the system's code; whether another process runs is not known. */
  | { readonly kind: 'unguarded'; readonly code: string }

interface Holder {
  readonly pid: number
  readonly start: string
}

const processId: Shape<number> = (value) => {
  const id = whole(value) ?? 0
  return id > 0 ? id : undefined
}
const readHolding: Shape<Holder> = objectOf({ pid: processId, start: text })

/** Bytes; what we write is far below. */
const LARGEST = 4_096
/** Enough to take over a stale lock, and then once more. */
const MAX_ATTEMPTS = 3

/** Takes the lock, also from a process that is gone. Never throws. */
export function claimLock({ file, pid, startOf }: LockPorts): Lock {
  const mine = JSON.stringify({ pid, start: startOf(pid) ?? 'unknown' })
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      if (writeOnce(file, mine)) return { kind: 'owner', release: () => release(file, mine) }
      const found = readHolder(file)
      if (found !== undefined && isAlive(found, startOf)) return { kind: 'taken', pid: found.pid }
      const fresh = setAside(file, startOf)
      if (fresh !== undefined) return { kind: 'taken', pid: fresh.pid }
    }
    return { kind: 'unguarded', code: 'EBUSY' }
  } catch (error) {
    return { kind: 'unguarded', code: labelOf(error) }
  }
}

/** Who holds a lock; `stale` when its process is gone. */
export type LockState = { readonly kind: 'free' } | { readonly kind: 'stale' } | { readonly kind: 'taken'; readonly pid: number }

/** Only looks: nothing is taken or removed. A file that cannot be read counts as free. */
export function lookAtLock({ file, startOf }: Pick<LockPorts, 'file' | 'startOf'>): LockState {
  const found = readHolder(file)
  if (found === undefined) return { kind: 'free' }
  return isAlive(found, startOf) ? { kind: 'taken', pid: found.pid } : { kind: 'stale' }
}

/** Whole or not at all, so that nobody reads half of it. */
function writeOnce(file: string, text: string): boolean {
  const draft = `${file}.${randomUUID()}`
  try {
    writeFileSync(draft, text, { mode: 0o600 })
    linkSync(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return readHolding(JSON.parse(readOwn(file, LARGEST).text))
  } catch {
    return undefined // Gone in the meantime, or nothing that we wrote.
  }
}

function isAlive({ pid, start }: Holder, startOf: LockPorts['startOf']): boolean {
  const now = startOf(pid)
  return now !== undefined && (now === start || now === 'unknown' || start === 'unknown')
}

/**
 * Removes a stale lock. Between reading and removing, another process may have taken it over: what was removed is
 * looked at again, and put back if its owner lives.
 */
function setAside(file: string, startOf: LockPorts['startOf']): Holder | undefined {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch {
    return undefined // Somebody else has removed it.
  }
  const found = readHolder(aside)
  const isFresh = found !== undefined && isAlive(found, startOf)
  if (isFresh) renameSync(aside, file)
  else rmSync(aside, { force: true })
  return isFresh ? found : undefined
}

function release(file: string, mine: string): void {
  try {
    if (readFileSync(file, 'utf8') === mine) rmSync(file)
  } catch {
    // The lock is gone already; there is nothing to give back.
  }
}

/** From the system's process table where there is one, otherwise only whether the process runs. */
export function processStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold anything; after it come the state and, as the 22nd field of all, the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19] ?? 'unknown'
  } catch {
    return isRunning(pid) ? 'unknown' : undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Not ours to signal, but there.
    return codeOf(error) === 'EPERM'
  }
}
