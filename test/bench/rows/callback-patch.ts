/** The same click, and its final card on its way to the platform through the vendor's SDK. */
import { atLeast, type Figure } from '../figure.ts'
import { interleave, ratio } from '../pairs.ts'
import type { Effort } from '../row.ts'
import { sampleAnswer } from '../stage/answer-sample.ts'
import { createBareSide } from '../stage/bare-side.ts'
import { burstSlice, unopened, WINDOW } from '../stage/bursts.ts'
import { createCaller } from '../stage/caller.ts'
import { createPhoneSide } from '../stage/phone-side.ts'
import { createPlatform } from '../stage/platform.ts'

const BURSTS = 4

export async function measure(effort: Effort): Promise<readonly Figure[]> {
  const caller = createCaller()
  const platform = await createPlatform()
  const pending = new Set<Promise<void>>()
  const product = await createPhoneSide({
    patchCard: (messageId, card) => {
      const patch = platform.client.patchCard(messageId, card)
      pending.add(patch)
      return patch.finally(() => pending.delete(patch))
    },
  })
  const finished = async (): Promise<void> => {
    // A patch begins a moment after the answer to its click has left.
    await new Promise((resolve) => setImmediate(resolve))
    while (pending.size > 0) await Promise.all(pending)
  }
  const bare = await createBareSide(await sampleAnswer(product))
  const bursts = effort.times(BURSTS)
  const count = bursts * WINDOW
  try {
    const pairs = await interleave({
      product: burstSlice(caller, { url: product.url, open: (asks) => product.open(asks), finished }, bursts),
      baseline: burstSlice(caller, { url: bare.url, open: unopened() }, bursts),
    }, effort.pairs)
    const expected = product.patches
    const figure = ratio(pairs, { name: 'throughput', read: ({ wall }) => count / wall * 1_000, unit: 'a second', target: atLeast(0.3) })
    return [
      { ...figure, shown: `${figure.shown}, ${expected} patches` },
      ratio(pairs, { name: 'CPU', read: ({ cpu }) => cpu * 1_000 / count, unit: 'µs a callback' }),
    ]
  } finally {
    caller.close()
    await product.close()
    await bare.close()
    platform.close()
  }
}
