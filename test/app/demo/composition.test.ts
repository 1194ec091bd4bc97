/** The whole composition once: real cordis and question service, both surfaces, the real SDK against the simulator. */
import xterm from '@xterm/headless'
import { EventEmitter } from 'node:events'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPhone, OPERATOR_ID, STRANGER_ID, type DemoPhone } from '../../../app/demo/phone.ts'
import { SCRIPT } from '../../../app/demo/script.ts'
import { createStage, type Stage } from '../../../app/demo/stage.ts'

const LIMIT_MS = 5_000

let stage: Stage
let phone: DemoPhone
/** The panel's clock, so that nothing waits for it. */
let now = 0
const keyboard = Object.assign(new EventEmitter(), { isTTY: true, resume: () => {}, pause: () => {} })
const emulator = new xterm.Terminal({ cols: 80, rows: 24, allowProposedApi: true })
const glass = Object.assign(new Writable({ write: (chunk, _encoding, done) => emulator.write(chunk, done) }), { isTTY: true, columns: 80, rows: 24 })

beforeAll(async () => {
  stage = await createStage()
  await stage.mountTerminal({ input: keyboard, output: glass, env: { TERM: 'xterm-256color' }, actor: { name: 'Li Lei' }, now: () => now }, { locale: 'en' })
  phone = await createPhone({ locale: 'en', transport: 'webhook' })
  await stage.mountPhone(phone)
})

afterAll(async () => {
  await stage.close()
  await phone.simulator.close()
})

function screen(): string {
  const { active } = emulator.buffer
  return Array.from({ length: 24 }, (_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? '').join('\n')
}

async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + LIMIT_MS
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`did not happen: ${what}\n${screen()}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

const cards = () => phone.simulator.messages().map(({ card }) => JSON.stringify(card))
const [single, multi] = SCRIPT

it('lets the phone win: the panel collapses and says who, where and what', async () => {
  const answer = stage.host.ask(single!)
  await until(() => screen().includes('Which database') && cards().length === 1, 'panel and card')
  const [message] = phone.simulator.messages()
  const element = /"name":"(submit_[^"]+)"/.exec(cards()[0]!)![1]!
  const reply = await phone.simulator.act({ messageId: message!.messageId, personId: OPERATOR_ID, element, formValue: { q0: '1' } })
  expect(reply).toMatchObject({ kind: 'answered', toast: { type: 'success' }, cardReplaced: true })
  expect(await answer).toEqual({ answers: [{ id: 'db', selected: ['SQLite'] }] })
  await until(() => screen().includes('Wang Fang answered on Feishu: SQLite'), 'the collapse line')
  expect(screen()).not.toContain('Which database')
})

it('lets the terminal win: the card turns final and says the same', async () => {
  now += 10_000
  const answer = stage.host.ask(multi!)
  await until(() => screen().includes('[ ] Unit tests') && cards().length === 2, 'panel and card')
  for (const key of ['1', '3', '\r']) {
    now += 2_000
    keyboard.emit('data', Buffer.from(key))
  }
  expect(await answer).toEqual({ answers: [{ id: 'checks', selected: ['Unit tests', 'Lint'] }] })
  await until(() => cards()[1]!.includes('Li Lei answered at the terminal'), 'the final card')
  expect(cards()[1]).toContain('Unit tests, Lint')
  expect(cards()[1]).not.toContain('"behaviors"')
})

it('withdraws on both screens with the agent', async () => {
  now += 10_000
  const turn = new AbortController()
  const answer = stage.host.ask(single!, turn.signal)
  await until(() => screen().includes('Which database') && cards().length === 3, 'panel and card')
  turn.abort({ kind: 'user' })
  await expect(answer).rejects.toMatchObject({ name: 'UserQuestionError', code: 'ASK_ABORTED' })
  await until(() => !screen().includes('Which database') && cards()[2]!.includes('Withdrawn by the agent'), 'both collapse')
})

it('keeps a stranger out', async () => {
  now += 10_000
  const turn = new AbortController()
  const answer = stage.host.ask(single!, turn.signal)
  await until(() => cards().length === 4, 'the card')
  const message = phone.simulator.messages()[3]!
  const element = /"name":"(submit_[^"]+)"/.exec(cards()[3]!)![1]!
  const reply = await phone.simulator.act({ messageId: message.messageId, personId: STRANGER_ID, element, formValue: { q0: '1' } })
  expect(reply.toast?.text).toContain(STRANGER_ID)
  expect(reply.cardReplaced).toBe(false)
  turn.abort()
  await expect(answer).rejects.toMatchObject({ code: 'ASK_ABORTED' })
})
