/** What a run may leave behind in its process: nothing. */

export interface Traces {
  readonly resources: ReadonlyMap<string, number>
  readonly listeners: ReadonlyMap<string, number>
}

/** Resources that keep the process alive, and listeners on the process itself, counted by kind. */
export function readTraces(): Traces {
  return {
    resources: countOf(process.getActiveResourcesInfo()),
    listeners: new Map(process.eventNames().map((name) => [String(name), process.listenerCount(name)])),
  }
}

/** Waits, at most `limitMs` of real time, until nothing is left beyond what there was. @returns one line for each kind that is. */
export async function leftSince(before: Traces, limitMs: number): Promise<readonly string[]> {
  for (const end = performance.now() + limitMs; ;) {
    const left = beyond(before, readTraces())
    if (left.length === 0 || performance.now() > end) return left
    await new Promise((resolve) => { setTimeout(resolve, 20) })
  }
}

function beyond(before: Traces, now: Traces): readonly string[] {
  return (['resources', 'listeners'] as const).flatMap((what) => [...now[what]]
    .filter(([kind, count]) => count > (before[what].get(kind) ?? 0))
    .map(([kind, count]) => `left behind: ${count - (before[what].get(kind) ?? 0)} × ${kind} (${what})`))
}

function countOf(kinds: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}
