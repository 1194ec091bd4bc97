/** The same click, and its final card on its way to the platform through the vendor's SDK. */
import { SealedCard } from '../../../surfaces/feishu/card.ts'
import type { FeishuClient } from '../../../surfaces/feishu/client.ts'
import { atLeast, type Figure } from '../figure.ts'
import { interleave, ratio } from '../pairs.ts'
import type { Effort } from '../row.ts'
import { sampleAnswer } from '../stage/answer-sample.ts'
import { createBareSide } from '../stage/bare-side.ts'
import { burstSlice, type BurstSample, type CallbackSide, unopened, WINDOW } from '../stage/bursts.ts'
import { createCaller } from '../stage/caller.ts'
import { createPhoneSide } from '../stage/phone-side.ts'
import { createPlatform } from '../stage/platform.ts'

const BURSTS = 8

export async function measure(effort: Effort): Promise<readonly Figure[]> {
  const caller = createCaller()
  const platform = await createPlatform()
  const pending = new Set<Promise<void>>()
  const patchCard: FeishuClient['patchCard'] = (messageId, card) => {
    const patch = platform.client.patchCard(messageId, card)
    pending.add(patch)
    return patch.finally(() => pending.delete(patch))
  }
  const product = await createPhoneSide({ patchCard })
  const finished = async (): Promise<void> => {
    // A patch begins a moment after the answer to its click has left.
    await new Promise((resolve) => setImmediate(resolve))
    while (pending.size > 0) await Promise.all(pending)
  }
  const answer = await sampleAnswer(product)
  const bare = await createBareSide(answer)
  /** What no product that patches through the SDK can leave out. */
  const constant = new SealedCard(JSON.parse(answer).card.data)
  const least = await createBareSide(answer, () => { patchCard('om_1', constant).catch(() => { /* the run's own platform: `finished` tells */ }) })
  const bursts = effort.times(BURSTS)
  const count = bursts * WINDOW
  try {
    const against = (side: CallbackSide): ReturnType<typeof interleave<BurstSample>> =>
      interleave({ product: burstSlice(caller, side, bursts), baseline: burstSlice(caller, { url: bare.url, open: unopened() }, bursts) }, effort.pairs)
    const pairs = await against({ url: product.url, open: (asks) => product.open(asks), finished })
    const expected = product.patches
    const read = ({ wall }: BurstSample): number => count / wall * 1_000
    const figure = ratio(pairs, { name: 'throughput', read, unit: 'a second', target: atLeast(0.3) })
    return [
      { ...figure, shown: `${figure.shown}, ${expected} patches` },
      ratio(pairs, { name: 'CPU', read: ({ cpu }) => cpu * 1_000 / count, unit: 'µs a callback' }),
      ratio(await against({ url: least.url, open: unopened(), finished }), { name: 'throughput, SDK alone', read, unit: 'a second' }),
    ]
  } finally {
    caller.close()
    await product.close()
    await bare.close()
    await least.close()
    platform.close()
  }
}
