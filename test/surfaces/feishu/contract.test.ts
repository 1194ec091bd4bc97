/** The Feishu surface held to the contract of every surface: real SDK, real webhook, simulated platform. */
import { Context } from '@deepseek-ai/cordis'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSimulator } from '../../../app/demo/simulator/index.ts'
import type { AskSurface } from '../../../router/types.ts'
import { createFeishuPlugin, type FeishuState } from '../../../surfaces/feishu/index.ts'
import { describeSurface } from '../../helpers/describe-surface.ts'
import { KEYS } from './known.ts'
import { isActionable, WANG } from './stand.ts'

describeSurface('Feishu', async () => {
  const simulator = await createSimulator({ ...KEYS, people: [WANG] })
  const ctx = new Context()
  const folder = mkdtempSync(join(tmpdir(), 'feishu-contract-'))
  let surface: AskSurface | undefined
  ctx.provide('askSurfaces', { register: (given) => { surface = given; return () => {} } })
  const state = await new Promise<FeishuState>((resolve) => {
    ctx.plugin(createFeishuPlugin({ onState: resolve, folder }), {
      ...KEYS,
      domain: simulator.url,
      recipients: [{ id: WANG.openId, idType: 'open_id' }],
      operators: [{ id: WANG.openId, name: WANG.name, role: 'answer' }],
      webhook: { port: 0 },
      locale: 'en',
    })
  })
  if (state.kind !== 'started' || surface === undefined) throw new Error('the surface did not start')
  simulator.connectWebhook(state.webhook)

  const open = () => simulator.messages().filter(isActionable)
  const click = async (act: 'submit' | 'dismiss', formValue?: Record<string, string>) => {
    const message = open().at(-1)
    const element = new RegExp(`"name":"(${act}_[^"]+)"`).exec(JSON.stringify(message?.card))?.[1]
    if (message === undefined || element === undefined) throw new Error('there is no card to click on')
    await simulator.act({ messageId: message.messageId, personId: WANG.openId, element, ...(formValue ? { formValue } : {}) })
  }
  return {
    surface,
    answer: () => click('submit', { q0: '1' }),
    dismiss: () => click('dismiss'),
    openAsks: () => open().length,
    async close() {
      await ctx.fiber.dispose()
      await simulator.close()
      rmSync(folder, { recursive: true })
    },
  }
})
