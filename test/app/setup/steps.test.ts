import { describe, expect, it } from 'vitest'
import { stepsText } from '../../../app/setup/steps.ts'

const APP = 'cli_0123456789abcdef'
const LONG = { profile: 'ask', domain: 'feishu', appId: APP, transport: 'long-connection', hasOperator: false } as const
const WEBHOOK = { ...LONG, transport: 'webhook', webhook: { port: 9001, path: '/feishu/web.hook' }, publicUrl: 'https://ask.example.com', hasOperator: true } as const

describe('the steps in the console', () => {
  it('name bot, scopes, event, callback and version, each with its link', () => {
    const text = stepsText(LONG, 'en')
    for (const word of ['im:message:send_as_bot', 'im:message:update', 'im:message.p2p_msg:readonly', 'im.message.receive_v1', 'card.action.trigger']) expect(text).toContain(word)
    for (const page of ['bot', 'auth?q=im:message:send_as_bot', 'event', 'version']) expect(text).toContain(`https://open.feishu.cn/app/${APP}/${page}`)
  })

  it.each([['lark', 'https://open.larksuite.com'], ['https://feishu.example.com/', 'https://feishu.example.com']])('lead to the console of %s', (domain, origin) => {
    const links = stepsText({ ...LONG, domain }, 'en').match(/https:\S+/g) ?? []
    expect(links.length).toBeGreaterThan(3)
    expect(links.every((link) => link.startsWith(`${origin}/app/${APP}/`))).toBe(true)
  })

  it('start dsh before the console looks for it, and publish after everything else', () => {
    const text = stepsText(LONG, 'en')
    const places = ['Bot', 'dsh --profile ask', 'choose "long connection"', 'card.action.trigger', 'publish it', '/pair', 'doctor --profile ask'].map((word) => text.indexOf(word))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places[0]).toBeGreaterThan(0)
  })

  it('ask for pairing only where nobody may answer yet', () => {
    expect(stepsText(LONG, 'zh')).toContain('/pair')
    expect(stepsText({ ...LONG, hasOperator: true }, 'zh')).not.toContain('/pair')
  })

  it('quote a profile that a shell would take apart', () => {
    expect(stepsText({ ...LONG, profile: "my $(bot)'s" }, 'en')).toContain(String.raw`dsh --profile 'my $(bot)'\''s'`)
  })
})

describe('the way to a webhook', () => {
  it('is shown with the request URL, and only where there is one', () => {
    expect(stepsText(WEBHOOK, 'en')).toContain('for callbacks: https://ask.example.com/feishu/web.hook')
    expect(stepsText(LONG, 'en')).not.toMatch(/caddy|nginx|cloudflared/i)
  })

  it('lets through exactly one path, by each of the examples', () => {
    const text = stepsText(WEBHOOK, 'en')
    expect(text).toContain('ask.example.com {\n      handle /feishu/web.hook {\n        reverse_proxy 127.0.0.1:9001\n      }\n      handle {\n        respond 404')
    expect(text).toContain('location = /feishu/web.hook {\n      proxy_pass http://127.0.0.1:9001;')
    expect(text).toContain(String.raw`path: ^/feishu/web\.hook$`)
    expect(text.match(/404/g)).toHaveLength(3)
    expect(text).toContain('never 0.0.0.0')
  })

  it('is told in Chinese as well', () => {
    expect(stepsText(WEBHOOK, 'zh')).toMatch(/加密策略[^]*只通过 https 放行路径 \/feishu\/web\.hook[^]*Caddy[^]*nginx[^]*cloudflared/)
  })
})
