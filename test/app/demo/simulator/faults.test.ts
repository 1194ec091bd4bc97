import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '@larksuiteoapi/node-sdk'
import { FAULT_NAMES, faultShape } from '../../../../app/demo/simulator/faults.ts'
import type { SimEvent, Simulator } from '../../../../app/demo/simulator/index.ts'
import { finalCard } from './cards.ts'
import { createSdk, patchCard, sendCard, startSimulator } from './rig.ts'

let simulator: Simulator
let sdk: Client

beforeEach(async () => {
  simulator = await startSimulator()
  sdk = createSdk(simulator.url)
})

afterEach(() => simulator.close())

describe('a fault of requests', () => {
  it('limits the rate with HTTP 429 and tells when to come back', async () => {
    simulator.faults.set({ name: 'rate-limited', times: 1, resetSeconds: 7 })
    expect(await sendCard(sdk, finalCard())).toMatchObject({ http: 429, code: 99991400, headers: { 'x-ogw-ratelimit-reset': '7' } })
    expect(await sendCard(sdk, finalCard())).toMatchObject({ code: 0 })
  })

  it('fails after delivery: the message is there, and its uuid sends no second one', async () => {
    simulator.faults.set({ name: 'failed-after-delivery', times: 1 })
    expect(await sendCard(sdk, finalCard(), { uuid: 'same' })).toMatchObject({ http: 500 })
    expect(simulator.messages()).toHaveLength(1)
    expect((await sendCard(sdk, finalCard(), { uuid: 'same' })).data?.message_id).toBe(simulator.messages()[0]?.messageId)
    expect(simulator.messages()).toHaveLength(1)
  })

  it('fails before delivery: nothing is there', async () => {
    simulator.faults.set({ name: 'failed-before-delivery', times: 1 })
    expect(await sendCard(sdk, finalCard())).toMatchObject({ http: 502 })
    expect(simulator.messages()).toEqual([])
  })

  it('refuses a send for good, with the code that was asked for', async () => {
    simulator.faults.set({ name: 'refused-send', times: 1 })
    expect(await sendCard(sdk, finalCard())).toMatchObject({ http: 400, code: 230013 })
    simulator.faults.set({ name: 'refused-send', times: 1, code: 230022 })
    expect(await sendCard(sdk, finalCard())).toMatchObject({ http: 400, code: 230022 })
  })

  it('outlives every token, so that a cached one is refused and a new one works', async () => {
    await sendCard(sdk, finalCard())
    simulator.faults.set({ name: 'expired-token', times: 1 })
    expect(await sendCard(sdk, finalCard())).toMatchObject({ http: 400, code: 99991663 })
    expect(await sendCard(createSdk(simulator.url), finalCard())).toMatchObject({ code: 0 })
  })

  it('answers slowly: the message is there before its sender knows', async () => {
    simulator.faults.set({ name: 'slow', times: 1, ms: 60_000 })
    const sent = sendCard(sdk, finalCard())
    const message = await simulator.waitForMessage(({ receiver }) => receiver.id === 'ou_fang')
    expect(message.card).toEqual(finalCard())
    const ended = sent.then(() => 'answered', () => 'broken off')
    await simulator.close()
    expect(await ended).toBe('broken off')
  })

  it('hits only the requests that it names', async () => {
    simulator.faults.set({ name: 'failed-before-delivery', on: ['patch'] })
    const messageId = (await sendCard(sdk, finalCard())).data?.message_id ?? ''
    expect(await patchCard(sdk, messageId, finalCard())).toMatchObject({ http: 502 })
    expect(await patchCard(sdk, messageId, finalCard())).toMatchObject({ http: 502 })
    simulator.faults.clear('failed-before-delivery')
    expect(await patchCard(sdk, messageId, finalCard())).toMatchObject({ code: 0 })
  })
})

describe('the switches', () => {
  it('count down, are listed with what is left, and tell of each change', async () => {
    const events: SimEvent[] = []
    simulator.on((event) => {
      if (event.kind === 'faults-changed') events.push(event)
    })
    simulator.faults.set({ name: 'rate-limited', times: 2 })
    await sendCard(sdk, finalCard())
    expect(simulator.faults.list()).toEqual([{ name: 'rate-limited', times: 1 }])
    await sendCard(sdk, finalCard())
    expect(simulator.faults.list()).toEqual([])
    expect(events).toHaveLength(3)
    for (const name of FAULT_NAMES) simulator.faults.set({ name })
    simulator.faults.clear()
    expect(simulator.faults.list()).toEqual([])
  })

  it.each([{ name: 'unknown' }, { name: 'slow', ms: -1 }, { name: 'slow', times: 0 }, { name: 'slow', surprise: 1 }])('do not take %o from outside', (fault) => {
    expect(faultShape.safeParse(fault).success).toBe(false)
  })
})

describe('waiting for a message', () => {
  it('finds one that came before and one that comes later', async () => {
    const later = simulator.waitForMessage(({ receiver }) => receiver.id === 'ou_eve')
    await sendCard(sdk, finalCard())
    await sendCard(sdk, finalCard(), { to: 'ou_eve' })
    expect((await later).receiver.id).toBe('ou_eve')
    expect((await simulator.waitForMessage(({ receiver }) => receiver.id === 'ou_fang')).receiver.id).toBe('ou_fang')
  })

  it('is given up by its signal and by the end of the simulator', async () => {
    const stop = new AbortController()
    const given = simulator.waitForMessage(() => false, stop.signal)
    const closed = simulator.waitForMessage(() => false)
    stop.abort(new Error('no longer needed'))
    await expect(given).rejects.toThrow('no longer needed')
    await expect(simulator.waitForMessage(() => false, stop.signal)).rejects.toThrow('no longer needed')
    const ended = closed.catch((error: unknown) => error)
    await simulator.close()
    expect(await ended).toEqual(new Error('The simulator was closed'))
  })
})
