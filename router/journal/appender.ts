/** Appends to a file that another process may put aside at any time. */
import { chmodSync, closeSync, constants, fchmodSync, fdatasyncSync, fstatSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

interface OpenFile {
  readonly fd: number
  readonly inode: number
  /** The last byte is no end of a line: something was torn here. */
  isTorn: boolean
}

export interface AppenderOptions {
  /** Each append is on the disk before it returns. */
  readonly sync: boolean
  /** Another file has taken the place of the one that was open: what has to be said in it first, in whole lines. */
  readonly reopened: () => string
}

/** For this user alone; neither a link to somewhere else nor a pipe, which could be full and stop us. */
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Files that may take each other's place during one append; beyond that something is amiss, and the caller keeps the lines. */
const MOST_TRIES = 20

export class Appender {
  private readonly path: string
  private readonly options: AppenderOptions
  private file: OpenFile | undefined

  constructor(path: string, options: AppenderOptions) {
    this.path = path
    this.options = options
  }

  /**
   * Writes whole lines at the end, in one call of the system, and again into each file that has taken this one's place in
   * the meantime: whoever put it aside may not have seen them.
   * @returns the size of the first file before.
   * @throws what the system says; the lines may then stand there in part.
   */
  append(text: string): number {
    const size = this.writeInPlace(text)
    for (let tries = 1; !this.isInPlace(); tries += 1) {
      if (tries === MOST_TRIES) throw new Error('the file does not stay in place')
      this.writeInPlace(text)
    }
    return size
  }

  close(): void {
    const { file } = this
    this.file = undefined
    if (file) closeSync(file.fd)
  }

  private writeInPlace(text: string): number {
    const before = this.file
    const size = this.follow()
    this.write(before && this.file !== before ? this.options.reopened() + text : text)
    return size
  }

  private write(text: string): void {
    const { file } = this
    if (file === undefined) return
    // As a text: a buffer of that size keeps the collector busy.
    const all = file.isTorn ? `\n${text}` : text
    file.isTorn = true
    const written = writeSync(file.fd, all)
    if (written < Buffer.byteLength(all)) throw Object.assign(new Error('the disk took a part only'), { code: 'ENOSPC' })
    file.isTorn = false
    if (this.options.sync) fdatasyncSync(file.fd)
  }

  /** Opens the file that is in place now, and keeps it open. */
  private follow(): number {
    const there = statSync(this.path, { throwIfNoEntry: false })
    if (this.file && there?.ino === this.file.inode) {
      keepPrivate(this.file.fd, there.mode)
      return there.size
    }
    makeFolder(dirname(this.path))
    const fd = openSync(this.path, FLAGS, 0o600)
    try {
      const stats = fstatSync(fd)
      if (!stats.isFile()) throw Object.assign(new Error('it is no file'), { code: 'EINVAL' })
      keepPrivate(fd, stats.mode)
      const file = { fd, inode: stats.ino, isTorn: endsTorn(fd, stats.size) }
      this.close()
      this.file = file
      return stats.size
    } catch (error) {
      closeSync(fd)
      throw error
    }
  }

  private isInPlace(): boolean {
    return statSync(this.path, { throwIfNoEntry: false })?.ino === this.file?.inode
  }
}

/** Restored, copied or opened up by somebody: it holds what people said. */
function keepPrivate(fd: number, mode: number): void {
  if ((mode & 0o077) !== 0) fchmodSync(fd, 0o600)
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if ((statSync(folder).mode & 0o022) === 0) return
  try {
    chmodSync(folder, 0o700)
  } catch {
    // Somebody else's: the file is still for this user alone, or can't be had.
  }
}

function endsTorn(fd: number, size: number): boolean {
  const last = Buffer.alloc(1)
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a
}
