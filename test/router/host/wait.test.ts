import { Context } from '@deepseek-ai/cordis'
import { expect, it } from 'vitest'
import { timedQuestionsOf, windowOf } from '../../../router/host/wait.ts'
import type { AskUserQuestionRequest } from '../../../router/types.ts'
import { DATABASE } from '../../helpers/third-party.ts'

const agent = { id: 's', session: { id: 's' } }
const TIMED: AskUserQuestionRequest = { ...DATABASE, agent, wait: { callId: 'c', timed: true } }

function hostWith(service?: object): Context {
  const ctx = new Context()
  if (service) ctx.provide('userQuestions', service as never)
  return ctx
}

async function* frames() {
  yield { remainingMs: 5 }
}

it.each<[string, AskUserQuestionRequest]>([
  ['has no agent', { ...DATABASE, wait: { callId: 'c', timed: true } }],
  ['has no call', { ...DATABASE, agent }],
  ['waits without end', { ...DATABASE, agent, wait: { callId: 'c' } }],
  ['says that it is not timed', { ...DATABASE, agent, wait: { callId: 'c', timed: false } }],
])('finds no window for an ask that %s', (_what, request) => {
  expect(windowOf(hostWith({ attachWait: frames, answer: () => true }), request)).toBeUndefined()
})

it('finds out method by method what the host lends', () => {
  expect(windowOf(hostWith(), TIMED)).toStrictEqual({ continues: false })
  expect(windowOf(hostWith({}), TIMED)).toStrictEqual({ continues: false })
  expect(windowOf(hostWith({ answer: () => true }), TIMED)).toStrictEqual({ continues: true })
  expect(windowOf(hostWith({ attachWait: frames, answer: 1 }), TIMED)).toStrictEqual({ continues: false, attach: expect.any(Function) })
  expect(windowOf(hostWith({ attachWait: 1, answer: () => true }), TIMED)).toStrictEqual({ continues: true })
})

it('claims the wait of the very call', () => {
  const asked: unknown[] = []
  const { signal } = new AbortController()
  const window = windowOf(hostWith({ attachWait: (...args: unknown[]) => { asked.push(...args); return frames() } }), TIMED)
  window?.attach?.(signal)
  expect(asked).toEqual([agent, 'c', signal])
})

it('says so where the host has stopped lending its clock since', () => {
  const service: { attachWait?: unknown } = { attachWait: frames }
  const window = windowOf(hostWith(service), TIMED)
  const { signal } = new AbortController()
  expect(window?.attach?.(signal)).toBeDefined()
  delete service.attachWait
  expect(() => window?.attach?.(signal)).toThrow('the host has stopped lending its clock')
})

it('has no window where the host\'s service throws when it is read, and says so without its words', () => {
  const ctx = hostWith({ get answer() { throw new TypeError('secret') } })
  expect(windowOf(ctx, TIMED)).toBeUndefined()
  expect(ctx.logger.buffer.map(({ args }) => args[0])).toEqual(['the host\'s wait cannot be read: TypeError'])
})

it('has no methods where the host has no such service', () => {
  expect(timedQuestionsOf(hostWith())).toEqual({})
})
