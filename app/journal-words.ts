/** What a person hears of the journal. */
import type { Actor } from '../router/types.ts'
import type { Locale } from '../surfaces/form/locale.ts'

const WORDS = {
  en: (ask: string, who: string) => `${who} answered question ${ask} late, and this program ended before the answer was delivered. It can't be delivered now: please answer again.`,
  zh: (ask: string, who: string) => `${who} 补答了问题 ${ask}，但程序在送达前已退出，现在无法送达。请重新回答。`,
}
const SOMEBODY = { en: 'Somebody', zh: '有人' }

/** An answer was accepted and never delivered. */
export function lostLine(ask: string, actor: Actor | undefined, locale: Locale): string {
  const who = actor?.name ?? actor?.id ?? SOMEBODY[locale]
  return WORDS[locale](ask.slice(0, 8), actor ? `${who} (${actor.surface})` : who)
}
