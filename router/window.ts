/** The window of one timed ask: the claim on the host's wait and the one clock that every surface sees and may hold. */
import { takeClaim, type WaitStream } from './claim.ts'
import { advance, leftOf, NEW_COUNTDOWN, stateOf, type CountdownEvent, type CountdownValue } from './countdown.ts'
import type { SurfaceKey } from './round.ts'
import type { Countdown, HoldKind } from './types.ts'

/** What the host lets us do with the window of a timed ask. */
export interface HostWindow {
  /** Opens a stream that stands for one claim on the wait; absent where the host keeps the clock to itself. */
  readonly attach?: (signal: AbortSignal) => WaitStream
  /** Whether an answer is still taken, as a message, once it has closed. */
  readonly continues: boolean
}

export interface WindowPorts {
  /**
   * Milliseconds that never jump. Where that clock stands while the machine sleeps (Linux), the time asleep does not
   * count: who wakes it finds the rest of the window.
   */
  monotonic(): number
  /** Calls back after `ms`; returns the cancellation. */
  after(ms: number, callback: () => void): () => void
  /** Opens a stream that stands for one claim. */
  readonly attach: (signal: AbortSignal) => WaitStream
  /** Whether the surface is being asked: nobody else can hold the clock. */
  isAsked(key: SurfaceKey): boolean
  /** The clock ran down; called at most once. */
  expired(): void
  held(surface: string, how: HoldKind): void
  /** A listener or the host threw where it must not. */
  contain(source: string, error: unknown): void
}

/** The longest timer that the platform has. */
const LONGEST_MS = 2 ** 31 - 1

/** Owns its claim on the host's wait and its timer, and gives both back in `close`; a throwing listener is contained. */
export class Window {
  private readonly ports: WindowPorts
  private readonly listeners = new Map<() => void, string>()
  private value: CountdownValue = NEW_COUNTDOWN
  private giveBack: (() => void) | undefined
  private cancelTimer: (() => void) | undefined

  constructor(ports: WindowPorts) {
    this.ports = ports
  }

  /** Whether any of our surfaces is being asked. Only then is the host's clock ours to keep. */
  occupy(isOccupied: boolean): void {
    if (this.value.clock.phase === 'over' || isOccupied === (this.giveBack !== undefined)) return
    if (isOccupied) {
      this.giveBack = takeClaim(this.ports.attach, {
        told: (left) => this.apply({ kind: 'told', left, at: this.ports.monotonic() }),
        contain: (error) => this.ports.contain('host', error),
      })
      return
    }
    this.giveBack?.()
    this.giveBack = undefined
    this.apply({ kind: 'untold' })
  }

  /** The clock as one surface sees it. */
  seen(key: SurfaceKey, name: string): Countdown {
    const state = () => stateOf(this.value)
    return {
      get state() {
        return state()
      },
      remaining: () => leftOf(this.value, this.ports.monotonic()),
      hold: (how) => this.hold(key, name, how),
      release: () => this.drop(key),
      onChange: (listener) => {
        // One of its own for each call: the same function may listen twice.
        const own = () => listener()
        this.listeners.set(own, name)
        return () => this.listeners.delete(own)
      },
    }
  }

  /** The surface is out of the round, or nobody is at it any more. */
  drop(key: SurfaceKey): void {
    this.apply({ kind: 'released', key, at: this.ports.monotonic() })
  }

  /**
   * The round is over. The claim is given back a moment later: a host whose deadline has passed meanwhile would
   * otherwise close the window before it has heard the answer.
   */
  close(): void {
    this.apply({ kind: 'ended' })
    this.listeners.clear()
    const { giveBack } = this
    this.giveBack = undefined
    if (giveBack) this.ports.after(0, giveBack)
  }

  private hold(key: SurfaceKey, name: string, how: HoldKind): void {
    if (!this.ports.isAsked(key)) return
    const before = this.value
    this.apply({ kind: 'held', key, how, at: this.ports.monotonic() })
    if (this.value !== before && stateOf(this.value) !== 'over') this.ports.held(name, how)
  }

  private apply(event: CountdownEvent): void {
    const before = this.value
    this.value = advance(before, event)
    const { clock } = this.value
    if (clock === before.clock) return
    this.arm()
    const listeners = Array.from(this.listeners)
    // The round ends first: what the listeners see then is decided.
    if (clock.phase === 'over' && clock.expired) this.ports.expired()
    for (const [listener, name] of listeners) this.tell(listener, name)
  }

  private arm(): void {
    this.cancelTimer?.()
    this.cancelTimer = undefined
    const { clock } = this.value
    if (clock.phase !== 'counting') return
    const ms = Math.ceil(clock.until - this.ports.monotonic())
    this.cancelTimer = this.ports.after(Math.min(Math.max(ms, 0), LONGEST_MS), () => {
      this.apply({ kind: 'looked', at: this.ports.monotonic() })
      this.arm()
    })
  }

  private tell(listener: () => void, name: string): void {
    try {
      listener()
    } catch (error) {
      this.ports.contain(name, error)
    }
  }
}
