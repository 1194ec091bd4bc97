import { describe, expect, it } from 'vitest'
import { validateCard } from '../../../app/demo/simulator/index.ts'
import type { Outcome } from '../../../router/types.ts'
import { previewCard } from '../../../surfaces/feishu/index.ts'
import { DATABASE } from './known.ts'

describe('previewCard', () => {
  const request = { questions: [{ ...DATABASE, detail: 'x'.repeat(40_000) }] }
  const ended: Outcome = { kind: 'dismissed', actor: { surface: 'terminal' }, at: 0 }

  it.each(['open', 'left', ended] as const)('gives each card that would be sent in the state %j', (state) => {
    const cards = previewCard(request, state, 'en')
    expect(cards).toHaveLength(2)
    for (const card of cards) expect(validateCard(JSON.parse(JSON.stringify(card)))).toBeUndefined()
    expect(JSON.stringify(cards).includes('"act":"submit"')).toBe(state === 'open')
  })

  it('names the terminal as the other place', () => {
    expect(JSON.stringify(previewCard({ questions: [DATABASE] }, 'open', 'en'))).toContain('at the terminal')
  })

  it('speaks the given language where a viewer has none', () => {
    const [en, zh] = (['en', 'zh'] as const).map((locale) => JSON.stringify(previewCard({ questions: [DATABASE] }, ended, locale)[0]?.toJSON().header['title']))
    expect(en).toContain('"content":"Someone dismissed')
    expect(zh).toContain('"content":"有人')
  })
})
