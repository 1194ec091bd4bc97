/** The phone's page alone, on a simulator without an app behind it: drawn, operated and held to its rules in a browser. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '@larksuiteoapi/node-sdk'
import type { SimEvent, Simulator } from '../../app/demo/simulator/index.ts'
import { cardOf, dismiss, finalCard, form, input, markdown, multi, option, questionCard, single, submit, text } from '../app/demo/simulator/cards.ts'
import { createSdk, json, patchCard, sendCard, startSimulator, startWebhook, type Webhook } from '../app/demo/simulator/rig.ts'
import { openBrowser } from './browser.ts'

const GROUP = { chatId: 'oc_team', name: 'Team', members: ['ou_fang', 'ou_eve'] }

describe('the phone in a browser', () => {
  let browser: Browser
  let page: Page
  let simulator: Simulator
  let webhook: Webhook
  let sdk: Client
  let complaints: string[]
  let acts: SimEvent[]

  beforeAll(async () => {
    browser = await openBrowser()
  })

  afterAll(() => browser?.close())

  beforeEach(async () => {
    simulator = await startSimulator({ groups: [GROUP] })
    webhook = await startWebhook(json({ toast: { type: 'success', content: 'taken', i18n: { zh_cn: '已提交', en_us: 'Submitted' } } }))
    simulator.connectWebhook(webhook.url)
    acts = []
    simulator.on((event) => {
      if (event.kind === 'callback-answered') acts.push(event)
    })
    sdk = createSdk(simulator.url)
    complaints = []
    page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(simulator.url)) complaints.push(request.url())
    })
  })

  afterEach(async () => {
    await page.close()
    await simulator.close()
    await webhook.close()
  })

  async function open(query = ''): Promise<void> {
    await page.goto(`${simulator.url}/${query}`)
    await page.locator('body[data-ready]').waitFor()
  }

  async function show(card: unknown): Promise<string> {
    const messageId = (await sendCard(sdk, card)).data?.message_id ?? ''
    await page.locator(`article[data-message-id="${messageId}"]`).waitFor()
    return messageId
  }

  const named = (name: string) => page.locator(`[data-name="${name}"]`)

  it('shows a card as it comes, takes the values of its form and shows the toast', async () => {
    await open()
    const messageId = await show(questionCard())
    await named('q0').selectOption('1')
    await named('q1').getByRole('checkbox').nth(1).check()
    await named('q0_other').fill('line 1\nline 2')
    await named('q2_skip').check()
    await named('submit_1').click()
    await page.locator('[data-toast="success"]', { hasText: '已提交' }).waitFor()
    expect(acts).toMatchObject([{ messageId, personId: 'ou_fang', reply: { kind: 'answered' } }])
    expect(complaints).toEqual([])
  })

  it('is operable by keyboard alone', async () => {
    await open()
    await show(cardOf([form([single(), submit()])]))
    await named('q0').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('[data-toast="success"]').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-name'))).toBe('submit_1')
  })

  it('keeps a form with gaps, marks them and goes to the first', async () => {
    await open('?lang=en')
    await show(cardOf([form([single(), multi({ required: true }), submit()])]))
    await named('submit_1').click()
    await page.getByText('Please fill this in').nth(1).waitFor()
    expect(await named('q0').getAttribute('aria-invalid')).toBe('true')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-name'))).toBe('q0')
    expect(webhook.received).toEqual([])
    await named('q0').selectOption('0')
    expect(await named('q0').getAttribute('aria-invalid')).toBeNull()
  })

  it('asks twice where the card says so, and no is no', async () => {
    await open()
    await show(cardOf([dismiss()]))
    await named('dismiss_1').click()
    await page.getByRole('dialog', { name: 'Dismiss?' }).waitFor()
    await page.keyboard.press('Escape')
    expect(webhook.received).toEqual([])
    await named('dismiss_1').click()
    await page.locator('#confirm-yes').click()
    await page.locator('[data-toast="success"]').waitFor()
    expect(webhook.received).toHaveLength(1)
  })

  it('forgets a half-filled form when its card is patched, and keeps it otherwise', async () => {
    await open()
    const messageId = await show(cardOf([form([input(), submit()])]))
    await named('q0_other').fill('half a thought')
    await show(finalCard())
    await page.locator('[data-locale="en"]').click()
    expect(await named('q0_other').inputValue()).toBe('half a thought')
    await patchCard(sdk, messageId, cardOf([form([input(), submit()]), markdown('patched')]))
    await page.getByText('patched').waitFor()
    expect(await named('q0_other').inputValue()).toBe('')
  })

  it('draws markdown as nodes: escaped marks stay text, live ones show what they would do', async () => {
    await open('?lang=en')
    await show(cardOf([
      markdown('&#60;img src=x onerror=alert(1)&#62; &#42;&#42;not bold&#42;&#42; &#60;at id=all&#62;&#60;/at&#62;'),
      markdown('<img src=x onerror=alert(1)> <script>alert(1)</script> **bold** <at id=all></at> [a](javascript:alert) [b](https://example.com)'),
    ]))
    const [escaped, live] = [page.locator('.markdown').nth(0), page.locator('.markdown').nth(1)]
    expect(await escaped.textContent()).toBe('<img src=x onerror=alert(1)> **not bold** <at id=all></at>')
    expect(await escaped.locator('p *').count()).toBe(0)
    expect(await live.locator('strong').textContent()).toBe('bold')
    expect(await live.locator('.mention').textContent()).toBe('@everyone')
    expect(await live.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(['https://example.com'])
    expect(await page.locator('article img, article script').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('acts for whoever holds the phone, in the language that was chosen', async () => {
    await open()
    await show(questionCard())
    await page.locator('[data-person="ou_eve"]').click()
    await page.locator('[data-locale="en"]').click()
    expect(await page.locator('#holder').textContent()).toBe("Eve holds somebody else's phone")
    await named('dismiss_1').click()
    await page.locator('#confirm-yes').click()
    await page.locator('[data-toast="success"]', { hasText: 'Submitted' }).waitFor()
    expect(acts).toMatchObject([{ personId: 'ou_eve' }])
  })

  it('switches faults on, shows the phone\'s own error and counts the fault down', async () => {
    await open('?lang=en')
    await show(cardOf([dismiss({ confirm: undefined })]))
    const fault = page.locator('[data-fault="dropped-callback"]')
    await fault.click()
    await page.locator('[data-fault="dropped-callback"][aria-pressed="true"]').waitFor()
    await named('dismiss_1').click()
    await page.locator('[data-toast="error"]', { hasText: 'code: 200341' }).waitFor()
    await page.locator('[data-fault="dropped-callback"][aria-pressed="false"]').waitFor()
  })

  it('comes back by itself after the connection was lost', async () => {
    await open('?lang=en')
    const port = Number(new URL(simulator.url).port)
    await simulator.close()
    await page.getByRole('alert').waitFor()
    simulator = await startSimulator({ port })
    sdk = createSdk(simulator.url)
    await page.getByRole('alert').waitFor({ state: 'hidden' })
    await show(finalCard())
  })

  it('offers every chat with messages', async () => {
    await open()
    await show(finalCard())
    expect(await page.locator('#chats').isVisible()).toBe(false)
    await sdk.im.v1.message.create({ params: { receive_id_type: 'chat_id' }, data: { receive_id: 'oc_team', msg_type: 'text', content: JSON.stringify({ text: 'to all' }) } })
    await page.locator('[data-chat="oc_team"]').click()
    await page.getByText('to all').waitFor()
    expect(await page.locator('article').count()).toBe(0)
  })

  it('draws every element that a question uses', async () => {
    await open()
    await show(cardOf([
      { tag: 'collapsible_panel', header: { title: text('More') }, expanded: true, elements: [markdown('| a | b |\n|---|---|\n| 1 | 2 |')] },
      { tag: 'column_set', columns: [{ tag: 'column', elements: [{ tag: 'div', text: { ...text('left'), i18n_content: { zh_cn: '左' } } }] }] },
      { tag: 'hr' },
      { tag: 'select_static', name: 'lone', options: [option('a')] },
      dismiss({ name: 'off', disabled: true }),
    ], { header: { title: text('Head'), template: 'turquoise', text_tag_list: [{ tag: 'text_tag', text: text('new'), color: 'red' }] } }))
    const card = page.locator('article')
    const tags = await card.locator('[data-tag]').evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-tag')))
    expect(tags).toEqual(['text_tag', 'collapsible_panel', 'markdown', 'column_set', 'column', 'div', 'hr', 'select_static', 'button'])
    expect(await card.locator('header').getAttribute('data-template')).toBe('turquoise')
    expect(await card.locator('td').allTextContents()).toEqual(['1', '2'])
    expect(await card.locator('[data-tag="div"]').textContent()).toBe('左')
    expect(await named('off').isDisabled()).toBe(true)
    await named('lone').selectOption('a')
    await page.locator('[data-toast="success"]').waitFor()
  })
})
