/** A disk that is full at a certain byte, for the files of this process. */
import { execFileSync, spawnSync } from 'node:child_process'

/** Whether this system has what sets and takes back such a limit. */
export const KNOWS_FULL_DISKS = spawnSync('prlimit', ['--version']).status === 0

/** What `act` returns or throws while no file may grow beyond `bytes`. */
export function whileFullAt<T>(bytes: number, act: () => T): T {
  const before = prlimit('--fsize', '--output', 'SOFT', '--noheadings', '--raw').trim()
  prlimit(`--fsize=${bytes}:`)
  try {
    return act()
  } finally {
    prlimit(`--fsize=${before}:`)
  }
}

function prlimit(...args: readonly string[]): string {
  return execFileSync('prlimit', ['--pid', String(process.pid), ...args], { encoding: 'utf8' })
}
