/** Measures a product against its baseline in one run: slice by slice, in changing order, each after a collection. */
import type { Figure, Target } from './figure.ts'

/** What one slice took, by name. */
export type Sample = Readonly<Record<string, number>>
export type Slice<S> = () => Promise<S> | S

export interface Subjects<S> {
  readonly product: Slice<S>
  readonly baseline: Slice<S>
}

/** One slice of the product and two of the baseline, the second to be held against the first. */
export interface Pair<S> {
  readonly product: S
  readonly baseline: S
  readonly control: S
}

/** Each comes first, second and last equally often: heat and other processes shall favour nobody. */
const ORDERS = [['baseline', 'product', 'control'], ['product', 'control', 'baseline'], ['control', 'baseline', 'product']] as const

/** Milliseconds that each gets to be compiled in before anything counts. */
const WARM_UP = 400

export async function interleave<S extends Sample>({ product, baseline }: Subjects<S>, pairs: number): Promise<readonly Pair<S>[]> {
  const slices = { product, baseline, control: baseline }
  for (const slice of [baseline, product]) {
    const start = performance.now()
    do await slice()
    while (performance.now() - start < WARM_UP)
  }
  const found: Pair<S>[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const samples: Partial<Record<keyof Pair<S>, S>> = {}
    for (const name of ORDERS[pair % ORDERS.length] ?? ORDERS[0]) {
      collect()
      samples[name] = await slices[name]()
    }
    found.push(samples as Pair<S>)
  }
  return found
}

export interface RatioOptions<S> {
  readonly name: string
  readonly read: (sample: S) => number
  /** Of what `read` gives. */
  readonly unit: string
  readonly target?: Target
}

/** The median of the pairs' ratios as a figure. */
export function ratio<S>(pairs: readonly Pair<S>[], { name, read, unit, target }: RatioOptions<S>): Figure {
  const ratios = pairs.map(({ product, baseline }) => read(product) / read(baseline))
  const absolute = (which: keyof Pair<S>): string => rounded(median(pairs.map((pair) => read(pair[which]))))
  return {
    name,
    value: median(ratios),
    unit: 'x',
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    control: median(pairs.map(({ control, baseline }) => read(control) / read(baseline))),
    ...(target ? { target } : {}),
    shown: `${absolute('product')} to ${absolute('baseline')} ${unit}`,
  }
}

/** Microseconds that each of `count` operations took on the clock and on the processors. */
export async function perOperation(count: number, operation: (turn: number) => Promise<unknown> | void): Promise<{ wall: number; cpu: number }> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  for (let turn = 0; turn < count; turn += 1) {
    const done = operation(turn)
    if (done !== undefined) await done
  }
  const wall = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return { wall: wall * 1_000 / count, cpu: (user + system) / count }
}

/** A full collection; a row runs with `--expose-gc`. */
export function collect(): void {
  if (globalThis.gc === undefined) throw new Error('a row needs node --expose-gc')
  globalThis.gc()
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low = Number.NaN, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}

/** Three digits that count. */
export function rounded(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}
