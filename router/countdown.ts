/** The clock of a timed ask as a value: what is left, who holds it, when it is over. Pure; `window` runs it. */
import type { CountdownState, HoldKind } from './types.ts'
import type { SurfaceKey } from './round.ts'

/** Instants and spans are milliseconds on the monotonic clock. */
export type Clock =
  | { readonly phase: 'starting' }
  | { readonly phase: 'counting'; readonly until: number }
  | { readonly phase: 'held'; readonly left: number }
  /** Absorbing. `expired`: it ran down; otherwise the round ended first. */
  | { readonly phase: 'over'; readonly expired: boolean }

export interface CountdownValue {
  readonly clock: Clock
  /** Surfaces with somebody at it. */
  readonly touched: ReadonlySet<SurfaceKey>
  /** Somebody has asked for all the time there is; nothing takes that back. */
  readonly forGood: boolean
}

export type CountdownEvent =
  /** The host has told how long it waits. */
  | { readonly kind: 'told'; readonly left: number; readonly at: number }
  /** The host's clock goes on by itself: how long is not known here until it tells anew. */
  | { readonly kind: 'untold' }
  | { readonly kind: 'held'; readonly key: SurfaceKey; readonly how: HoldKind; readonly at: number }
  | { readonly kind: 'released'; readonly key: SurfaceKey; readonly at: number }
  /** A timer fired, which may be early, late or of no concern any more. */
  | { readonly kind: 'looked'; readonly at: number }
  | { readonly kind: 'ended' }

export const NEW_COUNTDOWN: CountdownValue = { clock: { phase: 'starting' }, touched: new Set(), forGood: false }

/** The same value when nothing has changed. A clock that has run down by `at` is over, whatever the event wants. */
export function advance(value: CountdownValue, event: CountdownEvent): CountdownValue {
  const { clock } = value
  if (clock.phase === 'over') return value
  if (clock.phase === 'counting' && 'at' in event && event.at >= clock.until) return { ...value, clock: { phase: 'over', expired: true } }
  switch (event.kind) {
    case 'told':
      return clock.phase === 'starting' ? run({ ...value, clock: { phase: 'held', left: Math.max(0, event.left) } }, event.at) : value
    case 'untold':
      return clock.phase === 'starting' ? value : { ...value, clock: { phase: 'starting' } }
    case 'held':
      return held(value, event.key, event.how, event.at)
    case 'released':
      return released(value, event.key, event.at)
    case 'looked':
      return value
    case 'ended':
      return { ...value, clock: { phase: 'over', expired: false } }
  }
}

/** Milliseconds left; undefined while the host has not told. */
export function leftOf({ clock }: CountdownValue, now: number): number | undefined {
  switch (clock.phase) {
    case 'starting':
      return undefined
    case 'counting':
      return Math.max(0, clock.until - now)
    case 'held':
      return clock.left
    case 'over':
      return 0
  }
}

export function stateOf({ clock }: CountdownValue): CountdownState {
  return clock.phase
}

function isHeld({ touched, forGood }: CountdownValue): boolean {
  return forGood || touched.size > 0
}

function held(value: CountdownValue, key: SurfaceKey, how: HoldKind, at: number): CountdownValue {
  if (how === 'for-good' ? value.forGood : value.touched.has(key)) return value
  const next = how === 'for-good' ? { ...value, forGood: true } : { ...value, touched: new Set(value.touched).add(key) }
  if (value.clock.phase !== 'counting') return next
  return { ...next, clock: { phase: 'held', left: value.clock.until - at } }
}

function released(value: CountdownValue, key: SurfaceKey, at: number): CountdownValue {
  if (!value.touched.has(key)) return value
  return run({ ...value, touched: new Set([...value.touched].filter((other) => other !== key)) }, at)
}

/** A clock that stands goes on, unless somebody holds it. */
function run(value: CountdownValue, at: number): CountdownValue {
  if (value.clock.phase !== 'held' || isHeld(value)) return value
  return { ...value, clock: { phase: 'counting', until: at + value.clock.left } }
}
