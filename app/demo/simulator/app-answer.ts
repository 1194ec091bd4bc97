/** What a phone makes of the app's answer to a click: pure. */
import { z } from 'zod'
import { isObject } from './card-nodes.ts'
import { validateCard } from './card-rules.ts'
import type { AppAnswer, Card, Locale, ShownToast } from './types.ts'

/** The codes that a phone shows when a click went wrong. */
export const PHONE_CODES = { notSubscribed: 200340, noAnswer: 200341, badStatus: 200671, malformed: 200672, badCard: 200673 } as const

const toastShape = z.object({
  type: z.enum(['info', 'success', 'error', 'warning']).default('info'),
  content: z.string().optional(),
  i18n: z.record(z.string(), z.string()).optional(),
})

const answerShape = z.strictObject({
  toast: toastShape.optional(),
  card: z.strictObject({ type: z.literal('raw'), data: z.custom<Card>(isObject) }).optional(),
})

/** What is shown of an answer; with a `phoneCode` nothing of it is applied. */
export interface ReadAnswer {
  readonly body?: unknown
  readonly toast?: ShownToast
  readonly card?: Card
  readonly phoneCode?: number
}

const I18N_KEYS: Record<Locale, string> = { zh: 'zh_cn', en: 'en_us' }

/** `answer` is absent when nobody answered in time. */
export function readAppAnswer(answer: AppAnswer | undefined, locale: Locale): ReadAnswer {
  if (answer === undefined) return { phoneCode: PHONE_CODES.noAnswer }
  const body = parseJson(answer.text)
  if (answer.status !== 200) return { body: body ?? answer.text, phoneCode: PHONE_CODES.badStatus }
  const parsed = answerShape.safeParse(body)
  if (!parsed.success) return { body: body ?? answer.text, phoneCode: PHONE_CODES.malformed }
  const { toast, card } = parsed.data
  if (card && validateCard(card.data) !== undefined) return { body, phoneCode: PHONE_CODES.badCard }
  const text = toast?.i18n?.[I18N_KEYS[locale]] ?? toast?.content
  return {
    body,
    ...(toast && text ? { toast: { type: toast.type, text } } : {}),
    ...(card ? { card: card.data } : {}),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the caller shows that as a malformed answer.
    return undefined
  }
}
