/** The config of every row, as a person or a program may write it: read, or refused in one line that quotes nothing. */
import { coreSchema, feishuSchema, sessionSchema, terminalSchema } from '../../../config/schema.ts'
import { createRowConfig } from '../../../config/row.ts'
import { readRouterConfig } from '../../../router/config.ts'
import { FeishuConfigError, readFeishuConfig } from '../../../surfaces/feishu/config.ts'
import { readTerminalConfig } from '../../../surfaces/terminal/config.ts'
import { jsonBytes, jsonOf, mutateJson } from '../mutate.ts'
import { hold, type Target } from '../target.ts'

const SECRET = 'a-secret-in-the-wrong-place'
const GOOD = {
  approvals: 'everywhere', askTool: true, journal: 'full', journalSync: false, journalBytes: 64_000, locale: 'zh', claim: 'all', bell: 'off', glyphs: 'ascii', mouse: 'on', lines: 'auto',
  appId: 'cli_0123456789abcdef', appSecret: SECRET, encryptKey: SECRET, verificationToken: SECRET, appSecretRef: SECRET, domain: 'feishu', transport: 'webhook',
  recipients: [{ id: SECRET, idType: 'open_id' }], operators: [{ id: SECRET, name: SECRET, role: 'approve' }], webhook: { host: '127.0.0.1', port: 0, path: '/hook', trustProxy: ['loopback', '10.0.0.0/8'] },
}
const FIELDS = {
  'ask-core': ['approvals', 'askTool', 'journal', 'journalSync', 'journalBytes', 'order', 'delaySeconds'], 'ask-session': [], 'ask-terminal': ['locale', 'claim', 'bell', 'glyphs', 'mouse', 'lines'],
  'ask-feishu': ['appId', 'appSecretRef', 'domain', 'transport', 'recipients', 'operators', 'webhook', 'locale'],
} as const
const ROWS = {
  'ask-core': createRowConfig('ask-core', coreSchema), 'ask-session': createRowConfig('ask-session', sessionSchema), 'ask-terminal': createRowConfig('ask-terminal', terminalSchema), 'ask-feishu': createRowConfig('ask-feishu', feishuSchema),
}

function holdLine(line: string): void {
  hold(!/[\n\r]/u.test(line), () => `more than one line: ${JSON.stringify(line)}`)
  hold(!line.includes(SECRET), () => `a given value is told: ${JSON.stringify(line)}`)
}

export const configs: Target = {
  name: 'config',
  share: 0.5,
  open: () => ({
    make: (random) => jsonBytes(random.below(8) === 0 ? jsonOf(random) : mutateJson(GOOD, random)),
    run: (input) => {
      const given: unknown = JSON.parse(input.toString())
      for (const [name, row] of Object.entries(ROWS)) {
        const own = Object(given) === given && !Array.isArray(given) ? Object.fromEntries(Object.entries(Object(given)).filter(([key]) => FIELDS[name as keyof typeof FIELDS].some((field) => key.startsWith(field)))) : given
        for (const value of [own, given]) {
          const { fault } = row.read(value)
          if (fault !== undefined) holdLine(fault)
        }
      }
      for (const read of [readRouterConfig, readTerminalConfig, readFeishuConfig]) {
        try {
          read(given)
        } catch (error) {
          if (!(error instanceof FeishuConfigError) && !(error instanceof TypeError && /^ask-\w+: /u.test(error.message))) throw error
          holdLine(error.message)
        }
      }
    },
  }),
}
