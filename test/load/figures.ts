import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Quantiles of what was measured, in milliseconds. */
export interface Spread {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = Float64Array.from(values).toSorted()
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), p999: at(0.999), max: sorted.at(-1) ?? 0 }
}

const ms = (value: number): string => `${value.toFixed(1)} ms`

export function spreadLine({ count, p50, p99, p999, max }: Spread): string {
  return `${count} answers, p50 ${ms(p50)}, p99 ${ms(p99)}, p99.9 ${ms(p999)}, longest ${ms(max)}`
}

/** Megabytes after a collection. */
export interface Memory {
  readonly heap: number
  readonly rss: number
}

export function memoryNow(): Memory {
  if (globalThis.gc === undefined) throw new Error('run it with --expose-gc')
  globalThis.gc()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20 }
}

/** Prints each check and counts the broken ones. */
export function createVerdict(): { check(name: string, isHeld: boolean, figure: string): void; broken(): number } {
  let broken = 0
  return {
    check: (name, isHeld, figure) => {
      if (!isHeld) broken += 1
      process.stdout.write(`${isHeld ? 'ok    ' : 'BROKEN'} ${name}: ${figure}\n`)
    },
    broken: () => broken,
  }
}

/** How late a timer of 10 ms comes: what a loaded machine alone adds to every time. Returns what tells it and ends it. */
export function watchLateness(): () => string {
  const watch = monitorEventLoopDelay({ resolution: 10 })
  watch.enable()
  return () => {
    watch.disable()
    return `p99 ${(watch.percentile(99) / 1e6).toFixed(0)} ms, longest ${(watch.max / 1e6).toFixed(0)} ms`
  }
}
