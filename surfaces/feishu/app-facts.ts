/** What the platform says about our own app, read from its answers. Secrets in them are never picked up. */
import { z } from 'zod'

/** A permission that the app has asked for; without `granted` it is not in force. */
export interface AppScope {
  readonly name: string
  readonly granted: boolean
}

/** How the app is set up in the developer console. What the platform does not say is absent. */
export interface AppSettings {
  readonly published: boolean
  readonly callbacks?: readonly string[]
  readonly events?: readonly string[]
  readonly transport?: 'webhook' | 'long-connection'
  /** Where clicks are posted to. */
  readonly requestUrl?: string
}

/** The status of a bot that works. */
export const BOT_ACTIVE = 2

const bot = z.object({ bot: z.object({ activate_status: z.number() }) })
const scopes = z.object({ data: z.object({ scopes: z.array(z.object({ scope_name: z.string(), grant_status: z.number() })).default([]) }) })
const callback = z.object({ callback_type: z.string().optional(), request_url: z.string().optional(), subscribed_callbacks: z.array(z.string()).optional() }).optional()
// The vendor's types know the callbacks under two names.
const settings = z.object({
  data: z.object({
    app: z.object({
      online_version_id: z.string().optional(),
      event: z.object({ subscribed_events: z.array(z.string()).optional() }).optional(),
      callback,
      callback_info: callback,
    }),
  }),
})

/** Each throws `ZodError` for an answer that says something else. */
export function readBotStatus(answer: unknown): number {
  return bot.parse(answer).bot.activate_status
}

export function readScopes(answer: unknown): readonly AppScope[] {
  return scopes.parse(answer).data.scopes.map(({ scope_name: name, grant_status: status }) => ({ name, granted: status === 1 }))
}

export function readSettings(answer: unknown): AppSettings {
  const { online_version_id: version, event, callback: one, callback_info: other } = settings.parse(answer).data.app
  const clicks = one ?? other
  const transport = clicks?.callback_type === 'websocket' ? 'long-connection' : clicks?.callback_type === 'webhook' ? 'webhook' : undefined
  return {
    published: version !== undefined && version !== '',
    ...(clicks?.subscribed_callbacks ? { callbacks: clicks.subscribed_callbacks } : {}),
    ...(event?.subscribed_events ? { events: event.subscribed_events } : {}),
    ...(transport ? { transport } : {}),
    ...(clicks?.request_url ? { requestUrl: clicks.request_url } : {}),
  }
}
