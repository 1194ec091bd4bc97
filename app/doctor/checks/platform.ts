/** The app on the open platform: credentials by a real token, the bot, its scopes and how it is set up. */
import type { AppInspector } from '../../../surfaces/feishu/client.ts'
import { type AppSettings, BOT_ACTIVE } from '../../../surfaces/feishu/app-facts.ts'
import { createFeishuClient } from '../../../surfaces/feishu/client.ts'
import type { FeishuConfig } from '../../../surfaces/feishu/config.ts'
import { FeishuError } from '../../../surfaces/feishu/error.ts'
import { type Finding, finding } from '../finding.ts'
import type { DoctorPorts } from '../situation.ts'
import type { FeishuRow } from './config.ts'
import { proxyNames } from './machine.ts'
import { checkScopes, checkSettings } from './setup.ts'

export interface CheckedPlatform {
  readonly findings: readonly Finding[]
  /** Whether the platform takes this app's calls. */
  readonly isServed: boolean
  /** What the platform says of the app, where it does. */
  readonly settings?: AppSettings
  /** Scopes that were asked for and are not in force: a sign of a version that is not published. */
  readonly isPending: boolean
}

const SLOW_MS = 2_000
/** What the verifier takes, in seconds. */
const MAX_SKEW = 300

const CREDENTIAL_CODES = new Set([10003, 10014, 10015, 99991543, 514])
export const NO_BOT_CODES: ReadonlySet<number> = new Set([11205, 230006])
export const SCOPE_CODES: ReadonlySet<number> = new Set([99991672, 230027])

type Ports = Pick<DoctorPorts, 'env' | 'now' | 'platforms' | 'limits'>

const SILENT = { info: () => undefined, warn: () => undefined }

export async function checkPlatform({ row, config }: FeishuRow, ports: Ports, signal: AbortSignal): Promise<CheckedPlatform> {
  const client = await createFeishuClient(config, { log: SILENT, timeout: ports.limits.call })
  signal.addEventListener('abort', () => client.close(), { once: true })
  try {
    const started = ports.now()
    const bot = await failureOf(client.botStatus())
    const ms = ports.now() - started
    const clock = await checkClock(config.domain, ports)
    const refusal = bot.kind === 'failed' ? await readRefusal(bot.error, config, ports) : undefined
    if (refusal !== undefined) return { findings: [refusal, ...clock], isServed: false, isPending: false }
    const { domain, appId: app } = config
    const token = finding(ms > SLOW_MS ? 'platform.slow' : 'platform.token', { domain, app, ms })
    return await inspect(client, { row, config }, [token, ...clock, ...checkBot(bot, app)])
  } finally {
    client.close()
  }
}

async function inspect(client: AppInspector, { row, config }: FeishuRow, before: readonly Finding[]): Promise<CheckedPlatform> {
  const [scopes, settings] = await Promise.all([failureOf(client.scopes()), failureOf(client.settings())])
  const ofScopes = scopes.kind === 'failed' ? [finding('scopes.unreadable', { why: reasonOf(scopes.error) })] : checkScopes(scopes.value, config)
  const ofSettings = settings.kind === 'failed' ? [finding('app.unreadable', { why: reasonOf(settings.error) })] : checkSettings(settings.value, { row, config })
  return {
    findings: [...before, ...ofScopes, ...ofSettings],
    isServed: true,
    isPending: ofScopes.some(({ code }) => code === 'scopes.pending'),
    ...(settings.kind === 'failed' ? {} : { settings: settings.value }),
  }
}

/** Of a scope that a reading lacks the code alone: the reason in words names the scopes for sending. */
function reasonOf({ code, reason }: FeishuError): string {
  return SCOPE_CODES.has(code) ? String(code) : reason
}

function checkBot(bot: Settled<number>, app: string): readonly Finding[] {
  if (bot.kind === 'failed') {
    const { code, reason: why } = bot.error
    return [NO_BOT_CODES.has(code) ? finding('bot.none', { code, app }) : finding('bot.unreadable', { why })]
  }
  return [bot.value === BOT_ACTIVE ? finding('bot.ok') : finding('bot.inactive', { status: bot.value, app })]
}

type Settled<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'failed'; readonly error: FeishuError }

async function failureOf<T>(call: Promise<T>): Promise<Settled<T>> {
  try {
    return { kind: 'done', value: await call }
  } catch (error) {
    return { kind: 'failed', error: error instanceof FeishuError ? error : new FeishuError({ kind: 'unknown', code: 0, reason: 'the call broke' }) }
  }
}

/** What keeps every call from being served; nothing when only this one failed. */
async function readRefusal(error: FeishuError, config: FeishuConfig, { env, platforms, limits }: Ports): Promise<Finding | undefined> {
  const { code, http, kind, reason: why } = error
  const { domain, appId: app } = config
  if (CREDENTIAL_CODES.has(code)) {
    const right = await otherPlatform(config, platforms, limits.call)
    return right === undefined ? finding('platform.credentials', { domain, code, app }) : finding('platform.wrong-domain', { app, domain, right: right.origin, name: right.name })
  }
  if (code === 0 && http === undefined) {
    const names = proxyNames(env).join(', ')
    return names === '' ? finding('platform.unreachable', { domain, why }) : finding('platform.proxy-only', { domain, why, names })
  }
  if (code === 0 && (http ?? 500) < 500) return finding('platform.foreign', { domain, why: `HTTP ${http}` })
  return (http ?? 0) >= 500 || kind === 'rate' || kind === 'retry' ? finding('platform.busy', { why }) : undefined
}

/** Whether the other of the two platforms knows the app. A platform of its own address is never told another's secret. */
async function otherPlatform(config: FeishuConfig, platforms: Ports['platforms'], timeout: number): Promise<{ readonly name: string; readonly origin: string } | undefined> {
  const isOfficial = config.domain === platforms.feishu || config.domain === platforms.lark
  const [name, origin] = config.domain === platforms.feishu ? ['lark', platforms.lark] : ['feishu', platforms.feishu]
  if (!isOfficial || origin === config.domain) return undefined
  const client = await createFeishuClient({ ...config, domain: origin }, { log: SILENT, timeout })
  try {
    const bot = await failureOf(client.botStatus())
    const isKnown = bot.kind === 'done' || (bot.error.code !== 0 && !CREDENTIAL_CODES.has(bot.error.code))
    return isKnown ? { name, origin } : undefined
  } finally {
    client.close()
  }
}

/** Every HTTP answer tells the time, whatever else it says. */
async function checkClock(domain: string, { now, limits }: Ports): Promise<readonly Finding[]> {
  try {
    const answer = await fetch(domain, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(limits.call) })
    const theirs = Date.parse(answer.headers.get('date') ?? '')
    const seconds = Math.round(Math.abs(now() - theirs) / 1000)
    return seconds > MAX_SKEW ? [finding('platform.clock', { seconds })] : []
  } catch {
    return [] // The call above has told what there is to tell.
  }
}
