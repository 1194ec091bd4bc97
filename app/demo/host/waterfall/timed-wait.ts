/** The foreground wait of one timed call: a deadline whose clock stands while anybody claims the wait. */
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { Clock } from './types.ts'

export class TimedWait {
  readonly agent: Agent
  /** Resolves when the wait is over, however it ended. */
  readonly ended: Promise<void>
  private readonly deadline: number
  private readonly clock: Clock
  private readonly onExpired: () => void
  private claims = 0
  private cancelTimer: (() => void) | undefined
  private resolveEnded: () => void = () => {}
  private isOver = false

  /** `onExpired` is called at most once, when the deadline finds the wait unclaimed. */
  constructor(agent: Agent, timeoutMs: number, clock: Clock, onExpired: () => void) {
    this.agent = agent
    this.clock = clock
    this.onExpired = onExpired
    this.deadline = clock.now() + timeoutMs
    this.ended = new Promise((resolve) => { this.resolveEnded = resolve })
    this.arm()
  }

  /** Milliseconds until the deadline that the call began with; never negative. */
  get remainingMs(): number {
    return Math.max(0, this.deadline - this.clock.now())
  }

  /** From now on the claimant counts down and must reject with `ASK_TIMED_OUT` itself. @returns gives the claim back. */
  claim(): () => void {
    this.claims += 1
    this.disarm()
    let held = true
    return () => {
      if (!held) return
      held = false
      this.claims -= 1
      if (this.claims === 0 && !this.isOver) this.arm()
    }
  }

  end(): void {
    this.isOver = true
    this.disarm()
    this.resolveEnded()
  }

  private arm(): void {
    this.cancelTimer = this.clock.after(this.remainingMs, () => {
      this.cancelTimer = undefined
      this.onExpired()
    })
  }

  private disarm(): void {
    this.cancelTimer?.()
    this.cancelTimer = undefined
  }
}
