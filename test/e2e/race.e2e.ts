/** The race on one running demo, judged by the two screens: the page in a browser and the panel in a terminal. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeFileSync, mkdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { openBrowser, openPhone, screenshot } from './browser.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const OUT = new URL('out/', import.meta.url).pathname
/** The panel holds keys back for so long after it appears, and after it closed by itself. */
const QUIET = 1_100

describe('one running demo', () => {
  let terminal: Terminal
  let browser: Browser
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    browser = await openBrowser()
    terminal = await openTerminal({ command: 'node lib/app/demo/main.js --locale en' })
    const screen = await terminal.until(/Phone: http:\S+/)
    ;({ page, complaints } = await openPhone(browser, /Phone: (http:\S+)/.exec(screen)![1]!))
    mkdirSync(OUT, { recursive: true })
  })

  afterAll(async () => {
    await browser?.close()
    await terminal?.close()
  })

  const card = (text: string) => page.locator('article[data-tag=card]', { hasText: text }).last()
  const keep = async (name: string) => {
    writeFileSync(`${OUT}/${name}.txt`, await terminal.screen())
    await screenshot(page, name)
  }

  it('shows the first question on panel and phone', async () => {
    await terminal.until((screen) => screen.includes('Which database') && screen.includes('1. (•) PostgreSQL'))
    await card('Which database').locator('select').waitFor()
    await keep('1-asked')
  })

  it('collapses the panel by itself when the page is clicked, and says who answered what and where', async () => {
    const open = card('Which database')
    await open.locator('select').selectOption({ label: 'SQLite' })
    await open.locator('button', { hasText: 'Submit' }).click()
    const screen = await terminal.until(/answered on Feishu: SQLite/)
    expect(screen).toContain('Wang Fang answered on Feishu: SQLite')
    expect(screen).not.toContain('Which database')
    await page.locator('[data-toast=success]').waitFor()
    const final = page.locator('article[data-tag=card]').first()
    await final.getByText('Wang Fang answered on Feishu').first().waitFor()
    expect(await final.locator('button, select, textarea').count()).toBe(0)
    await keep('2-phone-won')
  })

  it('turns the card final when keys answer at the terminal', async () => {
    await terminal.until(/1\. \[ \] Unit tests/)
    await card('Which checks').locator('button', { hasText: 'Submit' }).waitFor()
    await delay(QUIET)
    await terminal.press('Space')
    await terminal.press('Down')
    await terminal.press('Space')
    await terminal.until(/2\. \[[^ ]\] Type check/)
    await terminal.press('Enter')
    const final = card('Which checks')
    await final.getByText('answered at the terminal').first().waitFor()
    expect(await final.innerText()).toContain('Unit tests, Type check')
    expect(await final.locator('button, select, textarea, input').count()).toBe(0)
    await keep('3-terminal-won')
  })

  it('carries free text with several lines from the phone', async () => {
    await terminal.until(/release note/)
    const open = card('release note')
    await open.locator('textarea').fill('first line\nsecond, "quoted"')
    await open.locator('button', { hasText: 'Submit' }).click()
    const screen = await terminal.until(/agent · free text/)
    expect(screen.replaceAll(/\s/g, '')).toContain('"custom":"firstline\\nsecond,\\"quoted\\""')
  })

  it('answers several questions one after the other, with a way back and a review', async () => {
    await terminal.until(/Tabs or spaces/)
    await delay(QUIET)
    await terminal.press('2')
    await terminal.press('Enter')
    await terminal.until(/要支持哪些语言/)
    await terminal.press('BTab')
    await terminal.until(/Tabs or spaces/)
    await delay(200)
    await terminal.press('Tab')
    await terminal.until(/要支持哪些语言/)
    await terminal.press('1')
    await terminal.press('3')
    await terminal.until(/3\. \[[^ ]\] 日本語/)
    await delay(200)
    await terminal.press('Enter')
    await terminal.until(/Anything else/)
    await delay(200)
    await terminal.type('没有了')
    await terminal.until(/没有了/)
    await terminal.press('Enter')
    await terminal.until((screen) => /Spaces/.test(screen) && /日本語/.test(screen) && /没有了/.test(screen), 'the review page')
    await keep('4-review')
    // The Enter that submits must not be taken for the last one, held down.
    await delay(850)
    await terminal.press('Enter')
    await card('Tabs or spaces').getByText('answered at the terminal').first().waitFor()
    await terminal.until(/no more questions/)
    await keep('5-over')
  })

  it('left nothing to complain about in the browser and gives the terminal back with exit code 0', async () => {
    expect(complaints).toEqual([])
    await terminal.press('C-c')
    expect(await terminal.exitCode()).toBe(0)
    expect(await terminal.display('#{alternate_on} #{cursor_flag}')).toBe('0 1')
  })
})

describe('leaving the demo', () => {
  it.each([['SIGTERM', 143], ['SIGINT', 130], ['SIGHUP', 129], ['SIGQUIT', 131]] as const)('restores the terminal on %s and exits with %i', async (signal, code) => {
    const terminal = await openTerminal({ command: 'node lib/app/demo/main.js --locale en' })
    try {
      await terminal.until(/Phone: http/)
      expect(await terminal.display('#{alternate_on}')).toBe('1')
      process.kill(await terminal.pid(), signal)
      expect(await terminal.exitCode()).toBe(code)
      expect(await terminal.display('#{alternate_on} #{cursor_flag}')).toBe('0 1')
      // The shell's line mode is back: what is typed is echoed by the terminal itself.
      await terminal.type('echoed')
      await terminal.until(/echoed/)
    } finally {
      await terminal.close()
    }
  })

  it('shows a question through ^Z and fg', async () => {
    const terminal = await openTerminal({ command: 'bash --norc', env: { PS1: 'shell$ ' } })
    try {
      await terminal.type('node lib/app/demo/main.js --locale en')
      await terminal.press('Enter')
      await terminal.until(/Which database/)
      await terminal.press('C-z')
      await terminal.until(/Stopped/)
      expect(await terminal.display('#{alternate_on}')).toBe('0')
      await terminal.type('fg')
      await terminal.press('Enter')
      await terminal.until((screen) => /Which database/.test(screen) && !/Stopped/.test(screen), 'the panel again')
    } finally {
      await terminal.close()
    }
  })
})
