/** What the Feishu surface needs to know before it starts. */
import { z } from 'zod'
import type { Locale } from '../form/words.ts'

/** How the platform addresses a receiver. */
export type RecipientIdType = 'open_id' | 'user_id' | 'union_id' | 'email' | 'chat_id'

/** Who gets a card for each ask. */
export interface Recipient {
  readonly id: string
  readonly idType: RecipientIdType
  /** Gets the asks of this session only; a recipient without one gets all. A chat needs one. */
  readonly session?: string | undefined
}

/** `answer`: plain questions. `approve`: those, and plan reviews and permission requests. */
export type OperatorRole = 'answer' | 'approve'

/** A person whose acts count. */
export interface Operator {
  /** An open_id, union_id or user_id. */
  readonly id: string
  /** How other screens call them; without it they see a shortened id. */
  readonly name?: string | undefined
  readonly role: OperatorRole
}

/** Where the platform posts clicks to. */
export interface WebhookAddress {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  readonly path: string
}

export interface FeishuConfig {
  readonly appId: string
  readonly appSecret: string
  readonly encryptKey: string
  readonly verificationToken: string
  /** Origin of the open platform, without a trailing slash. */
  readonly domain: string
  readonly recipients: readonly Recipient[]
  /** Empty means that nobody may act. */
  readonly operators: readonly Operator[]
  readonly webhook: WebhookAddress
  readonly locale: Locale
}

/** The config cannot be used; the message is one line with the field, the fault and the next step. */
export class FeishuConfigError extends Error {
  override readonly name = 'FeishuConfigError'
  /** Dotted path of the field at fault. */
  readonly field: string

  constructor(field: string, fault: string, nextStep: string) {
    super(`Feishu config: "${field}" ${fault}. ${nextStep}`)
    this.field = field
  }
}

const DOMAINS = { feishu: 'https://open.feishu.cn', lark: 'https://open.larksuite.com' } as const

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** What to do about a field, by the first part of its path. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  appId: 'Copy the App ID from "Credentials & Basic Info" in the developer console.',
  appSecret: 'Copy the App Secret from "Credentials & Basic Info" in the developer console.',
  encryptKey: 'Set an Encrypt Key under "Events & Callbacks > Encryption Strategy" and copy it: without one, clicks could be forged.',
  verificationToken: 'Copy the Verification Token from "Events & Callbacks > Encryption Strategy".',
  domain: 'Use "feishu", "lark" or an https URL.',
  recipients: 'Give a list of {id, idType}, where idType is open_id, user_id, union_id, email or chat_id.',
  operators: 'Give a list of {id, name?, role}, where role is answer or approve.',
  webhook: 'Give {host?, port, path?} with a port from 0 to 65535 and a path that starts with a slash.',
  locale: 'Use "zh" or "en".',
}

const domain = z
  .string()
  .default('feishu')
  .transform((given, context) => {
    if (given === 'feishu' || given === 'lark') return DOMAINS[given]
    const url = URL.canParse(given) ? new URL(given) : undefined
    const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname))
    if (isSafe) return given.replace(/\/+$/u, '')
    context.issues.push({ code: 'custom', message: 'is no https URL', input: given })
    return z.NEVER
  })

const text = z.string().trim().min(1)

const schema = z.object({
  appId: text,
  appSecret: text,
  encryptKey: text,
  verificationToken: text,
  domain,
  recipients: z.array(z.object({ id: text, idType: z.enum(['open_id', 'user_id', 'union_id', 'email', 'chat_id']) })).min(1),
  operators: z.array(z.object({ id: text, name: text.optional(), role: z.enum(['answer', 'approve']).default('answer') })).default([]),
  webhook: z.object({
    host: text.default('127.0.0.1'),
    port: z.int().min(0).max(65_535),
    path: z.string().regex(/^\/[\w\-./~]*$/u).default('/feishu/webhook'),
  }),
  locale: z.enum(['zh', 'en']).default('zh'),
})

/** Reads a config from outside. Throws `FeishuConfigError`, whose message never holds a given value. */
export function readFeishuConfig(given: unknown): FeishuConfig {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const path = result.error.issues[0]?.path ?? []
  const isMissing = valueAt(given, path) === undefined
  const field = path.join('.') || 'config'
  throw new FeishuConfigError(field, isMissing ? 'is missing' : 'is not valid', NEXT_STEPS[String(path[0])] ?? 'Give an object.')
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), value)
}
