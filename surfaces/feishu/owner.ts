/** One process on this machine per bot: the platform gives each event to any one of those that are connected. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** The lock of a bot; a bot of another platform, or of a simulated one, is another bot. */
export function ownerFile(folder: string, { appId, domain }: { readonly appId: string; readonly domain: string }): string {
  return join(folder, `feishu-${createHash('sha256').update(`${domain}\n${appId}`).digest('hex').slice(0, 16)}.lock`)
}
