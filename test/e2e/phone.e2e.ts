/** Every kind of ask, answered by clicks on the phone's page, over both transports and in both languages. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, openPhone, screenshot } from './browser.ts'

const LIMIT_MS = 20_000

/** A card with a person's hands on it. */
interface Hand {
  readonly card: Locator
  /** Picks options of a question by their positions. */
  pick(question: number, ...positions: number[]): Promise<void>
  type(question: number, text: string): Promise<void>
  skip(question: number): Promise<void>
  /** Clicks the button of an act; `twice` answers yes to the second question. */
  press(act: 'submit' | 'dismiss' | 'approve' | 'always' | 'reject', twice?: 'twice'): Promise<void>
}

interface Play {
  readonly ask: { readonly name: string; readonly questions: readonly object[] }
  readonly hands: (hand: Hand, page: Page) => Promise<void>
  /** What the agent hears. */
  readonly heard: string | Readonly<Record<string, string>>
}

/** By language. */
const DISMISSED = { en: 'ASK_CANCELLED (dismissed)', zh: 'ASK_CANCELLED (搁置)' }

const single = (id = 's') => ({ id, question: `Which ${id}?`, options: [{ label: 'Alpha' }, { label: 'Beta', description: '第二' }] })
const multi = (id = 'm') => ({ id, question: `Which ${id}?`, multiSelect: true, options: [{ label: 'One' }, { label: 'Two' }, { label: 'Three' }] })
const plan = {
  id: 'plan-review', question: 'Leave plan mode?', detail: '# Title\n\n1. **first** `step`\n2. second',
  options: [{ label: 'Keep planning' }, { label: 'Approve' }], intent: { kind: 'plan-review', approve: 'Approve' },
}
const permission = {
  id: 'cmd', question: 'Run it?', detail: 'git push\u200b --force', options: [{ label: 'Reject' }, { label: 'Allow' }, { label: 'Always' }],
  intent: { kind: 'approval', approve: 'Allow', always: 'Always', reject: 'Reject', subject: { name: 'bash' } },
}
const many = { id: 'file', question: 'Which files?', multiSelect: true, options: Array.from({ length: 120 }, (_, index) => ({ label: `file-${index}` })) }

const PLAYS: readonly Play[] = [
  { ask: { name: 'single', questions: [single()] }, hands: async ({ pick, press }) => { await pick(0, 1); await press('submit') }, heard: '[{"id":"s","selected":["Beta"]}]' },
  { ask: { name: 'multi', questions: [multi()] }, hands: async ({ pick, press }) => { await pick(0, 0, 2); await press('submit') }, heard: '[{"id":"m","selected":["One","Three"]}]' },
  { ask: { name: 'text', questions: [{ id: 't', question: 'Why?' }] }, hands: async ({ type, press }) => { await type(0, '因为 "that"'); await press('submit') }, heard: '[{"id":"t","selected":[],"custom":"因为 \\"that\\""}]' },
  { ask: { name: 'other on single', questions: [single()] }, hands: async ({ pick, type, press }) => { await pick(0, 1); await type(0, 'neither'); await press('submit') }, heard: '[{"id":"s","selected":[],"custom":"neither"}]' },
  { ask: { name: 'other on multi', questions: [multi()] }, hands: async ({ pick, type, press }) => { await pick(0, 0); await type(0, 'and four'); await press('submit') }, heard: '[{"id":"m","selected":["One"],"custom":"and four"}]' },
  {
    ask: { name: 'batch with a gap and a skip', questions: [single('a'), multi('b'), { id: 'c', question: 'Anything else?' }] },
    hands: async ({ card, pick, type, skip, press }, page) => {
      await pick(0, 0)
      await type(2, '没有')
      await press('submit')
      // The gap is named, and what was filled in stays.
      await page.locator('[data-toast=warning]').filter({ hasText: 'b' }).waitFor()
      expect(await card.locator('[data-name=q2_text]').inputValue()).toBe('没有')
      await skip(1)
      await press('submit')
    },
    heard: '[{"id":"a","selected":["Alpha"]},{"id":"b","selected":[]},{"id":"c","selected":[],"custom":"没有"}]',
  },
  { ask: { name: 'dismissal', questions: [single()] }, hands: ({ press }) => press('dismiss', 'twice'), heard: DISMISSED },
  { ask: { name: 'plan to approve', questions: [plan] }, hands: ({ press }) => press('approve', 'twice'), heard: '[{"id":"plan-review","selected":["Approve"]}]' },
  { ask: { name: 'plan to keep', questions: [plan] }, hands: ({ press }) => press('reject'), heard: '[{"id":"plan-review","selected":["Keep planning"]}]' },
  { ask: { name: 'plan to change', questions: [plan] }, hands: async ({ type, press }) => { await type(0, 'smaller steps'); await press('reject') }, heard: '[{"id":"plan-review","selected":[],"custom":"smaller steps"}]' },
  { ask: { name: 'plan to talk about', questions: [plan] }, hands: ({ press }) => press('dismiss', 'twice'), heard: DISMISSED },
  { ask: { name: 'permission once', questions: [permission] }, hands: ({ press }) => press('approve', 'twice'), heard: '[{"id":"cmd","selected":["Allow"]}]' },
  { ask: { name: 'permission for good', questions: [permission] }, hands: ({ press }) => press('always', 'twice'), heard: '[{"id":"cmd","selected":["Always"]}]' },
  { ask: { name: 'permission refused', questions: [permission] }, hands: ({ press }) => press('reject'), heard: '[{"id":"cmd","selected":["Reject"]}]' },
  { ask: { name: 'more options than a select takes', questions: [many] }, hands: fillManyOptions, heard: '[{"id":"file","selected":["file-3","file-77","file-119"]}]' },
  {
    ask: { name: 'several cards', questions: [0, 1, 2, 3].map((index) => ({ id: `w${index}`, question: `Why ${index}? ${'很长的问题 '.repeat(900)}` })) },
    hands: fillSeveralCards,
    heard: JSON.stringify([0, 1, 2, 3].map((index) => ({ id: `w${index}`, selected: [], custom: `because ${index}` }))),
  },
]

/** Each card saves its part, in whatever order; the last missing part submits. */
async function fillSeveralCards(_hand: Hand, page: Page): Promise<void> {
  const fields = page.locator('textarea[data-name^="q"]')
  await expect.poll(() => fields.count()).toBe(4)
  for (const index of [0, 1, 2, 3]) await page.locator(`[data-name=q${index}_text]`).fill(`because ${index}`)
  const submits = page.locator('button[data-name^="submit"]')
  const parts = await submits.count()
  expect(parts).toBeGreaterThan(1)
  for (let part = parts - 1; part > 0; part -= 1) {
    await submits.nth(part).click()
    await page.locator('[data-toast]').last().waitFor()
  }
  await submits.first().click()
}

/** More than fifty options stand in several lists of the card. */
async function fillManyOptions({ card, press }: Hand): Promise<void> {
  for (const label of ['file-3', 'file-77', 'file-119']) await card.getByLabel(label, { exact: true }).check()
  await press('submit')
}

function handOn(card: Locator, page: Page): Hand {
  const control = (name: string) => card.locator(`[data-name="${name}"]`)
  return {
    card,
    async pick(question, ...positions) {
      const field = control(`q${question}`)
      if (await field.evaluate((element) => element.tagName) === 'SELECT') await field.selectOption(positions.map(String))
      else for (const position of positions) await field.locator('input[type=checkbox]').nth(position).check()
    },
    type: (question, text) => control(`q${question}_text`).fill(text),
    skip: (question) => control(`q${question}_skip`).check(),
    async press(act, twice) {
      await card.locator(`button[data-name^="${act}"]`).last().click()
      if (twice) await page.locator('#confirm-yes').click()
    },
  }
}

describe.each([
  ['webhook', 'en'], ['webhook', 'zh'], ['long-connection', 'en'], ['long-connection', 'zh'],
])('the phone over the %s in %s', (transport, locale) => {
  let folder: string
  let demo: ChildProcess
  let output = ''
  let browser: Browser
  let page: Page
  let complaints: string[]

  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    const deadline = Date.now() + LIMIT_MS
    for (;;) {
      const found = pattern.exec(output)
      if (found) return found
      if (Date.now() > deadline) throw new Error(`the demo never said ${pattern}:\n${output}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ask-phone-'))
    const asks = join(folder, 'asks.json')
    writeFileSync(asks, JSON.stringify(PLAYS.map(({ ask }) => ask)))
    browser = await openBrowser()
    demo = spawn(process.execPath, ['lib/app/demo/main.js', '--asks', asks, '--locale', locale, '--transport', transport], { stdio: ['ignore', 'pipe', 'pipe'] })
    demo.stdout?.on('data', (bytes: Buffer) => { output += bytes.toString() })
    demo.stderr?.on('data', (bytes: Buffer) => { output += bytes.toString() })
    const [, url = ''] = await until(/(http:\/\/127\.0\.0\.1:\d+)/)
    ;({ page, complaints } = await openPhone(browser, url))
  })

  afterAll(async () => {
    if (demo.exitCode === null) {
      demo.kill()
      await once(demo, 'exit')
    }
    await browser.close()
    rmSync(folder, { recursive: true })
  })

  it.each(PLAYS.map((play, index) => ({ ...play, index, name: play.ask.name })))('answers: $name', async ({ ask, hands, heard, index }) => {
    const card = page.locator('article[data-tag=card]').nth(index)
    await card.locator('button').first().waitFor()
    await hands(handOn(card, page), page)
    const said = await until(new RegExp(`agent · ${ask.name} → (.*)`))
    expect(said[1]).toBe(typeof heard === 'string' ? heard : heard[locale])
    // The card is final: nothing is left to touch.
    await expect.poll(() => card.locator('button, select, textarea, input').count()).toBe(0)
    if (transport === 'webhook') await screenshot(page, `phone-${locale}-${String(index).padStart(2, '0')}`)
  })

  it('ends with exit code 0 and nothing to complain about in the browser', async () => {
    if (demo.exitCode === null) await once(demo, 'exit')
    expect(demo.exitCode).toBe(0)
    // The page notices that the demo has gone; everything before that was quiet.
    expect(complaints.filter((line) => !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/.test(line))).toEqual([])
  })
})
