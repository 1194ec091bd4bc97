/** What a click is answered with: a toast, and at times the card to show from now on. */
import type { Locale } from '../form/words.ts'
import type { Card } from './card.ts'
import { type Words, wordsOf } from './words.ts'

export type ToastType = 'info' | 'success' | 'error' | 'warning'

/** The body of an answer to a click, as the platform reads it. */
export interface AnswerBody {
  readonly toast?: {
    readonly type: ToastType
    readonly content: string
    readonly i18n: { readonly zh_cn: string; readonly en_us: string }
  }
  readonly card?: { readonly type: 'raw'; readonly data: Card }
}

/** An answer on its way: whoever transports it calls `sent` when it has left or cannot leave any more; further calls change nothing. */
export interface Answer {
  readonly body: AnswerBody
  readonly sent: () => void
}

/** An answer in both languages. Without a card the phone keeps what the person has filled in. */
export function answerBody(type: ToastType, say: (words: Words, locale: Locale) => string, locale: Locale, card?: Card): AnswerBody {
  const [zh, en] = [say(wordsOf('zh'), 'zh'), say(wordsOf('en'), 'en')]
  return {
    toast: { type, content: locale === 'zh' ? zh : en, i18n: { zh_cn: zh, en_us: en } },
    ...(card === undefined ? {} : { card: { type: 'raw', data: card } }),
  }
}
