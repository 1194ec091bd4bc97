/** A key at the terminal, and the moment when the final card is handed to the network. */
import { channel } from 'node:diagnostics_channel'
import { setTimeout as delay } from 'node:timers/promises'
import { atMost, type Figure } from '../figure.ts'
import { interleave, median, ratio } from '../pairs.ts'
import type { Effort } from '../row.ts'
import { createDesk } from '../stage/desk.ts'
import { createPhoneSide } from '../stage/phone-side.ts'
import { createPlatform } from '../stage/platform.ts'
import { FakeClock } from '../../surfaces/terminal/fake-terminal.ts'

/** Of one slice: the collection before it throws away code that counted on shapes which nothing had then, and the first acts make it anew. */
const ACTS = 150
/** Milliseconds after which a panel takes keys. */
const QUIET = 2_000
/** Milliseconds before an act: it finds the process asleep. */
const REST = 2

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

  /** Opens an ask, chooses, and waits until that is painted: both sides find the processor as it is between two acts of a person. */
  const choose = async (): Promise<void> => {
    const painted = glass.written
    await side.open(1)
    while (glass.written === painted) await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(QUIET)
    input.type('2')
    await delay(REST)
  }
  const send = async (): Promise<void> => {
    const before = side.patches
    input.type('\r')
    while (side.patches === before) await new Promise((resolve) => setImmediate(resolve))
    await patch
  }
  const product = async (): Promise<{ latency: number }> => {
    const latencies: number[] = []
    for (let act = 0; act < acts; act += 1) {
      await choose()
      const pressed = performance.now()
      await send()
      latencies.push(left - pressed)
    }
    return { latency: median(latencies) }
  }
  const baseline = async (): Promise<{ latency: number }> => {
    // The card of any act before; the very first slice has none.
    if (card === undefined) await product()
    const constant = card
    if (constant === undefined) throw new Error('no act has brought a final card')
    const latencies: number[] = []
    for (let act = 0; act < acts; act += 1) {
      await choose()
      const begun = performance.now()
      await platform.client.patchCard('om_1', constant)
      latencies.push(left - begun)
      // Outside the clock, so that as many asks are open as on the other side.
      await send()
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
