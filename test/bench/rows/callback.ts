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
import { createLeastSide } from '../stage/least-side.ts'
import { createPhoneSide } from '../stage/phone-side.ts'

/** Of one slice: long enough that what the collection before it threw away, shapes and compiled code, counts for little. */
const BURSTS = 16
const LEAST_BURSTS = 8

export async function measure(effort: Effort): Promise<readonly Figure[]> {
  const caller = createCaller()
  const product = await createPhoneSide()
  const answer = await sampleAnswer(product)
  const card = await createCardSide()
  const least = await createLeastSide(answer, { withRounds: false })
  const rounds = await createLeastSide(answer, { withRounds: true })
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
    const parts = { 'checks, our card': card, 'checks, round, least card': rounds, 'checks, least card': least, 'checks alone': { url: checks.url, open: unopened() } }
    const figures: Figure[] = []
    for (const [name, side] of effort.parts ? Object.entries(parts) : []) {
      const pairsOfPart = await against(side)
      figures.push(
        ratio(pairsOfPart, { name: `throughput, ${name}`, read: perSecond, unit: 'a second' }),
        ratio(pairsOfPart, { name: `CPU, ${name}`, read: each, unit: 'µs a callback' }),
      )
    }
    return [
      { ...throughput, shown: `${throughput.shown}, answers of ${Buffer.byteLength(answer)} bytes` },
      ratio(pairs, { name: 'CPU', read: each, unit: 'µs a callback', target: atMost(1.7) }),
      ...figures,
    ]
  } finally {
    caller.close()
    await product.close()
    await card.close()
    await least.close()
    await rounds.close()
    await checks.close()
    await bare.close()
  }
}
