/** Small files that are this user's: read so that what is believed cannot be another's, and replaced whole. */
import { randomUUID } from 'node:crypto'
import { closeSync, constants, fchmodSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export interface OwnFile {
  readonly text: string
  /** Whether it belongs to this user and nobody else may write to it. */
  readonly isOwn: boolean
  /** Whether nobody else may even read it. */
  readonly isPrivate: boolean
}

/** One small file of this user's. */
export interface KeptFile {
  readonly path: string
  /** @throws what `readOwn` throws. */
  read(most: number): OwnFile
  /** @throws what `writeOwn` throws. */
  write(text: string): void
}

export function keptFile(path: string): KeptFile {
  return { path, read: (most) => readOwn(path, most), write: (text) => writeOwn(path, text) }
}

/** Neither a link, which may lead elsewhere at the next look, nor a pipe, which would stop us. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Text and owner of the very file that was opened. `most` is in bytes; `user` is the system's number of ours, absent
 * where it has none: then every file is our own.
 * @throws what the system says, `ELOOP` for a link; `EINVAL` for what is no file, `EFBIG` for one that is larger.
 */
export function readOwn(file: string, most: number, user = process.geteuid?.()): OwnFile {
  const fd = openSync(file, FLAGS)
  try {
    const stats = fstatSync(fd)
    if (!stats.isFile()) throw Object.assign(new Error('it is no file'), { code: 'EINVAL' })
    if (stats.size > most) throw Object.assign(new Error('it is too large'), { code: 'EFBIG' })
    const isOwn = user === undefined || (stats.uid === user && (stats.mode & 0o022) === 0)
    return { text: readFileSync(fd, 'utf8'), isOwn, isPrivate: isOwn && (stats.mode & 0o077) === 0 }
  } finally {
    closeSync(fd)
  }
}

/** A reader sees the old file or the new one, never half of it; the new one is for this user alone. @throws what the system says. */
export function writeOwn(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // A name that nobody knows before, and a file that was not there: whoever may write to the folder could have put a link.
  const draft = `${file}.${randomUUID()}.tmp`
  const fd = openSync(draft, 'wx', 0o600)
  try {
    try {
      fchmodSync(fd, 0o600)
      writeFileSync(fd, text)
    } finally {
      closeSync(fd)
    }
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
