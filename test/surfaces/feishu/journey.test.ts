import { afterEach, describe, expect, it } from 'vitest'
import { createStand, DATABASE, type Stand, type StandOptions, WANG } from './stand.ts'

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
    const { simulator } = await start()
    expect(await simulator.verifyWebhook()).toBe(true)
  })

  it('turns a submitted form into the answer, and its card into the final one', async () => {
    const stand = await start()
    const answer = stand.ask([DATABASE])
    const { messageId } = await stand.card()
    const reply = await stand.simulator.act({ messageId, personId: WANG.openId, element: 'submit_ask-1', formValue: { q0: '1' } })
    expect(await answer).toEqual({ answers: [{ id: 'db', selected: ['Postgres'] }] })
    expect(reply).toMatchObject({ kind: 'answered', toast: { type: 'success', text: 'Your answer counts.' }, cardReplaced: true })
    await stand.collapsed(messageId)
    console.log(stand.events.map((e) => [e.kind, e.at]), stand.steps)
  })
})
