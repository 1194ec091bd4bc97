/** A click on the phone, and the moment when the line that tells of it comes out of the terminal. */
import { atMost, type Figure } from '../figure.ts'
import { interleave, median, ratio } from '../pairs.ts'
import type { Effort } from '../row.ts'
import { sampleAnswer } from '../stage/answer-sample.ts'
import { createBareSide } from '../stage/bare-side.ts'
import { unopened } from '../stage/bursts.ts'
import { createCaller } from '../stage/caller.ts'
import type { Target } from '../stage/callback.ts'
import { createDesk } from '../stage/desk.ts'
import { createPhoneSide } from '../stage/phone-side.ts'

/** Of one slice: the collection before it throws away code that counted on shapes which nothing had then, and the first clicks make it anew. */
const CLICKS = 150
/** What the line of this click begins with, in its colour; those of earlier ones stand above it without. */
const TOLD = '\x1b[32m✓ Wang Fang'

export async function measure(effort: Effort): Promise<readonly Figure[]> {
  const caller = createCaller()
  const { surface, glass } = createDesk({ now: () => performance.now() })
  const product = await createPhoneSide({ desk: surface })
  const bare = await createBareSide(await sampleAnswer(product), () => caller.screen.write(`\x1b[20;1H${TOLD} answered on Feishu: PostgreSQL (Recommended)\x1b[m\r\n`))
  const clicks = effort.times(CLICKS)
  const slice = (url: string, open: (count: number) => Promise<readonly Target[]>) => async (): Promise<{ latency: number }> => {
    const latencies: number[] = []
    for (let click = 0; click < clicks; click += 1) {
      await caller.prepare(url, await open(1))
      const { wall } = await caller.watch(TOLD)
      latencies.push(wall)
    }
    return { latency: median(latencies) }
  }
  glass.onWrite = (text) => caller.screen.write(text)
  try {
    const pairs = await interleave({ product: slice(product.url, product.open), baseline: slice(bare.url, unopened()) }, effort.pairs)
    return [ratio(pairs, { name: 'click to line', read: ({ latency }) => latency * 1_000, unit: 'µs', target: atMost(3) })]
  } finally {
    caller.close()
    await product.close()
    await bare.close()
    await surface.close()
  }
}
