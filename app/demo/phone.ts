/** The simulated phone: a Feishu platform on this machine and the config that points the Feishu surface at it. */
import { randomBytes } from 'node:crypto'
import { createSimulator, type Simulator } from './simulator/index.ts'
import { UsageError } from '../usage-error.ts'
import type { Transport } from './options.ts'

/** Whose phone gets the cards. */
export const OPERATOR = { openId: 'ou_demo_wang_fang', name: '王芳' } as const
/** Somebody of the same company who may not answer. */
export const STRANGER = { openId: 'ou_demo_stranger', name: 'Passer-by' } as const

export interface DemoPhone {
  readonly simulator: Simulator
  /** For the Feishu plugin; the webhook takes any free port. */
  readonly config: object
}

/** @throws {UsageError} when the port is taken. */
export async function createPhone(options: { readonly port?: number; readonly locale: 'zh' | 'en'; readonly transport: Transport }): Promise<DemoPhone> {
  const keys = {
    appId: `cli_${randomBytes(8).toString('hex')}`,
    appSecret: randomBytes(16).toString('hex'),
    encryptKey: randomBytes(16).toString('hex'),
    verificationToken: randomBytes(16).toString('hex'),
  }
  const people = [{ ...OPERATOR, locale: options.locale }, { ...STRANGER, locale: options.locale }]
  const simulator = await createSimulator({ ...keys, people, port: options.port ?? 0 }).catch((error: unknown) => {
    throw portFault(error, options.port)
  })
  return {
    simulator,
    config: {
      ...keys,
      transport: options.transport,
      domain: simulator.url,
      recipients: [{ id: OPERATOR.openId, idType: 'open_id' }],
      operators: [{ id: OPERATOR.openId, name: OPERATOR.name, role: 'approve' }],
      webhook: { port: 0 },
      locale: options.locale,
    },
  }
}

/** A taken or forbidden port in words; anything else as it is. */
export function portFault(error: unknown, port: number | undefined): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return new UsageError(`--port: ${port} is in use; choose another or leave --port out for any free one`)
  if (code === 'EACCES') return new UsageError(`--port: ${port} needs rights that you lack; choose one above 1023`)
  return error
}
