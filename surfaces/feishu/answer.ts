/** What a click is answered with: a toast, and at times the card to show from now on. */
import type { Locale } from '../form/locale.ts'
import type { SealedCard } from './card.ts'
import type { Ruling } from './ruling.ts'

export type ToastType = 'info' | 'success' | 'error' | 'warning'

/** The body of an answer to a click, as the platform reads it. */
export interface AnswerBody {
  readonly toast?: {
    readonly type: ToastType
    readonly content: string
    readonly i18n: { readonly zh_cn: string; readonly en_us: string }
  }
  readonly card?: { readonly type: 'raw'; readonly data: SealedCard }
}

/** An answer on its way: whoever transports it calls `sent` when it has left or cannot leave any more; further calls change nothing. */
export interface Answer {
  readonly body: AnswerBody
  readonly sent: () => void
}

const END = Buffer.from('}}')

/** A body as JSON; its card is in it as it was measured, without being made anew. */
export function answerBytes(body: AnswerBody): Buffer {
  const { toast, card } = body
  if (card === undefined) return Buffer.from(JSON.stringify(body))
  const before = toast === undefined ? '' : `"toast":${JSON.stringify(toast)},`
  return Buffer.concat([Buffer.from(`{${before}"card":{"type":"raw","data":`), card.data.bytes, END])
}

/** The answer that a ruling makes to a click on the card at position `part`. Without a card the phone keeps what the person has filled in. */
export function answerBody({ tone, text, cards }: Ruling, locale: Locale, part = 1): AnswerBody {
  const card = cards?.[part - 1]
  return {
    toast: { type: tone, content: text[locale], i18n: { zh_cn: text.zh, en_us: text.en } },
    ...(card === undefined ? {} : { card: { type: 'raw', data: card } }),
  }
}
