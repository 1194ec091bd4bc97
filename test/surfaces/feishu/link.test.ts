/** The long connection as the second way in: the plugin, the real SDK and the simulated platform. */
import { afterEach, describe, expect, it } from 'vitest'
import type { SimReply, Transport } from '../../../app/demo/simulator/index.ts'
import { DATABASE, KEYS } from './known.ts'
import { createStand, type Stand, type StandOptions, STRANGER, until, WANG } from './stand.ts'

const POSTGRES = { answers: [{ id: 'db', selected: ['Postgres'] }] }
const LINK_CONFIG = { pingInterval: 60, reconnectCount: -1, reconnectInterval: 0.02, reconnectNonce: 0.001 }

/** A stand whose way in is open: the platform pushes nothing before the first ping. */
async function connected(options: StandOptions): Promise<Stand> {
  const stand = await createStand({ ...options, simulator: { linkConfig: LINK_CONFIG, ...options.simulator } })
  if (stand.state.kind === 'started') await happens(() => stand.simulator.transport() !== undefined)
  return stand
}

describe.each(['webhook', 'long-connection'] as const)('events over the %s', (transport) => {
  const stands: Stand[] = []
  const start = async (options: StandOptions = {}): Promise<Stand> => {
    const stand = await connected({ ...options, config: { transport, ...options.config } })
    stands.push(stand)
    return stand
  }
  afterEach(async () => {
    for (const stand of stands.splice(0)) await stand.close()
  })

  it('carry a click to the answer and its card to the final one, answered before it is patched', async () => {
    const stand = await start()
    expect(stand.simulator.transport()).toBe(transport satisfies Transport)
    const answer = stand.ask([DATABASE])
    const { messageId } = await stand.card()
    const reply = await act(stand, messageId, 'submit_ask-1', { q0: '1' })
    expect(reply).toMatchObject({ kind: 'answered', toast: { type: 'success', text: 'Your answer counts.' }, cardReplaced: true })
    expect(await answer).toEqual(POSTGRES)
    const final = await until(stand.simulator, () => stand.simulator.messages().find(({ history }) => history.at(-1)?.cause === 'patched'))
    expect(final.history.map(({ cause }) => cause)).toEqual(['sent', 'answered', 'patched'])
    const kinds = stand.events.map(({ kind }) => kind).filter((kind) => kind === 'callback-answered' || kind === 'message-patched')
    expect(kinds).toEqual(['callback-answered', 'message-patched'])
  })

  it('take effect once when they come twice', async () => {
    const stand = await start()
    stand.simulator.faults.set({ name: 'duplicated-event' })
    const answer = stand.ask([DATABASE])
    const { messageId } = await stand.card()
    await act(stand, messageId, 'submit_ask-1', { q0: '1' })
    expect(await answer).toEqual(POSTGRES)
    expect(stand.steps.filter(({ step }) => step === 'acted')).toHaveLength(1)
  })

  it('of a stranger tell his own id and nothing of the ask', async () => {
    const stand = await start()
    open(stand)
    const { messageId } = await stand.card()
    const reply = await act(stand, messageId, 'submit_ask-1', { q0: '0' }, STRANGER.openId)
    expect(reply).toMatchObject({ toast: { type: 'warning', text: expect.stringContaining(STRANGER.openId) }, cardReplaced: false })
    expect(stand.steps.some(({ step }) => step === 'acted')).toBe(false)
  })

  it('carry a text that quotes the card, and explain one that does not', async () => {
    const stand = await start()
    const answer = stand.ask([DATABASE])
    const { messageId } = await stand.card()
    const first = await stand.simulator.say({ personId: WANG.openId, text: 'Postgres' }).delivery
    expect(first).toMatchObject({ kind: 'delivered', tries: 1 })
    await until(stand.simulator, () => stand.said().find((text) => text.includes('reply to the card')))
    stand.simulator.say({ personId: WANG.openId, text: 'Postgres', quotes: messageId })
    expect(await answer).toEqual(POSTGRES)
    await until(stand.simulator, () => stand.said().find((text) => text === 'Your answer counts.'))
    await stand.collapsed(messageId)
  })

  it('say once that a sticker is no answer', async () => {
    const stand = await start()
    open(stand)
    const { messageId } = await stand.card()
    for (let time = 0; time < 2; time += 1) await stand.simulator.say({ personId: WANG.openId, sticker: 'wow', quotes: messageId }).delivery
    await until(stand.simulator, () => stand.said().find((text) => text.startsWith('Only a text')))
    stand.simulator.say({ personId: WANG.openId, text: '?' })
    await stand.card(({ card }) => JSON.stringify(card).includes('1 ask is open'))
    expect(stand.said()).toHaveLength(1)
  })

  it('pair the first operator by a code, who can answer from then on', async () => {
    const stand = await start({ config: { operators: [] } })
    const code = stand.pairing().offer()
    stand.simulator.say({ personId: WANG.openId, text: code.toLowerCase() })
    await until(stand.simulator, () => stand.said().find((text) => text === 'You are an operator now, with the role "answer".'))
    const answer = stand.ask([DATABASE])
    const { messageId } = await stand.card()
    await act(stand, messageId, 'submit_ask-1', { q0: '1' })
    expect(await answer).toEqual(POSTGRES)
    expect(stand.logs.join('\n')).not.toContain(code)
  })

  it('come to one process on a machine: the second names the first and stays out', async () => {
    const first = await start()
    const beside = async (): Promise<Stand> => {
      const stand = await createStand({ folder: first.folder, config: { transport, domain: first.simulator.url } })
      stands.push(stand)
      return stand
    }
    const second = await beside()
    expect(second.state).toEqual({ kind: 'stayed-out', reason: expect.stringContaining(`process ${process.pid} on this machine already serves the bot ${KEYS.appId}`) })
    await first.unload()
    expect((await beside()).state.kind).toBe('started')
  })

  it('leave no secret in the log', async () => {
    const stand = await start()
    const answer = stand.ask([DATABASE])
    const { messageId } = await stand.card()
    stand.simulator.say({ personId: WANG.openId, text: 'my very own words', quotes: messageId })
    await answer
    await stand.collapsed(messageId)
    for (const secret of [...Object.values(KEYS).slice(1), 'my very own words', 'Postgres', 'device_id']) expect(stand.logs.join('\n')).not.toContain(secret)
  })
})

describe('the long connection', () => {
  const stands: Stand[] = []
  const start = async (options: StandOptions = {}): Promise<Stand> => {
    const stand = await connected({ ...options, config: { transport: 'long-connection', ...options.config } })
    stands.push(stand)
    return stand
  }
  afterEach(async () => {
    for (const stand of stands.splice(0)) await stand.close()
  })

  it('that drops takes no new ask, keeps the open ones, says so, and goes on when it is back', async () => {
    const stand = await start({ desk: true, simulator: { linkConfig: { ...LINK_CONFIG, reconnectNonce: 0.3 } } })
    const answer = stand.ask([DATABASE])
    const { messageId } = await stand.card()
    stand.simulator.dropLinks()
    await happens(() => stand.links.at(-1) === false)
    open(stand)
    expect(stand.steps.filter(({ step, surface, ask }) => step === 'claimed' && surface === 'feishu' && ask === 'ask-2')).toEqual([])
    await happens(() => stand.links.at(-1) === true && stand.simulator.links() === 1)
    await act(stand, messageId, 'submit_ask-1', { q0: '1' })
    expect(await answer).toEqual(POSTGRES)
    expect(stand.links).toEqual([true, false, true])
    expect(stand.logs.some((line) => line.includes('no new question goes to Feishu until it is back'))).toBe(true)
    expect(stand.simulator.messages()).toHaveLength(1)
  })

  it('that is refused stays out and says what to mend', async () => {
    const stand = await start({ config: { appSecret: 'wrong' } })
    expect(stand.state).toEqual({ kind: 'stayed-out', reason: expect.stringContaining('appId or appSecret is wrong') })
    expect(stand.logs.join('\n')).not.toContain('"wrong"')
  })

  it('goes with the plugin', async () => {
    const stand = await start()
    expect(stand.simulator.links()).toBe(1)
    await stand.unload()
    await happens(() => stand.simulator.links() === 0)
  })
})

/** Polls, since sockets take their time. */
async function happens(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 5_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('did not happen')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function act(stand: Stand, messageId: string, element: string, formValue = {}, personId: string = WANG.openId): Promise<SimReply> {
  return stand.simulator.act({ messageId, personId, element, formValue })
}

/** Asks where the test looks at the cards alone. */
function open(stand: Stand): void {
  stand.ask([DATABASE]).catch(() => { /* what the host gets is another test's */ })
}
