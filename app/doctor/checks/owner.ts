/** Whether another process on this machine serves the bot: its lock is looked at and left alone. */
import { lookAtLock, type LockPorts } from '../../../router/process-lock.ts'
import { ownerFile } from '../../../surfaces/feishu/owner.ts'
import { type Finding, finding } from '../finding.ts'

export interface Owner {
  /** Present while that process lives. */
  readonly pid?: number
  readonly finding: Finding
}

export function findOwner(folder: string, bot: { readonly appId: string; readonly domain: string }, startOf: LockPorts['startOf']): Owner {
  const state = lookAtLock({ file: ownerFile(folder, bot), startOf })
  switch (state.kind) {
    case 'free':
      return { finding: finding('owner.none') }
    case 'stale':
      return { finding: finding('owner.stale') }
    case 'taken':
      return { pid: state.pid, finding: finding('owner.running', { pid: state.pid }) }
  }
}
