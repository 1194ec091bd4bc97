/** How long an ask still waits for its human, as this screen knows it. Pure. */

export type Wait =
  /** No clock runs. */
  | { readonly kind: 'endless' }
  /** Until a moment of the screen's clock, in milliseconds. */
  | { readonly kind: 'counting'; readonly until: number }
  /** The clock stands still with `remaining` milliseconds left. `touch`: until the panel is left; `good`: for good; `elsewhere`: not by this screen. */
  | { readonly kind: 'held'; readonly remaining: number; readonly by: 'touch' | 'good' | 'elsewhere' }
  /** The agent went on; an answer is still welcome and arrives as a message. */
  | { readonly kind: 'continued' }

/** What the clock of an ask says; times are in milliseconds from now. */
export type WaitNews =
  | { readonly kind: 'endless' }
  | { readonly kind: 'counting' | 'held'; readonly remaining: number }

export const ENDLESS: Wait = { kind: 'endless' }
export const CONTINUED: Wait = { kind: 'continued' }

/** The wait after news of its clock. What this screen holds it goes on holding, and what has gone on never comes back. */
export function waitOf(news: WaitNews, now: number, before: Wait): Wait {
  if (before.kind === 'continued') return before
  switch (news.kind) {
    case 'endless':
      return ENDLESS
    case 'counting':
      return { kind: 'counting', until: now + news.remaining }
    case 'held':
      return { kind: 'held', remaining: news.remaining, by: before.kind === 'held' ? before.by : 'elsewhere' }
  }
}

/** When the time shown changes next, if it does. */
export function nextSecond(wait: Wait, now: number): number | undefined {
  if (wait.kind !== 'counting' || wait.until <= now) return undefined
  return wait.until - Math.floor((wait.until - now - 1) / 1_000) * 1_000
}

/** The time left of a wait that has an end. */
export function remainingOf(wait: Wait, now: number): number | undefined {
  switch (wait.kind) {
    case 'counting':
      return Math.max(0, wait.until - now)
    case 'held':
      return wait.remaining
    case 'endless':
    case 'continued':
      return undefined
  }
}

/** Minutes and seconds, a begun second counted whole. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return [Math.floor(seconds / 60), seconds % 60].map((each) => String(each).padStart(2, '0')).join(':')
}
