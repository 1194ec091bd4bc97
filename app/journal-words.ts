/** What a person hears of the journal. */
import type { Actor } from '../router/types.ts'
import type { Locale } from '../surfaces/form/locale.ts'

const WORDS = {
  en: (ask: string, who: string) => `${who} answered question ${ask} late, and this program ended before the answer was delivered; its words are not kept here. Please answer again.`,
  zh: (ask: string, who: string) => `${who} 补答了问题 ${ask}，但程序在送达前已退出，且未保存其内容。请重新回答。`,
}
const SOMEBODY = { en: 'Somebody', zh: '有人' }

/** An answer was accepted and lost, since the journal keeps no words. */
export function lostLine(ask: string, actor: Actor | undefined, locale: Locale): string {
  const who = actor?.name ?? actor?.id ?? SOMEBODY[locale]
  return WORDS[locale](ask.slice(0, 8), actor ? `${who} (${actor.surface})` : who)
}
