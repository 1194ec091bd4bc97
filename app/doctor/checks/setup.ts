/** How the app is set up in the developer console: its scopes, and what it has subscribed. Pure. */
import { CARD_ACTION } from '../../../surfaces/feishu/action.ts'
import type { AppScope, AppSettings } from '../../../surfaces/feishu/app-facts.ts'
import type { FeishuConfig } from '../../../surfaces/feishu/config.ts'
import { MESSAGE_RECEIVED } from '../../../surfaces/feishu/reply.ts'
import { HEARING, HEARING_GROUPS, SENDING } from '../../scopes.ts'
import { type Finding, finding } from '../finding.ts'
import type { FeishuRow } from './config.ts'

export function checkScopes(scopes: readonly AppScope[], { appId: app, recipients }: Pick<FeishuConfig, 'appId' | 'recipients'>): readonly Finding[] {
  const granted = new Set(scopes.filter((scope) => scope.granted).map(({ name }) => name))
  const asked = new Set(scopes.map(({ name }) => name))
  const hearing = recipients.some(({ idType }) => idType === 'chat_id') ? [HEARING, HEARING_GROUPS] : [HEARING]
  const lacking = (lists: readonly (readonly string[])[]): readonly (readonly string[])[] => lists.filter((list) => !list.some((name) => granted.has(name)))
  const isAsked = (list: readonly string[]): boolean => list.some((name) => asked.has(name))
  const sending = lacking(SENDING)
  const pending = sending.filter(isAsked)
  const missing = sending.filter((list) => !isAsked(list))
  const silent = lacking(hearing)
  const found = [
    ...(missing.length > 0 ? [finding('scopes.missing', { scopes: first(missing), app })] : []),
    ...(pending.length > 0 ? [finding('scopes.pending', { scopes: first(pending), app })] : []),
    ...(silent.length > 0 ? [finding('scopes.replies', { scopes: first(silent), app })] : []),
  ]
  return found.length > 0 ? found : [finding('scopes.ok', { count: SENDING.length + hearing.length })]
}

function first(lists: readonly (readonly string[])[]): string {
  return lists.map(([name]) => name).join(', ')
}

/** What the platform does not say is taken to be well. */
export function checkSettings({ published, callbacks, events, transport }: AppSettings, { row, config }: FeishuRow): readonly Finding[] {
  const app = config.appId
  const found = [
    ...(published ? [] : [finding('app.unpublished', { app })]),
    ...(callbacks?.includes(CARD_ACTION) === false ? [finding('app.unsubscribed', { app })] : []),
    ...(events?.includes(MESSAGE_RECEIVED) === false ? [finding('app.messages-unsubscribed', { app })] : []),
    ...(transport !== undefined && transport !== config.transport ? [finding('app.transport', { app, row, theirs: transport, ours: config.transport })] : []),
  ]
  return found.length > 0 ? found : [finding('app.ok')]
}
