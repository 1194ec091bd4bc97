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
import { createDirectSide } from '../stage/direct-side.ts'
import { createPhoneSide } from '../stage/phone-side.ts'

/** Of one slice: the collection before it throws away code that counted on shapes which nothing had then, and the first clicks make it anew. */
const CLICKS = 150
/** What the line of this click begins with, in its colour; those of earlier ones stand above it without. */
const TOLD = '\x1b[32m✓ Wang Fang'

const read = ({ latency }: { latency: number }): number => latency * 1_000

export async function measure(effort: Effort): Promise<readonly Figure[]> {
  const caller = createCaller()
  const { surface, glass } = createDesk({ now: () => performance.now() })
  const product = await createPhoneSide({ desk: surface })
  const write = (): void => { caller.screen.write(`\x1b[20;1H${TOLD} answered on Feishu: PostgreSQL (Recommended)\x1b[m\r\n`) }
  const answer = await sampleAnswer(product)
  const bytes = Buffer.from(answer)
  const direct = await createDirectSide(() => {
    write()
    return bytes
  })
  const bare = await createBareSide(answer, write)
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
    const against = (url: string): ReturnType<typeof interleave<{ latency: number }>> => interleave({ product: slice(product.url, product.open), baseline: slice(url, unopened()) }, effort.pairs)
    return [
      ratio(await against(direct.url), { name: 'click to line', read, unit: 'µs', target: atMost(3) }),
      ratio(await against(bare.url), { name: 'to bare express', read, unit: 'µs' }),
    ]
  } finally {
    caller.close()
    await product.close()
    await direct.close()
    await bare.close()
    await surface.close()
  }
}
