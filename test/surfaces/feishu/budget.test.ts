import { afterEach, describe, expect, it } from 'vitest'
import { createBudget, withBudget } from '../../../surfaces/feishu/budget.ts'
import { rejection, settle } from '../../helpers/rounds.ts'
import { createPlatformDouble } from './platform-double.ts'
import { createStand, type Stand } from './stand.ts'

interface Clock {
  now: number
  readonly waits: number[]
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Time that passes only while somebody waits. */
function createClock(): Clock {
  const clock: Clock = { now: 1_000_000, waits: [], sleep: async (ms) => { await settle(); clock.waits.push(ms); clock.now += ms } }
  return clock
}

describe('a budget', () => {
  it('lets a call begin in the same tick while there is room', async () => {
    const clock = createClock()
    const budget = createBudget({ now: () => clock.now, sleep: clock.sleep, signal: new AbortController().signal })
    await Promise.all(Array.from({ length: 25 }, () => budget()))
    expect(clock.waits).toEqual([])
  })

  it('never lets more than 25 begin in a second, nor 900 in a minute, and keeps the order', async () => {
    const clock = createClock()
    const budget = createBudget({ now: () => clock.now, sleep: clock.sleep, signal: new AbortController().signal })
    const begun: [number, number][] = []
    await Promise.all(Array.from({ length: 2_000 }, (_, at) => budget().then(() => begun.push([at, clock.now]))))
    expect(begun.map(([at]) => at)).toEqual(begun.map((_, at) => at))
    const times = begun.map(([, time]) => time)
    for (const [most, within] of [[25, 1_000], [900, 60_000]] as const) expect(times.every((time, at) => time - (times[at - most] ?? -Infinity) >= within)).toBe(true)
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(130_000)
  })

  it('makes nobody wait for long when the clock is set back', async () => {
    const clock = createClock()
    const budget = createBudget({ now: () => clock.now, sleep: clock.sleep, signal: new AbortController().signal })
    await Promise.all(Array.from({ length: 25 }, () => budget()))
    clock.now -= 3_600_000
    const wait = budget()
    await settle()
    await settle()
    expect(clock.waits[0]).toBe(1_000)
    clock.now += 3_600_000
    await wait
  })

  it('lets go of whoever waits when the client is closed, and calls nobody for them', async () => {
    const { client, calls } = createPlatformDouble()
    const paced = withBudget(client, { now: () => 0, sleep: (_ms, signal) => new Promise((_resolve, reject) => { signal?.addEventListener('abort', () => reject(new Error('aborted'))) }) })
    for (let at = 0; at < 25; at += 1) paced.patchCard(`om_${at}`, {} as never).catch(() => undefined)
    const waiting = rejection(paced.patchCard('om_last', {} as never))
    await settle()
    paced.close()
    expect(await waiting).toMatchObject({ kind: 'final', reason: 'the client was closed' })
    expect(calls).toHaveLength(25)
  })
})

describe('many asks at once', () => {
  let stand: Stand | undefined
  afterEach(() => stand?.close())

  it('all reach the phone, though the platform takes fifty a second', async () => {
    const people = Array.from({ length: 120 }, (_, at) => ({ openId: `ou_${at}`, name: `P${at}`, locale: 'en' as const }))
    stand = await createStand({
      simulator: { people },
      config: { recipients: people.map(({ openId }, at) => ({ id: openId, idType: 'open_id', session: `s${at}` })), operators: people.map(({ openId }) => ({ id: openId })) },
    })
    const { simulator, events } = stand
    for (const at of people.keys()) stand.request({ questions: [{ id: 'q', question: 'Q?' }], agent: { id: `s${at}`, session: { id: `s${at}` } } }).catch(() => undefined)
    await expect.poll(() => simulator.messages().length, { timeout: 10_000 }).toBe(120)
    expect(events.filter(({ kind }) => kind === 'request-refused')).toEqual([])
  })
})
