/** A screen that follows the session, whichever instance of the row drives it. */
import type { Context } from '@deepseek-ai/cordis'
import type { Locale } from '../../surfaces/form/locale.ts'
import type { ConsoleNews } from '../../surfaces/terminal/console/news.ts'
import type {} from './driver.ts'

export interface Screen {
  readonly tell: (news: ConsoleNews) => void
  readonly say: (line: string) => void
}

/** For the life of `ctx`, or until the session row goes; then the agent is at rest. */
export function followSession(ctx: Context, screen: Screen, locale: Locale): void {
  let isFresh = true
  const tell = (news: ConsoleNews): void => {
    // The first session clears nothing away: what the rows had to say while they started stays to be read.
    if (news.type !== 'session-opened' || !isFresh) screen.tell(news)
    isFresh &&= news.type !== 'session-opened'
  }
  ctx.inject(['askSession'], (inner) => {
    inner.effect(() => {
      const leave = inner.askSession.follow({ locale, tell, say: (line) => screen.say(line) })
      return () => {
        leave()
        tell({ type: 'queue-changed', texts: [] })
        tell({ type: 'state-changed', state: 'idle' })
      }
    }, 'ask-session: follow')
  })
}
