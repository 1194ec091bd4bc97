import { setMaxListeners } from 'node:events'
import { expect, it } from 'vitest'
import { createPace } from '../../../surfaces/feishu/pace.ts'
import { createClock } from '../../helpers/clock.ts'
import { settle } from '../../helpers/rounds.ts'

it('gives turns in the order of calling, the first at once, and all of them when it is given up', async () => {
  const clock = createClock()
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const pace = createPace({
    perSecond: 10, signal: closing.signal,
    sleep: (ms, signal) => new Promise((resolve, reject) => {
      clock.after(ms, resolve)
      if (signal?.aborted) reject(new Error('aborted'))
      signal?.addEventListener('abort', () => reject(new Error('aborted')))
    }),
  })
  const turns: number[] = []
  for (let turn = 0; turn < 30; turn += 1) pace().then(() => turns.push(turn)).catch(() => undefined)
  await settle()
  expect(turns).toEqual([0])
  for (let step = 0; step < 10; step += 1) {
    clock.tick(100)
    await settle()
  }
  expect(turns).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  closing.abort()
  await settle()
  expect(turns).toHaveLength(30)
})
