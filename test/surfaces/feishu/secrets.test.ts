/** Everything that can go wrong goes wrong, and all that anybody can read afterwards is searched for what nobody may. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRowConfig } from '../../../config/row.ts'
import { feishuSchema } from '../../../config/schema.ts'
import type { Fault } from '../../../app/demo/simulator/index.ts'
import { readFeishuConfig } from '../../../surfaces/feishu/config.ts'
import { rejection, settle } from '../../helpers/rounds.ts'
import { exchange } from '../../load/exchange.ts'
import { KINDS } from '../../load/kinds.ts'
import { createRandom } from '../../load/random.ts'
import { createLives, eventually, type Life } from './lives.ts'
import { KEYS } from './known.ts'
import { createStand, STRANGER, WANG } from './stand.ts'

const SECRETS = [KEYS.appSecret, KEYS.encryptKey, KEYS.verificationToken] as const
/** What is asked and said; none of it is a word of ours. */
const WORDS = ['quokka', 'wombat', 'numbat', 'bilby', 'dugong', 'echidna'] as const
const QUESTION = { id: 'animal', question: 'Which quokka?', header: 'dugong', options: [{ label: 'wombat' }, { label: 'numbat' }] }
const BEARER = /\bt-[\w-]{16,}/u

const printed: string[] = []
beforeEach(() => {
  printed.length = 0
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockImplementation((part) => printed.push(String(part)) > 0)
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) vi.spyOn(console, level).mockImplementation((...parts) => { printed.push(inspect(parts)) })
})
afterEach(() => { vi.restoreAllMocks() })

const filesBelow = (folder: string): string[] => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
/** All of an error: its stack, its cause and its own fields. */
const wholeOf = (error: unknown): string => `${inspect(error, { depth: 10, showHidden: true })} ${JSON.stringify(error)} ${error instanceof Error ? `${error.message} ${error.stack}` : ''}`

/** Places where secrets may not be, and words only where they belong. */
interface Readable {
  readonly logs: readonly string[]
  readonly errors: readonly string[]
  readonly files: readonly string[]
  /** What the platform got to show. */
  readonly shown: string
}

function search({ logs, errors, files, shown }: Readable, code?: string): void {
  const everywhere = { logs: logs.join('\n'), errors: errors.join('\n'), files: files.join('\n'), shown, printed: printed.join('\n') }
  for (const [place, text] of Object.entries(everywhere)) {
    expect([place, SECRETS.filter((secret) => text.includes(secret)), BEARER.exec(text)?.[0]]).toEqual([place, [], undefined])
    // Only the chat in which somebody has typed it has the code.
    if (code !== undefined && place !== 'shown') expect([place, text.includes(code)]).toEqual([place, false])
  }
  for (const place of ['logs', 'errors', 'printed'] as const) expect([place, WORDS.filter((word) => everywhere[place].includes(word))]).toEqual([place, []])
}

async function act(life: Life, element: string, formValue: Record<string, string> = {}, personId: string = WANG.openId): Promise<void> {
  const { messageId } = life.simulator.messages().findLast(({ card }) => JSON.stringify(card ?? '').includes(element)) ?? {}
  if (messageId === undefined) throw new Error(`no card has ${element}`)
  await life.simulator.act({ messageId, personId, element, formValue })
}

const FAULTS: readonly Fault[] = [
  { name: 'expired-token', times: 1 },
  { name: 'expired-token', times: 6 },
  { name: 'failed-before-delivery', times: 2 },
  { name: 'failed-before-delivery' },
  { name: 'failed-before-delivery', on: ['token'], times: 2 },
  { name: 'failed-after-delivery', times: 1 },
  { name: 'rate-limited', times: 1 },
  { name: 'refused-send', code: 230013 },
  { name: 'refused-send', code: 230099, times: 1 },
  { name: 'refused-send', code: 10014 },
  { name: 'wrong-signature' },
  { name: 'duplicated-event' },
  { name: 'dropped-callback', times: 1 },
]

it.each(['full', 'ids'] as const)('no secret, token or used code is anywhere, and no word of anybody in a log, through every failing call and a kill, with a journal of %s', async (mode) => {
  const lives = await createLives()
  const options = { journal: { mode }, sleep: () => settle() } as const
  const logs: string[] = []
  const errors: string[] = []
  let life = await lives.begin(options)
  let asked = 0
  const ask = async (): Promise<unknown> => {
    asked += 1
    const ended = await life.asks(`call-${asked}`, undefined, [QUESTION])
    errors.push(ended instanceof Error ? wholeOf(ended) : '')
    return ended
  }
  try {
    for (const fault of FAULTS) {
      lives.simulator.faults.set(fault)
      const ended = ask()
      await eventually(() => life.steps.some(({ ask: id, step }) => id === `ask-${asked}` && (step === 'shown' || step === 'failed')))
      await act(life, `submit_ask-${asked}`, { q0_text: 'echidna' }).catch(() => undefined)
      lives.simulator.faults.clear()
      await act(life, `submit_ask-${asked}`, { q0: '1' }, STRANGER.openId).catch(() => undefined)
      await act(life, `submit_ask-${asked}`, {}).catch(() => undefined)
      await act(life, `submit_ask-${asked}`, { q0_text: 'echidna' }).catch(() => undefined)
      await ended
    }
    const code = life.pairing().offer()
    for (const text of ['bilby', 'AAAAAAAA', code, code]) await lives.simulator.say({ personId: STRANGER.openId, text }).delivery
    expect(life.said().join()).toContain('answer')
    const url = life.state.kind === 'started' ? new URL(life.state.webhook) : undefined
    for (const make of Object.values(KINDS)) await exchange(make({ path: url?.pathname ?? '', now: Date.now() }, createRandom(1)), { port: Number(url?.port) })

    // The last one is open when the process dies.
    ask().catch(() => undefined)
    await eventually(() => life.steps.some(({ ask: id, step }) => id === `ask-${asked}` && step === 'shown'))
    logs.push(...life.logs)
    await life.kill()
    life = await lives.begin(options)
    await eventually(() => JSON.stringify(lives.simulator.messages().at(-1)?.card ?? lives.simulator.messages().at(-2)?.card).length > 0)
    logs.push(...life.logs)
    expect(logs.join('\n')).toContain('send failed')
    expect(logs.join('\n')).toContain('request refused: signature')
    const files = [...filesBelow(lives.home.folder), ...filesBelow(life.folder)]
    expect(files.join('').length).toBeGreaterThan(1_000)
    // The search can find what is there.
    if (mode === 'full') expect(files.join('')).toContain('quokka')
    else expect(WORDS.filter((word) => files.join('').includes(word))).toEqual([])
    search({ logs, errors, files, shown: JSON.stringify(lives.simulator.messages()) }, code)
  } finally {
    await lives.close()
  }
}, 60_000)

it.each<[string, Readonly<Record<string, unknown>>]>([
  ['a wrong app secret', { appSecret: 'another-secret-0123456789' }],
  ['a wrong app secret on a long connection', { appSecret: 'another-secret-0123456789', transport: 'long-connection' }],
  ['a platform that is not there', { domain: 'http://127.0.0.1:1' }],
  ['an address that cannot be had', { webhook: { host: '203.0.113.1', port: 1 } }],
  ['a secret for the transport', { transport: KEYS.encryptKey }],
  ['a secret for the port', { webhook: { port: KEYS.encryptKey } }],
  ['a secret for the path', { webhook: { port: 0, path: KEYS.verificationToken } }],
  ['a secret for the domain', { domain: `http://${KEYS.appSecret}.example` }],
  ['a secret for a role', { operators: [{ id: 'ou_1', role: KEYS.appSecret }] }],
])('no secret is told with %s', async (_what, config) => {
  const stand = await createStand({ config, sleep: () => settle() })
  const errors: string[] = []
  try {
    if (stand.state.kind === 'started') errors.push(wholeOf(await rejection(stand.ask([QUESTION]))))
    const readable = { logs: stand.logs, errors: [...errors, JSON.stringify(stand.state)], files: filesBelow(stand.folder), shown: JSON.stringify(stand.simulator.messages()) }
    search(readable)
    expect([readable.logs, readable.errors].join('')).not.toContain('another-secret')
    expect(stand.logs.length).toBeGreaterThan(0)
  } finally {
    await stand.close()
  }
})

it('no secret is told of a config that cannot be read, wherever it stands', () => {
  const row = createRowConfig('ask-feishu', feishuSchema)
  const fields = [...Object.keys(feishuSchema.dict ?? {}), 'appSecret', 'encryptKey', 'verificationToken']
  for (const field of fields) {
    for (const value of [KEYS.appSecret, [KEYS.appSecret], { [field]: KEYS.appSecret, port: KEYS.appSecret, id: [KEYS.appSecret] }, [[KEYS.appSecret]]]) {
      expect(row.read({ [field]: value }).fault ?? '').not.toContain(KEYS.appSecret)
      try {
        readFeishuConfig({ ...KEYS, webhook: { port: 1 }, [field]: value })
      } catch (error) {
        expect(wholeOf(error)).not.toContain(KEYS.appSecret)
      }
    }
  }
})
