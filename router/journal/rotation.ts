/** Puts the file aside and starts a new one with what a restart needs. The caller holds the lock. */
import { closeSync, constants, fsyncSync, linkSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import type { JournalMode } from './types.ts'

export interface RotationFiles {
  readonly current: string
  readonly old: string
  readonly draft: string
}

export function rotationFiles(folder: string): RotationFiles {
  return { current: `${folder}/journal.jsonl`, old: `${folder}/journal.1.jsonl`, draft: `${folder}/journal.draft` }
}

/**
 * At every moment the current file is there, and it and the old one hold all that is needed. `make` gives the new
 * file's text; what others write meanwhile is carried after it. With `off` nothing is left of the old file.
 * @throws what the system says; both files are then as whole as they were.
 */
export function rotate({ current, old, draft }: RotationFiles, mode: JournalMode, make: () => string): void {
  const source = openSync(current, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const { size } = statSync(current)
    const text = make()
    writeWhole(draft, text)
    const aside = `${draft}.old`
    rmSync(aside, { force: true })
    linkSync(current, aside)
    renameSync(aside, old)
    // Two names of one file: renaming one over the other does nothing.
    rmSync(aside, { force: true })
    renameSync(draft, current)
    const rest = readFrom(source, size)
    if (rest.length > 0) appendTo(current, rest)
    if (mode === 'off') rmSync(old, { force: true })
  } finally {
    closeSync(source)
    rmSync(draft, { force: true })
  }
}

function writeWhole(file: string, text: string): void {
  rmSync(file, { force: true })
  const fd = openSync(file, 'ax', 0o600)
  try {
    const bytes = Buffer.from(text)
    if (writeSync(fd, bytes) < bytes.length) throw Object.assign(new Error('the disk took a part only'), { code: 'ENOSPC' })
    // The old file is gone for good with the next rotation: this one must be there then.
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

function appendTo(file: string, bytes: Buffer): void {
  const fd = openSync(file, 'a')
  try {
    writeSync(fd, Buffer.concat([bytes, Buffer.from('\n')]))
  } finally {
    closeSync(fd)
  }
}

/** What was written behind `size`. */
function readFrom(fd: number, size: number): Buffer {
  const chunks: Buffer[] = []
  for (let position = size; ;) {
    const chunk = Buffer.alloc(65_536)
    const length = readSync(fd, chunk, 0, chunk.length, position)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(chunk.subarray(0, length))
    position += length
  }
}
