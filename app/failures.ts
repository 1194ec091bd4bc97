/** Tells the person at the desk when another place could not show a question: nobody shall wait for a phone that was never asked. */
import type { Context } from '@deepseek-ai/cordis'
import type {} from '../router/cordis.ts'
import type { Locale } from '../surfaces/form/locale.ts'

const WORDS = {
  en: (surface: string, why: string) => `${surface} could not show the question (${why}); it can be answered here`,
  zh: (surface: string, why: string) => `${surface} 未能显示该问题（${why}），可在此处回答`,
}

/** Says one line for each surface but the terminal itself that fails an ask, for the life of `ctx`. */
export function tellFailures(ctx: Context, locale: Locale, say: (line: string) => void): void {
  ctx.on('ask-surfaces/step', ({ step, surface, detail }) => {
    if (step !== 'failed' || surface === undefined || surface === 'terminal' || detail === 'SURFACE_LEFT') return
    say(WORDS[locale](surface, detail ?? '?'))
  })
}
