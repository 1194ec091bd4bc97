/** The bridge to a host whose parts come when they come. */
import { Context } from '@deepseek-ai/cordis'
import { UserQuestionService } from '@deepseek-ai/dsh-user-questions'
import { expect, it } from 'vitest'
import { bridgeHost } from '../../../router/host/index.ts'
import { createLiveRounds } from '../../../router/host/live-rounds.ts'
import { rejection, settle } from '../../helpers/rounds.ts'
import { DATABASE, database, thirdParty } from '../../helpers/third-party.ts'

function start(approvals: 'everywhere' | 'off') {
  const ctx = new Context()
  const rounds = createLiveRounds(ctx)
  const desk = thirdParty('desk')
  rounds.add(desk)
  return { ctx, desk, stop: bridgeHost(ctx, rounds, { name: 'ours', approvals }) }
}

it.each(['everywhere', 'off'] as const)('asks nobody for a host that comes after it was stopped (permissions: %s)', async (approvals) => {
  const { ctx, desk, stop } = start(approvals)
  stop()
  await ctx.plugin(UserQuestionService)
  await settle()
  expect(await rejection(ctx.userQuestions.ask(DATABASE))).toMatchObject({ code: 'NO_PROVIDER' })
  expect(desk.shown).toEqual([])
})

it.each(['everywhere', 'off'] as const)('leaves the host when it is stopped, and lets an open ask go on (permissions: %s)', async (approvals) => {
  const { ctx, desk, stop } = start(approvals)
  await ctx.plugin(UserQuestionService)
  await settle()
  const answer = ctx.userQuestions.ask(DATABASE)
  await settle()
  stop()
  expect(await rejection(ctx.userQuestions.ask(DATABASE))).toMatchObject({ code: 'NO_PROVIDER' })
  const agent = { id: 's', session: { id: 's' } }
  expect(await ctx.waterfall('approval/request', { agent, toolName: 'bash' }, async () => 'unavailable' as const)).toBe('unavailable')
  expect(desk.shown).toHaveLength(1)
  desk.shown[0]!.resolve(database('SQLite'))
  expect(await answer).toEqual(database('SQLite'))
})
