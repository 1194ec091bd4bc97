/** `dsh-ask-anywhere simulator`: a local Feishu that a profile can be pointed at, with a phone in the browser. */
import { once } from 'node:events'
import type { Locale } from '../surfaces/form/locale.ts'
import { localeOf } from '../surfaces/form/locale.ts'
import { createPeople, mintKeys, portFault } from './demo/phone.ts'
import { createSimulator } from './demo/simulator/index.ts'

export interface SimulatorOptions {
  /** Port of the phone's page and of the platform. */
  readonly port: number
  /** Where the profile's webhook listens. */
  readonly webhook: string
  /** Language of the phone and of what is printed; absent: the environment's. */
  readonly locale?: Locale
}

/** The part of `process` that is used. */
export interface SimulatorProcess {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: { write(text: string): unknown }
  /** Ends the command. */
  readonly signal: AbortSignal
}

const WORDS = {
  en: {
    up: (url: string) => `A local Feishu is up. The phone: ${url}`,
    config: 'Where you start dsh, make this layer for one start; it changes nothing in the profile:',
    both: 'or long-connection: both work',
    start: 'Start dsh there with it and with these secrets, which are of no use anywhere else:',
    lasting: 'For the doctor, which reads the profile alone, and for every start, put the layer into cordis.patch.yml in the profile\'s folder, in place of a [] that stands there.',
    end: 'Ctrl-C ends it.',
  },
  zh: {
    up: (url: string) => `本地飞书已启动。手机：${url}`,
    config: '在启动 dsh 的目录中建立这一层，只用于一次启动，不改动配置：',
    both: '或 long-connection，两者皆可',
    start: '在那里带上它和以下密钥启动 dsh；这些密钥在别处毫无用处：',
    lasting: 'doctor 只读取配置本身；要让它看到，或每次启动都用，请把这一层写入配置目录中的 cordis.patch.yml，取代其中的 []。',
    end: '按 Ctrl-C 结束。',
  },
}

/** Runs until the signal aborts. @throws {UsageError} when the port is taken. */
export async function runSimulator({ port, webhook, locale: given }: SimulatorOptions, { env, stdout, signal }: SimulatorProcess): Promise<void> {
  const locale = given ?? localeOf(env)
  const words = WORDS[locale]
  const keys = mintKeys()
  const { operator, stranger } = createPeople(locale)
  const simulator = await createSimulator({ ...keys, people: [operator, stranger], port }).catch((error: unknown) => {
    throw portFault(error, port, '')
  })
  simulator.connectWebhook(webhook)
  const { hostname, port: webhookPort, pathname } = new URL(webhook)
  stdout.write(`${words.up(simulator.url)}

1. ${words.config}

cat > simulator.yml <<'END'
- id: ask-feishu
  config:
    appId: ${keys.appId}
    domain: ${simulator.url}
    transport: webhook   # ${words.both}
    recipients: [{ id: ${operator.openId}, idType: open_id }]
    operators: [{ id: ${operator.openId}, name: ${operator.name}, role: approve }]
    webhook: { host: ${hostname}, port: ${webhookPort || 80}, path: ${pathname} }
    locale: ${locale}
END

2. ${words.start}

export FEISHU_APP_SECRET=${keys.appSecret} FEISHU_ENCRYPT_KEY=${keys.encryptKey} FEISHU_VERIFICATION_TOKEN=${keys.verificationToken}
dsh --profile ask --patch simulator.yml

${words.lasting}
${words.end}
`)
  if (!signal.aborted) await once(signal, 'abort')
  await simulator.close()
}
