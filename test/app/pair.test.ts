import { Context } from '@deepseek-ai/cordis'
import { expect, it } from 'vitest'
import { answerPair } from '../../app/pair.ts'
import type { OperatorRole } from '../../surfaces/feishu/config.ts'

const offered: (OperatorRole | undefined)[] = []

function context(): Context {
  const ctx = new Context()
  ctx.provide('askPairing', { offer: (role) => { offered.push(role); return 'ABCD2345' } })
  return ctx
}

it('shows a code for the role that is asked for, to answer unless told otherwise', () => {
  expect(answerPair(context(), '/pair', 'en')).toMatch(/Send ABCD2345 to the bot .* may then answer\./)
  expect(answerPair(context(), ' /pair  approve ', 'zh')).toMatch(/ABCD2345.*回答与批准/)
  expect(offered).toEqual(['answer', 'approve'])
})

it('explains itself for anything else and says when there is nothing to pair with', () => {
  expect(answerPair(context(), '/pair everyone', 'en')).toContain('/pair approve')
  expect(answerPair(new Context(), '/pair', 'en')).toContain('Feishu is not running')
  expect(answerPair(context(), 'pair', 'en')).toBeUndefined()
})

it('passes on why paired people cannot be kept', () => {
  const ctx = new Context()
  ctx.provide('askPairing', { offer: () => { throw new Error('run chmod 600') } })
  expect(answerPair(ctx, '/pair', 'en')).toBe('run chmod 600')
})
