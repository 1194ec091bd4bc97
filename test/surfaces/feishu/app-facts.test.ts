import { expect, it } from 'vitest'
import { readBotStatus, readScopes, readSettings } from '../../../surfaces/feishu/app-facts.ts'

it('reads the callbacks under either of the names that the vendor knows', () => {
  const callbacks = { callback_type: 'websocket', request_url: 'https://example.com/hook', subscribed_callbacks: ['card.action.trigger'] }
  const told = { published: true, transport: 'long-connection', requestUrl: 'https://example.com/hook', callbacks: ['card.action.trigger'] }
  for (const name of ['callback', 'callback_info']) expect(readSettings({ data: { app: { online_version_id: 'v', [name]: callbacks } } })).toEqual(told)
})

it('reads the events, the way of clicks and whether a version is out', () => {
  expect(readSettings({ data: { app: { online_version_id: '', event: { subscribed_events: ['im.message.receive_v1'] }, callback: { callback_type: 'webhook' } } } })).toEqual({ published: false, transport: 'webhook', events: ['im.message.receive_v1'] })
  expect(readSettings({ data: { app: { online_version_id: 'v', event: {} } } })).toEqual({ published: true })
})

it('leaves out what the platform does not tell, and takes no secret along', () => {
  expect(readSettings({ data: { app: { secret: 's', encryption: { encryption_key: 'k' }, callback: { callback_type: 'other' } } } })).toEqual({ published: false })
  expect(readScopes({ data: {} })).toEqual([])
  expect(readScopes({ data: { scopes: [{ scope_name: 'a', grant_status: 1 }, { scope_name: 'b', grant_status: 2 }] } })).toEqual([{ name: 'a', granted: true }, { name: 'b', granted: false }])
})

it('throws for an answer that says something else', () => {
  expect(readBotStatus({ bot: { activate_status: 2 } })).toBe(2)
  for (const read of [readBotStatus, readScopes, readSettings]) expect(() => read({})).toThrow()
})
