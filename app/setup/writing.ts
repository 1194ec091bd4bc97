/** Puts whole texts in the place of files: each file is the old or the new one at any time, and all are new or none is. */
import { randomBytes } from 'node:crypto'
import { closeSync, fchmodSync, fsyncSync, mkdirSync, openSync, realpathSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf, labelOf } from '../../router/errors.ts'
import { UsageError } from '../usage-error.ts'
import { readText } from './home.ts'
import type { FileChange, Plan } from './plan.ts'

/** Milliseconds that another writer of the secrets is waited for, as the host does. */
const LOCK_LIMIT = 2_000
const LOCK_STEP = 50

/** @throws {UsageError} one line; then every file is as it was. */
export async function writePlan(plan: Plan): Promise<void> {
  const unlock = await lockSecrets(plan)
  try {
    replaceAll(plan)
  } finally {
    unlock()
  }
}

function replaceAll(plan: Plan): void {
  const changed = plan.find(({ file, before }) => readText(file) !== before)
  if (changed !== undefined) throw new UsageError(`setup: ${changed.file} was changed by somebody else meanwhile; nothing was written, run this again`)
  const made: FileChange[] = []
  const drafts = new Map<FileChange, string>()
  try {
    for (const change of plan) if (change.after !== undefined) drafts.set(change, draft(target(change.file), change.after, change.mode))
    for (const change of plan) {
      const written = drafts.get(change)
      if (written === undefined) rmSync(target(change.file), { force: true })
      else renameSync(written, target(change.file))
      drafts.delete(change)
      made.push(change)
    }
  } catch (error) {
    for (const { file, before, mode } of made.toReversed()) restore(file, before, mode)
    const where = error instanceof Error && 'path' in error ? String(error.path) : 'a file'
    throw new UsageError(`setup: ${where} can't be written (${labelOf(error)}); everything is as it was. Mend its rights and run this again`)
  } finally {
    for (const written of drafts.values()) rmSync(written, { force: true })
  }
  for (const { file, kind, after } of plan) if (kind === 'record' && after === undefined) removeIfEmpty(dirname(file))
}

/** A finished file beside the one whose place it takes. */
function draft(file: string, text: string, mode: number): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const path = `${file}.${randomBytes(6).toString('hex')}.tmp`
  const handle = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(handle, text)
    fchmodSync(handle, mode)
    fsyncSync(handle)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(handle)
  }
  return path
}

function restore(file: string, before: string | undefined, mode: number): void {
  if (before === undefined) rmSync(target(file), { force: true })
  else renameSync(draft(target(file), before, mode), target(file))
}

/** A link that somebody keeps in this place stays one. */
function target(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    // Not there yet.
    return file
  }
}

/** The same lock that the host takes: a file beside it that only one can make. */
async function lockSecrets(plan: Plan): Promise<() => void> {
  const change = plan.find(({ kind }) => kind === 'secrets')
  if (change === undefined) return () => undefined
  const lock = `${change.file}.lock`
  mkdirSync(dirname(lock), { recursive: true, mode: 0o700 })
  for (let waited = 0; ; waited += LOCK_STEP) {
    try {
      writeFileSync(lock, `${process.pid}\n`, { flag: 'wx', mode: 0o600 })
      return () => rmSync(lock, { force: true })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw new UsageError(`setup: ${lock} can't be written (${labelOf(error)}); nothing was changed`)
      if (waited >= LOCK_LIMIT) throw new UsageError(`setup: ${change.file} is being written by another process; if none is, remove ${lock} and run this again`)
    }
    await delay(LOCK_STEP)
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Others keep something there.
  }
}
