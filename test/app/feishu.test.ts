import { Context } from '@deepseek-ai/cordis'
import { expect, it } from 'vitest'
import * as feishu from '../../app/feishu.ts'
import { Notices } from '../../app/notices.ts'

/** What the row says of its config on a host that knows no secret at all. */
async function linesOf(config: Readonly<Record<string, unknown>>): Promise<string> {
  const ctx = new Context()
  const lines: string[] = []
  const told = new Promise<void>((resolve) => { ctx.on('ask-surfaces/notice', (line) => { lines.push(line); resolve() }) })
  ctx.logger.exporter({ levels: { default: 5 }, export: ({ args }) => { lines.push(JSON.stringify(args)) } })
  await ctx.plugin({ name: 'core', apply: (inner: Context) => { new Notices(inner) } })
  ctx.provide('credentials', { resolve: () => Promise.resolve(undefined) })
  await ctx.plugin({ name: feishu.name, apply: (inner: Context) => feishu.apply(inner, { appId: 'cli_0123456789abcdef', ...config }) })
  await told
  await ctx.fiber.dispose()
  return lines.join('\n')
}

it('says which secret is missing', async () => {
  expect(await linesOf({})).toContain('the secret FEISHU_APP_SECRET is not set')
  expect(await linesOf({ appSecretRef: 'TEAM_BOT_2_SECRET' })).toContain('the secret TEAM_BOT_2_SECRET is not set')
})

it('says by its field which secret is missing where something else than a name was given: that may be the secret itself', async () => {
  const lines = await linesOf({ appSecretRef: 'hUsH0123456789' })
  expect(lines).toContain('the secret that "appSecretRef" names is not set')
  expect(lines).not.toContain('hUsH')
})
