/** The simulated phone: a Feishu platform on this machine and the config that points the Feishu surface at it. */
import { randomBytes } from 'node:crypto'
import { codeOf } from '../../router/errors.ts'
import type { Locale } from '../../surfaces/form/locale.ts'
import { createSimulator, type SimPerson, type Simulator, type SimulatorOptions } from './simulator/index.ts'
import { UsageError } from '../usage-error.ts'
import type { Transport } from './options.ts'

/** Open id of the person whose phone gets the cards. */
export const OPERATOR_ID = 'ou_demo_wang_fang'
/** Open id of somebody of the same company who may not answer. */
export const STRANGER_ID = 'ou_demo_stranger'

const NAMES: Readonly<Record<Locale, { readonly operator: string; readonly stranger: string }>> = {
  en: { operator: 'Wang Fang', stranger: 'Passer-by' },
  zh: { operator: '王芳', stranger: '路人' },
}

/** The two people of the simulated company, with names and phones in one language. */
export function createPeople(locale: Locale): { readonly operator: SimPerson; readonly stranger: SimPerson } {
  const { operator, stranger } = NAMES[locale]
  return { operator: { openId: OPERATOR_ID, name: operator, locale }, stranger: { openId: STRANGER_ID, name: stranger, locale } }
}

/** The keys of an app that nobody else has. */
export function mintKeys(): Pick<SimulatorOptions, 'appId' | 'appSecret' | 'encryptKey' | 'verificationToken'> {
  return { appId: `cli_${mint(8)}`, appSecret: mint(16), encryptKey: mint(16), verificationToken: mint(16) }
}

function mint(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

export interface DemoPhone {
  readonly simulator: Simulator
  /** For the Feishu plugin; the webhook takes any free port. */
  readonly config: object
}

/** @throws {UsageError} when the port is taken. */
export async function createPhone(options: { readonly port?: number; readonly locale: Locale; readonly transport: Transport }): Promise<DemoPhone> {
  const keys = mintKeys()
  const { operator, stranger } = createPeople(options.locale)
  const simulator = await createSimulator({ ...keys, people: [operator, stranger], port: options.port ?? 0 }).catch((error: unknown) => {
    throw portFault(error, options.port)
  })
  return {
    simulator,
    config: {
      ...keys,
      transport: options.transport,
      domain: simulator.url,
      recipients: [{ id: operator.openId, idType: 'open_id' }],
      operators: [{ id: operator.openId, name: operator.name, role: 'approve' }],
      webhook: { port: 0 },
      locale: options.locale,
    },
  }
}

/** A taken or forbidden port in words, with what else to do than to choose another; any other error as it is. */
export function portFault(error: unknown, port: number | undefined, otherwise = ' or leave --port out for any free one'): unknown {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') return new UsageError(`--port: ${port} is in use; choose another${otherwise}`)
  if (code === 'EACCES') return new UsageError(`--port: ${port} needs rights that you lack; choose one above 1023`)
  return error
}
