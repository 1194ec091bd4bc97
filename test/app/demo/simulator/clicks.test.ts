import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SimEvent, Simulator, SimulatorOptions } from '../../../../app/demo/simulator/index.ts'
import { cardOf, dismiss, finalCard, form, input, multi, questionCard, single, submit, text } from './cards.ts'
import { APP, createSdk, json, patchCard, sendCard, signatureOf, startSimulator, startWebhook, unseal, type Received, type Webhook } from './rig.ts'

interface Opened {
  readonly header: Record<string, string>
  readonly event: { operator: object; action: Record<string, unknown>; host?: string; context?: object; token: string }
  readonly host?: string
  readonly context?: object
}

let simulator: Simulator
let webhook: Webhook
let messageId: string
let events: SimEvent[]
let respond: (response: ServerResponse, received: Received) => void

async function begin(options: Partial<SimulatorOptions> = {}, card: unknown = questionCard()): Promise<void> {
  simulator = await startSimulator(options)
  webhook = await startWebhook((response, received) => respond(response, received))
  simulator.connectWebhook(webhook.url)
  events = []
  simulator.on((event) => events.push(event))
  messageId = (await sendCard(createSdk(simulator.url), card)).data?.message_id ?? ''
}

const fang = (element: string, extra: object = {}) => ({ messageId, personId: 'ou_fang', element, ...extra })
const received = (index = 0): Received => {
  const one = webhook.received[index]
  if (one === undefined) throw new Error(`The webhook got no request ${index}`)
  return one
}
const opened = (index = 0) => unseal(received(index).body) as Opened
const kinds = () => events.map(({ kind }) => kind).filter((kind) => kind !== 'wire')

beforeEach(() => {
  respond = json({})
})

afterEach(async () => {
  await simulator.close()
  await webhook.close()
})

describe('a callback', () => {
  it('is sealed and signed over the exact bytes', async () => {
    await begin({ now: () => 1_700_000_000_500 })
    await simulator.act(fang('dismiss_1'))
    expect(received().headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8', 'x-lark-request-timestamp': '1700000000', 'x-lark-signature': signatureOf(received()),
    })
    expect(opened()).toMatchObject({
      schema: '2.0',
      header: { event_type: 'card.action.trigger', token: APP.verificationToken, app_id: APP.appId, create_time: '1700000000500000' },
      event: {
        operator: { open_id: 'ou_fang', union_id: 'on_fang', user_id: 'fang' },
        action: { tag: 'button', name: 'dismiss_1', value: { ask: '1', act: 'dismiss' } },
        host: 'im_message',
        context: { open_message_id: messageId, open_chat_id: simulator.messages()[0]?.chatId },
      },
    })
    expect(opened().event.token).toMatch(/^c-/u)
  })

  it('has an event id of its own each time and reuses its connection', async () => {
    await begin()
    const first = await simulator.act(fang('dismiss_1'))
    const second = await simulator.act(fang('dismiss_1'))
    expect(first.eventId).not.toBe(second.eventId)
    expect([opened(0).header['event_id'], opened(1).header['event_id']]).toEqual([first.eventId, second.eventId])
    expect(received(0).port).toBe(received(1).port)
  })

  it('of a submit carries every field by name, untouched ones with their defaults', async () => {
    const fields = [single({ initial_option: '1' }), multi({ selected_values: ['0'] }), input({ default_value: 'as before' }), { tag: 'checker', name: 'skip', text: text('Skip') }]
    await begin({}, cardOf([form([...fields, submit()])]))
    await simulator.act(fang('submit_1', { formValue: { q1: ['0', '1'] } }))
    expect(opened().event.action).toMatchObject({
      tag: 'button', name: 'submit_1', value: { ask: '1', act: 'submit' }, form_value: { q0: '1', q1: ['0', '1'], q0_other: 'as before', skip: false },
    })
  })

  it('can leave out empty fields, lose the value of a submit and carry its context on top', async () => {
    await begin({ payload: { emptyFields: 'absent', submitValue: 'lost', context: 'top-level' } })
    await simulator.act(fang('submit_1', { formValue: { q0: '1' } }))
    expect(opened()).toMatchObject({ host: 'im_message', context: { open_message_id: messageId } })
    expect(opened().event).not.toHaveProperty('context')
    expect(opened().event.action).toEqual({ tag: 'button', name: 'submit_1', timezone: 'Asia/Shanghai', form_value: { q0: '1', q2_skip: false } })
  })

  it.each([
    [{ tag: 'select_static', name: 'pick', options: [{ text: text('A'), value: 'a' }] }, 'a', { tag: 'select_static', option: 'a' }],
    [{ tag: 'input', name: 'pick' }, 'words', { tag: 'input', input_value: 'words' }],
    [{ tag: 'checker', name: 'pick', text: text('x') }, true, { tag: 'checker', checked: true }],
  ])('of a lone %o tells what it was set to', async (element, value, action) => {
    await begin({}, cardOf([element]))
    await simulator.act(fang('pick', { value }))
    expect(opened().event.action).toMatchObject(action)
  })

  it('can be built without sending, for a caller that sends it when it likes', async () => {
    await begin()
    const { body, headers, eventId } = simulator.buildCallback(fang('submit_1', { formValue: { q0: 'forged', extra: 'field' } }))
    expect(headers['x-lark-signature']).toBe(signatureOf({ headers, body }))
    expect((unseal(body) as Opened).header['event_id']).toBe(eventId)
    expect((unseal(body) as Opened).event.action['form_value']).toMatchObject({ q0: 'forged', extra: 'field' })
    expect(webhook.received).toEqual([])
    expect(simulator.applyAnswer(fang('submit_1'), { status: 200, text: JSON.stringify({ toast: { type: 'success', content: 'ok' } }) }, eventId))
      .toMatchObject({ kind: 'answered', eventId, toast: { type: 'success', text: 'ok' } })
  })

  it('is the caller\'s mistake when message, person or element is not there', async () => {
    await begin()
    await expect(simulator.act({ ...fang('dismiss_1'), messageId: 'om_none' })).rejects.toThrow('There is no card om_none')
    await expect(simulator.act({ ...fang('dismiss_1'), personId: 'ou_none' })).rejects.toThrow('There is no person ou_none')
    await expect(simulator.act(fang('nothing'))).rejects.toThrow('no interactive element "nothing"')
  })
})

describe('the phone', () => {
  it('keeps an unfinished form and names the fields', async () => {
    await begin()
    expect(await simulator.act(fang('submit_1'))).toMatchObject({ kind: 'blocked', fields: ['q0'] })
    expect(await simulator.act(fang('submit_1', { formValue: { q0: '7' } }))).toMatchObject({ kind: 'blocked', fields: ['q0'] })
    expect(await simulator.act(fang('submit_1', { formValue: { q0: '0', q0_other: 'x'.repeat(1001), q1: ['2'] } })))
      .toMatchObject({ kind: 'blocked', fields: ['q1', 'q0_other'] })
    expect(webhook.received).toEqual([])
    expect(await simulator.act(fang('submit_1', { formValue: { q0: '0' } }))).toMatchObject({ kind: 'answered' })
  })

  it('sends nothing for a button that is disabled or has no callback', async () => {
    await begin({}, cardOf([dismiss({ disabled: true }), { tag: 'button', name: 'idle', text: text('Idle') }]))
    expect(await simulator.act(fang('dismiss_1'))).toMatchObject({ kind: 'blocked' })
    expect(await simulator.act(fang('idle'))).toMatchObject({ kind: 'blocked' })
  })

  it('shows the toast in the language of its person', async () => {
    respond = json({ toast: { type: 'warning', content: '默认', i18n: { zh_cn: '已有人回答', en_us: 'Already answered' } } })
    await begin()
    expect((await simulator.act(fang('dismiss_1'))).toast).toEqual({ type: 'warning', text: '已有人回答' })
    expect((await simulator.act({ ...fang('dismiss_1'), personId: 'ou_eve' })).toast?.text).toBe('Already answered')
    expect((await simulator.act(fang('dismiss_1', { locale: 'en' }))).toast?.text).toBe('Already answered')
  })

  it('shows the card that comes with the answer', async () => {
    respond = json({ card: { type: 'raw', data: finalCard() } })
    await begin()
    expect(await simulator.act(fang('dismiss_1'))).toMatchObject({ kind: 'answered', cardReplaced: true })
    expect(simulator.messages()[0]).toMatchObject({ card: finalCard(), history: [{ cause: 'sent' }, { cause: 'answered' }] })
    expect(kinds()).toEqual(['message-sent', 'callback-posted', 'card-replaced', 'callback-answered'])
  })

  it.each([
    ['200671 for an answer that is not HTTP 200', json({ toast: {} }, 500), 200671],
    ['200672 for an answer that is not JSON', (response: ServerResponse) => { response.end('ok') }, 200672],
    ['200672 for an empty answer', (response: ServerResponse) => { response.end() }, 200672],
    ['200672 for a malformed toast', json({ toast: { type: 'loud', content: 'x' } }), 200672],
    ['200672 for a card that is not wrapped', json({ card: finalCard() }), 200672],
    ['200672 for unknown keys', json({ message: 'x' }), 200672],
    ['200673 for a card of schema 1.0', json({ card: { type: 'raw', data: { elements: [] } } }), 200673],
    ['200673 for a card that breaks the rules', json({ card: { type: 'raw', data: cardOf([multi()]) } }), 200673],
    ['200341 for a broken connection', (response: ServerResponse) => { response.destroy() }, 200341],
  ] as const)('shows %s, and keeps the card', async (_what, answer, phoneCode) => {
    respond = answer
    await begin()
    expect(await simulator.act(fang('dismiss_1'))).toMatchObject({ kind: 'failed', phoneCode, cardReplaced: false })
    expect(simulator.messages()[0]?.card).toEqual(questionCard())
  })

  it('shows 200341 when the answer does not come in time, whatever comes later', async () => {
    let late: ServerResponse | undefined
    respond = (response) => { late = response }
    await begin({ answerDeadlineMs: 30 })
    expect(await simulator.act(fang('dismiss_1'))).toMatchObject({ kind: 'failed', phoneCode: 200341 })
    late?.end(JSON.stringify({ card: { type: 'raw', data: finalCard() } }))
    expect(simulator.messages()[0]?.card).toEqual(questionCard())
  })

  it('shows 200340 while the app listens nowhere', async () => {
    await begin()
    const other = await startSimulator()
    const sent = await sendCard(createSdk(other.url), questionCard())
    expect(await other.act({ ...fang('dismiss_1'), messageId: sent.data?.message_id ?? '' })).toMatchObject({ kind: 'failed', phoneCode: 200340 })
    await other.close()
  })
})

describe('testing the address', () => {
  it('accepts a webhook that gives back the sealed, unsigned challenge', async () => {
    await begin()
    respond = (response, { body, headers }) => {
      expect(headers).not.toHaveProperty('x-lark-signature')
      const request = unseal(body) as { challenge: string; token: string; type: string }
      expect(request).toMatchObject({ token: APP.verificationToken, type: 'url_verification' })
      json({ challenge: request.challenge })(response)
    }
    expect(await simulator.verifyWebhook()).toBe(true)
  })

  it('rejects a webhook that gives back anything else', async () => {
    await begin()
    respond = json({ challenge: 'another' })
    expect(await simulator.verifyWebhook()).toBe(false)
    respond = (response) => { response.end('challenge') }
    expect(await simulator.verifyWebhook()).toBe(false)
  })
})

describe('a fault of clicks', () => {
  it('drops a callback: the app hears nothing, the phone shows 200341', async () => {
    await begin()
    simulator.faults.set({ name: 'dropped-callback', times: 1 })
    expect(await simulator.act(fang('dismiss_1'))).toMatchObject({ kind: 'failed', phoneCode: 200341 })
    expect(webhook.received).toEqual([])
    expect(await simulator.act(fang('dismiss_1'))).toMatchObject({ kind: 'answered' })
  })

  it('duplicates an event: the same bytes arrive twice', async () => {
    await begin()
    simulator.faults.set({ name: 'duplicated-event', times: 1 })
    await simulator.act(fang('dismiss_1'))
    expect(webhook.received).toHaveLength(2)
    expect(received(0).body).toEqual(received(1).body)
  })

  it('signs with another key', async () => {
    await begin()
    simulator.faults.set({ name: 'wrong-signature', times: 1 })
    await simulator.act(fang('dismiss_1'))
    expect(received().headers['x-lark-signature']).not.toBe(signatureOf(received()))
  })

  it('reverts a patch that overtakes the answer to the click', async () => {
    await begin()
    simulator.faults.set({ name: 'reverted-patch' })
    const sdk = createSdk(simulator.url)
    respond = (response) => {
      patchCard(sdk, messageId, finalCard()).then(() => json({})(response), (error: unknown) => response.destroy(error as Error))
    }
    await simulator.act(fang('dismiss_1'))
    expect(simulator.messages()[0]?.history.map(({ cause }) => cause)).toEqual(['sent', 'patched', 'reverted'])
    expect(simulator.messages()[0]?.card).toEqual(questionCard())
    await patchCard(sdk, messageId, finalCard())
    expect(simulator.messages()[0]?.card).toEqual(finalCard())
  })
})
