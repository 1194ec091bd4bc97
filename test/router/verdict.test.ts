import { expect, it } from 'vitest'
import { type Act, verdictIn, verdictOn } from '../../router/verdict.ts'
import type { Effect } from '../../router/round.ts'

const ACT: Act = { kind: 'dismissed', key: 1, actor: { surface: 'terminal' }, at: 5 }
const REPLY: Effect = { kind: 'reply', verdict: { kind: 'lost', outcome: { kind: 'timed-out', continued: false, at: 4 } } }

it('finds the verdict among the effects, wherever it stands', () => {
  expect(verdictIn([{ kind: 'ask', keys: [1] }, REPLY])).toBe(REPLY.verdict)
})

it('finds none where nobody acted', () => {
  expect(verdictIn([{ kind: 'ask', keys: [1] }])).toBeUndefined()
})

it('takes an act without a verdict for a defect and names the act', () => {
  expect(verdictOn(ACT, REPLY.verdict)).toBe(REPLY.verdict)
  expect(() => verdictOn(ACT, undefined)).toThrow('the round gave no verdict on dismissed')
})
