/** The command without a terminal, on homes as the host makes them. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { planSetup } from '../../../app/setup/plan.ts'
import { writePlan } from '../../../app/setup/writing.ts'
import { readYaml } from '../../../app/setup/yaml-text.ts'
import { readFeishuConfig } from '../../../surfaces/feishu/config.ts'
import { UsageError } from '../../../app/usage-error.ts'
import { APP, createHome, FRESH_LAYER, type Home, SECRETS } from './home.ts'

const LONG = { appId: APP, yes: true }
const WEBHOOK = { ...LONG, transport: 'webhook', port: '9001', path: '/clicks', operator: 'ou_wang', operatorName: '王芳', role: 'approve' }

let home: Home

afterEach(() => home?.dispose())

function modeOf(file: string): string {
  return (statSync(file).mode & 0o777).toString(8)
}

function rowOf(text: string | undefined): Record<string, unknown> {
  const entries = readYaml(text ?? '') as readonly { readonly id: string; readonly config: Record<string, unknown> }[]
  return entries.findLast(({ id }) => id === 'ask-feishu')?.config ?? {}
}

describe('a profile that is set up', () => {
  it('has a row that the surface accepts, and the secrets where the host looks for them', async () => {
    home = createHome()
    await home.run(WEBHOOK)
    const config = rowOf(home.read(home.files.layer))
    expect(config).toEqual({
      appId: APP, domain: 'feishu', transport: 'webhook', webhook: { port: 9001, path: '/clicks' },
      recipients: [{ id: 'ou_wang', idType: 'open_id' }], operators: [{ id: 'ou_wang', name: '王芳', role: 'approve' }],
    })
    expect(() => readFeishuConfig({ ...config, appSecret: 'a', encryptKey: 'b', verificationToken: 'c' })).not.toThrow()
    expect(readYaml(home.read(home.files.credentials) ?? '')).toEqual(SECRETS)
  })

  it('keeps secrets and the way back from others, and leaves the layer its rights', async () => {
    home = createHome()
    chmodSync(home.files.layer, 0o640)
    await home.run(WEBHOOK)
    expect([home.files.credentials, home.files.record, home.files.layer].map(modeOf)).toEqual(['600', '600', '640'])
    expect(readdirSync(home.folder).filter((name) => /tmp|lock/.test(name))).toEqual([])
  })

  it('never prints a secret, neither of its own nor of others, and writes none into the layer', async () => {
    home = createHome()
    home.write(home.files.credentials, 'DEEPSEEK_API_KEY: somebody-elses\nFEISHU_APP_SECRET: the-old-one\n')
    const printed = [await home.run({ ...WEBHOOK, yes: false, print: true }), await home.run(WEBHOOK), await home.run({ undo: true, yes: true })].join('\n')
    for (const secret of [...Object.values(SECRETS), 'somebody-elses', 'the-old-one']) {
      expect(printed).not.toContain(secret)
      expect(home.read(home.files.layer)).not.toContain(secret)
    }
    expect(printed).toContain('+ FEISHU_APP_SECRET: (not shown)')
    expect(printed).not.toContain('DEEPSEEK_API_KEY')
  })

  it('is left as it is by a second run, which says so', async () => {
    home = createHome()
    await home.run(WEBHOOK)
    const before = home.all()
    expect(await home.run({ yes: true }, {})).toContain('nothing to write')
    expect(await home.run(WEBHOOK)).toContain('nothing to write')
    expect(home.all()).toEqual(before)
  })

  it('keeps comments, other rows, other settings and other people', async () => {
    const layer = `# mine
- id: ask-terminal # left alone
  config: { locale: zh }
- id: ask-feishu
  config:
    appId: cli_ffffffffffffffff   # the old bot
    locale: zh
    operators:
      - { id: ou_li, role: answer } # Li Lei
    webhook: { port: 8790, trustProxy: [loopback] }

# the end
`
    home = createHome({ layer })
    await home.run(WEBHOOK)
    expect(home.read(home.files.layer)).toBe(layer
      .replace('cli_ffffffffffffffff', APP)
      .replace('    webhook: { port: 8790, trustProxy: [loopback] }\n', `    webhook: { port: 9001, trustProxy: [loopback], path: /clicks }
    domain: feishu
    transport: webhook
    recipients: [ { id: ou_wang, idType: open_id } ]
`)
      .replace('# Li Lei\n', '# Li Lei\n      - id: ou_wang\n        name: 王芳\n        role: approve\n'))
  })

  it('is switched on where it was off', async () => {
    home = createHome({ layer: '- id: ask-feishu\n  disabled: true # for now\n' })
    await home.run(LONG)
    expect(readYaml(home.read(home.files.layer) ?? '')).toMatchObject([{ id: 'ask-feishu', disabled: false, config: { appId: APP } }])
    await home.run({ undo: true, yes: true })
    expect(home.read(home.files.layer)).toBe('- id: ask-feishu\n  disabled: true # for now\n')
  })

  it('keeps the address of a platform of its own as it is given, without a slash at the end', async () => {
    home = createHome()
    const printed = await home.run({ ...LONG, domain: 'https://feishu.example.com/open/' })
    expect(rowOf(home.read(home.files.layer))).toMatchObject({ domain: 'https://feishu.example.com/open' })
    expect(printed).toContain(`https://feishu.example.com/app/${APP}/version`)
  })

  it('needs no secret in the file where they come from the environment', async () => {
    home = createHome()
    const printed = await home.run({ ...LONG, secrets: 'environment', appSecretRef: 'MY_BOT_SECRET' }, {})
    expect(rowOf(home.read(home.files.layer))).toMatchObject({ appSecretRef: 'MY_BOT_SECRET' })
    expect(existsSync(home.files.credentials)).toBe(false)
    expect(printed).toContain('MY_BOT_SECRET (not set here)')
  })

  it('takes a layer that somebody keeps elsewhere through its link', async () => {
    home = createHome()
    const kept = join(home.folder, 'dotfiles.yml')
    writeFileSync(kept, FRESH_LAYER)
    rmSync(home.files.layer)
    symlinkSync(kept, home.files.layer)
    await home.run(LONG)
    expect(readFileSync(kept, 'utf8')).toContain(APP)
    await home.run({ undo: true, yes: true })
    expect(readFileSync(kept, 'utf8')).toBe(FRESH_LAYER)
  })

  it('narrows the rights of a file of secrets that others could read, and says so', async () => {
    home = createHome()
    writeFileSync(home.files.credentials, 'OTHER: x\n')
    chmodSync(home.files.credentials, 0o644)
    expect(await home.run(LONG)).toContain('rights 0644 → 0600')
    expect(statSync(home.files.credentials).mode & 0o777).toBe(0o600)
  })

  it('is told that the layer of all profiles has the last word', async () => {
    home = createHome()
    home.write(home.files.homeLayer, '- id: ask-feishu\n  config: { appId: x }\n')
    expect(await home.run(LONG)).toContain(`${home.files.homeLayer} has a row ask-feishu of its own`)
  })
})

describe('taking it back', () => {
  it.each<[string, string, string | undefined]>([
    ['a new home', FRESH_LAYER, undefined],
    ['no end of the last line', '- id: x', 'A: "1"'],
    ['settings of its own', '- id: ask-feishu\n  config: { appId: old, locale: zh } # c\n', '# c\nFEISHU_APP_SECRET: old # mine\nB: x\n'],
    ['a layer in JSON', '[{"id":"x"}]', '{"A": "1"}\n'],
    ['lines of another system', '# c\r\n- id: x\r\n', 'A: x\r\n'],
    ['an empty layer and empty secrets', '', ''],
  ])('restores every file byte for byte: %s', async (_title, layer, credentials) => {
    home = createHome({ layer })
    if (credentials !== undefined) home.write(home.files.credentials, credentials)
    const before = home.all()
    await home.run(WEBHOOK)
    await home.run({ ...LONG, transport: 'long-connection', domain: 'lark' }, { FEISHU_APP_SECRET: 'a-newer-one' })
    expect(home.all()).not.toEqual(before)
    await home.run({ undo: true, yes: true })
    expect(home.all()).toEqual(before)
    expect(await home.run({ undo: true, yes: true })).toContain('Nothing of setup is left')
  })

  it('takes only its own out of files that were edited since', async () => {
    home = createHome({ layer: '- id: ask-terminal\n' })
    await home.run(WEBHOOK)
    home.write(home.files.layer, `# new\n${home.read(home.files.layer)?.replace('appId:', 'locale: en # mine\n    appId:')}- id: later\n`)
    home.write(home.files.credentials, `${home.read(home.files.credentials)}OTHER: x\n`)
    await home.run({ undo: true, yes: true })
    expect(home.read(home.files.layer)).toBe('# new\n- id: ask-terminal\n- id: ask-feishu\n  config:\n    locale: en # mine\n- id: later\n')
    expect(home.read(home.files.credentials)).toBe('OTHER: x\n')
    expect(existsSync(home.files.record)).toBe(false)
  })

  it('leaves what a person changed afterwards as that person wants it', async () => {
    home = createHome()
    await home.run(LONG)
    home.write(home.files.layer, home.read(home.files.layer)?.replace('domain: feishu', 'domain: lark') ?? '')
    home.write(home.files.credentials, 'FEISHU_APP_SECRET: rotated\n')
    await home.run({ undo: true, yes: true })
    expect(readYaml(home.read(home.files.layer) ?? '')).toEqual([{ id: 'ask-feishu', config: { domain: 'lark' } }])
    expect(home.read(home.files.credentials)).toBe('FEISHU_APP_SECRET: rotated\n')
  })

  it('asks about nothing where a person has taken everything back by hand, and forgets it', async () => {
    home = createHome()
    const before = home.all()
    await home.run(LONG)
    home.write(home.files.layer, FRESH_LAYER)
    rmSync(home.files.credentials)
    expect(await home.run({ undo: true })).toContain('Nothing of setup is left')
    expect(home.all()).toEqual(before)
  })

  it('keeps secrets while another profile names them', async () => {
    home = createHome()
    const before = home.all()
    await home.run(WEBHOOK)
    home.write(home.files.layer.replace('/ask/', '/other/'), FRESH_LAYER)
    await home.run({ ...LONG, profile: 'other' })
    await home.run({ undo: true, yes: true })
    expect(readYaml(home.read(home.files.credentials) ?? '')).toEqual({ FEISHU_APP_SECRET: SECRETS.FEISHU_APP_SECRET })
    await home.run({ undo: true, yes: true, profile: 'other' })
    expect(home.all()).toEqual({ ...before, 'profiles/other/cordis.patch.yml': FRESH_LAYER })
  })
})

describe('without a terminal', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['no App ID', {}, /^setup: --app-id: is missing; .*--app-id VALUE$/],
    ['an App ID that is none', { appId: 'cli_1' }, /^setup: --app-id: an App ID looks like/],
    ['an unknown transport', { appId: APP, transport: 'pigeon' }, /^setup: --transport: give long-connection \/ webhook$/],
    ['an unsafe platform', { appId: APP, domain: 'http://example.com' }, /^setup: --domain: give feishu, lark or an https URL$/],
    ['a port that is none', { appId: APP, transport: 'webhook', port: '70000' }, /^setup: --port: /],
    ['a path that is none', { appId: APP, transport: 'webhook', path: 'clicks' }, /^setup: --path: /],
    ['a secret in the place of its name', { appId: APP, appSecretRef: 'aBcDeFgHiJkLmNoPqRsTuVwXyZ123456' }, /^setup: --app-secret-ref: give the name of a variable in capitals/],
    ['a person who is none', { appId: APP, operator: 'Wang Fang' }, /^setup: --operator: an open_id starts with ou_/],
    ['a profile outside of the home', { profile: '../ask' }, /^setup: --profile: give the name of a profile/],
    ['a profile that is not there', { profile: 'new', appId: APP }, /^setup: --profile: run this first: dsh plugin --profile new add dsh-ask-anywhere \(with the path of its tarball instead of the name, where no registry has it\)$/],
    ['no leave to write', { appId: APP }, /^setup: nothing was written; add --yes/],
  ])('%s gets one clear line, and nothing is written', async (_title, options, line) => {
    home = createHome()
    const before = home.all()
    const refused = home.run(options)
    await expect(refused).rejects.toThrow(UsageError)
    await expect(refused).rejects.toThrow(line)
    expect(home.all()).toEqual(before)
  })

  it('a profile that is not there is made with the tarball that lies where the command was started, if there is one', async () => {
    home = createHome()
    home.write(join(home.folder, 'dsh-ask-anywhere-1.2.3.tgz'), '')
    await expect(home.run({ profile: 'new' })).rejects.toThrow(/: dsh plugin --profile new add \.\/dsh-ask-anywhere-1\.2\.3\.tgz$/)
    home.write(join(home.folder, 'dsh-ask-anywhere-1.2.4.tgz'), '')
    await expect(home.run({ profile: 'new' })).rejects.toThrow(/ add dsh-ask-anywhere \(with the path/)
    await expect(home.run({ profile: 'new', locale: 'zh' })).rejects.toThrow(/ add dsh-ask-anywhere （若 npm 源中没有/)
  })

  it('a secret is read from the environment alone, and its absence named', async () => {
    home = createHome()
    await expect(home.run(LONG, {})).rejects.toThrow(/^setup: FEISHU_APP_SECRET has no value; put it into the environment/)
    await expect(home.run(LONG, { FEISHU_APP_SECRET: APP })).rejects.toThrow(/^setup: FEISHU_APP_SECRET: this is the App ID/)
    await expect(home.run(LONG, { FEISHU_APP_SECRET: 'two words' })).rejects.toThrow(/^setup: FEISHU_APP_SECRET: a secret is one word/)
  })

  it('speaks Chinese where that is the language', async () => {
    home = createHome()
    expect(await home.run({ ...LONG, locale: 'zh' })).toMatch(/将作以下更改[^]*已写入。[^]*在开发者后台/)
    await expect(home.run({ locale: 'zh', appId: 'x' })).rejects.toThrow('setup: --app-id: App ID 形如')
  })
})

describe('files that are not as they should be', () => {
  it.each<[string, string, string | undefined, RegExp]>([
    ['a layer that is no YAML', '- id: [secret', undefined, /cordis\.patch\.yml is not valid YAML \(.* at line 1, column \d+\); correct it by hand/],
    ['a layer that is no list', 'id: secret\n', undefined, /cordis\.patch\.yml is no list of entries/],
    ['an expression in the place of a value', '- id: ask-feishu\n  config:\n    appId: !!js process.env.SECRET\n', undefined, /cordis\.patch\.yml has a tag/],
    ['secrets that are no mapping', FRESH_LAYER, '- secret\n', /\.credentials\.yaml is no mapping of names to texts/],
    ['secrets that are no YAML', FRESH_LAYER, 'A: "secret', /\.credentials\.yaml is not valid YAML/],
  ])('%s is refused with its place, unquoted, and nothing is written', async (_title, layer, credentials, line) => {
    home = createHome({ layer })
    if (credentials !== undefined) home.write(home.files.credentials, credentials)
    const before = home.all()
    const refused = home.run(LONG)
    await expect(refused).rejects.toThrow(line)
    await expect(refused).rejects.not.toThrow(/secret|SECRET/)
    expect(home.all()).toEqual(before)
  })

  it('a layer that is no UTF-8 is refused, since it could not come back as it was', async () => {
    home = createHome()
    writeFileSync(home.files.layer, Buffer.from('# \xe9\n[]\n', 'latin1'))
    await expect(home.run(LONG)).rejects.toThrow(`${home.files.layer} is not in UTF-8`)
    expect(readFileSync(home.files.layer).toString('latin1')).toBe('# \xe9\n[]\n')
  })

  it('a record of another version stops it', async () => {
    home = createHome()
    mkdirSync(join(home.folder, 'ask-anywhere'))
    home.write(home.files.record, '{"version": 9}')
    await expect(home.run(LONG)).rejects.toThrow(/setup\.json is damaged or of another version/)
  })

  it('a file that another process is writing is waited for, then named', async () => {
    home = createHome()
    home.write(`${home.files.credentials}.lock`, '1\n')
    await expect(home.run(LONG)).rejects.toThrow(`${home.files.credentials} is being written by another process; if none is, remove ${home.files.credentials}.lock`)
    expect(home.read(home.files.layer)).toBe(FRESH_LAYER)
  })

  it('one file that cannot be replaced leaves all of them as they were', async () => {
    home = createHome()
    const before = home.all()
    const plan = planSetup(home.files, 'ask', { appId: APP, domain: 'feishu', transport: 'long-connection', refs: {} }, { FEISHU_APP_SECRET: 'x' })
    // The last of them makes a folder where the one before is to be, and a folder gives way to no file.
    const extra = ['taken', 'taken/inside'].map((name) => ({ file: join(home.folder, name), kind: 'layer' as const, before: undefined, after: 'x', mode: 0o600 }))
    await expect(writePlan([...plan, ...extra])).rejects.toThrow(/taken\S* can't be written \(EISDIR\); everything is as it was/)
    expect(home.all()).toEqual(before)
  })

  it('a file that was changed while the person read is not written over', async () => {
    home = createHome()
    const plan = planSetup(home.files, 'ask', { appId: APP, domain: 'feishu', transport: 'long-connection', refs: {} }, { FEISHU_APP_SECRET: 'x' })
    home.write(home.files.layer, '- id: mine\n')
    await expect(writePlan(plan)).rejects.toThrow(/cordis\.patch\.yml was changed by somebody else meanwhile/)
    expect(home.read(home.files.layer)).toBe('- id: mine\n')
    expect(home.read(home.files.credentials)).toBeUndefined()
  })
})
