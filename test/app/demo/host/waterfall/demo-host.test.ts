/** The demo's host that goes on without an answer, and hears of it later. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createHost, type DemoHost } from '../../../../../app/demo/host/index.ts'
import { questionsOf } from '../../../../../app/demo/host/waterfall/service.ts'
import type { ScriptedAsk } from '../../../../../app/asks.ts'
import { rejection } from '../../../../helpers/rounds.ts'

const ASK: ScriptedAsk = {
  name: 'timed', seconds: 1, wait: { callId: 'call-1', timed: true },
  questions: [{ id: 'q', question: 'Which?', multiSelect: true, options: [{ label: 'A' }, { label: 'B' }] }],
}
const ANSWER = { answers: [{ id: 'q', selected: ['A', 'B'] }] }

let host: DemoHost
beforeEach(async () => { host = await createHost('waterfall') })
afterEach(() => host.close())

const agent = () => host.ctx.agents.get('demo-session' as never)!

it('goes on without an answer, and reads the one that comes after its window, once', async () => {
  const heard: unknown[] = []
  host.onLateReply?.((...reply) => heard.push(reply))
  host.ctx.on('user-questions/request' as never, (({ signal }: { signal: AbortSignal }) => new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })) as never)
  const end = rejection(host.ask(ASK))
  expect(questionsOf(host.ctx).answer(agent(), 'call-1', ANSWER)).toBe(false)
  expect(await end).toMatchObject({ code: 'ASK_TIMED_OUT' })
  expect(questionsOf(host.ctx).answer(agent(), 'call-1', ANSWER)).toBe(true)
  expect(heard).toEqual([['call-1', ANSWER.answers]])
  expect(questionsOf(host.ctx).answer(agent(), 'call-1', ANSWER)).toBe(false)
})
