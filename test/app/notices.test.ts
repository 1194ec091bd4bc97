import { Context } from '@deepseek-ai/cordis'
import { expect, it } from 'vitest'
import { announce, Notices } from '../../app/notices.ts'
import { settle } from '../helpers/rounds.ts'

it('shows a line once, also one that came before the core row, and leaves nothing waiting behind', async () => {
  const ctx = new Context()
  const said: string[] = []
  ctx.on('ask-surfaces/notice', (line) => { said.push(line) })
  const before = ctx.fiber.getEffects().length
  announce(ctx, 'early')
  const core = { name: 'core', apply: (inner: Context) => { new Notices(inner) } }
  const first = ctx.plugin(core)
  await first
  await settle()
  announce(ctx, 'late')
  await first.dispose()
  await ctx.plugin(core)
  await settle()
  expect(said).toEqual(['early', 'late'])
  // The core row alone.
  expect(ctx.fiber.getEffects().length).toBe(before + 1)
})
