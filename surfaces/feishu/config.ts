/** What the Feishu surface needs to know before it starts. */
import { isIP } from 'node:net'
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

/** Where the platform posts clicks to. Only `host` decides who can reach it. */
export interface WebhookAddress {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  readonly path: string
  /** Addresses and subnets of proxies, or `loopback`: only what one of these says about a sender's address is believed. */
  readonly trustProxy: readonly string[]
}

interface CommonConfig {
  readonly appId: string
  readonly appSecret: string
  /** Origin of the open platform, without a trailing slash. */
  readonly domain: string
  readonly recipients: readonly Recipient[]
  /** Empty means that nobody may act. */
  readonly operators: readonly Operator[]
  readonly locale: Locale
}

/** The platform posts to us; what it posts is signed and encrypted. */
export interface WebhookConfig extends CommonConfig {
  readonly transport: 'webhook'
  readonly encryptKey: string
  readonly verificationToken: string
  readonly webhook: WebhookAddress
}

/** We connect to the platform; nothing has to reach us from outside. */
export interface LongConnectionConfig extends CommonConfig {
  readonly transport: 'long-connection'
}

export type FeishuConfig = WebhookConfig | LongConnectionConfig

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

/** Origins of the two platforms. */
export const DOMAINS = { feishu: 'https://open.feishu.cn', lark: 'https://open.larksuite.com' } as const

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** What to do about a field, by the first part of its path. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  appId: 'Copy the App ID from "Credentials & Basic Info" in the developer console.',
  appSecret: 'Copy the App Secret from "Credentials & Basic Info" in the developer console.',
  encryptKey: 'Set an Encrypt Key under "Events & Callbacks > Encryption Strategy" and copy it: without one, clicks could be forged.',
  verificationToken: 'Copy the Verification Token from "Events & Callbacks > Encryption Strategy".',
  domain: 'Use "feishu", "lark" or an https URL.',
  transport: 'Use "webhook" or "long-connection".',
  recipients: 'Give a list of {id, idType, session?}, where idType is open_id, user_id, union_id, email or chat_id; a chat_id needs the session whose questions the chat may see.',
  operators: 'Give a list of {id, name?, role}, where role is answer or approve.',
  webhook: 'Give {host?, port, path?, trustProxy?} with a port from 0 to 65535, a path that starts with a slash, and in trustProxy a list of addresses, subnets or "loopback".',
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

/** Questions of one session must not show up in a chat of others: only a person gets those of all sessions. */
const recipient = z
  .object({ id: text, idType: z.enum(['open_id', 'user_id', 'union_id', 'email', 'chat_id']), session: text.optional() })
  .check(({ value: { idType, session }, issues }) => {
    if (idType === 'chat_id' && session === undefined) issues.push({ code: 'custom', message: 'a chat needs a session', input: undefined, path: ['session'] })
  })

const common = {
  appId: text,
  appSecret: text,
  domain,
  recipients: z.array(recipient).default([]),
  operators: z.array(z.object({ id: text, name: text.optional(), role: z.enum(['answer', 'approve']).default('answer') })).default([]),
  locale: z.enum(['zh', 'en']).default('zh'),
}

const overWebhook = z.object({
  ...common,
  transport: z.literal('webhook'),
  encryptKey: text,
  verificationToken: text,
  webhook: z.object({
    host: text.default('127.0.0.1'),
    port: z.int().min(0).max(65_535),
    path: z.string().regex(/^\/[\w\-./~]*$/u).default('/feishu/webhook'),
    trustProxy: z.array(z.string().refine(isNetwork)).default([]),
  }),
})

const overLongConnection = z.object({
  ...common,
  transport: z.literal('long-connection'),
  // The vendor's client connects for no other and does not say so.
  appId: z.string().regex(/^cli_[0-9a-fA-F]{16}$/u),
})

/** An address, one with the length of its prefix, or a name of the ranges that are private. */
function isNetwork(given: string): boolean {
  if (given === 'loopback' || given === 'linklocal' || given === 'uniquelocal') return true
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/u.exec(given) ?? []
  const version = isIP(address)
  // A prefix of no bits would believe anybody.
  return version !== 0 && (bits === undefined || (Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128)))
}

const schema = z.preprocess(withTransport, z.discriminatedUnion('transport', [overWebhook, overLongConnection]))

function withTransport(given: unknown): unknown {
  return typeof given === 'object' && given !== null && !('transport' in given) ? { ...given, transport: 'webhook' } : given
}

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
