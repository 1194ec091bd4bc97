/** The card that is tapped: one button, and what it turns into afterwards. */
import type { AnswerBody } from '../../../surfaces/feishu/answer.ts'
import { type CardNode, SealedCard } from '../../../surfaces/feishu/card.ts'
import type { Locale } from '../../../surfaces/form/locale.ts'

const WORDS = {
  en: { title: 'Test of the way here and back', text: 'Sent by "dsh-ask-anywhere doctor". It decides nothing.', button: 'Tap me', done: 'The tap has arrived.', over: 'The test is over.', toast: 'The tap has arrived', stranger: 'You are no operator: this tap does not count' },
  zh: { title: '往返测试', text: '由 "dsh-ask-anywhere doctor" 发送，不决定任何事。', button: '点我', done: '点击已到达。', over: '测试已结束。', toast: '点击已到达', stranger: '你不是操作者，此次点击不算数' },
} as const satisfies Record<Locale, Record<string, string>>

export function testCard(test: string, state: 'open' | 'done' | 'over', locale: Locale): SealedCard {
  const words = WORDS[locale]
  const value = { ask: test, act: 'submit' }
  const button = { tag: 'button', name: `submit_${test}`, text: plain(words.button), type: 'primary', value, behaviors: [{ type: 'callback', value }] }
  const text = state === 'open' ? words.text : words[state]
  return new SealedCard({
    schema: '2.0',
    config: { update_multi: true, enable_forward: false, width_mode: 'fill', summary: { content: words.title } },
    header: { title: plain(words.title), template: state === 'open' ? 'blue' : state === 'done' ? 'green' : 'grey' },
    body: { elements: [{ tag: 'div', text: plain(text) }, ...(state === 'open' ? [button] : [])] },
  })
}

function plain(content: string): CardNode {
  return { tag: 'plain_text', content }
}

/** What a tap is answered with; a stranger's leaves the card to the operator. */
export function tapAnswer(test: string, isOperator: boolean, locale: Locale): AnswerBody {
  if (!isOperator) return { toast: { type: 'warning', content: WORDS[locale].stranger, i18n: { zh_cn: WORDS.zh.stranger, en_us: WORDS.en.stranger } } }
  return { toast: { type: 'success', content: WORDS[locale].toast, i18n: { zh_cn: WORDS.zh.toast, en_us: WORDS.en.toast } }, card: { type: 'raw', data: testCard(test, 'done', locale) } }
}
