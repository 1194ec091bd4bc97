/** A long connection that looks open and carries nothing, over the vendor's real client. */
import { expect, it } from 'vitest'
import { createSimulator } from '../../../app/demo/simulator/index.ts'
import { createFeishuClient } from '../../../surfaces/feishu/client.ts'
import { KEYS } from './known.ts'
import { WANG } from './stand.ts'

it('is found out by its unanswered pings, and comes back by itself', async () => {
  const simulator = await createSimulator({ ...KEYS, people: [WANG], linkConfig: { pingInterval: 1, reconnectInterval: 1, reconnectNonce: 0 } })
  const client = await createFeishuClient({ ...KEYS, domain: simulator.url }, { log: { info: () => undefined, warn: () => undefined }, pongTimeout: 1 })
  const changes: string[] = []
  const link = client.openLink({
    received: () => Promise.resolve({}),
    opened: () => changes.push('up'),
    lost: () => changes.push('down'),
    refused: () => changes.push('refused'),
  })
  try {
    await expect.poll(() => changes, { timeout: 5_000 }).toEqual(['up'])
    simulator.freezeLinks()
    await expect.poll(() => changes, { timeout: 10_000 }).toEqual(['up', 'down', 'up'])
  } finally {
    link.close()
    client.close()
    await simulator.close()
  }
}, 20_000)
