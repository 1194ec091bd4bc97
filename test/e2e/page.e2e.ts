/** The phone's page alone, on a simulator without an app behind it: drawn, operated and held to its rules in a browser. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '@larksuiteoapi/node-sdk'
import { FAULT_NAMES } from '../../app/demo/simulator/faults.ts'
import type { SimEvent, Simulator } from '../../app/demo/simulator/index.ts'
import { cardOf, dismiss, finalCard, form, input, markdown, multi, option, questionCard, single, submit, text } from '../app/demo/simulator/cards.ts'
import { answered, APP, createSdk, json, openLink, patchCard, sendCard, startSimulator, startWebhook, unseal, until, type Webhook } from '../app/demo/simulator/rig.ts'
import { escapeMarkdown } from '../../surfaces/feishu/text.ts'
import { openBrowser } from './browser.ts'
import { holdHostileText, hostileCard, readDrawnCard } from './hostile.ts'

const GROUP = { chatId: 'oc_team', name: 'Team', members: ['ou_fang', 'ou_eve'] }
const both = (en: string, zh: string) => ({ ...text(en), i18n_content: { en_us: en, zh_cn: zh } })

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

  const idleFaults = () => page.locator('#faults button:disabled').evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-fault')))

  it('explains every fault in the language that was chosen', async () => {
    await open('?lang=en')
    const buttons = page.locator('#faults button')
    const titles = () => buttons.evaluateAll((found) => found.map((button) => button.getAttribute('title') ?? ''))
    const english = await titles()
    expect(english.length).toBe(FAULT_NAMES.length)
    await page.locator('[data-locale="zh"]').click()
    const chinese = await titles()
    for (const title of english) expect(title).toMatch(/^[A-Z]\P{Script=Han}{20,}[.?]$/u)
    for (const title of chinese) expect(title).toMatch(/\p{Script=Han}.*[。？]$/u)
    expect(new Set([...english, ...chinese]).size).toBe(2 * FAULT_NAMES.length)
  })

  it('lets a fault be switched off that the transport of now cannot suffer', async () => {
    simulator.faults.set({ name: 'frozen-link' })
    await open('?lang=en')
    const fault = page.locator('[data-fault="frozen-link"]')
    await fault.click()
    await page.locator('[data-fault="frozen-link"]:disabled').waitFor()
    expect(simulator.faults.list()).toEqual([])
  })

  it('names a private chat after the bot, and somebody else\'s after both', async () => {
    await page.setViewportSize({ width: 1400, height: 900 })
    await open('?lang=en&view=wide')
    await show(finalCard())
    await sdk.im.v1.message.create({ params: { receive_id_type: 'chat_id' }, data: { receive_id: 'oc_team', msg_type: 'text', content: JSON.stringify({ text: 'to all' }) } })
    await page.locator('[data-chat="oc_team"]').waitFor()
    const names = () => page.locator('#chats .chat-name').allTextContents()
    expect(await names()).toEqual(['Ask Anywhere', 'Team'])
    await page.locator('[data-person="ou_eve"]').click()
    expect(await names()).toEqual(['Ask Anywhere · Wang Fang', 'Team'])
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

  const line = () => page.locator('#line')
  const row = (text: string) => page.locator('.row', { hasText: text })
  const lastEvent = () => unseal(webhook.received.at(-1)?.body ?? Buffer.alloc(0)) as { event: { message: Record<string, unknown> } }
  const delivered = () => new Promise<void>((resolve) => {
    const off = simulator.on(({ kind }) => {
      if (kind !== 'message-delivered') return
      off()
      resolve()
    })
  })

  it('says what is typed: Enter sends, Shift+Enter makes a new line, nothing is not sent', async () => {
    await open('?lang=en')
    await line().focus()
    await page.keyboard.press('Enter')
    const arrival = delivered()
    await page.keyboard.type('first')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('<b>second</b>')
    await page.keyboard.press('Enter')
    await arrival
    const said = page.locator('.row.mine')
    expect(await said.locator('.bubble').textContent()).toBe('first\n<b>second</b>')
    expect(await said.getAttribute('data-sender')).toBe('ou_fang')
    expect(await line().inputValue()).toBe('')
    expect(lastEvent().event.message['content']).toBe(JSON.stringify({ text: 'first\n<b>second</b>' }))
    expect(webhook.received).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  it('quotes a message, shows which, and lets go of it with Escape', async () => {
    await open('?lang=en')
    const messageId = await show(questionCard())
    const quoteCard = page.locator(`[data-row="${messageId}"] [data-action="quote"]`)
    await quoteCard.click()
    await page.getByText('Reply to Ask Anywhere: A question').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.locator('#quoting').isVisible()).toBe(false)
    await quoteCard.click()
    const arrival = delivered()
    await line().fill('the second one')
    await page.locator('#send').click()
    await arrival
    expect(lastEvent().event.message).toMatchObject({ parent_id: messageId, root_id: messageId })
    expect(await row('the second one').locator(`[data-quotes="${messageId}"]`).textContent()).toBe('Reply to Ask Anywhere: A question')
    expect(await page.locator('#quoting').isVisible()).toBe(false)
  })

  it('sends a sticker', async () => {
    await open('?lang=en')
    const arrival = delivered()
    await page.getByRole('button', { name: '[Sticker]' }).click()
    await arrival
    expect(lastEvent().event.message['message_type']).toBe('sticker')
    await page.locator('.row.mine img.sticker').waitFor()
  })

  it('puts the bot\'s name in front where a group\'s message of it is quoted', async () => {
    await open('?lang=en')
    await answered(sdk.im.v1.message.create({ params: { receive_id_type: 'chat_id' }, data: { receive_id: 'oc_team', msg_type: 'text', content: JSON.stringify({ text: 'Who decides? <at user_id="all">x</at>' }) } }))
    await page.locator('.bubble .mention', { hasText: '@everyone' }).waitFor()
    await row('Who decides?').locator('[data-action="quote"]').click()
    expect(await line().inputValue()).toBe('@Ask Anywhere ')
    const arrival = delivered()
    await page.keyboard.type('I do')
    await page.keyboard.press('Enter')
    await arrival
    expect(lastEvent().event.message).toMatchObject({ chat_type: 'group', content: '{"text":"@_user_1 I do"}' })
  })

  it('lets somebody who holds another\'s phone write into a chat of their own only', async () => {
    await open('?lang=en')
    await show(questionCard())
    await page.locator('[data-person="ou_eve"]').click()
    expect(await page.locator('[data-action="quote"]').count()).toBe(0)
    const arrival = delivered()
    await line().fill('it is me')
    await page.keyboard.press('Enter')
    await arrival
    await page.locator('.row.mine', { hasText: 'it is me' }).waitFor()
    expect(await page.locator('article').count()).toBe(0)
    expect(await page.locator('[data-chat][aria-pressed="true"]').textContent()).toBe('Ask Anywhere')
    expect(await page.locator('[data-chat] .chat-name').allTextContents()).toEqual(['Ask Anywhere · Wang Fang', 'Ask Anywhere'])
    expect(simulator.messages().at(-1)?.chatId).not.toBe(simulator.messages()[0]?.chatId)
  })

  it('shows a recalled message as recalled, and a message that buzzed as urgent to whom it buzzed', async () => {
    await open('?lang=en')
    const messageId = await show(questionCard())
    await sdk.im.v1.message.urgentApp({ path: { message_id: messageId }, params: { user_id_type: 'open_id' }, data: { user_id_list: ['ou_fang'] } })
    await page.locator('[data-toast="urgent"]', { hasText: 'A question' }).waitFor()
    await page.locator('.buzzed', { hasText: 'Urgent' }).waitFor()
    await page.locator('[data-person="ou_eve"]').click()
    expect(await page.locator('.buzzed').count()).toBe(0)
    await page.locator('[data-action="recall"]').click()
    await page.locator('.recalled', { hasText: 'The message was recalled' }).waitFor()
    expect(await page.locator('article, [data-action], .buzzed').count()).toBe(0)
    expect(await patchCard(sdk, messageId, finalCard())).toMatchObject({ code: 230011 })
  })

  it('shows each text in the viewer\'s language and falls back to the one that is there', async () => {
    await open()
    await show(cardOf([
      { ...markdown('**hello**'), i18n_content: { zh_cn: '**你好**', en_us: '**hello**' } },
      { tag: 'div', text: text('both') },
      form([
        single({ placeholder: both('pick', '选'), options: [{ text: both('yes', '是'), value: '1' }] }),
        input({ placeholder: both('say', '说') }),
        submit('submit_1', { text: both('go', '提交') }),
      ]),
    ], { header: { title: both('title', '标题'), subtitle: both('below', '副标题'), text_tag_list: [{ tag: 'text_tag', text: both('new', '新') }] } }))
    const words = () => page.locator('article').evaluate((card) => [
      ...[...card.querySelectorAll('h2 > *, header > p, strong, [data-tag=div], option, button')].map((node) => node.textContent),
      card.querySelector('textarea')?.placeholder,
    ])
    expect(await words()).toEqual(['标题', '新', '副标题', '你好', 'both', '选', '是', '提交', '说'])
    await page.locator('[data-locale="en"]').click()
    expect(await words()).toEqual(['title', 'new', 'below', 'hello', 'both', 'pick', 'yes', 'go', 'say'])
  })

  it('turns into a desktop client and back, keeping what is half filled in and half written', async () => {
    await page.setViewportSize({ width: 1400, height: 900 })
    await open('?lang=en')
    await show(cardOf([form([input(), submit()])]))
    await named('q0_other').fill('half a thought')
    await line().fill('half a message')
    expect(await page.locator('#chats').isVisible()).toBe(false)
    await page.locator('button[data-view="wide"]').click()
    expect(await page.evaluate(() => [document.body.dataset['view'], document.activeElement?.getAttribute('data-view')])).toEqual(['wide', 'wide'])
    expect(await page.locator('#chats .chat-news').textContent()).toBe('A question')
    expect(await page.locator('.sender').first().isVisible()).toBe(true)
    expect(await named('q0_other').inputValue()).toBe('half a thought')
    expect(await line().inputValue()).toBe('half a message')
    await page.locator('button[data-view="phone"]').click()
    expect(await page.locator('#chats').isVisible()).toBe(false)
    await open('?view=wide')
    expect(await page.evaluate(() => document.body.dataset['view'])).toBe('wide')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(complaints).toEqual([])
  })

  it('tells what events travel over, logs frames without their words, and cuts links by a button', async () => {
    await page.setViewportSize({ width: 1100, height: 900 })
    await open('?lang=en')
    const transport = page.locator('#transport')
    expect(await transport.textContent()).toBe('Events go to the webhook.')
    expect(await idleFaults()).toEqual(['dropped-link', 'frozen-link', 'unopened-link', 'refused-link'])
    expect(await page.locator('[data-fault="dropped-link"]').getAttribute('title')).toMatch(/breaks off.*Only happens to a long connection/)
    const link = await openLink(simulator.url, { 'im.message.receive_v1': () => ({}) })
    try {
      await page.getByText('Events go over a long connection.').waitFor()
      expect(await idleFaults()).toEqual(['wrong-signature'])
      const arrival = delivered()
      await line().fill('over the link')
      await page.keyboard.press('Enter')
      await arrival
      await page.locator('#wire .path', { hasText: /^ack$/u }).waitFor()
      const log = await page.locator('#wire').innerText()
      for (const part of ['ping', 'pong', 'event', 'bytes', '/callback/ws/endpoint']) expect(log).toContain(part)
      for (const secret of [APP.appSecret, 'over the link', 'device_id']) expect(log).not.toContain(secret)
      await page.locator('[data-fault="frozen-link"]').click()
      await page.locator('[data-fault="frozen-link"][aria-pressed="false"]').waitFor()
      await page.locator('[data-fault="dropped-link"]').click()
      await page.getByText('Events go to the webhook.').waitFor()
      await until(simulator, () => simulator.links() === 0)
    } finally {
      link.close()
    }
  })

  describe('hostile text', () => {
    // Each look at the clock moves it, so that no limit of sends per second holds the cards up.
    let clock = 1_700_000_000_000

    beforeEach(async () => {
      await simulator.close()
      simulator = await startSimulator({ now: () => (clock += 250) })
      sdk = createSdk(simulator.url)
      await open()
    })

    it('changes nothing on a card but words', async () => {
      await holdHostileText({ page, show, escape: escapeMarkdown })
      expect(complaints).toEqual([])
    })

    it('would be found alive in markdown without an escape', async () => {
      const alive = '<at id=all></at> [x](https://example.com) ![x](https://example.com) **x**\n- x'
      const drawn = await readDrawnCard(page, await show(hostileCard([], [alive, 'words'])))
      expect(drawn.live).toEqual(['span', 'a', 'a'])
      expect(drawn.markdown).toMatchObject([{ elements: ['p', 'span', 'a', 'strong', 'ul', 'li'] }, { elements: ['p'] }])
    })
  })
})
