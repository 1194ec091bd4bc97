/** A click from the platform to its answer, with the final card in it. */
import { atLeast, atMost, type Figure } from '../figure.ts'
import { interleave, ratio } from '../pairs.ts'
import type { Effort } from '../row.ts'
import { sampleAnswer } from '../stage/answer-sample.ts'
import { createBareSide } from '../stage/bare-side.ts'
import { burstSlice, unopened, WINDOW } from '../stage/bursts.ts'
import { createCaller } from '../stage/caller.ts'
import { createPhoneSide } from '../stage/phone-side.ts'

const BURSTS = 4

export async function measure(effort: Effort): Promise<readonly Figure[]> {
  const caller = createCaller()
  const product = await createPhoneSide()
  const answer = await sampleAnswer(product)
  const bare = await createBareSide(answer)
  const bursts = effort.times(BURSTS)
  const count = bursts * WINDOW
  try {
    const pairs = await interleave({
      product: burstSlice(caller, product, bursts),
      baseline: burstSlice(caller, { url: bare.url, open: unopened() }, bursts),
    }, effort.pairs)
    const size = `answers of ${Buffer.byteLength(answer)} bytes`
    const throughput = ratio(pairs, { name: 'throughput', read: ({ wall }) => count / wall * 1_000, unit: 'a second', target: atLeast(0.6) })
    return [
      { ...throughput, shown: `${throughput.shown}, ${size}` },
      ratio(pairs, { name: 'CPU', read: ({ cpu }) => cpu * 1_000 / count, unit: 'µs a callback', target: atMost(1.7) }),
    ]
  } finally {
    caller.close()
    await product.close()
    await bare.close()
  }
}
