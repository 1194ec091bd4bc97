/** One process at a time in a folder of shared files. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Longest wait for another process, in milliseconds. */
const LIMIT = 180_000

/** Runs `work` while this process holds the lock file; a lock whose process is gone is taken over. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true })
  const deadline = Date.now() + LIMIT
  while (!tryLock(file)) {
    if (Date.now() > deadline) throw new Error(`${file} is held by process ${readHolder(file)}`)
    await delay(100)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    // Somebody holds it, or did.
    const holder = readHolder(file)
    if (holder !== undefined && !isAlive(holder)) rmSync(file, { force: true })
    return false
  }
}

/** Absent while the holder has not yet written its id, or has just let go. */
function readHolder(file: string): number | undefined {
  try {
    const id = Number(readFileSync(file, 'utf8'))
    return id > 0 ? id : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
