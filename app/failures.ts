/** What the person at the desk must know of the other places: nobody shall wait for a phone that was never asked. */
import type { Context } from '@deepseek-ai/cordis'
import type {} from '../router/cordis.ts'
import type { Locale } from '../surfaces/form/locale.ts'

const WORDS = {
  en: {
    failed: (surface: string, why: string) => `${surface} could not show the question (${why}); it can be answered here`,
    up: 'The phone\'s long connection is up.',
    down: 'The phone\'s long connection is down: no new question goes there until it is back, open ones stay.',
  },
  zh: {
    failed: (surface: string, why: string) => `${surface} 未能显示该问题（${why}），可在此处回答`,
    up: '手机的长连接已连上。',
    down: '手机的长连接已断开：恢复之前新问题不会发到手机，已有的仍保留。',
  },
}

/** What a change of the phone's long connection means for the person at the desk. */
export function linkLine(up: boolean, locale: Locale): string {
  return WORDS[locale][up ? 'up' : 'down']
}

/** Says one line for each surface but the terminal itself that fails an ask, for the life of `ctx`. */
export function tellFailures(ctx: Context, locale: Locale, say: (line: string) => void): void {
  ctx.on('ask-surfaces/step', ({ step, surface, detail }) => {
    if (step !== 'failed' || surface === undefined || surface === 'terminal' || detail === 'SURFACE_LEFT') return
    say(WORDS[locale].failed(surface, detail ?? '?'))
  })
}
