/** Whether work grows faster than its input, told by the time of the processor: the machine may do much else. */
import { type Growth, grown } from './pieces.ts'

/** Milliseconds of the processor that any one case may take. */
const MOST = 1_500
const SMALL = 6_000
const TIMES = 8
/** How much longer the work on a text may take that is `TIMES` as long. A square takes `TIMES ** 2`. */
const STEEPEST = 3.2 * TIMES
/** Milliseconds below which nothing can be told. */
const LEAST = 60

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Milliseconds that it takes, if that is too many even when it is tried again; undefined otherwise. */
export async function slowness(work: () => void | Promise<void>): Promise<number | undefined> {
  let took = 0
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const before = processorMs()
    const done = work()
    if (done !== undefined) await done
    took = processorMs() - before
    if (took <= MOST) return undefined
  }
  return took
}

/** What is wrong with how long `take` works on texts of that kind; undefined when nothing is. */
export function growthFault(growth: Growth, take: (text: string) => unknown): string | undefined {
  const least = (text: string, goodEnough: number): number => {
    let best = Infinity
    for (let attempt = 0; attempt < 3 && best > goodEnough; attempt += 1) {
      const before = processorMs()
      take(text)
      best = Math.min(best, processorMs() - before)
    }
    return best
  }
  const long = least(grown(growth, SMALL * TIMES), LEAST)
  if (long <= LEAST) return undefined
  const short = least(grown(growth, SMALL), long / STEEPEST)
  if (long <= short * STEEPEST && long <= MOST) return undefined
  return `${short.toFixed(0)} ms for ${SMALL} characters, ${long.toFixed(0)} ms for ${SMALL * TIMES}`
}
