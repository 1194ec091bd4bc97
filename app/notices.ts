/** Lines that a person must see although no question is open: kept until a screen is there to show them. */
import { Service, type Context } from '@deepseek-ai/cordis'

declare module '@deepseek-ai/cordis' {
  interface Context {
    askNotices: Notices
  }
  interface Events {
    /** A line for the person: what, where, the next step. */
    'ask-surfaces/notice'(line: string): void
  }
}

/** Lines kept for a screen that opens later. */
const KEPT = 20

/** The service `ctx.askNotices`. */
export class Notices extends Service {
  private readonly kept: string[] = []

  constructor(ctx: Context) {
    super(ctx, 'askNotices')
  }

  /** The latest lines, oldest first. */
  recent(): readonly string[] {
    return [...this.kept]
  }

  add(line: string): void {
    this.kept.push(line)
    this.kept.splice(0, this.kept.length - KEPT)
    this.ctx.emit('ask-surfaces/notice', line)
  }
}

/**
 * Logs a line and shows it once on whatever screen is there, as soon as the core row is up; without that row only the
 * log gets it.
 */
export function announce(ctx: Context, line: string): void {
  ctx.logger('ask').error(line)
  const notices = ctx.get('askNotices')
  if (notices) {
    notices.add(line)
    return
  }
  let isAdded = false
  const waiting = ctx.inject(['askNotices'], (inner) => {
    if (!isAdded) inner.askNotices.add(line)
    isAdded = true
    // Said once, whatever becomes of the core row; a fiber cannot end itself while it is starting.
    queueMicrotask(() => {
      waiting.dispose().catch((error: unknown) => ctx.logger('ask').error(error))
    })
  })
}
