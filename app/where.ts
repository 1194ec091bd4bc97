/** `/where […]` at the terminal: tells or changes who is asked first. */
import type { Context } from '@deepseek-ai/cordis'
import type {} from '../router/cordis.ts'
import type { Locale } from '../surfaces/form/locale.ts'
import { orderPortOf, where, whereArgument, whereLine } from '../surfaces/form/where.ts'

/** What to show for a line typed at the terminal; undefined when it is no `/where`. */
export function answerWhere(ctx: Context, line: string, locale: Locale): string | undefined {
  const text = line.trim()
  const argument = text.startsWith('/') ? whereArgument(text.slice(1)) : undefined
  return argument === undefined ? undefined : chooseWhere(ctx, argument)(locale)
}

/** Acts once, however many languages it is told in. */
export function chooseWhere(ctx: Context, argument: string): (locale: Locale) => string {
  const result = where(argument, orderPortOf(ctx.get('askSurfaces', false)))
  return (locale) => whereLine(result, locale, '/where')
}
