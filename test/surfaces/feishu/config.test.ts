import { describe, expect, it } from 'vitest'
import { FeishuConfigError, readFeishuConfig } from '../../../surfaces/feishu/config.ts'
import { KEYS } from './known.ts'

const GOOD = { ...KEYS, recipients: [{ id: 'ou_a', idType: 'open_id' }], webhook: { port: 8080 } }

/** The error of a config, which must be refused. */
function faultOf(config: unknown): FeishuConfigError {
  try {
    readFeishuConfig(config)
  } catch (error) {
    if (error instanceof FeishuConfigError) return error
    throw error
  }
  throw new Error('the config was taken')
}

const trusting = (trustProxy: unknown): unknown => ({ ...GOOD, webhook: { port: 1, trustProxy } })

describe('readFeishuConfig', () => {
  it('fills in a local webhook, the Feishu domain, nobody who may act, and Chinese', () => {
    expect(readFeishuConfig(GOOD)).toEqual({
      ...GOOD,
      transport: 'webhook',
      domain: 'https://open.feishu.cn',
      operators: [],
      webhook: { host: '127.0.0.1', port: 8080, path: '/feishu/webhook', trustProxy: [] },
      locale: 'zh',
    })
  })

  it('knows Lark by name and strips the slash from a URL', () => {
    expect(readFeishuConfig({ ...GOOD, domain: 'lark' }).domain).toBe('https://open.larksuite.com')
    expect(readFeishuConfig({ ...GOOD, domain: 'http://127.0.0.1:9000/' }).domain).toBe('http://127.0.0.1:9000')
  })

  it('takes a platform of its own over HTTPS, or on this machine, without slashes at the end', () => {
    const domains = ['https://open.example.com//', 'https://open.example.com/a/', 'http://localhost:9', 'http://[::1]:9/']
    expect(domains.map((domain) => readFeishuConfig({ ...GOOD, domain }).domain)).toEqual(['https://open.example.com', 'https://open.example.com/a', 'http://localhost:9', 'http://[::1]:9'])
    for (const domain of ['ftp://127.0.0.1', 'ws://localhost', 'open.example.com', '', 7, 'http://127.0.0.1.example.com']) expect(faultOf({ ...GOOD, domain })).toMatchObject({ field: 'domain', message: 'Feishu config: "domain" is not valid. Use "feishu", "lark" or an https URL.' })
  })

  it('refuses to send the secret over plain HTTP to another machine', () => {
    expect(faultOf({ ...GOOD, domain: 'http://example.com' }).message).toBe('Feishu config: "domain" is not valid. Use "feishu", "lark" or an https URL.')
  })

  it('refuses to start without an Encrypt Key and says where to find it', () => {
    const { encryptKey: _, ...without } = GOOD
    expect(faultOf(without)).toMatchObject({
      field: 'encryptKey',
      message: 'Feishu config: "encryptKey" is missing. Set an Encrypt Key under "Events & Callbacks > Encryption Strategy" and copy it: without one, clicks could be forged.',
    })
    expect(faultOf({ ...GOOD, encryptKey: '  ' }).message).toContain('"encryptKey" is not valid')
  })

  it('needs neither keys nor an address of ours for a long connection', () => {
    const { encryptKey: _key, verificationToken: _token, webhook: _webhook, ...rest } = GOOD
    expect(readFeishuConfig({ ...rest, transport: 'long-connection' })).toEqual({
      ...rest, transport: 'long-connection', domain: 'https://open.feishu.cn', operators: [], locale: 'zh',
    })
    expect(faultOf({ ...rest, transport: 'long-connection', appId: 'cli_short' }).field).toBe('appId')
    expect(faultOf({ ...rest, transport: 'pigeon' }).message).toBe('Feishu config: "transport" is not valid. Use "webhook" or "long-connection".')
  })

  it('takes a chat only with the session whose questions it may see', () => {
    const chat = { id: 'oc_team', idType: 'chat_id' }
    expect(faultOf({ ...GOOD, recipients: [chat] })).toMatchObject({ field: 'recipients.0.session', message: expect.stringContaining('is missing') })
    expect(readFeishuConfig({ ...GOOD, recipients: [{ ...chat, session: 's1' }] }).recipients).toEqual([{ ...chat, session: 's1' }])
  })

  it('names the field at fault, deep in a list too', () => {
    expect(faultOf({ ...GOOD, operators: [{ id: 'ou_a', role: 'boss' }] }).field).toBe('operators.0.role')
    expect(faultOf({ ...GOOD, recipients: 'everybody' }).field).toBe('recipients')
    expect(faultOf({ ...GOOD, webhook: { port: 70_000 } }).field).toBe('webhook.port')
    for (const config of ['nonsense', null, undefined, 7]) expect([config, faultOf(config).field]).toEqual([config, 'config'])
    expect(faultOf({ ...GOOD, webhook: null }).field).toBe('webhook')
    expect(faultOf({ ...GOOD, webhook: 'here' }).message).toContain('"webhook" is not valid')
  })

  it('believes no proxy but those that are named, and never everybody', () => {
    expect(readFeishuConfig(trusting(['loopback', '10.0.0.1', '10.0.0.0/8', 'fd00::/8']))).toMatchObject({ webhook: { trustProxy: ['loopback', '10.0.0.1', '10.0.0.0/8', 'fd00::/8'] } })
    const edges = ['linklocal', 'uniquelocal', '10.0.0.0/32', '10.0.0.0/1', '::1/128', 'fe80::/10', '::1']
    expect(readFeishuConfig(trusting(edges))).toMatchObject({ webhook: { trustProxy: edges } })
    for (const bad of [['1/10.0.0.1'], ['x%10.0.0.1'], ['::1/129'], ['10.0.0.0/1000'], ['10.0.0.0/8/8'], ['fe80::1%eth0'], true, 1, '10.0.0.1', ['everybody'], ['0.0.0.0/0'], ['10.0.0.0/33'], ['::/0'], ['10.0.0.1/'], ['']]) expect(faultOf(trusting(bad)).field).toMatch(/^webhook\.trustProxy/u)
  })

  it('keeps given values out of its errors', () => {
    expect(faultOf({ ...GOOD, verificationToken: ['hush'] }).message).not.toContain('hush')
  })
})
