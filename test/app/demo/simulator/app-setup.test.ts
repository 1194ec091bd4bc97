/** The app as it is set up in the developer console, and what the platform refuses or holds back for that. */
import { afterEach, describe, expect, it } from 'vitest'
import type { Simulator, SimulatorOptions } from '../../../../app/demo/simulator/index.ts'
import { createSdk, openLink, PEOPLE, startSimulator, answered, APP } from './rig.ts'

let simulator: Simulator
afterEach(() => simulator.close())

const CARD = { schema: '2.0', body: { elements: [{ tag: 'button', name: 'go', text: { tag: 'plain_text', content: 'Go' }, behaviors: [{ type: 'callback', value: {} }] }] } }

async function start(options: Partial<SimulatorOptions> = {}): Promise<ReturnType<typeof createSdk>> {
  simulator = await startSimulator(options)
  return createSdk(simulator.url)
}

async function send(sdk: ReturnType<typeof createSdk>): Promise<string> {
  const { data } = await answered(sdk.im.v1.message.create({ params: { receive_id_type: 'open_id' }, data: { receive_id: PEOPLE[0].openId, msg_type: 'interactive', content: JSON.stringify(CARD) } }))
  return data?.message_id ?? ''
}

function read(sdk: ReturnType<typeof createSdk>): ReturnType<typeof answered> {
  return answered(sdk.application.v6.application.get({ path: { app_id: APP.appId }, params: { lang: 'en_us' } }))
}

describe('an app', () => {
  it('reads its own settings with the scope for that, and no secret is among them', async () => {
    expect(await read(await start())).toMatchObject({ http: 400, code: 99991672 })
    await simulator.close()
    const told = await read(await start({ scopes: [{ scope_name: 'application:application:self_manage', grant_status: 1 }], setup: { transport: 'long-connection', published: false } }))
    expect(told).toMatchObject({ code: 0, data: { app: { app_id: APP.appId, callback: { callback_type: 'websocket', subscribed_callbacks: ['card.action.trigger'] } } } })
    for (const secret of [APP.appSecret, APP.encryptKey, APP.verificationToken]) expect(JSON.stringify(told)).not.toContain(secret)
  })

  it('without a bot, or without the scope to send, sends nothing', async () => {
    const sdk = await start({ setup: { bot: 'absent' } })
    const message = { params: { receive_id_type: 'open_id' as const }, data: { receive_id: PEOPLE[0].openId, msg_type: 'text', content: '{"text":"hello"}' } }
    expect(await answered(sdk.im.v1.message.create(message))).toMatchObject({ http: 400, code: 11205 })
    await simulator.close()
    expect(await answered((await start({ scopes: [] })).im.v1.message.create(message))).toMatchObject({ http: 400, code: 99991672 })
  })

  it.each<[string, Partial<SimulatorOptions>]>([['published', { setup: { published: false } }], ['subscribed to clicks', { setup: { subscribed: [] } }], ['set to the way that is open', { setup: { transport: 'long-connection' } }]])('that is not %s hears of no click, and the phone shows 200340', async (_, options) => {
    const sdk = await start(options)
    simulator.connectWebhook('http://127.0.0.1:9/')
    const reply = await simulator.act({ messageId: await send(sdk), personId: PEOPLE[0].openId, element: 'go' })
    expect(reply).toMatchObject({ kind: 'failed', phoneCode: 200340 })
    expect(await simulator.say({ personId: PEOPLE[0].openId, text: 'hello' }).delivery).toMatchObject({ kind: 'unsubscribed' })
  })
})

it('gives a late click up on the phone, and it reaches the app all the same', async () => {
  const sdk = await start({ answerDeadlineMs: 100 })
  const heard: unknown[] = []
  const link = await openLink(simulator.url, { 'card.action.trigger': (event) => { heard.push(event); return {} } })
  simulator.faults.set({ name: 'late-callback', ms: 300, times: 1 })
  const reply = await simulator.act({ messageId: await send(sdk), personId: PEOPLE[0].openId, element: 'go' })
  expect([reply.phoneCode, heard.length]).toEqual([200341, 0])
  await expect.poll(() => heard.length).toBe(1)
  link.close()
})

it('refuses a long connection for good', async () => {
  await start()
  simulator.faults.set({ name: 'refused-link' })
  const link = await openLink(simulator.url, {})
  expect(link.history).toContain('failed')
  link.close()
})
