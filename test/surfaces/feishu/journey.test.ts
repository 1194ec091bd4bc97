import { afterEach, describe, expect, it } from 'vitest'
import type { SimReply } from '../../../app/demo/simulator/index.ts'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { rejection, settle } from '../../helpers/rounds.ts'
import { DATABASE, KEYS } from './known.ts'
import { createStand, isActionable, type Stand, type StandOptions, STRANGER, until, WANG } from './stand.ts'

const POSTGRES = { answers: [{ id: 'db', selected: ['Postgres'] }] }
const CHECKS: AskUserQuestionItem = { id: 'checks', question: 'Which checks?', options: [{ label: 'unit' }, { label: 'types' }], multiSelect: true }
const NAME: AskUserQuestionItem = { id: 'name', question: 'Which name?' }

describe('the plugin, the real SDK and the simulated platform', () => {
  const stands: Stand[] = []
  const start = async (options?: StandOptions): Promise<Stand> => {
    const stand = await createStand(options)
    stands.push(stand)
    return stand
  }
  afterEach(async () => {
    for (const stand of stands.splice(0)) await stand.close()
  })

  it('passes the platform\'s test of the webhook address', async () => {
    expect(await (await start()).simulator.verifyWebhook()).toBe(true)
  })

  it('turns a submitted form into the answer, and its card into the final one', async () => {
    const stand = await start()
    const answer = stand.ask([DATABASE, CHECKS, NAME])
    const { messageId } = await stand.card()
    const reply = await act(stand, messageId, 'submit_ask-1', { q0: '1', q1: ['0', '1'], q1_text: 'lint, too', q2_skip: true })
    expect(await answer).toEqual({
      answers: [{ id: 'db', selected: ['Postgres'] }, { id: 'checks', selected: ['unit', 'types'], custom: 'lint, too' }, { id: 'name', selected: [] }],
    })
    expect(reply).toMatchObject({ kind: 'answered', toast: { type: 'success', text: 'Your answer counts.' }, cardReplaced: true })
    const final = await until(stand.simulator, () => stand.simulator.messages().find(({ history }) => history.at(-1)?.cause === 'patched'))
    // The answer's card and the patch are the same card: they come from one pair.
    expect(final.history.map(({ cause }) => cause)).toEqual(['sent', 'answered', 'patched'])
    expect(final.history[2]?.card).toEqual(final.history[1]?.card)
    expect(isActionable(final)).toBe(false)
  })

  it('reads empty fields that the phone leaves out like those that it sends empty', async () => {
    const stand = await start({ simulator: { payload: { emptyFields: 'absent' } } })
    const answer = stand.ask([NAME])
    const { messageId } = await stand.card()
    expect((await act(stand, messageId, 'submit_ask-1')).toast).toEqual({ type: 'warning', text: 'Not sent yet. Still to answer or skip: Which name?' })
    await act(stand, messageId, 'submit_ask-1', { q0_text: 'ledger' })
    expect(await answer).toEqual({ answers: [{ id: 'name', selected: [], custom: 'ledger' }] })
  })

  it('collapses the card when the terminal answers first, and tells a late click', async () => {
    const stand = await start({ desk: true })
    const answer = stand.ask([DATABASE])
    const { messageId } = await stand.card()
    // The click is under way when the terminal answers.
    const late = { messageId, personId: WANG.openId, element: 'submit_ask-1', formValue: { q0: '0' } }
    const callback = stand.simulator.buildCallback(late)
    stand.desk[0]?.submit(POSTGRES, { name: 'Li' })
    expect(await answer).toEqual(POSTGRES)
    expect(JSON.stringify((await stand.collapsed(messageId)).card)).toContain('Li answered at the terminal')
    const response = await fetch(webhookOf(stand), { method: 'POST', body: new Uint8Array(callback.body), headers: callback.headers })
    const reply = stand.simulator.applyAnswer(late, { status: response.status, text: await response.text() })
    expect(reply.toast?.text).toMatch(/^Li answered at the terminal, \d s ago: Postgres$/u)
    expect(reply.cardReplaced).toBe(true)
  })

  it('gives a dismissal beside an unfilled form', async () => {
    const stand = await start()
    const error = rejection(stand.ask([DATABASE]))
    const { messageId } = await stand.card()
    await act(stand, messageId, 'dismiss_ask-1')
    expect(await error).toMatchObject({ code: 'ASK_CANCELLED' })
  })

  it('answers a stranger with his id and leaves the ask open', async () => {
    const stand = await start()
    const answer = stand.ask([DATABASE])
    const { messageId } = await stand.card()
    const reply = await act(stand, messageId, 'submit_ask-1', { q0: '0' }, STRANGER.openId)
    expect(reply).toMatchObject({ toast: { type: 'warning', text: expect.stringContaining(STRANGER.openId) }, cardReplaced: false })
    await act(stand, messageId, 'submit_ask-1', { q0: '1' })
    expect(await answer).toEqual(POSTGRES)
  })

  it('takes an event that is delivered twice once', async () => {
    const stand = await start()
    stand.simulator.faults.set({ name: 'duplicated-event' })
    const answer = stand.ask([DATABASE])
    const { messageId } = await stand.card()
    await act(stand, messageId, 'submit_ask-1', { q0: '1' })
    expect(await answer).toEqual(POSTGRES)
    expect(stand.steps.filter(({ step }) => step === 'acted')).toHaveLength(1)
  })

  it('refuses a click that another key signed', async () => {
    const stand = await start()
    open(stand)
    const { messageId } = await stand.card()
    stand.simulator.faults.set({ name: 'wrong-signature' })
    expect(await act(stand, messageId, 'submit_ask-1', { q0: '1' })).toMatchObject({ kind: 'failed', status: 401 })
    expect(stand.steps.some(({ step }) => step === 'acted')).toBe(false)
  })

  it('never patches before the click is answered, so that the platform reverts nothing', async () => {
    const stand = await start()
    stand.simulator.faults.set({ name: 'reverted-patch' })
    open(stand)
    const { messageId } = await stand.card()
    await act(stand, messageId, 'submit_ask-1', { q0: '1' })
    const final = await until(stand.simulator, () => stand.simulator.messages().find(({ history }) => history.some(({ cause }) => cause === 'patched')))
    const kinds = stand.events.map(({ kind }) => kind).filter((kind) => kind === 'callback-answered' || kind === 'message-patched')
    expect(kinds).toEqual(['callback-answered', 'message-patched'])
    expect(final.history.some(({ cause }) => cause === 'reverted')).toBe(false)
  })

  it('after a send that arrived but failed keeps one card, which can be answered', async () => {
    const stand = await start({ sleep: () => settle() })
    stand.simulator.faults.set({ name: 'failed-after-delivery', times: 2 })
    const answer = stand.ask([DATABASE])
    const { messageId } = await stand.card()
    await act(stand, messageId, 'submit_ask-1', { q0: '1' })
    expect(await answer).toEqual(POSTGRES)
    await stand.collapsed(messageId)
    expect(stand.simulator.messages()).toHaveLength(1)
  })

  it('waits for as many seconds as the platform says when it is rate limited', async () => {
    const waits: number[] = []
    const stand = await start({ sleep: (ms) => { waits.push(ms); return settle() } })
    stand.simulator.faults.set({ name: 'rate-limited', times: 1, resetSeconds: 3, on: ['send'] })
    open(stand)
    await stand.card()
    expect(waits).toEqual([3_000])
  })

  it('lets the ask fail with the platform\'s reason when nobody else can ask', async () => {
    const stand = await start()
    stand.simulator.faults.set({ name: 'refused-send', code: 230013 })
    expect(await rejection(stand.ask([DATABASE]))).toMatchObject({ name: 'FeishuError', code: 230013 })
  })

  it('points to the terminal in a text when the platform refuses the card', async () => {
    const stand = await start({ desk: true })
    stand.simulator.faults.set({ name: 'refused-send', code: 230099, times: 1 })
    open(stand)
    const text = await until(stand.simulator, () => stand.simulator.messages().find((message) => message.text !== undefined))
    expect(text.text).toContain('Which database?')
    expect(text.text).toContain('at the terminal')
  })

  it('on unload makes open cards final before the webhook goes', async () => {
    const stand = await start({ desk: true })
    const answer = stand.ask([DATABASE])
    const { messageId } = await stand.card()
    await stand.unload()
    const [message] = stand.simulator.messages()
    expect(message?.messageId).toBe(messageId)
    expect(JSON.stringify(message?.card)).toContain('If the question is still open, answer it at the terminal.')
    expect(await rejection(fetch(webhookOf(stand), { method: 'POST' }))).toBeInstanceOf(TypeError)
    stand.desk[0]?.submit(POSTGRES)
    expect(await answer).toEqual(POSTGRES)
  })

  it('asks whoever was paired, without an entry in the config', async () => {
    const stand = await start({ config: { recipients: [], operators: [] }, desk: true })
    const before = stand.ask([DATABASE])
    const late = stand.pairing().offer()
    const { delivery } = stand.simulator.say({ personId: WANG.openId, text: late })
    expect(await delivery).toMatchObject({ kind: 'delivered' })
    stand.desk[0]?.submit(POSTGRES)
    await before
    const after = stand.ask([DATABASE])
    const { messageId, receiver } = await stand.card()
    expect(receiver).toEqual({ type: 'open_id', id: WANG.openId })
    await act(stand, messageId, 'submit_ask-2', { q0: '1' })
    expect(await after).toEqual(POSTGRES)
  })

  it('keeps secrets, tokens and words out of every log line, whatever happens', async () => {
    const stand = await start({ sleep: () => settle() })
    const bearer = /t-[\w-]{8,}/u
    stand.simulator.faults.set({ name: 'failed-before-delivery', times: 1 })
    const answer = stand.ask([DATABASE])
    const { messageId } = await stand.card()
    await act(stand, messageId, 'submit_ask-1', { q0_text: 'my very own words' })
    await answer
    await stand.collapsed(messageId)
    const lines = stand.logs.join('\n')
    expect(lines).toContain('send failed')
    for (const secret of [KEYS.appSecret, KEYS.encryptKey, KEYS.verificationToken, 'my very own words', 'database', 'Postgres']) expect(lines).not.toContain(secret)
    expect(lines).not.toMatch(bearer)
  })
})

describe('the plugin with a config that cannot work', () => {
  it('stays out with one line and leaves the host alone', async () => {
    const stand = await createStand({ config: { encryptKey: '' } })
    expect(stand.state).toEqual({ kind: 'stayed-out', reason: expect.stringContaining('"encryptKey" is not valid') })
    expect(stand.logs.filter((line) => line.includes('encryptKey'))).toHaveLength(1)
    await stand.close()
  })

  it('stays out when its port is taken, and says which', async () => {
    const first = await createStand()
    const port = Number(new URL(webhookOf(first)).port)
    const second = await createStand({ config: { webhook: { port } } })
    expect(second.state).toEqual({ kind: 'stayed-out', reason: `Feishu stays out: the webhook cannot listen on 127.0.0.1:${port} (EADDRINUSE). Free the port or set "webhook.port".` })
    await second.close()
    await first.close()
  })

  it('says how to add the first operator when there is none, and claims nothing', async () => {
    const stand = await createStand({ config: { operators: [] }, desk: true })
    expect(stand.logs.some((line) => line.includes('no operators'))).toBe(true)
    const answer = stand.ask([DATABASE])
    stand.desk[0]?.submit(POSTGRES)
    expect(await answer).toEqual(POSTGRES)
    expect(stand.simulator.messages()).toEqual([])
    await stand.close()
  })
})

function webhookOf({ state }: Stand): string {
  if (state.kind !== 'started') throw new Error(state.reason)
  return state.webhook
}

function act(stand: Stand, messageId: string, element: string, formValue = {}, personId: string = WANG.openId): Promise<SimReply> {
  return stand.simulator.act({ messageId, personId, element, formValue })
}

/** Asks where the test looks at the cards alone. */
function open(stand: Stand): void {
  stand.ask([DATABASE]).catch(() => { /* what the host gets is another test's */ })
}
