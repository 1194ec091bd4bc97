/** A dsh home in a temporary folder, a simulated platform beside it, and the doctor over both. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../app/demo/simulator/index.ts'
import type { FindingCode } from '../../../app/doctor/finding.ts'
import { type DoctorOptions, runDoctor } from '../../../app/doctor/index.ts'
import { type Report, reportShape } from '../../../app/doctor/report.ts'
import type { DoctorPorts } from '../../../app/doctor/situation.ts'

const ROOT = new URL('../../..', import.meta.url).pathname
const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version

export const KEYS = {
  appId: 'cli_0123456789abcdef',
  appSecret: 'the-app-secret-of-the-doctor',
  encryptKey: 'the-encrypt-key-of-the-doctor',
  verificationToken: 'the-verification-token-of-the-doctor',
}
export const WANG = { openId: 'ou_wang', name: 'Wang Fang', locale: 'en' } as const
export const EVE = { openId: 'ou_eve', name: 'Eve', locale: 'en' } as const

/** The secrets as the environment has them. */
export const SECRETS = { FEISHU_APP_SECRET: KEYS.appSecret, FEISHU_ENCRYPT_KEY: KEYS.encryptKey, FEISHU_VERIFICATION_TOKEN: KEYS.verificationToken }

export interface Home {
  readonly path: string
  /** Writes a file under it, whose folders are made. */
  write(file: string, text: string, mode?: number): string
  /** The profile's own layer. */
  patch(entries: unknown): void
  /** Every file with its mode and text: equal before and after when nothing was changed. */
  state(): Readonly<Record<string, string>>
  dispose(): void
}

const PROFILE = 'profiles/ask'

/** With a profile `ask` that holds the bundle as the host would have installed it. */
export function createHome(): Home {
  const path = mkdtempSync(join(tmpdir(), 'ask-doctor-'))
  const write: Home['write'] = (file, text, mode = 0o600) => {
    const full = join(path, file)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, text)
    chmodSync(full, mode)
    return full
  }
  const bundle = join(path, PROFILE, 'node_modules/dsh-ask-anywhere')
  mkdirSync(join(bundle, 'config'), { recursive: true })
  cpSync(join(ROOT, 'package.json'), join(bundle, 'package.json'))
  cpSync(join(ROOT, 'config/cordis.patch.yml'), join(bundle, 'config/cordis.patch.yml'))
  write(`${PROFILE}/package.json`, JSON.stringify({ dsh: { profile: { bundles: ['dsh-ask-anywhere'] } } }))
  return {
    path,
    write,
    patch: (entries) => void write(`${PROFILE}/cordis.patch.yml`, JSON.stringify(entries)),
    state: () => Object.fromEntries(readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted().map((file) => {
      const { mode, mtimeMs } = statSync(join(path, file))
      return [file, statSync(join(path, file)).isFile() ? `${mode} ${mtimeMs} ${readFileSync(join(path, file), 'latin1')}` : `${mode}`]
    })),
    dispose: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** A healthy machine; what a test is about is given. */
export function portsOf(home: Home, given: Partial<DoctorPorts> = {}): DoctorPorts {
  return {
    env: { DSH_HOME: home.path, LANG: 'en_US.UTF-8', TERM: 'xterm-256color', ...SECRETS },
    cwd: home.path,
    now: Date.now,
    sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
    startOf: () => undefined,
    node: '24.0.0',
    version: VERSION,
    terminal: { isTerminal: true, columns: 80, rows: 24, colours: 256 },
    run: () => Promise.resolve({ kind: 'ended', code: 0, stdout: '0.1.0-rc.8\n' }),
    platforms: { feishu: 'http://127.0.0.1:9', lark: 'http://127.0.0.1:9' },
    limits: { check: 10_000, call: 3_000 },
    pongTimeout: 0.3,
    say: () => undefined,
    onLine: () => () => undefined,
    signal: new AbortController().signal,
    ...given,
  }
}

export interface Examined {
  readonly report: Report
  /** What is not `ok`. */
  readonly codes: readonly FindingCode[]
  readonly all: readonly FindingCode[]
  readonly exitCode: number
  /** Everything that was printed. */
  readonly text: string
  fact(code: FindingCode, name: string): string | number | undefined
}

export async function examine(home: Home, given: Partial<DoctorPorts> = {}, options: Partial<DoctorOptions> = {}): Promise<Examined> {
  let text = ''
  const exitCode = await runDoctor({ profile: 'ask', seconds: 10, json: true, locale: 'en', ...options }, portsOf(home, given), (part) => { text += part })
  const report = reportShape.parse(JSON.parse(text))
  const all = report.findings.map(({ code }) => code)
  return { report, all, codes: report.findings.filter(({ level }) => level !== 'ok').map(({ code }) => code), exitCode, text, fact: (code, name) => report.findings.find((each) => each.code === code)?.facts[name] }
}

/** The Feishu row that a person would have set up. */
export function feishuRow(domain: string, config: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    id: 'ask-feishu',
    config: {
      appId: KEYS.appId,
      domain,
      transport: 'long-connection',
      operators: [{ id: WANG.openId, name: WANG.name, role: 'approve' }],
      recipients: [{ id: WANG.openId, idType: 'open_id' }],
      ...config,
    },
  }
}

export function startPlatform(options: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  return createSimulator({ ...KEYS, people: [WANG, EVE], scopes: SCOPES, ...options })
}

const GRANTED = ['im:message:send_as_bot', 'im:message:update', 'im:message.p2p_msg:readonly', 'application:application:self_manage']

/** All that the doctor looks for; without the last one the platform does not tell how the app is set up. */
export const SCOPES = scopes(...GRANTED)

export function scopes(...names: readonly string[]): { readonly scope_name: string; readonly grant_status: 1 | 2 }[] {
  return names.map((scope_name) => ({ scope_name, grant_status: 1 }))
}
