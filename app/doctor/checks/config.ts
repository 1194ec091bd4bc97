/** From a Feishu row to a config that can be tried: defaults, secrets by name, and the surface's own reader. */
import { type FeishuConfig, FeishuConfigError, readFeishuConfig } from '../../../surfaces/feishu/config.ts'
import { REFS, WEBHOOK } from '../../bundle.ts'
import { type Finding, finding } from '../finding.ts'
import type { Secrets } from '../secrets.ts'
import type { DoctorPorts } from '../situation.ts'
import type { ActiveRow } from './rows.ts'

export interface FeishuRow {
  readonly row: string
  readonly config: FeishuConfig
}

export interface CheckedConfig {
  readonly findings: readonly Finding[]
  /** Absent when it can't be tried. */
  readonly feishu?: FeishuRow
}

/** Stands for a secret that is missing, so that the rest of the config is still looked at. */
const ABSENT = '?'

export function checkConfig({ id: row, config: given, isKnown }: ActiveRow, secrets: Secrets, platforms: DoctorPorts['platforms']): CheckedConfig {
  if (!isKnown) return { findings: [] }
  if ((given['appId'] ?? '') === '') return { findings: [finding('feishu.off', { row })] }
  const fields = given['transport'] === 'long-connection' ? (['appSecret'] as const) : (['appSecret', 'encryptKey', 'verificationToken'] as const)
  const found = fields.map((field) => {
    const ref = `${field}Ref` as const
    const named = given[ref]
    const name = typeof named === 'string' && named !== '' ? named : REFS[ref]
    return { field, name, secret: secrets.resolve(name) }
  })
  const findings: Finding[] = found.flatMap(({ name, secret }) => {
    if (secret === undefined) return [finding('secrets.missing', { name })]
    return /^[\s"']|[\s"']$/u.test(secret.value) ? [finding('secrets.blanks', { name })] : []
  })
  const isComplete = found.every(({ secret }) => secret !== undefined)
  if (isComplete) findings.push(finding('secrets.found', { names: found.map(({ name }) => name).join(', '), sources: [...new Set(found.map(({ secret }) => secret?.source ?? ''))].join(', ') }))

  const { appSecretRef: _secret, encryptKeyRef: _key, verificationTokenRef: _token, ...rest } = given
  const domain = given['domain'] ?? 'feishu'
  const values = Object.fromEntries(found.map(({ field, secret }) => [field, secret?.value ?? ABSENT]))
  try {
    const config = readFeishuConfig({
      ...rest,
      ...values,
      domain: domain === 'feishu' || domain === 'lark' ? platforms[domain] : domain,
      transport: given['transport'] ?? 'webhook',
      webhook: { ...WEBHOOK, ...asObject(given['webhook']) },
      recipients: withUsualIdType(given['recipients']),
    })
    return { findings, ...(isComplete ? { feishu: { row, config } } : {}) }
  } catch (error) {
    const [field, next] = error instanceof FeishuConfigError ? [error.field, nextOf(error)] : ['config', 'Give an object.']
    return { findings: [...findings, finding('feishu.config', { row, field, next })] }
  }
}

/** The row's schema gives each recipient this type where it has none. */
function withUsualIdType(given: unknown): unknown {
  if (!Array.isArray(given)) return given ?? []
  return given.map((each: unknown) => (typeof each === 'object' && each !== null ? { idType: 'open_id', ...each } : each))
}

function asObject(given: unknown): object {
  return typeof given === 'object' && given !== null ? given : {}
}

/** The surface's own words for the next step, which stand behind the fault. */
function nextOf({ message, field }: FeishuConfigError): string {
  return message.slice(message.indexOf('. ', message.indexOf(field) + field.length) + 2)
}
