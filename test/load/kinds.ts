/** Every kind of request that an outsider may send to the webhook. None may be taken. */
import { createHash } from 'node:crypto'
import { eventOf, clickOf, seal, sign } from '../surfaces/feishu/sealed.ts'
import { KEYS } from '../surfaces/feishu/known.ts'
import { extendSha256 } from './length-extension.ts'
import type { Random } from './random.ts'

export interface Target {
  /** Where events are taken. */
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

export interface Attempt {
  readonly bytes: Buffer
  /** What the sender does after its last byte; absent: it waits for the answer. `cut` expects none. */
  readonly after?: 'half-close' | 'cut'
}

export type Headers = Readonly<Record<string, string | readonly string[]>>
type Make = (target: Target, random: Random) => Attempt

/** A request in bytes. */
export function request(line: string, headers: Headers = {}, body: Buffer | string = ''): Buffer {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${value}\r\n`))
  return Buffer.concat([Buffer.from(`${line}\r\n${lines.join('')}\r\n`, 'latin1'), Buffer.from(body)])
}

export function post({ path }: Pick<Target, 'path'>, headers: Headers, body: Buffer | string): Buffer {
  return request(`POST ${path} HTTP/1.1`, { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)), ...headers }, body)
}

type Signed = ReturnType<typeof signed>

/** What the platform would send: with the key, which no outsider has. Kinds that start from it have overheard it. */
export function signed({ now }: Pick<Target, 'now'>, id: string, header: Record<string, unknown> = {}): { readonly headers: Record<string, string>; readonly body: Buffer } {
  return resigned(seal(JSON.stringify(eventOf(clickOf('submit', id, { form: { q0: '0' } }), { event_id: id, ...header }))), now)
}

function resigned(body: Buffer, at: number, key: string = KEYS.encryptKey): { readonly headers: Record<string, string>; readonly body: Buffer } {
  const { headers } = sign(body, at, key)
  return { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])), body }
}

const overheard = (target: Target, random: Random): Signed => signed(target, `hostile-${random.below(2 ** 31)}`)
const chunk = (size: number): string => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`
const challenge = (fields: object = {}): string => JSON.stringify({ type: 'url_verification', token: KEYS.verificationToken, challenge: 'c', ...fields })

/** Bytes for a good signature under headers that have been tampered with. */
const tampered = (change: (headers: Record<string, string>, random: Random) => Headers): Make => (target, random) => {
  const { headers, body } = overheard(target, random)
  return { bytes: post(target, change(headers, random), body) }
}
const unsigned = (make: (target: Target, random: Random) => Buffer | string): Make => (target, random) => ({ bytes: post(target, {}, make(target, random)) })
const sealedAs = (make: (random: Random) => string): Make => (target, random) => {
  const { headers, body } = resigned(seal(make(random)), target.now)
  return { bytes: post(target, headers, body) }
}
const raw = (make: (target: Target, random: Random) => Buffer | string): Make => (target, random) => ({ bytes: Buffer.from(make(target, random)) })
const elsewhere = (line: (path: string, random: Random) => string): Make => (target, random) => {
  const { headers, body } = overheard(target, random)
  return { bytes: request(line(target.path, random), { 'Content-Length': String(body.length), ...headers }, body) }
}

export const KINDS: Readonly<Record<string, Make>> = {
  'nothing in it': unsigned(() => ''),
  'an event in the clear': unsigned(() => JSON.stringify(eventOf(clickOf('submit', 'x')))),
  'an overheard body without its signature': (target, random) => ({ bytes: post(target, {}, overheard(target, random).body) }),
  'a signature of chance': tampered((headers, random) => ({ ...headers, 'x-lark-signature': random.bytes(32).toString('hex') })),
  'a signature of no length': tampered((headers) => ({ ...headers, 'x-lark-signature': '' })),
  'a signature that is too long': tampered((headers) => ({ ...headers, 'x-lark-signature': `${headers['x-lark-signature']}00` })),
  'a signature in capitals': tampered((headers) => ({ ...headers, 'x-lark-signature': headers['x-lark-signature']?.toUpperCase().replace(/^[0-9]*$/u, 'A') ?? '' })),
  'another key': (target, random) => { const { headers, body } = resigned(overheard(target, random).body, target.now, 'another key'); return { bytes: post(target, headers, body) } },
  'no key': (target, random) => { const { headers, body } = resigned(overheard(target, random).body, target.now, ''); return { bytes: post(target, headers, body) } },
  'the signature of old cards': (target, random) => {
    const { headers, body } = overheard(target, random)
    const sha1 = createHash('sha1').update(`${headers['x-lark-request-timestamp']}n0nce${KEYS.verificationToken}`).update(body).digest('hex')
    return { bytes: post(target, { ...headers, 'x-lark-signature': sha1 }, body) }
  },
  'an hour ago': (target, random) => { const { headers, body } = signed({ now: target.now - 3_600_000 }, `old-${random.below(9)}`); return { bytes: post(target, headers, body) } },
  'an hour ahead': (target, random) => { const { headers, body } = signed({ now: target.now + 3_600_000 }, `new-${random.below(9)}`); return { bytes: post(target, headers, body) } },
  'an old signature under a fresh time': (target) => { const { headers, body } = signed({ now: target.now - 3_600_000 }, 'old'); return { bytes: post(target, { ...headers, 'x-lark-request-timestamp': String(Math.floor(target.now / 1000)) }, body) } },
  'a time of another form': tampered((headers, random) => ({ ...headers, 'x-lark-request-timestamp': random.pick(['', 'now', '1e9', '-1', '0x6553f100', '1700000000.5', '9'.repeat(400), ' ']) })),
  'digits moved between time and nonce': tampered((headers) => {
    const time = headers['x-lark-request-timestamp'] ?? ''
    return { ...headers, 'x-lark-request-timestamp': time.slice(0, -1), 'x-lark-request-nonce': `${time.slice(-1)}n0nce` }
  }),
  'one header missing': tampered((headers, random) => { const [gone] = [random.pick(['x-lark-signature', 'x-lark-request-nonce', 'x-lark-request-timestamp'])]; return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== gone)) }),
  'a header twice': tampered((headers, random) => { const twice = random.pick(['x-lark-signature', 'x-lark-request-nonce', 'x-lark-request-timestamp']); return { ...headers, [twice]: [headers[twice] ?? '', headers[twice] ?? ''] } }),
  'a signature that comes after the body': (target, random) => {
    const { headers, body } = overheard(target, random)
    const trailers = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')
    return { bytes: request(`POST ${target.path} HTTP/1.1`, { 'Transfer-Encoding': 'chunked', Trailer: Object.keys(headers).join(', ') }, `${body.length.toString(16)}\r\n${body.toString()}\r\n0\r\n${trailers}\r\n`) }
  },
  'a digit moved from the nonce to the time': (target, random) => { const { headers, body } = overheard(target, random); return { bytes: post(target, { ...headers, 'x-lark-request-timestamp': `${headers['x-lark-request-timestamp']}1`, 'x-lark-request-nonce': '0nce' }, body) } },
  'a good signature among others': tampered((headers, random) => { const { 'x-lark-signature': good = '' } = headers; return { ...headers, 'x-lark-signature': random.pick([`00, ${good}`, `${good}, 00`, `${good};`, `"${good}"`]) } }),
  'a good and a wrong signature': tampered((headers, random) => ({ ...headers, 'x-lark-signature': random.below(2) === 0 ? [headers['x-lark-signature'] ?? '', '00'] : ['00', headers['x-lark-signature'] ?? ''] })),
  'signed by names with underscores': tampered((headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replaceAll('-', '_'), value]))),
  'signed where no header stands': (target, random) => {
    const { headers, body } = overheard(target, random)
    const pairs = Object.entries(headers).map((pair) => pair.join('='))
    const [line, more] = random.pick<[string, Headers]>([[`POST ${target.path}?${pairs.join('&')} HTTP/1.1`, {}], [`POST ${target.path} HTTP/1.1`, { Cookie: pairs.join('; ') }]])
    return { bytes: request(line, { 'Content-Length': String(body.length), ...more }, body) }
  },
  'a byte changed': (target, random) => { const { headers, body } = overheard(target, random); body[random.below(body.length)]! ^= 1 << random.below(8); return { bytes: post(target, headers, body) } },
  'the same JSON with a blank': (target, random) => { const { headers, body } = overheard(target, random); return { bytes: post(target, headers, body.toString().replace(':', ': ')) } },
  'the same JSON in other bytes': (target, random) => { const { headers, body } = overheard(target, random); return { bytes: post(target, headers, random.pick([Buffer.concat([Buffer.from('\ufeff'), body]), Buffer.from(body.toString(), 'utf16le'), Buffer.from(`{"encrypt":"AAAA",${body.toString().slice(1)}`)])) } },
  'another body under an overheard signature': (target, random) => ({ bytes: post(target, overheard(target, random).headers, overheard(target, random).body) }),
  'more bytes under a signature that was made longer': (target, random) => {
    const { headers, body } = overheard(target, random)
    const known = Buffer.byteLength(`${headers['x-lark-request-timestamp']}n0nce${KEYS.encryptKey}`) + body.length
    const { signature, glue } = extendSha256(headers['x-lark-signature'] ?? '', known, ' ')
    return { bytes: post(target, { ...headers, 'x-lark-signature': signature }, Buffer.concat([body, glue, Buffer.from(' ')])) }
  },
  'signed and in the clear': (target) => { const { headers, body } = resigned(Buffer.from(JSON.stringify(eventOf(clickOf('submit', 'x')))), target.now); return { bytes: post(target, headers, body) } },
  'signed with a token of chance': sealedAs((random) => JSON.stringify(eventOf(clickOf('submit', 'x'), { token: random.bytes(8).toString('hex') }))),
  'signed for another app': sealedAs(() => JSON.stringify(eventOf(clickOf('submit', 'x'), { app_id: 'cli_0000000000000000' }))),
  'signed and no event': sealedAs((random) => random.pick(['', 'null', '[]', '{}', '{"schema":"1.0"}', '"x"', '['.repeat(20_000), '{"__proto__":{"schema":"2.0","header":{}}}', '{"schema":"2.0","header":{"event_id":""}}'])),
  'a check of the address with another token': unsigned(() => seal(challenge({ token: 'x' }))),
  'a check of the address in the clear': unsigned(() => challenge()),
  'a check of the address with lists for texts': unsigned(() => seal(challenge({ type: ['url_verification'], token: [KEYS.verificationToken], challenge: ['c'] }))),
  'a check of the address that wants much said back': unsigned(() => seal(challenge({ challenge: 'c'.repeat(2_000) }))),
  'a check of the address that wants markup said back': unsigned((_target, random) => seal(challenge({ challenge: random.pick(['<script>', '"><img src=x onerror=alert(1)>', 'a\r\nX: y', 'c\n', '']) }))),
  'an overheard check of the address with a bit changed': unsigned((_target, random) => { const { encrypt }: { encrypt: string } = JSON.parse(seal(challenge()).toString()); const bytes = Buffer.from(encrypt, 'base64'); bytes[16 + random.below(16)]! ^= 1 << random.below(8); return JSON.stringify({ encrypt: bytes.toString('base64') }) }),
  'nonsense where the cipher belongs': unsigned((_target, random) => JSON.stringify({ encrypt: random.pick(['', 'A', 'AAAA', '!!!!', random.bytes(15).toString('base64'), random.bytes(333).toString('base64')]) })),
  'JSON a thousand deep': unsigned(() => '['.repeat(1_000)),
  'an encrypt of another type': unsigned((_target, random) => random.pick(['{"encrypt":1}', '{"encrypt":["a"]}', '{"encrypt":{"toString":1}}', '{"__proto__":{"encrypt":"AAAA"}}', '{"encrypt":null}'])),
  'a body that says it is huge': (target, random) => ({ bytes: post(target, { ...overheard(target, random).headers, 'Content-Length': '999999999' }, 'x') }),
  'a huge body': (target, random) => ({ bytes: post(target, overheard(target, random).headers, 'x'.repeat(270_000)) }),
  'a long body of a stranger': unsigned(() => 'x'.repeat(5_000)),
  'a huge body in pieces': (target, random) => ({ bytes: request(`POST ${target.path} HTTP/1.1`, { 'Transfer-Encoding': 'chunked', ...overheard(target, random).headers }, chunk(270_000)) }),
  'a piece with much said about it': (target, random) => ({ bytes: request(`POST ${target.path} HTTP/1.1`, { 'Transfer-Encoding': 'chunked', ...overheard(target, random).headers }, `3;${'a'.repeat(40_000)}\r\nabc\r\n0\r\n\r\n`) }),
  'much said behind the pieces': (target, random) => ({ bytes: request(`POST ${target.path} HTTP/1.1`, { 'Transfer-Encoding': 'chunked', ...overheard(target, random).headers }, `3\r\nabc\r\n0\r\n${'X-T: y\r\n'.repeat(5_000)}\r\n`) }),
  'pieces that are pieces or squeezed': (target, random) => ({ bytes: request(`POST ${target.path} HTTP/1.1`, { 'Transfer-Encoding': random.pick<string | readonly string[]>(['gzip, chunked', 'chunked, chunked', 'chunked, identity', ['chunked', 'identity']]), ...overheard(target, random).headers }, '3\r\nabc\r\n0\r\n\r\n') }),
  'pieces of no size': (target) => ({ bytes: request(`POST ${target.path} HTTP/1.1`, { 'Transfer-Encoding': 'chunked' }, 'zz\r\nx\r\n') }),
  'a length and pieces': (target, random) => { const { headers, body } = overheard(target, random); return { bytes: request(`POST ${target.path} HTTP/1.1`, { 'Content-Length': '4', 'Transfer-Encoding': 'chunked', ...headers }, `0\r\n\r\n${post(target, {}, body).toString()}`) } },
  'pieces by another name': (target) => ({ bytes: request(`POST ${target.path} HTTP/1.1`, { 'Transfer-Encoding': 'xchunked' }, '0\r\n\r\n') }),
  'two lengths': (target) => ({ bytes: request(`POST ${target.path} HTTP/1.1`, { 'Content-Length': ['4', '5'] }, 'xxxxx') }),
  'a length in other signs': (target, random) => ({ bytes: request(`POST ${target.path} HTTP/1.1`, { 'Content-Length': random.pick(['+5', '5, 5', '0x5', '5e0', '18446744073709551615']) }, 'abcde') }),
  'lines that end otherwise': raw(({ path }, random) => random.pick([`POST ${path} HTTP/1.1\nHost: x\nContent-Length: 2\n\n{}`, `POST ${path} HTTP/1.1\r\nHost: x\rX-Lark-Signature: a\r\nContent-Length: 2\r\n\r\n{}`, `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Lark-Signature : a\r\nContent-Length: 2\r\n\r\n{}`])),
  'a negative length': (target) => ({ bytes: request(`POST ${target.path} HTTP/1.1`, { 'Content-Length': '-1' }) }),
  'a squeezed body': (target, random) => { const { headers } = overheard(target, random); return { bytes: post(target, { ...headers, 'Content-Encoding': 'gzip' }, Buffer.from('1f8b08000000000000034b040043beb7e801000000', 'hex')) } },
  'one huge header': (target) => ({ bytes: post(target, { 'X-Padding': 'x'.repeat(9_000) }, '{}') }),
  'a hundred headers': (target, random) => ({ bytes: post(target, { ...overheard(target, random).headers, ...Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`X-${at}`, '1'])) }, '{}') }),
  'a header of two lines': (target) => ({ bytes: request(`POST ${target.path} HTTP/1.1`, { 'X-Fold': 'a\r\n b', 'Content-Length': '0' }) }),
  'a header with a zero byte': (target) => ({ bytes: request(`POST ${target.path} HTTP/1.1`, { 'X-Zero': 'a\0b' }) }),
  'a header called __proto__': (target) => ({ bytes: request(`POST ${target.path} HTTP/1.1`, { ['__proto__' as string]: 'x', 'Content-Length': '0', 'constructor': 'x' }) }),
  'the greeting of TLS': raw((_target, random) => Buffer.concat([Buffer.from('16030100f4010000f00303', 'hex'), random.bytes(200)])),
  'the greeting of HTTP/2': raw(() => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  'bytes of chance': raw((_target, random) => Buffer.concat([Buffer.from([1 + random.below(30)]), random.bytes(1 + random.below(500))])),
  'HTTP/0.9': raw(({ path }) => `GET ${path}\r\n\r\n`),
  'HTTP/1.0': raw(({ path }) => `POST ${path} HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}`),
  'HTTP/9.9': raw(({ path }) => `POST ${path} HTTP/9.9\r\nContent-Length: 2\r\n\r\n{}`),
  'no host': raw(({ path }) => `POST ${path} HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}`),
  'a tunnel': raw(() => 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n'),
  'another protocol': (target) => ({ bytes: request(`GET ${target.path} HTTP/1.1`, { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Key': 'x', 'Sec-WebSocket-Version': '13' }) }),
  'an expectation': (target) => ({ bytes: post(target, { Expect: '100-continue' }, '{}') }),
  'an expectation of chance': (target) => ({ bytes: post(target, { Expect: 'wonders' }, '{}') }),
  'another method, signed': elsewhere((path, random) => `${random.pick(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])} ${path} HTTP/1.1`),
  'another method by a header': (target) => ({ bytes: request(`GET ${target.path} HTTP/1.1`, { 'X-HTTP-Method-Override': 'POST' }) }),
  'another path, signed': elsewhere((path, random) => `POST ${random.pick(['/', '/healthz', `${path}/`, `${path}x`, path.toUpperCase(), `/x/..${path}`, path.replace('/', '/%2f'), `//${path}`, `http://[::1${path}`, `http://127.0.0.1${path}`, `//a@[::1${path}#`, '*', `${path};x`, `${path}#`, `/%`, `${path}%00`])} HTTP/1.1`),
  'many at once': (target) => ({ bytes: Buffer.concat(Array.from({ length: 5 }, () => post(target, {}, '{}'))) }),
  'a forged address': (target, random) => ({ bytes: post(target, { 'X-Forwarded-For': `10.0.${random.below(256)}.${random.below(256)}`, Forwarded: 'for=127.0.0.1' }, '{}') }),
  'no more to say': (target) => ({ bytes: post(target, { 'Content-Length': '10' }, '{}'), after: 'cut' }),
  'half closed': (target) => ({ bytes: post(target, {}, '{}'), after: 'half-close' }),
}
