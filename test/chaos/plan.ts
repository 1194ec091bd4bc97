/** Pure: which seeds are run, and with how many asks each. */
export interface Job {
  readonly kind: 'world' | 'ordeal'
  readonly seed: number
  readonly asks: number
}

export interface PlanOptions {
  /** Of all seeds together. */
  readonly asks: number
  readonly from: number
  readonly to: number
  /** Asks that meet a kill, of all seeds together. */
  readonly killed: number
}

/** Asks that are open when a process is killed, for each seed of its own. */
const KILLED_PER_SEED = 100

/** Every seed has its part of the asks; ordeals stand first, since they take longest. */
export function planJobs({ asks, from, to, killed }: PlanOptions): readonly Job[] {
  const seeds = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const ordeals = Math.ceil(killed / KILLED_PER_SEED)
  return [
    ...Array.from({ length: ordeals }, (_, index): Job => ({ kind: 'ordeal', seed: from + index, asks: Math.ceil(killed / ordeals) })),
    ...seeds.map((seed): Job => ({ kind: 'world', seed, asks: Math.ceil(asks / seeds.length) })),
  ].filter((job) => job.asks > 0)
}

/** `7` or `1-50`; undefined when it is neither. */
export function parseSeeds(text: string): readonly [number, number] | undefined {
  const found = /^(\d+)(?:-(\d+))?$/u.exec(text)
  if (found?.[1] === undefined) return undefined
  const from = Number(found[1])
  const to = Number(found[2] ?? found[1])
  return to >= from ? [from, to] : undefined
}
