/** Findings that need no platform: this machine, the profile and what is kept in the dsh home. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FindingCode } from '../../../app/doctor/finding.ts'
import type { DoctorPorts } from '../../../app/doctor/situation.ts'
import { createHome, examine, type Examined, feishuRow, type Home, KEYS, portsOf } from './stand.ts'

let home: Home

beforeEach(() => { home = createHome() })
afterEach(() => home.dispose())

const env = (given: Record<string, string>): Pick<DoctorPorts, 'env'> => ({ env: { ...portsOf(home).env, ...given } })
/** Nothing answers at that port: the platform's own findings come on top. */
const set = (config: Readonly<Record<string, unknown>> = {}): void => home.patch([feishuRow('http://127.0.0.1:9', config)])

describe('a machine where all is well', () => {
  it('gets no warning, with Feishu off', async () => {
    const { all, codes, exitCode } = await examine(home)
    expect(all).toEqual(expect.arrayContaining<FindingCode>(['host.node', 'host.dsh', 'terminal.ok', 'proxy.none', 'profile.read', 'profile.row', 'journal.none']))
    expect([codes, exitCode]).toEqual([['feishu.off'], 0])
  })
})

const only = (options: { readonly profile?: string } = {}): Promise<Examined> => examine(home, {}, options)

describe('the machine', () => {
  it.each<[FindingCode, Partial<DoctorPorts>]>([
    ['host.node-old', { node: '20.18.3' }],
    ['host.node-demo-only', { node: '22.18.0' }],
    ['host.dsh-missing', { run: () => Promise.resolve({ kind: 'failed', code: 'ENOENT' }) }],
    ['host.dsh-broken', { run: () => Promise.resolve({ kind: 'failed', code: 'EACCES' }) }],
    ['host.dsh-broken', { run: () => Promise.resolve({ kind: 'ended', code: 1, stdout: '' }) }],
    ['doctor.broken', { run: () => { throw new TypeError('x') } }],
    ['doctor.timeout', { run: () => new Promise(() => undefined), limits: { check: 20, call: 20 } }],
    ['terminal.none', { terminal: { isTerminal: false, columns: 0, rows: 0, colours: 2 } }],
    ['terminal.small', { terminal: { isTerminal: true, columns: 39, rows: 24, colours: 256 } }],
    ['terminal.colours', { terminal: { isTerminal: true, columns: 80, rows: 24, colours: 8 } }],
  ])('is told %s', async (code, given) => {
    expect((await examine(home, given)).codes).toContain(code)
  })

  it('is told of a host that has only linked itself into the home', async () => {
    home.write('profiles/node_modules/@deepseek-ai/dsh/package.json', '{"version":"0.1.0-rc.8"}')
    const { codes, fact, exitCode } = await examine(home, { run: () => Promise.resolve({ kind: 'failed', code: 'ENOENT' }) })
    expect(codes).toContain('host.dsh-elsewhere')
    expect([fact('host.dsh-elsewhere', 'version'), exitCode]).toEqual(['0.1.0-rc.8', 0])
  })

  it.each<[FindingCode, Record<string, string>]>([
    ['terminal.dumb', { TERM: 'dumb' }],
    ['terminal.ascii', { LANG: 'zh_CN.GBK' }],
    ['proxy.ignored', { https_proxy: 'http://user:hunter2@proxy:3128' }],
  ])('is told %s by its environment', async (code, given) => {
    const { codes, text } = await examine(home, env(given))
    expect(codes).toContain(code)
    expect(text).not.toContain('hunter2')
  })
})

describe('the profile', () => {
  it.each<[FindingCode, string]>([['profile.missing', 'other'], ['profile.bad-name', '../x'], ['profile.bad-name', 'node_modules']])('gets %s for the name %s', async (code, profile) => {
    expect(await only({ profile })).toMatchObject({ codes: [code], exitCode: 2 })
  })

  it.each<[FindingCode, string, string]>([
    ['profile.unreadable', 'profiles/ask/package.json', '{'],
    ['profile.unreadable', 'profiles/ask/node_modules/dsh-ask-anywhere/package.json', '{"version":"1"}'],
    ['profile.no-bundle', 'profiles/ask/package.json', '{"dsh":{"profile":{"bundles":["@deepseek-ai/dsh-base"]}}}'],
    ['profile.not-installed', 'profiles/ask/package.json', '{"dsh":{"profile":{"bundles":["dsh-ask-anywhere","other"]}}}'],
    ['profile.layer-broken', 'profiles/ask/cordis.patch.yml', '- id: a\n  x: "hunter2'],
    ['profile.layer-shape', 'profiles/ask/cordis.patch.yml', ''],
    ['profile.layer-shape', 'cordis.patch.yml', 'id: ask-core'],
    ['profile.entry-lost', 'profiles/ask/cordis.patch.yml', '- { id: ask-feshu, disabled: true }'],
    ['profile.row-twice', 'profiles/ask/cordis.patch.yml', '- insert: [{ id: ask-core, name: x }]'],
    ['profile.row-missing', 'profiles/ask/node_modules/dsh-ask-anywhere/config/cordis.patch.yml', '- insert: [{ id: ask-core, name: dsh-ask-anywhere/core }]'],
    ['profile.row-config', 'cordis.patch.yml', '- { id: ask-terminal, config: { bell: loud } }'],
    ['profile.core-disabled', 'cordis.patch.yml', '- { id: ask-core, disabled: true }'],
  ])('with a fault gets %s for %s', async (code, file, text) => {
    home.write(file, text)
    const examined = await only()
    expect(examined.codes).toContain(code)
    expect(examined.exitCode).toBeGreaterThan(0)
    expect(examined.text).not.toContain('hunter2')
  })

  it.each<[FindingCode, string]>([
    ['profile.row-disabled', '- { id: ask-feishu, disabled: true }'],
    ['profile.expression', '- { id: ask-terminal, config: { bell: !!js process.env.BELL } }'],
  ])('is only told %s where nothing is wrong', async (code, text) => {
    home.write('profiles/ask/cordis.patch.yml', text)
    const { codes, exitCode } = await only()
    expect(codes).toContain(code)
    expect(exitCode).toBe(0)
  })

  it('goes without the layers of the host where those are not linked, and says so', async () => {
    home.write('profiles/ask/package.json', '{"dsh":{"profile":{"bundles":["@deepseek-ai/dsh-base","dsh-ask-anywhere"]}}}')
    home.patch([{ id: 'session-telemetry-otel', disabled: true }])
    expect(await only()).toMatchObject({ codes: ['profile.unresolved', 'feishu.off'], exitCode: 0 })
    home.write('profiles/node_modules/@deepseek-ai/dsh-base/package.json', '{"version":"1","dsh":{"bundle":{"patch":"p.yml"}}}')
    home.write('profiles/node_modules/@deepseek-ai/dsh-base/p.yml', '- insert: [{ id: session-telemetry-otel, name: t }]')
    expect(await only()).toMatchObject({ codes: ['feishu.off'] })
  })

  it('is told that another version is installed than the one that looks', async () => {
    expect((await examine(home, { version: '9.9.9' })).codes).toContain('profile.version')
  })

  it('lets the home\'s layer have the last word', async () => {
    set()
    home.write('cordis.patch.yml', '- { id: ask-feishu, config: {} }')
    expect((await only()).codes).toEqual(['feishu.off'])
  })
})

describe('secrets', () => {
  it('are found in the environment, in the host\'s file and in .env, in this order, and never shown', async () => {
    set({ transport: 'webhook', webhook: { port: 0 } })
    const bare = { env: { DSH_HOME: home.path, TERM: 'xterm', FEISHU_APP_SECRET: KEYS.appSecret } }
    home.write('.credentials.yaml', `FEISHU_APP_SECRET: wrong\nFEISHU_ENCRYPT_KEY: ${KEYS.encryptKey}\n`)
    home.write('.env', `FEISHU_ENCRYPT_KEY=wrong\nFEISHU_VERIFICATION_TOKEN=${KEYS.verificationToken}\n`)
    const { all, fact, text } = await examine(home, bare)
    expect(all).toContain('secrets.found')
    expect(fact('secrets.found', 'sources')).toBe('environment, .credentials.yaml, .env')
    for (const secret of [KEYS.appSecret, KEYS.encryptKey, KEYS.verificationToken, 'wrong']) expect(text).not.toContain(secret)
  })

  it('that are missing are told by the names that the config gives them', async () => {
    set({ appSecretRef: 'MY_SECRET' })
    const { codes, fact } = await examine(home)
    expect(codes).toContain('secrets.missing')
    expect(fact('secrets.missing', 'name')).toBe('MY_SECRET')
  })

  it('that were copied with a blank are told', async () => {
    set()
    expect((await examine(home, env({ FEISHU_APP_SECRET: ' s3cret' }))).codes).toContain('secrets.blanks')
  })

  it.each<[FindingCode, string, number]>([
    ['secrets.file-open', 'A: b', 0o644],
    ['secrets.file-broken', 'A: "hunter2', 0o600],
    ['secrets.file-broken', '- hunter2', 0o600],
    ['secrets.file-broken', 'A: { b: hunter2 }', 0o600],
  ])('in a file that stops the host get %s for %j', async (code, text, mode) => {
    home.write('.credentials.yaml', text, mode)
    const examined = await examine(home)
    expect(examined).toMatchObject({ codes: expect.arrayContaining([code]), exitCode: 2 })
    expect(examined.text).not.toContain('hunter2')
  })
})

describe('the config of Feishu', () => {
  it.each<[string, Record<string, unknown>]>([
    ['domain', { domain: 'http://example.com' }],
    ['appId', { appId: 'cli_1' }],
    ['recipients.0.session', { recipients: [{ id: 'oc_1', idType: 'chat_id' }] }],
    ['webhook.path', { transport: 'webhook', webhook: { path: 'x' } }],
  ])('with a fault at %s is told with the next step', async (field, config) => {
    set(config)
    const { codes, fact, report } = await examine(home)
    expect(codes).toContain('feishu.config')
    expect(fact('feishu.config', 'field')).toBe(field)
    expect(report.findings.find(({ code }) => code === 'feishu.config')?.next).toMatch(/^(?:Give|Use|Copy)/u)
  })
})

describe('people', () => {
  it.each<[FindingCode, Record<string, unknown>]>([
    ['people.no-operator', { operators: [] }],
    ['people.no-recipient', { recipients: [] }],
    ['people.no-approver', { operators: [{ id: 'ou_wang' }] }],
    ['people.only-reads', { recipients: [{ id: 'ou_wang' }, { id: 'ou_eve' }] }],
  ])('get %s', async (code, config) => {
    set(config)
    expect((await examine(home)).codes).toContain(code)
  })

  it('who were paired count, and get cards', async () => {
    set({ operators: [], recipients: [] })
    home.write('ask-anywhere/operators.json', '{"operators":[{"id":"ou_paired","role":"approve"}]}')
    const { all, fact } = await examine(home)
    expect(all).toContain('people.ok')
    expect([fact('people.ok', 'operators'), fact('people.ok', 'recipients')]).toEqual([1, 1])
  })

  it('whose file others could have written are not believed', async () => {
    set()
    home.write('ask-anywhere/operators.json', '{"operators":[]}', 0o644)
    expect((await examine(home)).codes).toContain('people.file')
  })
})

describe('the journal', () => {
  const LINE = '{"v":1,"run":"r","n":1,"at":1,"kind":"asked","ask":"a","timed":false,"count":1}\n'

  it('that can be read is counted', async () => {
    home.write('ask-anywhere/journal.jsonl', LINE)
    const { all, fact } = await examine(home)
    expect(all).toContain('journal.ok')
    expect(fact('journal.ok', 'lines')).toBe(1)
  })

  it.each<[FindingCode, string, number, unknown]>([
    ['journal.torn', `${LINE}{"v":1,"run":"r","n":2,"at`, 0o600, {}],
    ['journal.open', LINE, 0o644, {}],
    ['journal.large', LINE.repeat(2_000), 0o600, { journalBytes: 64_000 }],
    ['journal.off', LINE, 0o600, { journal: 'ids' }],
  ])('gets %s', async (code, text, mode, config) => {
    home.write('ask-anywhere/journal.jsonl', text, mode)
    home.patch([{ id: 'ask-core', config }])
    expect((await examine(home)).codes).toContain(code)
  })

  it('that is a folder cannot be read', async () => {
    mkdirSync(join(home.path, 'ask-anywhere/journal.jsonl'), { recursive: true, mode: 0o700 })
    expect((await examine(home)).codes).toContain('journal.unreadable')
  })

  it('needs a folder', async () => {
    home.write('ask-anywhere', 'a file in its place')
    expect((await examine(home)).codes).toContain('home.unwritable')
  })
})
