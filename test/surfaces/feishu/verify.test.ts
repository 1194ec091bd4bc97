import { createDecipheriv, createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type InboundRequest, type RefusalReason, RequestRefusal, verifyRequest } from '../../../surfaces/feishu/verify.ts'
import { createRandom } from '../../load/random.ts'
import { eventOf, seal, sign } from './sealed.ts'
import { KEYS } from './known.ts'

const NOW = 1_700_000_000_000
const EVENT = eventOf({ what: 'ever' })
const BODY = seal(JSON.stringify(EVENT))

function reasonOf(request: InboundRequest): RefusalReason {
  try {
    verifyRequest(request, KEYS, NOW)
  } catch (error) {
    if (error instanceof RequestRefusal) {
      expect(error.message).toBe('The request was refused')
      return error.reason
    }
    throw error
  }
  throw new Error('the request was taken')
}

const plain = (payload: string): ReturnType<typeof verifyRequest> => verifyRequest(sign(seal(payload), NOW), KEYS, NOW)

describe('a signed request', () => {
  it('is opened into its event', () => {
    expect(verifyRequest(sign(BODY, NOW), KEYS, NOW)).toEqual({ kind: 'event', id: 'event-1', type: 'card.action.trigger', payload: EVENT })
  })

  it('is signed over the raw bytes: the same JSON with another blank is refused', () => {
    const spaced = Buffer.from(BODY.toString().replace(':', ': '))
    expect(verifyRequest(sign(spaced, NOW), KEYS, NOW).kind).toBe('event')
    expect(reasonOf({ ...sign(BODY, NOW), body: spaced })).toBe('signature')
  })

  it.each(['x-lark-request-timestamp', 'x-lark-request-nonce', 'x-lark-signature'])('is refused without %s', (header) => {
    const request = sign(BODY, NOW)
    expect(reasonOf({ ...request, headers: { ...request.headers, [header]: undefined } })).toBe('headers')
  })

  it.each(['x-lark-request-timestamp', 'x-lark-request-nonce', 'x-lark-signature'])('is refused with %s alone, and not taken for one that comes unsigned', (header) => {
    const request = sign(BODY, NOW)
    expect(reasonOf({ ...request, headers: { [header]: request.headers[header] } })).toBe('headers')
  })

  it('is refused with a header given twice', () => {
    const request = sign(BODY, NOW)
    expect(reasonOf({ ...request, headers: { ...request.headers, 'x-lark-signature': ['a', 'b'] } })).toBe('headers')
  })

  it('is fresh for five minutes in both directions and stale after', () => {
    expect(verifyRequest(sign(BODY, NOW - 300_000), KEYS, NOW).kind).toBe('event')
    expect(verifyRequest(sign(BODY, NOW + 300_000), KEYS, NOW).kind).toBe('event')
    expect(reasonOf(sign(BODY, NOW - 301_000))).toBe('timestamp')
    expect(reasonOf(sign(BODY, NOW + 301_000))).toBe('timestamp')
  })

  it.each(['', 'now', '1e9', '-1700000000', '1700000000.5', '99999999999999'])('is refused with the timestamp %j', (timestamp) => {
    const request = sign(BODY, NOW)
    expect(reasonOf({ ...request, headers: { ...request.headers, 'x-lark-request-timestamp': timestamp } })).toBe('timestamp')
  })

  it('is refused when another key signed it, also with a signature of another length', () => {
    expect(reasonOf(sign(BODY, NOW, 'another key'))).toBe('signature')
    const request = sign(BODY, NOW)
    expect(reasonOf({ ...request, headers: { ...request.headers, 'x-lark-signature': 'abc' } })).toBe('signature')
  })

  it('is refused when it is not encrypted, or encrypted with another key', () => {
    expect(reasonOf(sign(Buffer.from(JSON.stringify(EVENT)), NOW))).toBe('encryption')
    expect(reasonOf(sign(Buffer.from('{"encrypt":"AAAA"}'), NOW))).toBe('encryption')
    expect(['encryption', 'json']).toContain(reasonOf(sign(seal(JSON.stringify(EVENT), 'another key'), NOW)))
  })

  it('is refused when what it holds is no JSON or no event', () => {
    expect(reasonOf(sign(seal('not json'), NOW))).toBe('json')
    expect(reasonOf(sign(seal('{"schema":"1.0"}'), NOW))).toBe('json')
  })

  it.each<[string, object]>([
    ['another schema', { ...EVENT, schema: '1.0' }], ['no schema', { header: EVENT['header'] }], ['a header that is a list', { schema: '2.0', header: [EVENT['header']] }], ['no header', { schema: '2.0' }], ['a list around it', [EVENT]],
  ])('is refused with %s', (_name, payload) => {
    expect(reasonOf(sign(seal(JSON.stringify(payload)), NOW))).toBe('json')
  })

  it.each(['event_id', 'event_type', 'token', 'app_id'])('is refused without %s, and where that is no text', (field) => {
    for (const value of [undefined, 7, null, ['x']]) expect(reasonOf(sign(seal(JSON.stringify(eventOf({}, { [field]: value }))), NOW))).toBe('json')
    expect(reasonOf(sign(seal(JSON.stringify(eventOf({}, { event_id: '' }))), NOW))).toBe('json')
  })

  it('is refused with another verification token or another app', () => {
    expect(reasonOf(sign(seal(JSON.stringify(eventOf({}, { token: 'x' }))), NOW))).toBe('token')
    expect(reasonOf(sign(seal(JSON.stringify(eventOf({}, { app_id: 'cli_other' }))), NOW))).toBe('app')
  })
})

describe('the check of the address', () => {
  const challenge = { type: 'url_verification', token: KEYS.verificationToken, challenge: 'abc' }

  it('is answered although it comes unsigned', () => {
    expect(verifyRequest({ headers: {}, body: seal(JSON.stringify(challenge)) }, KEYS, NOW)).toEqual({ kind: 'challenge', challenge: 'abc' })
  })

  it('is answered when it comes signed', () => {
    expect(verifyRequest(sign(seal(JSON.stringify(challenge)), NOW), KEYS, NOW)).toEqual({ kind: 'challenge', challenge: 'abc' })
  })

  it('is refused with another token, in the clear, and for anything else that comes unsigned', () => {
    expect(reasonOf({ headers: {}, body: seal(JSON.stringify({ ...challenge, token: 'x' })) })).toBe('unsigned')
    expect(reasonOf({ headers: {}, body: Buffer.from(JSON.stringify(challenge)) })).toBe('encryption')
    expect(reasonOf({ headers: {}, body: BODY })).toBe('unsigned')
    expect(reasonOf({ headers: {}, body: seal('not json') })).toBe('json')
    expect(reasonOf({ headers: {}, body: Buffer.alloc(0) })).toBe('encryption')
  })

  it.each(['', 'c'.repeat(257), 'a b', '<script>', 'é', 'a"b', 'a\nb'])('says back nothing like %j: what is said back must not serve to read overheard events', (given) => {
    expect(reasonOf({ headers: {}, body: seal(JSON.stringify({ ...challenge, challenge: given })) })).toBe('unsigned')
  })

  it('gives nothing of an overheard event away when blocks of it are put into an overheard check', () => {
    const random = createRandom(7)
    const asked = Buffer.from(JSON.parse(seal(JSON.stringify({ challenge: 'c'.repeat(96), token: KEYS.verificationToken, type: 'url_verification' })).toString()).encrypt, 'base64')
    const event = Buffer.from(JSON.parse(BODY.toString()).encrypt, 'base64')
    const key = createHash('sha256').update(KEYS.encryptKey).digest()
    let legible = 0
    for (let tried = 0; tried < 20_000; tried += 1) {
      const [to, from] = [2 + random.below(4), 1 + random.below(event.length / 16 - 1)]
      const spliced = Buffer.concat([asked.subarray(0, (to - 1) * 16), random.bytes(16), event.subarray(from * 16, from * 16 + 16), asked.subarray((to + 1) * 16)])
      expect(() => verifyRequest({ headers: {}, body: Buffer.from(JSON.stringify({ encrypt: spliced.toString('base64') })) }, KEYS, NOW)).toThrow(RequestRefusal)
      legible += isJson(key, spliced) ? 1 : 0
    }
    // Of these a reader that takes any text would have said the event's bytes back.
    expect(legible).toBeGreaterThan(0)
  })

  it('is refused with a second challenge or token behind the first', () => {
    expect(reasonOf({ headers: {}, body: seal(`{"type":"url_verification","token":${JSON.stringify(KEYS.verificationToken)},"challenge":"c","token":"x"}`) })).toBe('unsigned')
  })
})

describe('what a signed request holds', () => {
  it.each(['__proto__', 'constructor', 'prototype'])('changes no object of ours by a key %s', (key) => {
    const hostile = JSON.stringify(eventOf({ a: 1 })).replace('"a":1', `"a":1,"${key}":{"polluted":true}`)
    expect(plain(hostile).kind).toBe('event')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(reasonOf(sign(seal(`{"${key}":${JSON.stringify(EVENT)}}`), NOW))).toBe('json')
  })

  it('counts as the platform meant it when a key comes twice: the last one, for the check and for the event alike', () => {
    const twice = JSON.stringify(EVENT).replace('"token":', '"token":"x","token":')
    const verified = plain(twice)
    expect(verified).toEqual({ kind: 'event', id: 'event-1', type: 'card.action.trigger', payload: EVENT })
    expect(reasonOf(sign(seal(JSON.stringify(EVENT).replace(/"token":"[^"]*"/u, '$&,"token":"x"')), NOW))).toBe('token')
  })

  it('may be nested as deep as a body is long', () => {
    const depth = 90_000
    const deep = JSON.stringify(eventOf(0)).replace('"event":0', `"event":${'['.repeat(depth)}${']'.repeat(depth)}`)
    expect(plain(deep).kind).toBe('event')
  })
})

function isJson(key: Buffer, sealed: Buffer): boolean {
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, sealed.subarray(0, 16))
    const asked: unknown = JSON.parse(Buffer.concat([decipher.update(sealed.subarray(16)), decipher.final()]).toString())
    return typeof asked === 'object' && asked !== null && 'token' in asked
  } catch {
    return false
  }
}
