/** What each row of the bundle may be configured with: the one source of fields, defaults and their descriptions. */
import z from '@deepseek-ai/schemastery'

export const coreSchema = z.object({
  approvals: z.union(['everywhere', 'terminal', 'off']).default('everywhere').description('Where permission requests are asked: on every surface, at the terminal only, or left to the host.'),
  askTool: z.boolean().default(true).description('Mount the ask_user_question tool where no other row offers it.'),
  journal: z.union(['full', 'ids', 'off']).default('full').description('What is written down of each ask in $DSH_HOME/ask-anywhere: everything, no words, or only what a restart needs.'),
  journalSync: z.boolean().default(false).description('Whether each line is on the disk before anything is shown.'),
  journalBytes: z.natural().min(64_000).default(4_000_000).description('Size of the journal beyond which a new file is begun; one old file is kept.'),
  order: z.union(['together', 'terminal-first', 'phone-first']).default('together').description('Who is asked first: terminal and phone at once, or one of them and the other after the delay; until /where chooses another order.'),
  delaySeconds: z.natural().min(1).max(3_600).default(30).description('Seconds until the others are asked; keys that are pressed at the terminal hold the phone back for longer.'),
})

export const sessionSchema = z.object({})

export const terminalSchema = z.object({
  locale: z.union(['zh', 'en']).description('Language of the panel\'s own words; from LC_ALL, LC_MESSAGES or LANG when absent.'),
  claim: z.union(['all', 'shown']).default('all').description('Which sessions the terminal asks for: every one, or the one that it shows.'),
  bell: z.union(['off', 'bell', 'full']).default('bell').description('How an ask calls that has not the keyboard: not at all, by the bell, or by bell and desktop notification.'),
  glyphs: z.union(['unicode', 'ascii']).description('Signs of the panel; from the locale and TERM when absent.'),
  mouse: z.union(['on', 'off']).default('on').description('Whether clicks and the wheel are taken from the terminal.'),
  lines: z.union(['auto', 'on', 'off']).default('auto').description('Numbered lists and typed lines where there is no full-screen terminal: on a dumb terminal only, through pipes as well, or never.'),
})

export const feishuSchema = z.object({
  appId: z.string().default('').description('App ID of the bot; Feishu is off while it is empty.'),
  appSecretRef: z.string().role('secret').default('FEISHU_APP_SECRET').description('Name under which the host keeps the App Secret; never the secret.'),
  encryptKeyRef: z.string().role('secret').default('FEISHU_ENCRYPT_KEY').description('Name under which the host keeps the Encrypt Key.'),
  verificationTokenRef: z.string().role('secret').default('FEISHU_VERIFICATION_TOKEN').description('Name under which the host keeps the Verification Token.'),
  domain: z.string().default('feishu').description('feishu, lark or the URL of another platform.'),
  transport: z.union(['webhook', 'long-connection']).default('webhook').description('How clicks come in: the platform posts them to us, or we connect to the platform and no port is open.'),
  recipients: z.array(z.object({
    id: z.string().required().description('Id of the receiver, of the kind that idType says.'),
    idType: z.union(['open_id', 'user_id', 'union_id', 'email', 'chat_id']).default('open_id').description('Kind of that id.'),
    session: z.string().description('Gets the asks of this session only; a chat needs one.'),
  })).default([]).description('Who gets a card for each ask.'),
  operators: z.array(z.object({
    id: z.string().required().description('An open_id, union_id or user_id of the person.'),
    name: z.string().description('How other screens call the person; a shortened id when absent.'),
    role: z.union(['answer', 'approve']).default('answer').description('Answers plain questions, or approves plans and permissions as well.'),
  })).default([]).description('Whose clicks count, by open_id, union_id or user_id. Nobody\'s while it is empty.'),
  webhook: z.object({
    host: z.string().default('127.0.0.1').description('Address that it listens on, which decides who can reach it.'),
    port: z.natural().max(65_535).default(8790).description('Port that it listens on; 0 takes any free one.'),
    path: z.string().default('/feishu/webhook').description('Path that the platform posts to.'),
    trustProxy: z.array(z.string()).default([]).description('Proxies in front of it, as addresses, subnets or loopback, whose word about a sender\'s address is believed; nobody\'s while it is empty.'),
  }).default({ host: '127.0.0.1', port: 8790, path: '/feishu/webhook', trustProxy: [] }).description('Where the platform posts clicks to.'),
  locale: z.union(['zh', 'en']).description('Language of the cards; from the environment when absent.'),
})

export type FeishuRow = Schemastery.TypeT<typeof feishuSchema>
