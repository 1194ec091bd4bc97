import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SimEvent, Simulator, SimulatorOptions, SimSaying } from '../../../../app/demo/simulator/index.ts'
import { finalCard } from './cards.ts'
import { answered, APP, createSdk, json, openLink, patchCard, sendCard, signatureOf, startSimulator, startWebhook, unseal, until, type Received, type Webhook } from './rig.ts'

const NOW = 1_700_000_000_500
const GROUP = { chatId: 'oc_team', name: 'Team', members: ['ou_fang', 'ou_eve'] }

interface Opened {
  readonly header: Readonly<Record<string, string>>
  readonly event: { readonly sender: object; readonly message: Readonly<Record<string, unknown>> & { readonly content: string } }
}

let simulator: Simulator
let webhook: Webhook
let respond: (response: ServerResponse, received: Received) => void

async function begin(options: Partial<SimulatorOptions> = {}): Promise<void> {
  simulator = await startSimulator({ groups: [GROUP], messageRetriesMs: [1, 1, 1], now: () => NOW, ...options })
  simulator.connectWebhook(webhook.url)
}

const opened = (index = 0) => unseal(webhook.received[index]?.body ?? Buffer.alloc(0)) as Opened

/** Says it and waits until the app has it or never will. */
async function say(saying: Partial<SimSaying> & object): Promise<{ messageId: string; delivery: object }> {
  const { message, delivery } = simulator.say({ personId: 'ou_fang', ...saying } as SimSaying)
  return { messageId: message.messageId, delivery: await delivery }
}

beforeEach(async () => {
  respond = json({})
  webhook = await startWebhook((response, received) => respond(response, received))
})

afterEach(async () => {
  await simulator.close()
  await webhook.close()
})

describe('what a person writes', () => {
  it('stands in the private chat with the bot and reaches the app sealed and signed', async () => {
    await begin()
    const { messageId, delivery } = await say({ text: 'use SQLite' })
    const [message] = simulator.messages()
    expect(message).toMatchObject({ messageId, senderId: 'ou_fang', text: 'use SQLite', createdAt: NOW, history: [] })
    expect(delivery).toEqual({ kind: 'delivered', eventId: opened().header['event_id'], tries: 1 })
    expect(webhook.received[0]?.headers).toMatchObject({ 'x-lark-request-timestamp': '1700000000', 'x-lark-signature': signatureOf(webhook.received[0]!) })
    expect(opened()).toEqual({
      schema: '2.0',
      header: {
        event_id: expect.stringMatching(/./u), event_type: 'im.message.receive_v1', create_time: String(NOW),
        token: APP.verificationToken, app_id: APP.appId, tenant_key: 'tenant_simulated',
      },
      event: {
        sender: { sender_id: { open_id: 'ou_fang', union_id: 'on_fang', user_id: 'fang' }, sender_type: 'user', tenant_key: 'tenant_simulated' },
        message: {
          message_id: messageId, create_time: String(NOW), update_time: String(NOW), chat_id: message?.chatId, chat_type: 'p2p',
          message_type: 'text', content: '{"text":"use SQLite"}',
        },
      },
    })
  })

  it('goes to the chat in which the bot writes to the same person', async () => {
    await begin()
    const sent = await sendCard(createSdk(simulator.url), finalCard())
    await say({ text: 'hello' })
    expect(opened().event.message['chat_id']).toBe(sent.data?.chat_id)
  })

  it('names the message that it quotes, and the first of the chain', async () => {
    await begin()
    const card = (await sendCard(createSdk(simulator.url), finalCard())).data?.message_id ?? ''
    const first = await say({ text: 'what do you mean?', quotes: card })
    const second = await say({ text: 'ah', quotes: first.messageId })
    expect(opened(0).event.message).toMatchObject({ parent_id: card, root_id: card })
    expect(opened(1).event.message).toMatchObject({ message_id: second.messageId, parent_id: first.messageId, root_id: card })
  })

  it('can be replied to by the app, inside the same chain', async () => {
    await begin()
    const said = await say({ text: 'hello' })
    const reply = await answered(createSdk(simulator.url).im.v1.message.reply({
      path: { message_id: said.messageId }, data: { msg_type: 'text', content: JSON.stringify({ text: 'hi' }) },
    }))
    expect(reply).toMatchObject({ code: 0, data: { parent_id: said.messageId, root_id: said.messageId } })
    expect(await patchCard(createSdk(simulator.url), said.messageId, finalCard())).toMatchObject({ http: 400, code: 230054 })
  })

  it.each([
    [{ sticker: 'thumbs' }, 'sticker', { file_key: 'thumbs' }],
    [{ image: 'img_1' }, 'image', { image_key: 'img_1' }],
    [{ text: '两行\n"引号"' }, 'text', { text: '两行\n"引号"' }],
  ])('may be %o', async (content, type, payload) => {
    await begin()
    await say(content)
    expect(opened().event.message['message_type']).toBe(type)
    expect(JSON.parse(opened().event.message.content)).toEqual(payload)
  })

  it('is heard in a group only when it names the bot', async () => {
    await begin()
    expect((await say({ chatId: 'oc_team', text: 'lunch?' })).delivery).toMatchObject({ kind: 'unaddressed', tries: 0 })
    expect((await say({ chatId: 'oc_team', sticker: 'thumbs' })).delivery).toMatchObject({ kind: 'unaddressed' })
    expect(webhook.received).toEqual([])
    await say({ chatId: 'oc_team', text: '@Ask Anywhere yes' })
    expect(opened().event.message).toMatchObject({
      chat_id: 'oc_team', chat_type: 'group', content: '{"text":"@_user_1 yes"}',
      mentions: [{ key: '@_user_1', id: { open_id: `ou_bot_${APP.appId}` }, name: 'Ask Anywhere' }],
    })
    expect(simulator.messages()).toHaveLength(3)
  })

  it('is the caller\'s mistake when person, chat, quoted message or words are not there', async () => {
    await begin()
    const { messageId } = await say({ text: 'hello' })
    simulator.recall(messageId)
    const saying = (extra: object) => () => simulator.say({ personId: 'ou_fang', text: 'x', ...extra })
    expect(saying({ personId: 'ou_none' })).toThrow('no person ou_none')
    expect(saying({ chatId: 'oc_none' })).toThrow('not in the chat oc_none')
    expect(saying({ quotes: 'om_none' })).toThrow('no message om_none')
    expect(saying({ quotes: messageId })).toThrow('no message')
    expect(saying({ text: ' \n' })).toThrow('nothing to say')
    expect(simulator.messages()).toHaveLength(1)
  })

  it('is told to those who watch: said first, delivered later', async () => {
    await begin()
    const events: SimEvent[] = []
    simulator.on((event) => events.push(event))
    const awaited = simulator.waitForMessage(({ senderId }) => senderId === 'ou_fang')
    const { messageId } = await say({ text: 'hello' })
    expect((await awaited).messageId).toBe(messageId)
    expect(events.map(({ kind }) => kind).filter((kind) => kind !== 'wire')).toEqual(['message-said', 'message-delivered'])
  })
})

describe('delivery', () => {
  it('is tried again until the app says 200, as one and the same event', async () => {
    await begin()
    respond = (response) => json({}, webhook.received.length < 3 ? 500 : 200)(response)
    expect((await say({ text: 'hello' })).delivery).toMatchObject({ kind: 'delivered', tries: 3 })
    expect(new Set([0, 1, 2].map((index) => opened(index).header['event_id'])).size).toBe(1)
  })

  it('is given up after the last try', async () => {
    await begin()
    respond = json({}, 500)
    expect((await say({ text: 'hello' })).delivery).toMatchObject({ kind: 'undelivered', tries: 4 })
    expect(webhook.received).toHaveLength(4)
  })

  it('waits as long as the platform does, unless the simulator closes first', async () => {
    await begin()
    const patient = await startSimulator()
    patient.connectWebhook(webhook.url)
    respond = json({}, 500)
    const { delivery } = patient.say({ personId: 'ou_fang', text: 'hello' })
    await until(patient, () => patient.wire().length > 0)
    await patient.close()
    expect(await delivery).toMatchObject({ kind: 'undelivered', tries: 1 })
  })

  it('does not happen while the app listens nowhere', async () => {
    await begin()
    const other = await startSimulator()
    expect(await other.say({ personId: 'ou_fang', text: 'hello' }).delivery).toMatchObject({ kind: 'unsubscribed', tries: 0 })
    await other.close()
  })

  it('can be lost once, doubled, or signed with another key', async () => {
    await begin()
    simulator.faults.set({ name: 'dropped-callback', times: 1 })
    expect((await say({ text: 'one' })).delivery).toMatchObject({ tries: 2 })
    simulator.faults.set({ name: 'duplicated-event', times: 1 })
    await say({ text: 'two' })
    expect(webhook.received).toHaveLength(3)
    expect(webhook.received[1]?.body).toEqual(webhook.received[2]?.body)
    simulator.faults.set({ name: 'wrong-signature', times: 1 })
    await say({ text: 'three' })
    expect(webhook.received[3]?.headers['x-lark-signature']).not.toBe(signatureOf(webhook.received[3]!))
  })

  it('goes over a long connection if one is up, with the same event id after a cut', async () => {
    await begin({ linkConfig: { reconnectNonce: 0 }, messageRetriesMs: [200, 200, 200] })
    const seen: Readonly<Record<string, unknown>>[] = []
    const link = await openLink(simulator.url, {
      'im.message.receive_v1': (event) => {
        seen.push(event)
        if (seen.length === 1) simulator.dropLinks()
      },
    })
    await until(simulator, () => simulator.links() === 1)
    const { delivery } = simulator.say({ personId: 'ou_fang', text: 'hello' })
    expect(await delivery).toMatchObject({ kind: 'delivered', tries: 2 })
    expect(seen.map((event) => event['event_id'])).toEqual(Array(seen.length).fill((await delivery).eventId))
    expect(seen[0]).toMatchObject({ sender: { sender_id: { open_id: 'ou_fang' } }, message: { content: '{"text":"hello"}' } })
    link.close()
  })
})
