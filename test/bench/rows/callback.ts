/** A click from the platform to its answer, with the final card in it. */
import { atLeast, atMost, type Figure } from '../figure.ts'
import { interleave, ratio } from '../pairs.ts'
import type { Effort } from '../row.ts'
import { sampleAnswer } from '../stage/answer-sample.ts'
import { createBareSide } from '../stage/bare-side.ts'
import { burstSlice, type BurstSample, type CallbackSide, unopened, WINDOW } from '../stage/bursts.ts'
import { createCaller } from '../stage/caller.ts'
import { createCardSide } from '../stage/card-side.ts'
import { createDirectSide } from '../stage/direct-side.ts'
import { createPhoneSide } from '../stage/phone-side.ts'

/** Of one slice: long enough that what the collection before it threw away, shapes and compiled code, counts for little. */
const BURSTS = 16
const LEAST_BURSTS = 8

export async function measure(effort: Effort): Promise<readonly Figure[]> {
  const caller = createCaller()
  const product = await createPhoneSide()
  const answer = await sampleAnswer(product)
  const least = await createCardSide()
  const constant = Buffer.from(answer)
  const checks = await createDirectSide(() => constant)
  const bare = await createBareSide(answer)
  const bursts = Math.max(LEAST_BURSTS, effort.times(BURSTS))
  const count = bursts * WINDOW
  try {
    const against = (side: CallbackSide): ReturnType<typeof interleave<BurstSample>> =>
      interleave({ product: burstSlice(caller, side, bursts), baseline: burstSlice(caller, { url: bare.url, open: unopened() }, bursts) }, effort.pairs)
    const pairs = await against(product)
    const perSecond = ({ wall }: BurstSample): number => count / wall * 1_000
    const each = ({ cpu }: BurstSample): number => cpu * 1_000 / count
    const throughput = ratio(pairs, { name: 'throughput', read: perSecond, unit: 'a second', target: atLeast(0.6) })
    const pairsOfLeast = await against(least)
    const pairsOfChecks = await against({ url: checks.url, open: unopened() })
    return [
      { ...throughput, shown: `${throughput.shown}, answers of ${Buffer.byteLength(answer)} bytes` },
      ratio(pairs, { name: 'CPU', read: each, unit: 'µs a callback', target: atMost(1.7) }),
      ratio(pairsOfLeast, { name: 'throughput, checks and card alone', read: perSecond, unit: 'a second' }),
      ratio(pairsOfLeast, { name: 'CPU, checks and card alone', read: each, unit: 'µs a callback' }),
      ratio(pairsOfChecks, { name: 'throughput, checks alone', read: perSecond, unit: 'a second' }),
      ratio(pairsOfChecks, { name: 'CPU, checks alone', read: each, unit: 'µs a callback' }),
    ]
  } finally {
    caller.close()
    await product.close()
    await least.close()
    await checks.close()
    await bare.close()
  }
}
