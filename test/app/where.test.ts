import { Context } from '@deepseek-ai/cordis'
import { UserQuestionService } from '@deepseek-ai/dsh-user-questions'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerWhere } from '../../app/where.ts'
import * as router from '../../router/index.ts'
import { keptFile } from '../../router/own-file.ts'
import { rejection, settle } from '../helpers/rounds.ts'
import { DATABASE } from '../helpers/third-party.ts'
import { onSide } from '../helpers/ordered.ts'

let folder: string
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'ask-where-')) })
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A context with the real router, as another start of the process has it. */
async function start(config: object = {}) {
  const ctx = new Context()
  const fiber = ctx.plugin({ name: 'core', apply: (inner: Context) => router.apply(inner, { askTool: false, ...config }, { orderFile: keptFile(join(folder, 'order.json')) }) })
  await fiber
  return { ctx, stop: () => fiber.dispose() }
}

it('changes the order for every ask from then on, tells it to who listens, and outlives a restart', async () => {
  const first = await start()
  let told = 0
  first.ctx.on('ask-surfaces/order', () => { told += 1 })
  expect(answerWhere(first.ctx, ' /where ', 'en')).toContain('at once')
  expect(answerWhere(first.ctx, '/where phone-first 7', 'en')).toMatch(/From now on.*phone first.*7 s/)
  expect(told).toBe(1)
  await first.stop()
  const second = await start()
  expect(second.ctx.askSurfaces.order?.()).toEqual({ mode: 'phone-first', delaySeconds: 7 })
  await second.stop()
})

it('asks by it at once', async () => {
  const { ctx, stop } = await start({ order: 'terminal-first', delaySeconds: 600 })
  await ctx.plugin(UserQuestionService)
  const [desk, phone] = [onSide('desk', 'terminal'), onSide('phone', 'feishu')]
  ctx.askSurfaces.register(desk)
  ctx.askSurfaces.register(phone)
  const answer = rejection(ctx.userQuestions.ask(DATABASE))
  await settle()
  expect([desk.shown.length, phone.shown.length]).toEqual([1, 0])
  answerWhere(ctx, '/where together', 'en')
  expect([desk.shown.length, phone.shown.length]).toEqual([1, 1])
  const stopped = stop()
  for (const { shown } of [desk, phone]) shown[0]!.reject(new Error('over'))
  await stopped
  expect(await answer).toMatchObject({ code: 'ASK_ABORTED' })
})

it('leaves other lines alone, and says so where there is no router of ours', () => {
  for (const line of ['where', '/whereabouts', '/pair', 'tell me /where']) expect(answerWhere(new Context(), line, 'en')).toBeUndefined()
  expect(answerWhere(new Context(), '/where', 'zh')).toContain('另一个插件')
})
