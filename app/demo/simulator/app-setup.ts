/** The app as its owner has set it up in the developer console, and what follows from that. */
import type { EventType } from './event.ts'
import type { Transport } from './types.ts'

export interface AppSetup {
  /** `absent`: the app has no bot. `disabled`: the tenant has switched it off. */
  readonly bot: 'active' | 'absent' | 'disabled'
  /** Whether a version is in force; without one nothing is pushed. */
  readonly published: boolean
  /** Which events and callbacks the app has asked for. */
  readonly subscribed: readonly EventType[]
  /** How they are set to travel; absent: whichever way is open. */
  readonly transport?: Transport
  /** Where they are posted to, as the console shows it. */
  readonly requestUrl?: string
}

export const USUAL_SETUP: AppSetup = { bot: 'active', published: true, subscribed: ['card.action.trigger', 'im.message.receive_v1'] }

export function isPushed({ published, subscribed }: AppSetup, type: EventType): boolean {
  return published && subscribed.includes(type)
}

/** `activate_status` of the bot. */
export function botStatus({ bot }: AppSetup): number {
  return bot === 'active' ? 2 : 1
}

/** The app as the platform describes it to itself; it never tells secrets here. */
export function renderSetup(appId: string, { published, subscribed, transport, requestUrl }: AppSetup): object {
  const address = requestUrl === undefined ? {} : { request_url: requestUrl }
  const way = transport === undefined ? {} : { callback_type: transport === 'webhook' ? 'webhook' : 'websocket' }
  return {
    app_id: appId,
    status: 1,
    ...(published ? { online_version_id: 'oav_1' } : {}),
    event: { ...address, subscribed_events: subscribed.filter((type) => type === 'im.message.receive_v1') },
    callback: { ...address, ...way, subscribed_callbacks: subscribed.filter((type) => type === 'card.action.trigger') },
  }
}
