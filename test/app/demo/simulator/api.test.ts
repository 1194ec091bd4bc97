import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '@larksuiteoapi/node-sdk'
import type { Simulator } from '../../../../app/demo/simulator/index.ts'
import { cardOf, finalCard, markdown, questionCard } from './cards.ts'
import { answered, APP, createSdk, patchCard, sendCard, startSimulator } from './rig.ts'

const DAY_MS = 86_400_000

let simulator: Simulator
let sdk: Client
let clock: number

beforeEach(async () => {
  clock = 1_700_000_000_000
  simulator = await startSimulator({ now: () => clock, groups: [{ chatId: 'oc_team', name: 'Team', members: ['ou_fang', 'ou_eve'] }] })
  sdk = createSdk(simulator.url)
})

afterEach(() => simulator.close())

/** A request without the SDK, for what the SDK would never send. */
async function raw(path: string, init: RequestInit = {}): Promise<{ status: number; code: number; headers: Headers }> {
  const response = await fetch(`${simulator.url}/open-apis${path}`, init)
  const body = await response.json() as { code: number }
  return { status: response.status, code: body.code, headers: response.headers }
}

const tokenFor = (body: object) =>
  raw('/auth/v3/tenant_access_token/internal', { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

async function askForToken(): Promise<{ tenant_access_token: string; expire: number }> {
  const response = await fetch(`${simulator.url}/open-apis/auth/v3/tenant_access_token/internal`, {
    method: 'POST', body: JSON.stringify({ app_id: APP.appId, app_secret: APP.appSecret }),
  })
  return await response.json() as { tenant_access_token: string; expire: number }
}

describe('tokens', () => {
  it('are given for the right credentials and handed out again while they last', async () => {
    const first = await askForToken()
    expect(first).toMatchObject({ code: 0, msg: 'ok', expire: 7200 })
    clock += 3_600_000
    expect(await askForToken()).toMatchObject({ tenant_access_token: first.tenant_access_token, expire: 3600 })
    clock += 1_800_000
    expect((await askForToken()).tenant_access_token).not.toBe(first.tenant_access_token)
  })

  it('are refused with HTTP 200 and a code for an unknown app or a wrong secret', async () => {
    expect(await tokenFor({ app_id: 'cli_other', app_secret: APP.appSecret })).toMatchObject({ status: 200, code: 10003 })
    expect(await tokenFor({ app_id: APP.appId, app_secret: 'wrong' })).toMatchObject({ status: 200, code: 10014 })
  })

  it('must come with a request: none is 99991661, an unknown or outlived one 99991663', async () => {
    expect(await raw('/bot/v3/info')).toMatchObject({ status: 400, code: 99991661 })
    expect(await raw('/bot/v3/info', { headers: { authorization: 'Bearer t-made-up' } })).toMatchObject({ status: 400, code: 99991663 })
    await sendCard(sdk, finalCard())
    clock += 7_200_000
    expect(await sendCard(sdk, finalCard())).toMatchObject({ http: 400, code: 99991663 })
    expect(await sendCard(createSdk(simulator.url), finalCard())).toMatchObject({ http: 200, code: 0 })
  })
})

describe('sending', () => {
  it('delivers a card through the real SDK and records it', async () => {
    const sent = await sendCard(sdk, questionCard())
    expect(sent).toMatchObject({ http: 200, code: 0 })
    expect(simulator.messages()).toMatchObject([
      { messageId: sent.data?.message_id, chatId: sent.data?.chat_id, receiver: { type: 'open_id', id: 'ou_fang' }, card: questionCard(), createdAt: clock },
    ])
  })

  it.each([
    ['open_id', 'ou_fang'], ['user_id', 'fang'], ['union_id', 'on_fang'], ['email', 'fang@example.com'],
  ] as const)('finds the same private chat by %s', async (type, id) => {
    const byOpenId = await sendCard(sdk, finalCard())
    const sent = await answered(sdk.im.v1.message.create({
      params: { receive_id_type: type }, data: { receive_id: id, msg_type: 'text', content: JSON.stringify({ text: 'hello' }) },
    }))
    expect(sent.data?.chat_id).toBe(byOpenId.data?.chat_id)
    expect(simulator.messages().at(-1)).toMatchObject({ text: 'hello' })
  })

  it('reaches a group by chat_id and replies into the same chat', async () => {
    const sent = await answered(sdk.im.v1.message.create({
      params: { receive_id_type: 'chat_id' }, data: { receive_id: 'oc_team', msg_type: 'interactive', content: JSON.stringify(finalCard()) },
    }))
    const reply = await answered(sdk.im.v1.message.reply({
      path: { message_id: sent.data?.message_id ?? '' }, data: { msg_type: 'text', content: JSON.stringify({ text: 'too late' }) },
    }))
    expect(reply).toMatchObject({ code: 0, data: { chat_id: 'oc_team', parent_id: sent.data?.message_id } })
  })

  it('refuses a receiver that the bot cannot reach, and one of the wrong kind', async () => {
    expect(await sendCard(sdk, finalCard(), { to: 'ou_nobody' })).toMatchObject({ http: 400, code: 230002 })
    expect(await sendCard(sdk, finalCard(), { to: 'omt_topic' })).toMatchObject({ http: 400, code: 99992402 })
  })

  it('refuses a card that breaks the rules, with the inner code and the path', async () => {
    const refused = await sendCard(sdk, cardOf([{ tag: 'note', elements: [] }]))
    expect(refused).toMatchObject({ http: 400, code: 230099 })
    expect(refused.msg).toContain('ErrCode: 200861; ErrPath: ROOT -> body -> elements -> 0')
    expect(simulator.messages()).toEqual([])
  })

  it('refuses a content of more than 30 KB', async () => {
    expect(await sendCard(sdk, cardOf([markdown('x'.repeat(31_000))]))).toMatchObject({ http: 400, code: 230025 })
  })

  it('sends at most one message for the same uuid within an hour', async () => {
    const first = await sendCard(sdk, questionCard(), { uuid: 'same' })
    clock += 3_599_000
    expect((await sendCard(sdk, questionCard(), { uuid: 'same' })).data).toEqual(first.data)
    clock += 1_000
    expect((await sendCard(sdk, questionCard(), { uuid: 'same' })).data?.message_id).not.toBe(first.data?.message_id)
    expect(simulator.messages()).toHaveLength(2)
  })

  it('takes five messages a second for a receiver and no more', async () => {
    for (let count = 0; count < 5; count += 1) expect(await sendCard(sdk, finalCard())).toMatchObject({ code: 0 })
    expect(await sendCard(sdk, finalCard())).toMatchObject({ http: 400, code: 230020 })
    expect(await sendCard(sdk, finalCard(), { to: 'ou_eve' })).toMatchObject({ code: 0 })
    clock += 1000
    expect(await sendCard(sdk, finalCard())).toMatchObject({ code: 0 })
  })
})

describe('updating', () => {
  let messageId: string

  beforeEach(async () => {
    messageId = (await sendCard(sdk, questionCard())).data?.message_id ?? ''
  })

  it('replaces the card and keeps its history', async () => {
    clock += 10
    expect(await patchCard(sdk, messageId, finalCard())).toMatchObject({ http: 200, code: 0, data: {} })
    expect(simulator.messages()[0]).toMatchObject({
      card: finalCard(), updatedAt: clock, history: [{ cause: 'sent' }, { cause: 'patched', at: clock }],
    })
  })

  it('takes five patches a second for a message and no more', async () => {
    for (let count = 0; count < 5; count += 1) expect(await patchCard(sdk, messageId, finalCard())).toMatchObject({ code: 0 })
    expect(await patchCard(sdk, messageId, finalCard())).toMatchObject({ http: 400, code: 230020 })
  })

  it('ends fourteen days after the card was sent', async () => {
    clock += 14 * DAY_MS
    sdk = createSdk(simulator.url)
    expect(await patchCard(sdk, messageId, finalCard())).toMatchObject({ code: 0 })
    clock += 1
    expect(await patchCard(sdk, messageId, finalCard())).toMatchObject({ http: 400, code: 230031 })
  })

  it('is refused for a recalled message, an unknown one, a text and a bad card', async () => {
    expect(await patchCard(sdk, 'om_unknown', finalCard())).toMatchObject({ http: 400, code: 230001 })
    expect(await patchCard(sdk, messageId, { ...finalCard(), elements: [] })).toMatchObject({ http: 400, code: 230099 })
    const text = await answered(sdk.im.v1.message.create({
      params: { receive_id_type: 'open_id' }, data: { receive_id: 'ou_fang', msg_type: 'text', content: JSON.stringify({ text: 'hello' }) },
    }))
    expect(await patchCard(sdk, text.data?.message_id ?? '', finalCard())).toMatchObject({ http: 400, code: 230054 })
    simulator.recall(messageId)
    expect(await patchCard(sdk, messageId, finalCard())).toMatchObject({ http: 400, code: 230011 })
  })

  it('buzzes the members of the chat and names the others', async () => {
    const buzz = await answered(sdk.im.v1.message.urgentApp({
      path: { message_id: messageId }, params: { user_id_type: 'open_id' }, data: { user_id_list: ['ou_fang', 'ou_eve'] },
    }))
    expect(buzz).toMatchObject({ code: 0, data: { invalid_user_id_list: ['ou_eve'] } })
    expect(simulator.messages()[0]?.buzzed).toEqual(['ou_fang'])
  })
})

describe('the rest of the API', () => {
  it('tells about the bot and its scopes, although the SDK sends a body with these GETs', async () => {
    expect(await answered(sdk.request({ method: 'GET', url: '/open-apis/bot/v3/info', data: {} }))).toMatchObject({ code: 0, bot: { app_name: 'Ask Anywhere' } })
    const scopes = await answered(sdk.application.v6.scope.list({}))
    expect(scopes).toMatchObject({ code: 0, data: { scopes: expect.arrayContaining([{ scope_name: 'im:message:send_as_bot', grant_status: 1 }]) } })
  })

  it('gives every answer a log id', async () => {
    expect((await raw('/bot/v3/info')).headers.get('x-tt-logid')).toMatch(/^[0-9a-f]{32}$/u)
  })

  it('answers a body that is not JSON with a refusal, and an unknown path with 404', async () => {
    expect(await raw('/im/v1/messages', { method: 'POST', body: 'not json' })).toMatchObject({ status: 400, code: 230001 })
    expect((await fetch(`${simulator.url}/open-apis/im/v1/images`, { method: 'POST' })).status).toBe(404)
  })

  it('keeps credentials out of its wire log', async () => {
    await sendCard(sdk, questionCard())
    expect(simulator.wire()).toHaveLength(2)
    const log = JSON.stringify(simulator.wire())
    expect(log).not.toContain(APP.appSecret)
    expect(log).not.toMatch(/t-[0-9a-f]{8}/u)
    expect(log).toMatch(/••••[0-9a-f]{4}/u)
  })
})
