import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { type CardAsk, cardAsk } from '../../../surfaces/feishu/ask.ts'
import { approvalView, commandOf, decisionSections, planView, unapprovableView } from '../../../surfaces/feishu/decision-view.ts'
import { verbatim } from '../../../surfaces/feishu/phrase.ts'
import type { Part } from '../../../surfaces/feishu/view.ts'
import type { Decision } from '../../../surfaces/form/decision.ts'
import { drawn, pressable } from './drawn.ts'

const PLAN: AskUserQuestionItem = { id: 'p', header: 'Head\u200B', question: 'Go\u200B?', detail: '# Plan', options: [{ label: 'No', description: 'not\u200B now' }, { label: 'Go' }], intent: { kind: 'plan-review', approve: 'Go' } }
const RUN: AskUserQuestionItem = { id: 'r', question: 'Run\u200B it?', detail: 'ls\u00A0-l', options: [{ label: 'No' }, { label: 'Yes' }], intent: { kind: 'approval', approve: 'Yes', reject: 'No' } }
const ALWAYS: AskUserQuestionItem = {
  ...RUN, header: 'Shell', options: [{ label: 'No' }, { label: 'Yes', description: 'once' }, { label: 'Always' }],
  intent: { kind: 'approval', approve: 'Yes', reject: 'No', always: 'Always', subject: { name: `bash\u200B ${'s'.repeat(300)}` }, display: { question: { en: 'Run this?' }, detail: { en: 'It needs\u200B it.' }, approve: { en: 'Once, please' } } },
}
const INTRO = { kind: 'text', text: verbatim('intro') } as const

function decided(question: AskUserQuestionItem): CardAsk & { readonly decision: Decision } {
  const { decision, ...ask } = cardAsk('ask-1', { questions: [question] })
  if (decision === undefined) throw new Error('no decision')
  return { ...ask, decision }
}

function sections(question: AskUserQuestionItem): readonly (readonly string[])[] {
  const ask = decided(question)
  return decisionSections(ask, ask.decision).map(drawn)
}

function planOf(part: Partial<Part>, question = PLAN): ReturnType<typeof planView> {
  const ask = decided(question)
  if (ask.decision.kind !== 'plan-review') throw new Error('no plan')
  return planView(ask, ask.decision, { at: 1, count: 1, blocks: [{ kind: 'rule' }], ...part }, INTRO)
}

function permissionOf(question: AskUserQuestionItem): ReturnType<typeof approvalView> {
  const ask = decided(question)
  if (ask.decision.kind !== 'approval') throw new Error('no permission')
  return approvalView(ask, ask.decision, { at: 1, count: 1, blocks: [{ kind: 'rule' }] }, INTRO)
}

/** Paragraphs of so many characters, as a plan shows them; each stands as its length. */
function groups(...lengths: readonly number[]): readonly string[] {
  return sections({ ...PLAN, detail: lengths.map((length) => 'x'.repeat(length)).join('\n\n') }).slice(1, -1).flat().map((line) => line.replace(/x+/gu, ({ length }) => String(length)))
}

/** A label as it stands on its button, and beside it where it has to. */
function labelled(label: string): readonly string[] {
  const question = { ...PLAN, options: [{ label: 'No' }, { label }], intent: { kind: 'plan-review', approve: label } }
  return [pressable(planOf({}, question).form?.buttons ?? [])[0]?.replace(/^approve primary | \(Approve\?.*$/gu, '') ?? '', ...(sections(question).at(-1) ?? [])]
}

const TALK = 'dismiss default Let us talk first (Let us talk first Nothing is decided. The agent learns that you want to talk about the plan.)'

describe('a plan on a card', () => {
  it('stands between its question and what its buttons cannot say', () => {
    expect(sections(PLAN)).toEqual([['**Head⟨U+200B⟩**', '**Go⟨U+200B⟩?**', '---'], ['md: # Plan'], ['No: not⟨U+200B⟩ now']])
    const { header: _, ...plain } = PLAN
    expect(sections({ ...plain, options: [{ label: 'No' }, { label: 'Go' }] })).toEqual([['**Go⟨U+200B⟩?**', '---'], ['md: # Plan'], []])
  })

  it('beyond 4,000 bytes is folded in groups that are read together, and nothing of it is left out', () => {
    // Each brings its text and the blank line before it, four bytes.
    expect(groups(1_996, 1_996)).toEqual(['md: 1996\n\n1996'])
    expect(groups(1_996, 1_997)).toEqual(['md: 1996', 'fold Read on (2 of 2): 1997'])
    expect(groups(1_996, 1_997, 1_995, 1)).toEqual(['md: 1996', 'fold Read on (2 of 3): 1997\n\n1995', 'fold Read on (3 of 3): 1'])
    expect(groups(5_000, 10, 3_982)).toEqual(['md: 5000', 'fold Read on (2 of 2): 10\n\n3982'])
  })

  it('is cut in blocks of 6,000 bytes', () => {
    const [, first, second] = sections({ ...PLAN, detail: 'x'.repeat(7_000) })
    expect([first?.[0]?.length, second?.[0]?.length]).toEqual([6_000 + 'md: '.length, 1_000 + 'fold Read on (2 of 2): '.length])
  })

  it('is approved, sent back with words, or talked about first', () => {
    const { body, form, buttons } = planOf({})
    expect([drawn(body), drawn(form?.blocks ?? []), pressable(form?.buttons ?? []), pressable(buttons)]).toEqual([
      ['intro', '---'], ['input q0_text What shall change? It is sent with the refusal.'], ['approve primary Go (Approve? The agent starts to carry out this plan at once.)', 'reject default No'], [TALK],
    ])
  })

  it('on several cards is decided on the last one, and each says where', () => {
    for (const at of [1, 2]) {
      const { body, form, buttons } = planOf({ at, count: 3 })
      expect([drawn(body), form, buttons]).toEqual([['intro', 'Too long for one card, so it comes in 3. The buttons are on the last one.', '---'], undefined, []])
    }
    expect(planOf({ at: 3, count: 3 }).buttons).toHaveLength(1)
  })
})

describe('a permission on a card', () => {
  it('shows what would be done, with everything spelled out that hides in it', () => {
    expect(sections(RUN)).toEqual([['**Run⟨U+200B⟩ it?**', '---', 'What would be done, whole:', 'ls⟨U+00A0⟩-l', '---']])
    expect(commandOf(decided(RUN))).toBe('ls⟨U+00A0⟩-l')
    expect(commandOf({ ...decided(RUN), form: [] })).toBe('')
  })

  it('shows who asks, what the asker says of it, and what its lasting grant means', () => {
    expect(sections(ALWAYS)).toEqual([[
      '**Shell**', '**Run this?**', `Asked by: bash⟨U+200B⟩ ${'s'.repeat(187)}…`, 'It needs⟨U+200B⟩ it.', '---', 'What would be done, whole:', 'ls⟨U+00A0⟩-l', '---', 'Yes: once',
      '“Always” counts for later actions of this kind too, without another question.',
    ]])
  })

  it('has its fixed buttons and nothing else', () => {
    const { body, form, buttons } = permissionOf(RUN)
    expect([drawn(body), form, pressable(buttons)]).toEqual([['intro', '---'], undefined, ['approve primary Yes (Approve? This one action is carried out at once.)', 'reject danger No']])
  })

  it('calls its approval as the asker does, and asks before it is given for good', () => {
    expect(pressable(permissionOf(ALWAYS).buttons)).toEqual([
      'approve primary Once, please (Approve? This one action is carried out at once.)',
      `always default Always (Approve for good? Not only this action: later ones of its kind by bash⟨U+200B⟩ ${'s'.repeat(47)}… are carried out without asking you again.)`,
      'reject danger No',
    ])
  })
})

describe('a label on a button', () => {
  it('has forty characters, and stands whole beside it where it is longer', () => {
    expect(labelled('x'.repeat(40))).toEqual(['x'.repeat(40)])
    expect(labelled('x'.repeat(41))).toEqual([`${'x'.repeat(40)}…`, 'x'.repeat(41)])
    expect(labelled('a\nb')).toEqual(['a b', 'a\nb'])
    expect(labelled(' a ')).toEqual(['a'])
  })

  it('has a hundred units of the platform, or four characters', () => {
    const [two, eleven] = ['👍', '👨\u200D👩\u200D👧\u200D👦']
    expect(labelled(two.repeat(40))[0]).toBe(two.repeat(40))
    expect(labelled('👍🏽'.repeat(25))[0]).toBe('👍🏽'.repeat(25))
    expect(labelled(eleven.repeat(9))[0]).toBe(eleven.repeat(9))
    expect(labelled(eleven.repeat(10))[0]).toBe(`${eleven.repeat(4)}…`)
  })
})

it('a label that says nothing is the number of its option', () => {
  for (const [options, number] of [[[{ label: ' ' }, { label: 'Go' }], 1], [[{ label: 'Go' }, { label: '\n' }], 2]] as const) {
    const question = { ...PLAN, options: [...options] }
    expect(pressable(planOf({}, question).form?.buttons ?? [])[1]).toBe(`reject default #${number}`)
  }
})

describe('what cannot be read whole', () => {
  const why = { kind: 'text', text: verbatim('why') } as const
  const view = (question: AskUserQuestionItem): ReturnType<typeof unapprovableView> => {
    const ask = decided(question)
    return unapprovableView(ask, ask.decision, why)
  }

  it('of a permission is its beginning, and can be refused', () => {
    const { body, buttons } = view({ ...ALWAYS, question: 'q'.repeat(301), detail: `\u00A0${'x'.repeat(3_000)}` })
    expect(drawn(body)).toEqual(['why', `**${'q'.repeat(300)}…**`, `Asked by: bash⟨U+200B⟩ ${'s'.repeat(187)}…`, '---', `⟨U+00A0⟩${'x'.repeat(1_992)}…`, '**✂ cut here; the rest is not shown**'])
    expect(pressable(buttons)).toEqual(['reject danger No'])
  })

  it('of a plan is its beginning as it was written, and can be sent back or talked about', () => {
    const { body, buttons } = view({ ...PLAN, detail: `# a\u200B\u00A0${'x'.repeat(3_000)}` })
    expect(drawn(body)).toEqual(['why', '**Go⟨U+200B⟩?**', '---', `# a⟨U+200B⟩\u00A0${'x'.repeat(1_988)}…`, '**✂ cut here; the rest is not shown**'])
    expect(pressable(buttons)).toEqual(['reject danger No', TALK])
  })
})
