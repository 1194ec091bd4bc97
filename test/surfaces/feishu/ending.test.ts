import { expect, it } from 'vitest'
import type { AskEnd } from '../../../router/journal/types.ts'
import { endedFrom, isLateEnd } from '../../../surfaces/feishu/ending.ts'

const ACTOR = { surface: 'feishu', id: 'ou_wang' }
const ANSWER = { answers: [{ id: 'q', selected: ['yes'] }] }

it.each<[AskEnd, object]>([
  [{ kind: 'settled', outcome: 'answered', actor: ACTOR, answer: ANSWER, at: 1 }, { kind: 'answered', actor: ACTOR, answer: ANSWER, at: 1 }],
  [{ kind: 'settled', outcome: 'answered', actor: ACTOR, at: 1 }, { kind: 'answered', actor: ACTOR, answer: { answers: [] }, at: 1 }],
  [{ kind: 'settled', outcome: 'answered', at: 1 }, { kind: 'closed', why: 'settled-elsewhere', at: 1 }],
  [{ kind: 'settled', outcome: 'dismissed', actor: ACTOR, at: 1 }, { kind: 'dismissed', actor: ACTOR, at: 1 }],
  [{ kind: 'settled', outcome: 'dismissed', at: 1 }, { kind: 'closed', why: 'settled-elsewhere', at: 1 }],
  [{ kind: 'settled', outcome: 'aborted', cause: 'withdrawn', at: 1 }, { kind: 'aborted', cause: 'withdrawn', at: 1 }],
  [{ kind: 'settled', outcome: 'aborted', at: 1 }, { kind: 'closed', why: 'gone', at: 1 }],
  [{ kind: 'settled', outcome: 'timed-out', at: 1 }, { kind: 'timed-out', continued: false, at: 1 }],
  [{ kind: 'settled', outcome: 'failed', at: 1 }, { kind: 'failed', error: undefined, at: 1 }],
  [{ kind: 'replied', actor: ACTOR, at: 1 }, { kind: 'replied', actor: ACTOR, answer: { answers: [] }, at: 1 }],
  [{ kind: 'replied', at: 1 }, { kind: 'closed', why: 'settled-elsewhere', at: 1 }],
  [{ kind: 'restarted', at: 1 }, { kind: 'restarted', at: 1 }],
])('%j is told as what is known of it, and nobody is made up', (end, told) => {
  expect(endedFrom(end)).toEqual(told)
})

it('a late end is known from any other reason of an abort', () => {
  expect([isLateEnd({ kind: 'closed', why: 'gone', at: 1 }), isLateEnd({ kind: 'replied' }), isLateEnd({ kind: 'answered' }), isLateEnd(new Error('x')), isLateEnd(undefined), isLateEnd(null)]).toEqual([true, true, false, false, false, false])
})
