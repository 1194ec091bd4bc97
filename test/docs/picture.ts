/** The race as two screens show it, taken from the running demo: asked on both, then answered on the phone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { Locale } from '../../surfaces/form/locale.ts'
import { openBrowser } from '../e2e/browser.ts'
import { openTerminal } from '../e2e/terminal.ts'
import { frameHtml } from './frame.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const COLUMNS = 76
const ROWS = 16
/** High enough that a card needs no scrolling. */
const PHONE = { width: 400, height: 1_000 }
const CARD_WIDTH = 322

interface Scene {
  readonly file: string
  readonly question: string
  readonly header: string
  readonly options: readonly { readonly label: string; readonly description: string }[]
  readonly picked: string
  readonly submit: string
  readonly phoneLine: RegExp
  readonly over: RegExp
  readonly captions: readonly [asked: string, answered: string]
}

const SCENES: Readonly<Record<Locale, Scene>> = {
  en: {
    file: 'race.webp', header: 'Database', question: 'Which database shall production use?',
    options: [{ label: 'PostgreSQL (Recommended)', description: 'The team has run it for years.' }, { label: 'SQLite', description: 'One file, nothing to operate.' }],
    picked: 'SQLite', submit: 'Submit', phoneLine: /Phone: (http:\S+)/, over: /answered on Feishu: SQLite/,
    captions: ['The agent asks: terminal and phone show it at once', 'Answered on the phone: the terminal says so'],
  },
  zh: {
    file: 'race.zh.webp', header: '数据库', question: '生产环境要用哪个数据库？',
    options: [{ label: 'PostgreSQL（推荐）', description: '团队已有多年运维经验。' }, { label: 'SQLite', description: '单个文件，无需运维。' }],
    picked: 'SQLite', submit: '提交', phoneLine: /(http:\/\/127\S+)/, over: /SQLite[^]*/,
    captions: ['代理提问：终端与手机同时显示', '手机上已回答：终端随即说明'],
  },
}

/** Writes the pictures into `.github`; takes some seconds. */
export async function drawPictures(): Promise<void> {
  const browser = await openBrowser()
  try {
    for (const locale of ['en', 'zh'] as const) writeFileSync(join(ROOT, '.github', SCENES[locale].file), await drawPicture(browser, locale))
  } finally {
    await browser.close()
  }
}

async function drawPicture(browser: Browser, locale: Locale): Promise<Buffer> {
  const scene = SCENES[locale]
  const folder = mkdtempSync(join(tmpdir(), 'ask-picture-'))
  const file = join(folder, 'asks.json')
  writeFileSync(file, JSON.stringify([{ questions: [{ id: 'database', header: scene.header, question: scene.question, options: scene.options }] }]))
  const terminal = await openTerminal({ command: `node ${join(ROOT, 'lib/app/demo/main.js')} --locale ${locale} --asks ${file}`, columns: COLUMNS, rows: ROWS })
  try {
    const [, url = ''] = scene.phoneLine.exec(await terminal.until(scene.phoneLine)) ?? []
    const phone = await browser.newPage({ viewport: PHONE, deviceScaleFactor: 2 })
    await phone.goto(`${url}${url.includes('?') ? '&' : '?'}lang=${locale}`)
    const card = phone.locator('article[data-tag=card]')
    await card.locator('select').waitFor()
    await terminal.until((screen) => screen.includes(scene.question))
    const moment = async () => ({ frame: await frameHtml(await terminal.styled(), COLUMNS), shot: (await card.screenshot()).toString('base64') })
    const asked = await moment()
    await card.locator('select').selectOption({ label: scene.picked })
    await card.locator('button', { hasText: scene.submit }).click()
    await card.locator('button').first().waitFor({ state: 'detached' })
    await terminal.until((screen) => scene.over.test(screen) && !screen.includes('❯ 1.'), 'the end of the ask')
    // The card without what lies over it: the toast, and the buttons of a card that is looked at.
    await phone.mouse.move(0, 0)
    await phone.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))
    await phone.locator('[data-toast]').waitFor({ state: 'detached' })
    const answered = await moment()
    await phone.close()
    return await compose(browser, [asked, answered], scene.captions)
  } finally {
    await terminal.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Moment { readonly frame: string; readonly shot: string }

async function compose(browser: Browser, moments: readonly Moment[], captions: readonly string[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1064, height: 600 }, deviceScaleFactor: 1.5 })
  try {
    await page.setContent(`<!doctype html><meta charset="utf-8"><style>
      body { margin: 0; padding: 14px 16px 18px; width: 1032px; background: #eef0f4; font: 15px "DejaVu Sans", "Noto Sans CJK SC", sans-serif; color: #2a2e36 }
      h2 { margin: 8px 0 10px; font-size: 15px; font-weight: 600 }
      .moment { display: flex; justify-content: space-between; align-items: flex-start; margin-bottom: 12px }
      .terminal { padding: 14px 12px; border-radius: 10px; background: #1d2026; font: 14.5px/17px "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace }
      .row { height: 17px; white-space: pre } .row i { display: inline-block; height: 17px; overflow: visible; font-style: normal; vertical-align: top }
      img { width: ${CARD_WIDTH}px; border-radius: 10px }
    </style>${moments.map(({ frame, shot }, index) => `<h2>${captions[index] ?? ''}</h2><div class="moment"><div class="terminal">${frame}</div><img alt="" src="data:image/png;base64,${shot}"></div>`).join('')}`)
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
    return await smaller(page, await page.screenshot({ fullPage: true }))
  } finally {
    await page.close()
  }
}

/** The picture as WebP, a third of the PNG: the package carries it to where its README is read. */
async function smaller(page: Page, png: Buffer): Promise<Buffer> {
  const url = await page.evaluate(async (source) => {
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.85)
  }, `data:image/png;base64,${png.toString('base64')}`)
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
