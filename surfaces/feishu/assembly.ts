/** Opens the parts of the surface in order, and closes what is open when one of them fails. */
import { join } from 'node:path'
import { labelOf } from '../../router/errors.ts'
import { claimLock, type LockPorts } from '../../router/process-lock.ts'
import { withBudget } from './budget.ts'
import { createFeishuClient, type FeishuClient } from './client.ts'
import type { FeishuConfig, LongConnectionConfig, WebhookConfig } from './config.ts'
import { createEndpoint } from './endpoint.ts'
import { createInbox, type Inbox } from './inbox.ts'
import type { Log } from './log.ts'
import { createLongConnection, type LongConnection } from './long-connection.ts'
import { ownerFile } from './owner.ts'
import { createPairing, type Pairing, type PairingPorts } from './pairing.ts'
import { createFeishuSurface, type FeishuSurface, type SurfacePorts } from './surface.ts'
import { createWebhook } from './webhook.ts'

/** Feishu cannot be used in this process; the message is one line with the next step. */
export class StayOut extends Error {
  override readonly name = 'StayOut'
}

export interface AssemblyPorts extends Pick<SurfacePorts, 'now' | 'sleep' | 'timeZone' | 'places' | 'titleOf' | 'journal' | 'order'>, Pick<PairingPorts, 'randomBytes'>, Pick<LockPorts, 'pid' | 'startOf'> {
  /** Runs a task after everything that is due now. */
  readonly defer: (task: () => void) => void
  /** Folder for what outlives the process: paired operators, and the lock of the bot. */
  readonly folder: string
  /** Told whenever the long connection comes up or goes down. */
  readonly onLink: (up: boolean) => void
}

export interface Assembly {
  readonly surface: FeishuSurface
  readonly pairing: Pairing
  /** Where clicks come to; empty on a long connection. */
  readonly address: string
  readonly close: () => Promise<void>
}

/** How events come in. */
interface WayIn {
  readonly address: string
  close(): Promise<void>
}

/** Throws `StayOut`. When `stopping` aborts, it does not wait for the platform any more. */
export async function assemble(config: FeishuConfig, ports: AssemblyPorts, log: Log, stopping: AbortSignal): Promise<Assembly> {
  const closers: (() => void | Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const each of closers.splice(0).toReversed()) await each()
  }
  try {
    closers.push(claim(config, ports, log))
    const client = withBudget(await createFeishuClient(config, { log }), ports)
    closers.push(() => client.close())
    const { now, sleep, timeZone, places, randomBytes, titleOf, journal, order } = ports
    const lent = { ...(titleOf ? { titleOf } : {}), ...(journal ? { journal } : {}), ...(order ? { order } : {}) }
    const pairing = createPairing({ file: join(ports.folder, 'operators.json'), now, randomBytes, log })
    if (config.operators.length + pairing.operators().length === 0) log.warn(firstOperatorHint)
    let link: LongConnection | undefined
    const surface = createFeishuSurface({ config, client, now, sleep, log, timeZone, places, pairing, ...lent, isReachable: () => config.transport === 'webhook' || link?.isUp() === true })
    const inbox = createInbox({ ...surface, ...lent })
    if (config.transport === 'long-connection') link = openLink(config, client, inbox, ports, log)
    const way = link === undefined ? await openWebhook(config, inbox, ports, log) : await awaitLink(link, stopping)
    closers.push(() => way.close(), () => surface.close())
    return { surface, pairing, address: way.address, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns what gives the bot free for other processes. */
function claim(config: FeishuConfig, { folder, pid, startOf }: AssemblyPorts, log: Log): () => void {
  const ownership = claimLock({ file: ownerFile(folder, config), pid, startOf })
  switch (ownership.kind) {
    case 'owner':
      return ownership.release
    case 'taken':
      throw new StayOut(`Feishu stays out: process ${ownership.pid} on this machine already serves the bot ${config.appId}, and the platform would give each click to either. Answer there or at the terminal, or stop that process.`)
    case 'unguarded':
      log.warn(`no lock can be kept in ${folder} (${ownership.code}): make sure that no other process serves the bot ${config.appId}`)
      return () => undefined
  }
}

async function openWebhook(config: FeishuConfig, inbox: Inbox, { now, sleep }: AssemblyPorts, log: Log): Promise<WayIn> {
  if (config.transport !== 'webhook') throw new StayOut('Feishu stays out: no webhook is configured.')
  const endpoint = createEndpoint({ keys: config, now, sleep, inbox, log })
  const webhook = await createWebhook(config.webhook, { endpoint, sleep }).catch((error: unknown) => {
    throw new StayOut(webhookFault(error, config))
  })
  return { address: webhook.url, close: () => webhook.close() }
}

function openLink({ appId }: LongConnectionConfig, client: FeishuClient, inbox: Inbox, { defer, onLink }: AssemblyPorts, log: Log): LongConnection {
  return createLongConnection({ client, appId, inbox, defer, onLink, log })
}

/** Waits for the connection to come up, however long that takes: until then nobody could click. */
async function awaitLink(link: LongConnection, stopping: AbortSignal): Promise<WayIn> {
  const stopped = new Promise<undefined>((resolve) => {
    if (stopping.aborted) resolve(undefined)
    stopping.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  const refusal = await Promise.race([link.started, stopped])
  if (refusal !== undefined) {
    link.close()
    throw new StayOut(`Feishu stays out: the long connection was refused: ${refusal.message}`)
  }
  return { address: '', close: () => Promise.resolve(link.close()) }
}

const firstOperatorHint =
  'no operators, so nobody may answer on Feishu and no card is sent: pair yourself with a code, or add {id: "<your open_id>", role: "answer"} to "operators"; the API Explorer in the developer console shows your open_id'

function webhookFault(error: unknown, { webhook }: WebhookConfig): string {
  return `Feishu stays out: the webhook cannot listen on ${webhook.host}:${webhook.port} (${labelOf(error)}). Free the port or set "webhook.port".`
}
