/** A timed ask in a real terminal on the running demo: counted, held, gone on without an answer, answered late. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTerminal, type Terminal } from './terminal.ts'

const folder = mkdtempSync(join(tmpdir(), 'ask-timed-'))
afterAll(() => rmSync(folder, { recursive: true }))

const question = (id: string) => ({ id, header: id, question: `Which ${id}?`, options: [{ label: 'Alpha' }, { label: 'Beta' }] })
const FILE = join(folder, 'asks.json')
writeFileSync(FILE, JSON.stringify([
  { name: 'held', seconds: 6, questions: [question('held')] },
  { name: 'late', seconds: 5, questions: [question('late')] },
  { name: 'after', questions: [question('after')] },
]))

/** The panel holds keys back for so long after it appears, longer in place of another. */
const GUARD = 1_000

describe.each([['en', 80, 24], ['zh', 36, 20]] as const)('a timed ask in the running demo, in %s at %i columns', (locale, columns, rows) => {
  let terminal: Terminal
  beforeAll(async () => {
    terminal = await openTerminal({ command: `node lib/app/demo/main.js --locale ${locale} --asks ${FILE}`, columns, rows })
  })
  afterAll(() => terminal?.close())

  it('counts down in place, and stands still once the person has asked for time', async () => {
    await terminal.until(/00:0[45]/)
    await delay(GUARD)
    await terminal.press('C-t')
    const held = await terminal.until(locale === 'en' ? /left, held/ : /已暂停/)
    const [time] = /00:0\d/.exec(held) ?? []
    await delay(7_000)
    expect(await terminal.screen()).toContain(time)
    await terminal.press('2')
    await terminal.press('Enter')
    await terminal.until((screen) => screen.replaceAll(/\s/g, '').includes('agent·held→[{"id":"held","selected":["Beta"]}]'), 'the answer')
  })

  it('goes on without an answer, lets the next ask come first, and takes the late one from the list', async () => {
    await terminal.until(/Which late\?/)
    await terminal.until(/ASK_TIMED_OUT/)
    await terminal.until(/Which after\?/)
    await delay(GUARD)
    await terminal.press('C-g')
    await terminal.until(locale === 'en' ? /1 open, 1 late/ : /待答 1/)
    await terminal.press('Down')
    await terminal.press('Enter')
    await terminal.until(/Which late\?/)
    await delay(GUARD)
    await terminal.press('1')
    await terminal.press('Enter')
    await terminal.until((screen) => screen.replaceAll(/\s/g, '').includes('→[{"id":"late","selected":["Alpha"]}]'), 'the late answer, read by the agent')
    await terminal.until(locale === 'en' ? /Late answer sent as a message: Alpha/ : /迟到的回答已作为消息发送/)
    await terminal.until(/Which after\?/)
    await delay(GUARD)
    await terminal.press('Enter')
    await terminal.until((screen) => screen.replaceAll(/\s/g, '').includes('agent·after→'), 'the last answer')
    await terminal.press('C-c')
    expect(await terminal.exitCode()).toBe(0)
  })
})
