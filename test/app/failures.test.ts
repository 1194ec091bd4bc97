import { Context } from '@deepseek-ai/cordis'
import { expect, it } from 'vitest'
import { tellFailures } from '../../app/failures.ts'

it('tells at the desk which other place could not show a question, and why', () => {
  const ctx = new Context()
  const said: string[] = []
  tellFailures(ctx, 'en', (line) => said.push(line))
  const step = { ask: 'a', at: 0 }
  ctx.emit('ask-surfaces/step', { ...step, step: 'failed', surface: 'feishu', detail: 'FeishuError 230013' })
  ctx.emit('ask-surfaces/step', { ...step, step: 'failed', surface: 'terminal', detail: 'Error' })
  ctx.emit('ask-surfaces/step', { ...step, step: 'failed', surface: 'feishu', detail: 'SURFACE_LEFT' })
  ctx.emit('ask-surfaces/step', { ...step, step: 'shown', surface: 'feishu' })
  expect(said).toEqual(['feishu could not show the question (FeishuError 230013); it can be answered here'])
})
