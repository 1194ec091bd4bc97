/** The plugin is taken down and mounted anew while the process, its asks and its router go on. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSimulator, type SimMessage, type Simulator, type SimReply } from '../../../app/demo/simulator/index.ts'
import { Ledger } from '../../../router/journal/ledger.ts'
import { readJournal } from '../../../router/journal/reading.ts'
import { createDice } from '../../chaos/dice.ts'
import { createFastClock } from '../../chaos/fast-clock.ts'
import { type ChaosHost, createChaosHost } from '../../chaos/host.ts'
import { isLive } from '../../chaos/phone.ts'
import { mountFeishu, mountRouter } from '../../chaos/processes.ts'
import { createStory, type Story } from '../../chaos/story.ts'
import { eventually, titleIn } from './lives.ts'
import { DATABASE, KEYS } from './known.ts'
import { STRANGER, WANG } from './stand.ts'

const asks = (call: string, windowMs?: number): Story => createStory({ tag: call, session: 's1', call, questions: [DATABASE], ...(windowMs === undefined ? {} : { windowMs }) })

describe('an ask whose cards were sent before the plugin was reloaded', () => {
  const clock = createFastClock(1)
  let folder: string
  let simulator: Simulator
  let host: ChaosHost
  let unmount: () => Promise<void>
  const late: unknown[] = []

  const mount = async (): Promise<void> => {
    unmount = await mountFeishu({ ctx: host.ctx, clock, folder, url: simulator.url, transport: 'webhook', people: [WANG], onAddress: (address) => simulator.connectWebhook(address) })
  }
  const live = (): readonly SimMessage[] => simulator.messages().filter((message) => isLive(message))
  const click = (messageId: string | undefined): Promise<SimReply> => {
    const message = live().find((each) => each.messageId === messageId)
    const element = /"name":"(submit_[^"]+)"/u.exec(JSON.stringify(message?.card))?.[1]
    return simulator.act({ messageId: messageId ?? '', personId: WANG.openId, element: element ?? '', formValue: { q0: '1' } })
  }

  /** The messages where something remains to be done. */
  const recorded = (): unknown[] => {
    const ledger = new Ledger()
    for (const line of readJournal([join(folder, 'journal.jsonl')]).lines) ledger.apply(line)
    return [...ledger.asks()].flatMap(({ deliveries }) => deliveries.flatMap(({ data }) => (data ? [data['message']] : [])))
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'feishu-reload-'))
    simulator = await createSimulator({ ...KEYS, people: [WANG, STRANGER] })
    host = await createChaosHost({ era: 'waterfall', clock, dice: createDice(1), sessions: ['s1'], onLate: (_call, answer) => late.push(answer) })
    await mountRouter({ ctx: host.ctx, clock, folder })
    // Somebody else keeps the ask open meanwhile.
    host.ctx.askSurfaces.register({ name: 'desk', claim: () => true, ask: (_request, round) => round.outcome.then(() => { throw new Error('over') }) })
    await mount()
  })
  afterEach(async () => {
    await unmount()
    await host.close()
    await simulator.close()
    rmSync(folder, { recursive: true })
  })

  it('and that is open gets a card of its own, which can be answered; the earlier one says that it is no longer the place', async () => {
    const end = host.ask(asks('c1'))
    await eventually(() => live().length === 1)
    await unmount()
    await mount()
    await eventually(() => live().length === 1)
    expect(simulator.messages().map(titleIn)).toEqual(['No longer answered here', 'The agent has a question'])
    expect((await click(live()[0]?.messageId)).toast?.text).toBe('Your answer counts.')
    expect(await end).toEqual({ kind: 'answered', answer: { answers: [{ id: 'db', selected: ['Postgres'] }] } })
  })

  it('and that is open keeps its fresh card on record, so that the next start finds it', async () => {
    host.ask(asks('c1')).catch(() => undefined)
    await eventually(() => live().length === 1)
    await unmount()
    await mount()
    await eventually(() => live().length === 1)
    await eventually(() => recorded().includes(live()[0]?.messageId))
    expect(recorded()).toEqual([live()[0]?.messageId])
  })

  it('and that is open makes the earlier card final where that could not be done when the plugin went', async () => {
    const end = host.ask(asks('c1'))
    await eventually(() => live().length === 1)
    simulator.faults.set({ name: 'failed-before-delivery', on: ['patch'] })
    await unmount()
    simulator.faults.clear()
    await mount()
    await eventually(() => simulator.messages().map(titleIn).join() === 'Moved down,The agent has a question')
    expect((await click(live()[0]?.messageId)).toast?.text).toBe('Your answer counts.')
    expect(await end).toMatchObject({ kind: 'answered' })
    await eventually(() => live().length === 0)
  })

  it('and that is continued is answered late on the card that it has', async () => {
    const end = host.ask(asks('c1', 300))
    await eventually(() => live().length === 1)
    expect(await end).toEqual({ kind: 'pending' })
    await unmount()
    await mount()
    await clock.sleep(50)
    const [card, ...more] = live()
    expect(more).toEqual([])
    expect((await click(card?.messageId)).toast?.text).toBe('Your answer is on its way to the agent, as a message.')
    await eventually(() => simulator.messages().map(titleIn).join() === 'Wang Fang answered late on Feishu')
  })

  it('and that ended while its final card could not be sent becomes final now', async () => {
    const turn = new AbortController()
    const end = host.ask(asks('c1'), turn.signal)
    await eventually(() => live().length === 1)
    simulator.faults.set({ name: 'failed-before-delivery', on: ['patch'] })
    turn.abort()
    expect(await end).toMatchObject({ kind: 'failed', code: 'ASK_ABORTED' })
    await unmount()
    simulator.faults.clear()
    expect(live()).toHaveLength(1)
    await mount()
    await eventually(() => live().length === 0)
  })
})
