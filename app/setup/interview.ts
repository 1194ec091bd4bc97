/** The questions in their order: each one's option or line, and what the profile says already as its usual answer. */
import { type RefField, REFS, WEBHOOK } from '../bundle.ts'
import { UsageError } from '../usage-error.ts'
import { answer, readChoice, readMatching, type Read } from './answer.ts'
import { consoleHome, consoleLinks } from './console-links.ts'
import type { Environment } from './home.ts'
import { type Person, type WantedRow } from './layer.ts'
import type { Prompt } from './prompt.ts'
import type { Secrets } from './secrets.ts'
import type { SetupWords } from './words.ts'

/** Answers as options of the command line; a secret is never one of them. */
export interface AnswerOptions {
  readonly domain?: string
  readonly transport?: string
  readonly appId?: string
  readonly port?: string
  readonly path?: string
  readonly publicUrl?: string
  readonly secrets?: string
  readonly appSecretRef?: string
  readonly encryptKeyRef?: string
  readonly verificationTokenRef?: string
  readonly operator?: string
  readonly operatorName?: string
  readonly role?: string
}

export interface InterviewPorts {
  readonly options: AnswerOptions
  /** The row's config as the profile has it. */
  readonly config: Readonly<Record<string, unknown>>
  /** What the host's file holds. */
  readonly stored: Secrets
  readonly credentialsFile: string
  readonly env: Environment
  /** Absent where nobody can be asked. */
  readonly prompt: Prompt | undefined
  readonly words: SetupWords
}

export interface Answers {
  readonly row: WantedRow
  /** To be stored; none where they come from the environment. */
  readonly secrets: Secrets
  readonly keep: 'file' | 'environment'
  /** Origin at which the platform reaches this machine, without a trailing slash. */
  readonly publicUrl?: string
}

const APP_ID = /^cli_[0-9a-fA-F]{16}$/
const LATER = 'later'
const TRANSPORTS = ['long-connection', 'webhook'] as const
const PLACES = ['file', 'environment'] as const
const ROLES = ['answer', 'approve'] as const

/** @throws {UsageError} for a bad option; {Interrupted} when the person leaves. */
export async function interview(ports: InterviewPorts): Promise<Answers> {
  const { options, config, prompt, words } = ports
  const present = (field: string): string | undefined => textOf(config[field])
  const domain = await answer({ flag: '--domain', given: options.domain, text: words.domain, usual: present('domain') ?? 'feishu', read: (text) => readDomain(text, words) }, prompt, words)
  const isSetUp = present('appId') !== undefined
  // A row that names no way in has the row's own default.
  const transport = await answer({ flag: '--transport', given: options.transport, text: words.transport, usual: present('transport') ?? (isSetUp ? 'webhook' : 'long-connection'), read: readChoice(TRANSPORTS, words) }, prompt, words)
  const appId = await answer({ flag: '--app-id', given: options.appId, text: words.appId(consoleHome(domain)), ...(isSetUp ? { usual: present('appId') ?? '' } : {}), read: readMatching(APP_ID, words.faults.appId) }, prompt, words)
  const webhook = transport === 'webhook' ? await askWebhook(ports) : undefined
  const kept = await askSecrets(ports, transport === 'webhook' ? ['appSecretRef', 'encryptKeyRef', 'verificationTokenRef'] : ['appSecretRef'], consoleLinks(domain, appId))
  const person = await askPerson(ports)
  const { publicUrl = '', ...address } = webhook ?? {}
  return {
    row: { appId, domain, transport, refs: kept.refs, ...('port' in address ? { webhook: address } : {}), ...(person === undefined ? {} : { person }) },
    secrets: kept.secrets,
    keep: kept.keep,
    ...(publicUrl === '' ? {} : { publicUrl }),
  }
}

async function askWebhook({ options, config, prompt, words }: InterviewPorts): Promise<{ readonly port: number; readonly path: string; readonly publicUrl: string }> {
  const present = { ...WEBHOOK, ...Object(config['webhook']) }
  const port = await answer({ flag: '--port', given: options.port, text: words.port, usual: String(present.port), read: (text) => readPort(text, words) }, prompt, words)
  const path = await answer({ flag: '--path', given: options.path, text: words.path, usual: String(present.path), read: readMatching(/^\/[\w\-./~]*$/, words.faults.path) }, prompt, words)
  const publicUrl = await answer({ flag: '--public-url', given: options.publicUrl, text: words.publicUrl, usual: '', read: (text) => readPublicUrl(text, words) }, prompt, words)
  return { port, path, publicUrl }
}

type Kept = { readonly keep: Answers['keep']; readonly refs: Partial<Record<RefField, string>>; readonly secrets: Secrets }

async function askSecrets(ports: InterviewPorts, fields: readonly RefField[], links: { readonly credentials: string; readonly events: string }): Promise<Kept> {
  const { options, config, stored, credentialsFile, env, prompt, words } = ports
  const refOf = (field: RefField) => textOf(config[field]) ?? REFS[field]
  const isFromEnvironment = textOf(config['appId']) !== undefined && fields.every((field) => stored[refOf(field)] === undefined && env[refOf(field)])
  const keep = await answer({ flag: '--secrets', given: options.secrets, text: words.keep(credentialsFile), usual: isFromEnvironment ? 'environment' : 'file', read: readChoice(PLACES, words) }, prompt, words)
  const refs: Partial<Record<RefField, string>> = {}
  const secrets: Record<string, string> = {}
  for (const field of fields) {
    const what = words.secretNames[field]
    const flag = `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    // A name in the host's file is nobody's concern unless an option or the row has one.
    const asker = keep === 'environment' ? prompt : undefined
    const ref = await answer({ flag, given: options[field], text: words.refOf(what), usual: refOf(field), read: (line) => readRef(line, refOf(field), words) }, asker, words)
    refs[field] = ref
    if (keep === 'environment') continue
    const where = field === 'appSecretRef' ? links.credentials : links.events
    const value = prompt === undefined ? fromEnvironment(ref, ports) : await typed(ref, words.secret(what, where), ports, prompt)
    if (value !== undefined) secrets[ref] = value
  }
  return { keep, refs, secrets }
}

/** Undefined: what is stored stays. */
function fromEnvironment(ref: string, { env, stored, words }: InterviewPorts): string | undefined {
  const value = env[ref]?.trim() || undefined
  if (value === undefined && stored[ref] === undefined) throw new UsageError(words.faults.noSecret(ref))
  const read = value === undefined ? undefined : readSecret(value, words)
  if (read !== undefined && 'fault' in read) throw new UsageError(`setup: ${ref}: ${read.fault}`)
  return read?.value
}

async function typed(ref: string, text: string, { stored, words }: InterviewPorts, prompt: Prompt): Promise<string | undefined> {
  const isStored = stored[ref] !== undefined
  for (let question = `\n${text}\n${isStored ? `${words.secretKept} ` : ''}> `; ; question = '> ') {
    const line = (await prompt.ask(question, { hidden: true })).trim()
    if (line === '' && isStored) return undefined
    const read = readSecret(line, words)
    if ('value' in read) return read.value
    prompt.say(`  ${read.fault}`)
  }
}

async function askPerson({ options, config, prompt, words }: InterviewPorts): Promise<Person | undefined> {
  const count = Array.isArray(config['operators']) ? config['operators'].length : 0
  const text = count === 0 ? words.operator : `${words.operator} ${words.operatorKept(count)}`
  const id = await answer({ flag: '--operator', given: options.operator, text, usual: LATER, read: (line) => (line === LATER || /^ou_\w+$/.test(line) ? { value: line } : { fault: words.faults.openId }) }, prompt, words)
  if (id === LATER) return undefined
  const present = presentPerson(config, id)
  const name = await answer({ flag: '--operator-name', given: options.operatorName, text: words.operatorName, usual: present.name ?? '', read: (line) => (/^[^\p{Cc}\p{Cf}]{0,40}$/u.test(line) ? { value: line.trim() } : { fault: words.faults.name }) }, prompt, words)
  const role = await answer({ flag: '--role', given: options.role, text: words.role, usual: present.role ?? 'answer', read: readChoice(ROLES, words) }, prompt, words)
  return { id, role, ...(name === '' ? {} : { name }) }
}

function presentPerson(config: Readonly<Record<string, unknown>>, id: string): { readonly name?: string; readonly role?: string } {
  const operators: readonly unknown[] = Array.isArray(config['operators']) ? config['operators'] : []
  const found: object = Object(operators.find((each) => Object(each).id === id))
  const [name, role] = [textOf(Reflect.get(found, 'name')), textOf(Reflect.get(found, 'role'))]
  return { ...(name === undefined ? {} : { name }), ...(role === undefined ? {} : { role }) }
}

function readDomain(text: string, words: SetupWords): Read<string> {
  const choice = readChoice(['feishu', 'lark'], words)(text)
  if ('value' in choice) return choice
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url !== undefined && (url.protocol === 'https:' || (url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)))
  return isSafe && url.search === '' && url.hash === '' && url.username === '' ? { value: text.replace(/\/+$/, '') } : { fault: words.faults.domain }
}

function readPublicUrl(text: string, { faults }: SetupWords): Read<string> {
  if (text === '') return { value: '' }
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' && url.pathname === '/' && url.search === '' && url.username === '' ? { value: url.origin } : { fault: faults.publicUrl }
}

function readPort(text: string, { faults }: SetupWords): Read<number> {
  const value = Number(text)
  return /^\d{1,5}$/.test(text) && value >= 1 && value <= 65_535 ? { value } : { fault: faults.port }
}

/** In capitals: a secret that was put here by mistake is hardly ever taken for a name. */
function readRef(text: string, present: string, { faults }: SetupWords): Read<string> {
  return text === present || /^[A-Z_][A-Z0-9_]{0,63}$/.test(text) ? { value: text } : { fault: faults.ref }
}

function readSecret(text: string, { faults }: SetupWords): Read<string> {
  if (APP_ID.test(text)) return { fault: faults.notSecret }
  return /^[\x21-\x7e]{1,512}$/.test(text) ? { value: text } : { fault: faults.secret }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
