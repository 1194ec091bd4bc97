/** A text in every language that we speak: one card serves readers of each. */
import type { Locale } from '../form/locale.ts'
import { type Words, wordsOf } from './words.ts'

export type Phrase = Readonly<Record<Locale, string>>

/** Our own words, in each language. */
export function phrase(say: (words: Words, locale: Locale) => string): Phrase {
  return { en: say(wordsOf('en'), 'en'), zh: say(wordsOf('zh'), 'zh') }
}

/** Words of others, which are never translated. */
export function verbatim(text: string): Phrase {
  return { en: text, zh: text }
}

export function mapPhrase({ en, zh }: Phrase, change: (text: string, locale: Locale) => string): Phrase {
  return { en: change(en, 'en'), zh: change(zh, 'zh') }
}

/** Whether there is nothing to read in any language. */
export function isEmptyPhrase({ en, zh }: Phrase): boolean {
  return en.trim() === '' && zh.trim() === ''
}
