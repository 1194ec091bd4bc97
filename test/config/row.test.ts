import { Context } from '@deepseek-ai/cordis'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createRowConfig } from '../../config/row.ts'
import { coreSchema, feishuSchema, terminalSchema } from '../../config/schema.ts'

const feishu = createRowConfig('ask-feishu', feishuSchema)

describe('a row\'s config', () => {
  it('has a default for every field', () => {
    expect(createRowConfig('ask-core', coreSchema).read(undefined)).toEqual({ config: { approvals: 'everywhere', askTool: true, journal: 'full', journalSync: false, journalBytes: 4_000_000, order: 'together', delaySeconds: 30 } })
    expect(createRowConfig('ask-terminal', terminalSchema).read({})).toEqual({ config: { claim: 'all', bell: 'bell', mouse: 'on', lines: 'auto' } })
    expect(feishu.read({})).toMatchObject({ config: { appId: '', domain: 'feishu', webhook: { host: '127.0.0.1', port: 8790 } } })
  })

  it.each<[string, unknown, RegExp]>([
    ['an unknown field', { appid: 'cli_1' }, /^ask-feishu: "appid" is no field of it, which are appId, /],
    ['a wrong value', { webhook: { port: 99_999 } }, /^ask-feishu: webhook\.port expected number <= 65535/],
    ['a wrong role', { operators: [{ id: 'ou_1', role: 'boss' }] }, /operators\[0\]\.role expected/],
    ['a missing id', { recipients: [{}] }, /recipients\[0\]\.id missing required value/],
    ['no mapping', ['appId'], /^ask-feishu: the config must be a mapping/],
  ])('tells %s in one line with row, field and remedy, and falls back to the defaults', (_title, given, pattern) => {
    const { config, fault } = feishu.read(given)
    expect(fault).toMatch(pattern)
    expect(fault).toMatch(/cordis\.patch\.yml/)
    expect(fault).not.toContain('\n')
    expect(config.appId).toBe('')
  })

  it.each([
    { transport: 'S3CRET' }, { webhook: 'S3CRET' }, { webhook: { port: 'S3CRET' } }, { webhook: { trustProxy: 'S3CRET' } }, { recipients: 'S3CRET' }, { domain: ['S3CRET'] },
    { operators: [{ id: 'ou_1', role: { x: 'S3CRET\n' } }] }, { appId: { a: 'S3CRET' } }, { encryptKeyRef: ['S3CRET'] }, { encryptKey: 'S3CRET' }, ['S3CRET'], 'S3CRET',
  ])('never repeats what stands in the wrong place: %j', (given) => {
    const { fault } = feishu.read(given)
    expect(fault).toContain('cordis.patch.yml')
    expect(fault).not.toContain('S3CRET')
  })

  it('never stops the boot: the host takes any value and hands it over as it is', async () => {
    const ctx = new Context()
    let got: unknown
    await ctx.plugin({ name: 'row', Config: feishu.Config as never, apply: (_inner: Context, config: unknown) => { got = config } }, { appid: 1 })
    expect(got).toEqual({ appid: 1 })
  })
})

it('ships the defaults that the schemas give', () => {
  const patch = readFileSync(new URL('../../config/cordis.patch.yml', import.meta.url), 'utf8')
  for (const row of ['core', 'terminal', 'feishu']) {
    expect(patch).toContain(`id: ask-${row}`)
    expect(patch).toContain(`name: 'dsh-ask-anywhere/${row}'`)
  }
  const { config } = feishu.read({})
  for (const field of ['appSecretRef', 'encryptKeyRef', 'verificationTokenRef', 'domain'] as const) expect(patch).toContain(`${field}: ${config[field]}`)
})

it('describes itself in both languages', () => {
  for (const language of ['en', 'zh']) {
    const { meta } = JSON.parse(readFileSync(new URL(`../../config/locale/${language}.json`, import.meta.url), 'utf8'))
    expect(meta).toEqual({ title: expect.any(String), description: expect.any(String) })
  }
})
