/** How long an ask still waits for its human, as this screen knows it. Pure. */

export type Wait =
  /** No clock runs. */
  | { readonly kind: 'endless' }
  /** Until a moment of the screen's clock, in milliseconds. */
  | { readonly kind: 'counting'; readonly until: number }
  /** The clock stands still with `remaining` milliseconds left. `touch`: until the panel is left; `good`: for good. */
  | { readonly kind: 'held'; readonly remaining: number; readonly by: 'touch' | 'good' }
  /** The agent went on; an answer is still welcome and arrives as a message. */
  | { readonly kind: 'continued' }

/** What somebody who keeps the clock tells the screen; times are in milliseconds from now. */
export type WaitNews =
  | { readonly kind: 'endless' | 'continued' }
  | { readonly kind: 'counting' | 'held'; readonly remaining: number }

export const ENDLESS: Wait = { kind: 'endless' }

export function waitOf(news: WaitNews, now: number): Wait {
  switch (news.kind) {
    case 'endless':
    case 'continued':
      return { kind: news.kind }
    case 'counting':
      return { kind: 'counting', until: now + news.remaining }
    case 'held':
      return { kind: 'held', remaining: news.remaining, by: 'good' }
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
