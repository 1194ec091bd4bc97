/** Appends to a file that another process may put aside at any time. */
import { closeSync, constants, fchmodSync, fdatasyncSync, fstatSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

interface OpenFile {
  readonly fd: number
  readonly inode: number
  /** The last byte is no end of a line: something was torn here. */
  isTorn: boolean
}

export class Appender {
  private readonly path: string
  private readonly sync: boolean
  private file: OpenFile | undefined

  constructor(path: string, { sync }: { readonly sync: boolean }) {
    this.path = path
    this.sync = sync
  }

  /**
   * Writes whole lines at the end, in one call of the system, and again into the file that has taken this one's place in
   * the meantime: whoever put it aside may not have seen them.
   * @returns the size of the file before.
   * @throws what the system says; the lines may then stand there in part.
   */
  append(text: string): number {
    const size = this.follow()
    this.write(text)
    if (!this.isInPlace()) {
      this.follow()
      this.write(text)
    }
    return size
  }

  close(): void {
    const { file } = this
    this.file = undefined
    if (file) closeSync(file.fd)
  }

  private write(text: string): void {
    const { file } = this
    if (file === undefined) return
    const bytes = Buffer.from(file.isTorn ? `\n${text}` : text)
    file.isTorn = true
    const written = writeSync(file.fd, bytes)
    if (written < bytes.length) throw Object.assign(new Error('the disk took a part only'), { code: 'ENOSPC' })
    file.isTorn = false
    if (this.sync) fdatasyncSync(file.fd)
  }

  /** Opens the file that is in place now, and keeps it open. */
  private follow(): number {
    const there = statSync(this.path, { throwIfNoEntry: false })
    if (this.file && there?.ino === this.file.inode) return there.size
    this.close()
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
    const fd = openSync(this.path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600)
    const { ino, size, mode } = fstatSync(fd)
    // Restored or copied by somebody: it holds what people said.
    if ((mode & 0o077) !== 0) fchmodSync(fd, 0o600)
    this.file = { fd, inode: ino, isTorn: endsTorn(fd, size) }
    return size
  }

  private isInPlace(): boolean {
    return statSync(this.path, { throwIfNoEntry: false })?.ino === this.file?.inode
  }
}

function endsTorn(fd: number, size: number): boolean {
  const last = Buffer.alloc(1)
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a
}
