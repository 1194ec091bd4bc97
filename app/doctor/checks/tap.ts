/** What comes in while a tap is awaited, over either transport, as one row of happenings. */
import { z } from 'zod'
import { parseCardAct } from '../../../surfaces/feishu/action.ts'
import type { AnswerBody } from '../../../surfaces/feishu/answer.ts'
import type { FeishuClient } from '../../../surfaces/feishu/client.ts'
import type { FeishuConfig, WebhookConfig } from '../../../surfaces/feishu/config.ts'
import { createEndpoint, type Endpoint } from '../../../surfaces/feishu/endpoint.ts'
import { createInbox, type Inbox } from '../../../surfaces/feishu/inbox.ts'
import { createLongConnection } from '../../../surfaces/feishu/long-connection.ts'
import type { PersonIds } from '../../../surfaces/feishu/operators.ts'
import { type RefusalReason, RequestRefusal, verifyRequest } from '../../../surfaces/feishu/verify.ts'
import { createWebhook } from '../../../surfaces/feishu/webhook.ts'
import type { DoctorPorts } from '../situation.ts'

export type Happening =
  /** `ms`: from the click, by the platform's clock, to here, by ours. */
  | { readonly kind: 'tapped'; readonly person: PersonIds; readonly ms: number }
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  | { readonly kind: 'lost' }

export interface TapPorts extends Pick<DoctorPorts, 'now' | 'sleep'> {
  readonly client: Pick<FeishuClient, 'openLink'>
  /** The id that the test card carries. */
  readonly test: string
  readonly answer: (person: PersonIds) => AnswerBody
  readonly onHappening: (happening: Happening) => void
}

export interface WayIn {
  readonly close: () => Promise<void>
}

/** In microseconds; header and event are one object on a long connection. */
const time = z.coerce.number().int().positive()
const dated = z.union([
  z.object({ header: z.object({ create_time: time }) }).transform(({ header }) => header.create_time),
  z.object({ event: z.object({ create_time: time }) }).transform(({ event }) => event.create_time),
])

/** Opens the way in that is configured. Rejects when it can't be opened; `signal` ends the waiting for that. */
export async function openWayIn(config: FeishuConfig, ports: TapPorts, signal: AbortSignal): Promise<WayIn> {
  const inbox = createTapInbox(ports)
  return config.transport === 'webhook' ? openWebhook(config, inbox, ports) : openLink(config.appId, inbox, ports, signal)
}

function createTapInbox({ test, answer, onHappening, now }: TapPorts): Inbox {
  const take = (payload: unknown): { readonly body: AnswerBody; readonly sent: () => void } => {
    const act = parseCardAct(payload)
    const isOurs = act?.ask === test
    const clicked = dated.safeParse(payload).data
    if (isOurs) onHappening({ kind: 'tapped', person: act.person, ms: clicked === undefined ? 0 : Math.max(0, Math.round(now() - clicked / 1000)) })
    return { body: isOurs ? answer(act.person) : {}, sent: () => undefined }
  }
  return createInbox({ handle: take, repeat: take, hear: () => undefined })
}

async function openWebhook(config: WebhookConfig, inbox: Inbox, ports: TapPorts): Promise<WayIn> {
  const webhook = await createWebhook(config.webhook, { endpoint: createTapEndpoint(config, inbox, ports), sleep: ports.sleep })
  return { close: () => webhook.close() }
}

/** The real endpoint, which tells its reasons to nobody: they are found out anew, for this one reader. */
function createTapEndpoint(keys: WebhookConfig, inbox: Inbox, { now, sleep, onHappening }: TapPorts): Endpoint {
  const endpoint = createEndpoint({ keys, now, sleep, inbox, log: { info: () => undefined, warn: () => undefined } })
  return {
    ...endpoint,
    admit: (request) => {
      const admission = endpoint.admit(request)
      if (admission.kind === 'refuse') onHappening({ kind: 'refused', reason: admission.reason })
      return admission
    },
    receive: async (request) => {
      const reply = await endpoint.receive(request)
      if (reply.status === 401) onHappening({ kind: 'refused', reason: reasonOf(() => verifyRequest(request, keys, now())) })
      return reply
    },
  }
}

function reasonOf(verify: () => unknown): RefusalReason {
  try {
    verify()
    return 'broken'
  } catch (error) {
    return error instanceof RequestRefusal ? error.reason : 'broken'
  }
}

async function openLink(appId: string, inbox: Inbox, { client, onHappening }: TapPorts, signal: AbortSignal): Promise<WayIn> {
  const link = createLongConnection({
    client,
    appId,
    inbox,
    defer: setImmediate,
    onLink: (up) => { if (!up) onHappening({ kind: 'lost' }) },
    log: { info: () => undefined, warn: () => undefined },
  })
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up')), { once: true }))
  try {
    const refusal = await Promise.race([link.started, aborted])
    if (refusal !== undefined) throw refusal
  } catch (error) {
    link.close()
    throw error
  }
  return { close: () => Promise.resolve(link.close()) }
}

