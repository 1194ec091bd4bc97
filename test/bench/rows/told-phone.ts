/** A key at the terminal, and the moment when the final card is handed to the network. */
import { channel } from 'node:diagnostics_channel'
import { atMost, type Figure } from '../figure.ts'
import { interleave, median, ratio } from '../pairs.ts'
import type { Effort } from '../row.ts'
import { createDesk } from '../stage/desk.ts'
import { createPhoneSide } from '../stage/phone-side.ts'
import { createPlatform } from '../stage/platform.ts'
import { FakeClock } from '../../surfaces/terminal/fake-terminal.ts'

const ACTS = 100
/** Milliseconds after which a panel takes keys. */
const QUIET = 2_000

export async function measure(effort: Effort): Promise<readonly Figure[]> {
  const platform = await createPlatform()
  const clock = new FakeClock()
  const { surface, input, glass } = createDesk({ now: clock.now, after: clock.after })
  let card: Parameters<typeof platform.client.patchCard>[1] | undefined
  let patch = Promise.resolve()
  const side = await createPhoneSide({
    desk: surface,
    patchCard: (messageId, final) => {
      card = final
      patch = platform.client.patchCard(messageId, final)
      return patch
    },
  })
  let left = 0
  // Node tells this when the last byte of a request was handed to the socket.
  channel('http.client.request.start').subscribe(() => { left = performance.now() })
  const acts = effort.times(ACTS)

  const product = async (): Promise<{ latency: number }> => {
    const latencies: number[] = []
    for (let act = 0; act < acts; act += 1) {
      const painted = glass.written
      await side.open(1)
      while (glass.written === painted) await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => setImmediate(resolve))
      clock.advance(QUIET)
      const before = side.patches
      // The option is chosen and painted before; the act is the key that sends it.
      input.type('2')
      await new Promise((resolve) => setImmediate(resolve))
      const pressed = performance.now()
      input.type('\r')
      while (side.patches === before) await new Promise((resolve) => setImmediate(resolve))
      await patch
      latencies.push(left - pressed)
    }
    return { latency: median(latencies) }
  }
  const baseline = async (): Promise<{ latency: number }> => {
    // The card of any act before; the very first slice has none.
    if (card === undefined) await product()
    if (card === undefined) throw new Error('no act has brought a final card')
    const latencies: number[] = []
    for (let act = 0; act < acts; act += 1) {
      const begun = performance.now()
      await platform.client.patchCard('om_1', card)
      latencies.push(left - begun)
    }
    return { latency: median(latencies) }
  }
  try {
    const pairs = await interleave({ product, baseline }, effort.pairs)
    return [ratio(pairs, { name: 'act to patch', read: ({ latency }) => latency * 1_000, unit: 'µs', target: atMost(2) })]
  } finally {
    await side.close()
    await surface.close()
    platform.close()
  }
}
