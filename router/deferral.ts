/** The later surfaces of one round: whose turn is when, and the timer that ends their waiting. */
import { leftToWait, turnOf, type Turn } from './order.ts'
import type { AskOrder, AskSurface, Countdown, Side } from './types.ts'

export interface DeferralPorts {
  /** Milliseconds that never jump. */
  monotonic(): number
  /** Calls back after `ms`; returns the cancellation. */
  after(ms: number, callback: () => void): () => void
  /** A surface threw where it must not. */
  contain(surface: string, error: unknown): void
}

/** A host that hasn't told its window by then may have a short one, in milliseconds. */
const STARTING = 1_000

/** Made for rounds that don't ask everybody together; of the others nothing is kept. */
export class Deferral {
  private readonly ports: DeferralPorts
  private readonly due: () => void
  private readonly countdown: Pick<Countdown, 'remaining' | 'onChange'> | undefined
  private readonly since: number
  private readonly desks = new Set<AskSurface>()
  private order: AskOrder
  /** Milliseconds of the whole window, once they are known. */
  private window: number | undefined
  private isWaiting = false
  private isOver = false
  private cancel: (() => void) | undefined

  /** `due` is called at most once: nobody waits any longer. `countdown` is the clock of a timed ask. */
  constructor(order: AskOrder, ports: DeferralPorts, due: () => void, countdown?: Pick<Countdown, 'remaining' | 'onChange'>) {
    this.order = order
    this.ports = ports
    this.due = due
    this.countdown = countdown
    this.since = ports.monotonic()
    countdown?.onChange(() => this.arm())
  }

  get delaySeconds(): number {
    return this.order.delaySeconds
  }

  /** Once the waiting is over everybody is asked at once. */
  turnOf({ surface, side }: { readonly surface: AskSurface; readonly side?: Side }): Turn | undefined {
    if (this.isOver) return undefined
    if (side === 'desk') this.desks.add(surface)
    const turn = turnOf(this.order.mode, side)
    return turn === 'later' && this.left() <= 0 ? undefined : turn
  }

  /** Whether surfaces wait now; the timer runs only then. */
  look(isWaiting: boolean): void {
    if (isWaiting === this.isWaiting) return
    this.isWaiting = isWaiting
    this.arm()
  }

  /** A new delay counts for those who wait; with another first choice nobody waits any longer. */
  reorder(order: AskOrder): void {
    if (this.isOver) return
    if (order.mode !== this.order.mode) return this.end()
    this.order = order
    this.arm()
  }

  private arm(): void {
    this.cancel?.()
    this.cancel = undefined
    if (!this.isWaiting || this.isOver) return
    this.cancel = this.ports.after(Math.ceil(this.left()), () => {
      this.cancel = undefined
      if (this.left() > 0) this.arm()
      else this.end()
    })
  }

  private end(): void {
    this.isOver = true
    this.cancel?.()
    this.cancel = undefined
    this.due()
  }

  private left(): number {
    const elapsed = this.ports.monotonic() - this.since
    return Math.min(leftToWait(this.order, { elapsed, idle: this.idle() }), this.leftOfWindow(elapsed))
  }

  /** Whoever is asked later still has half of the window of a timed ask. */
  private leftOfWindow(elapsed: number): number {
    const { countdown } = this
    if (countdown === undefined) return Infinity
    const remaining = countdown.remaining()
    if (remaining === undefined) return Math.max(0, STARTING - elapsed)
    this.window ??= remaining
    return Math.max(0, remaining - this.window / 2)
  }

  /** Since the last key at any desk; what a surface says of it is foreign. */
  private idle(): number {
    let least = Infinity
    for (const desk of this.desks) {
      try {
        const idle: unknown = desk.idle?.()
        if (typeof idle === 'number' && idle >= 0) least = Math.min(least, idle)
      } catch (error) {
        this.ports.contain(desk.name, error)
      }
    }
    return least
  }
}
