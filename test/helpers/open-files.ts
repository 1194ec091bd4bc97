/** Files that this process has open, by what the system says of it. */
import { existsSync, readdirSync, readlinkSync } from 'node:fs'

const TABLE = '/proc/self/fd'

/** Whether this system says. */
export const KNOWS_OPEN_FILES = existsSync(TABLE)

/** Those of a folder; another thread of the process has its own. */
export function openFilesIn(folder: string): readonly string[] {
  return readdirSync(TABLE).flatMap((fd) => pathOf(fd)).filter((path) => path.startsWith(folder))
}

function pathOf(fd: string): string | [] {
  try {
    return readlinkSync(`${TABLE}/${fd}`)
  } catch {
    return [] // Closed meanwhile.
  }
}
