/** `dsh-ask-anywhere simulator`: a local Feishu that a profile can be pointed at, with a phone in the browser. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { OPERATOR, portFault, STRANGER } from './demo/phone.ts'
import { createSimulator } from './demo/simulator/index.ts'

export interface SimulatorOptions {
  /** Port of the phone's page and of the platform. */
  readonly port: number
  /** Where the profile's webhook listens. */
  readonly webhook: string
}

export interface SimulatorStreams {
  readonly stdout: { write(text: string): unknown }
  /** Ends the command. */
  readonly signal: AbortSignal
}

/** Runs until the signal aborts. @throws {UsageError} when the port is taken. */
export async function runSimulator({ port, webhook }: SimulatorOptions, { stdout, signal }: SimulatorStreams): Promise<void> {
  const [appId, appSecret, encryptKey, verificationToken] = [`cli_${mint(8)}`, mint(16), mint(16), mint(16)] as const
  const simulator = await createSimulator({ appId, appSecret, encryptKey, verificationToken, people: [OPERATOR, STRANGER], port }).catch((error: unknown) => {
    throw portFault(error, port)
  })
  simulator.connectWebhook(webhook)
  stdout.write(`A local Feishu is up. The phone: ${simulator.url}

1. Add this to cordis.patch.yml in the profile's folder ($DSH_HOME/profiles/NAME):

- id: ask-feishu
  config:
    appId: ${appId}
    domain: ${simulator.url}
    transport: webhook   # or long-connection: both work
    recipients: [{ id: ${OPERATOR.openId}, idType: open_id }]
    operators: [{ id: ${OPERATOR.openId}, name: ${OPERATOR.name}, role: approve }]
    webhook: { host: ${new URL(webhook).hostname}, port: ${new URL(webhook).port || 80}, path: ${new URL(webhook).pathname} }

2. Start dsh with these secrets, which are of no use anywhere else:

export FEISHU_APP_SECRET=${appSecret} FEISHU_ENCRYPT_KEY=${encryptKey} FEISHU_VERIFICATION_TOKEN=${verificationToken}

Ctrl-C ends it.
`)
  if (!signal.aborted) await once(signal, 'abort')
  await simulator.close()
}

function mint(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
