/** Whether a click notices how many other asks are open on the same signal, and what each of those keeps. */
import { atMost, type Figure } from '../figure.ts'
import { collect, interleave, quantile, ratio, rounded } from '../pairs.ts'
import type { Effort } from '../row.ts'
import { burstSlice, WINDOW } from '../stage/bursts.ts'
import { createCaller } from '../stage/caller.ts'
import { createPhoneSide, type PhoneSide } from '../stage/phone-side.ts'
import { question } from '../stage/question.ts'

const [FEW, MANY] = [16, 10_000]
/** Of 256 clicks each; the nine pairs give more than 20,000 samples of either side. */
const BURSTS = 9

export async function measure(effort: Effort): Promise<readonly Figure[]> {
  const caller = createCaller()
  const few = await createPhoneSide({ signal: new AbortController().signal })
  await few.open(FEW)
  const texts = await wordsOf()
  const crowd = await createPhoneSide({ signal: new AbortController().signal })
  const kept = await fill(crowd)
  const bursts = effort.times(BURSTS)
  const latencies = { few: [] as number[], crowd: [] as number[] }
  try {
    const pairs = await interleave({
      product: burstSlice(caller, crowd, bursts, latencies.crowd),
      baseline: burstSlice(caller, few, bursts, latencies.few),
    }, effort.pairs)
    const [slow, usual] = [quantile(latencies.crowd, 0.99), quantile(latencies.few, 0.99)]
    return [
      ratio(pairs, { name: 'p50', read: ({ p50 }) => p50, unit: 'ms', target: atMost(1.15) }),
      { name: 'p99', value: slow / usual, unit: 'x', target: atMost(2), shown: `${rounded(slow)} to ${rounded(usual)} ms, of ${latencies.crowd.length} and ${latencies.few.length} clicks` },
      { name: 'heap an open ask, beside its texts', value: kept - texts, unit: 'KB', target: atMost(8), shown: `${rounded(kept)} KB, of which ${rounded(texts)} KB are what was asked` },
      ratio(pairs, { name: 'CPU', read: ({ cpu }) => cpu * 1_000 / (bursts * WINDOW), unit: 'µs a callback' }),
    ]
  } finally {
    caller.close()
    await few.close()
    await crowd.close()
  }
}

/** @returns the kilobytes of heap that one open ask keeps. */
async function fill(side: PhoneSide): Promise<number> {
  const before = await heap()
  await side.open(MANY)
  return (await heap() - before) / MANY
}

/** @returns the kilobytes that the words of one ask take: a character takes two bytes where Chinese is among them. */
async function wordsOf(): Promise<number> {
  const before = await heap()
  const asks = Array.from({ length: MANY }, (_, index) => question(`shop ${index}`))
  // Whoever reads a text that was put together has it in one piece afterwards.
  JSON.stringify(asks)
  return (await heap() - before) / asks.length
}

async function heap(): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  return process.memoryUsage().heapUsed / 1_024
}
