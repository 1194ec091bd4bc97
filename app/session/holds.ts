/** One process at a time drives a session: each writes its log by itself, and two of them ruin it. */
import { join } from 'node:path'
import { claimLock, lookAtLock, type LockPorts } from '../../router/process-lock.ts'

export interface Holds {
  /** Holds the session until the returned function is called. @throws {SessionTaken} while another process does. */
  take(id: string): () => void
  /** The other process that drives the session, if one does. */
  holderOf(id: string): number | undefined
}

export class SessionTaken extends Error {
  readonly pid: number

  constructor(pid: number) {
    super(`process ${pid} drives this session; leave it there first`)
    this.name = 'SessionTaken'
    this.pid = pid
  }
}

/** Holds are files in `folder`; where none can be kept, every session is free. */
export function createHolds({ folder, ...ports }: Omit<LockPorts, 'file'> & { readonly folder: string }): Holds {
  const fileOf = (id: string): string => join(folder, `${encodeURIComponent(id)}.lock`)
  return {
    take(id) {
      const lock = claimLock({ file: fileOf(id), ...ports })
      switch (lock.kind) {
        case 'owner':
          return lock.release
        case 'taken':
          // This process shares the session with itself, e.g. while the row is reloaded.
          if (lock.pid === ports.pid) return () => {}
          throw new SessionTaken(lock.pid)
        case 'unguarded':
          return () => {}
      }
    },
    holderOf(id) {
      const state = lookAtLock({ file: fileOf(id), startOf: ports.startOf })
      return state.kind === 'taken' && state.pid !== ports.pid ? state.pid : undefined
    },
  }
}
