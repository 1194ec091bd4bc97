/** `dsh-ask-anywhere doctor`: looks at everything between a question and a phone, changes nothing, and says what to do. */
import { homedir } from 'node:os'
import { dshHome, homeFolder } from '../../router/dsh-home.ts'
import { type Locale, localeOf } from '../../surfaces/form/locale.ts'
import { glyphSetOf } from '../../surfaces/terminal/glyphs.ts'
import { JOURNAL } from '../bundle.ts'
import { checkConfig, type FeishuRow } from './checks/config.ts'
import { checkHome, checkJournal } from './checks/journal.ts'
import { checkLink } from './checks/link.ts'
import { testLive } from './checks/live.ts'
import { checkHost, checkNode, checkProxy, checkTerminal } from './checks/machine.ts'
import { findOwner } from './checks/owner.ts'
import { checkPeople } from './checks/people.ts'
import { checkPlatform, type CheckedPlatform } from './checks/platform.ts'
import { type CheckedRows, checkRows } from './checks/rows.ts'
import { checkWebhook } from './checks/webhook.ts'
import { exitCodeOf, type Finding, finding, word } from './finding.ts'
import { within } from './limit.ts'
import { linkedHost, readProfile } from './profile.ts'
import { renderFinding, renderSum, reportOf } from './report.ts'
import { readSecrets, type Secrets } from './secrets.ts'
import type { DoctorPorts } from './situation.ts'

export interface DoctorOptions {
  readonly profile: string
  /** Sends a test card and waits for the tap on it. */
  readonly live?: boolean
  /** How long the tap is waited for. */
  readonly seconds: number
  /** Where the platform posts to; absent: what the platform says. */
  readonly public?: string
  readonly json?: boolean
  /** Default: the environment's. */
  readonly locale?: Locale
}

/** The exit code of whoever was interrupted: what was found until then is no verdict. */
const INTERRUPTED = 130

/** Prints as it goes, or one JSON object at the end; resolves with the exit code. Never rejects for what it finds. */
export async function runDoctor(options: DoctorOptions, ports: DoctorPorts, print: (text: string) => void): Promise<0 | 1 | 2 | typeof INTERRUPTED> {
  const locale = options.locale ?? localeOf(ports.env)
  const glyphs = glyphSetOf(ports.env)
  const findings: Finding[] = []
  const at = ports.now()
  for await (const found of examine({ ...options, locale }, ports)) {
    if (ports.signal.aborted) break
    findings.push(...found)
    if (options.json !== true) for (const each of found) print(`${renderFinding(word(each, locale), locale, glyphs)}\n`)
  }
  if (ports.signal.aborted) return INTERRUPTED
  const report = reportOf(findings, { doctor: ports.version, profile: options.profile, at, locale })
  print(options.json === true ? `${JSON.stringify(report, undefined, 2)}\n` : `\n${renderSum(report, locale)}\n`)
  return exitCodeOf(findings)
}

type Settled = DoctorOptions & { readonly locale: Locale }

/** One check after the other, from what all others need to what needs all others. */
async function* examine(options: Settled, ports: DoctorPorts): AsyncGenerator<readonly Finding[]> {
  const { env, limits } = ports
  const user = env['HOME'] || homedir()
  const home = dshHome(env, user)
  const folder = homeFolder(env, user)
  yield checkNode(ports.node)
  yield within('dsh', limits.check, (signal) => checkHost(ports, linkedHost(home), signal), ports)
  yield checkTerminal(ports.terminal, env)
  yield checkProxy(env)
  const profile = readProfile(home, options.profile, ports.version)
  yield profile.findings
  yield checkHome(folder)
  if (profile.composition === undefined) {
    if (options.live) yield [finding('live.impossible')]
    return
  }
  const rows = checkRows(profile.composition.rows, options.profile)
  yield rows.findings
  yield checkJournal(folder, journalSettings(rows))
  const secrets = readSecrets({ env, home, cwd: ports.cwd })
  yield secrets.findings
  yield* examineFeishu(rows, secrets, folder, options, ports)
}

async function* examineFeishu({ active: { feishu } }: CheckedRows, secrets: Secrets, folder: string, options: Settled, ports: DoctorPorts): AsyncGenerator<readonly Finding[]> {
  let isLive = options.live === true
  for (const row of feishu) {
    const checked = checkConfig(row, secrets, ports.platforms)
    yield checked.findings
    if (checked.feishu === undefined) continue
    yield* examineBot(checked.feishu, folder, { ...options, live: isLive }, ports)
    // One card is enough: the first bot gets it.
    isLive = false
  }
  if (isLive) yield [finding('live.impossible')]
}

async function* examineBot(feishu: FeishuRow, folder: string, options: Settled, ports: DoctorPorts): AsyncGenerator<readonly Finding[]> {
  const { config } = feishu
  const { limits } = ports
  const people = checkPeople(config, folder)
  const owner = findOwner(folder, config, ports.startOf)
  yield [...people.findings, owner.finding]
  let platform: CheckedPlatform = { findings: [], isServed: false, isPending: false }
  yield within('platform', limits.check, async (signal) => {
    platform = await checkPlatform(feishu, ports, signal)
    return platform.findings
  }, ports)
  if (config.transport === 'webhook') {
    const publicUrl = options.public ?? platform.settings?.requestUrl
    yield within('webhook', limits.check, (signal) => checkWebhook({ config, ...(publicUrl === undefined ? {} : { publicUrl }) }, ports, signal), ports)
  } else if (owner.pid !== undefined) yield [finding('link.owned', { pid: owner.pid })]
  else if (platform.isServed) yield within('link', limits.check, (signal) => checkLink(config, ports, signal), ports)
  if (options.live !== true) return
  if (owner.pid !== undefined) yield [finding('live.owner', { pid: owner.pid })]
  else if (!platform.isServed) yield [finding('live.impossible')]
  else {
    const { settings, isPending } = platform
    const evidence = { app: config.appId, domain: config.domain, isPending, ...(settings === undefined ? {} : { settings }) }
    const live = { config, operators: people.operators, evidence, seconds: options.seconds, locale: options.locale }
    yield within('live', options.seconds * 1000 + limits.check, (signal) => testLive(live, ports, signal), ports)
  }
}

/** Of the core row. */
function journalSettings({ active: { core: [row] } }: CheckedRows): { readonly mode: string; readonly maxBytes: number } {
  const config: Readonly<Record<string, unknown>> = { ...JOURNAL, ...row?.config }
  return { mode: String(config['journal']), maxBytes: Number(config['journalBytes']) }
}
