/** Whether an inbound request is the platform's: pure, over the raw bytes, with the time injected. */
import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { isObject } from './json.ts'

/** A request as any transport can hand it over. Header names are lower case. */
export interface InboundRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The bytes as they came; a parsed and serialised body has another signature. */
  readonly body: Uint8Array
  /** The address of the sender, where the transport knows one. */
  readonly from?: string
}

export interface VerifierKeys {
  readonly appId: string
  readonly encryptKey: string
  readonly verificationToken: string
}

export type Verified =
  /** The platform asks whether this address is ours; answer `{challenge}`. */
  | { readonly kind: 'challenge'; readonly challenge: string }
  /** An event. `id` is the same for each delivery of it; `payload` is the whole decrypted JSON. */
  | { readonly kind: 'event'; readonly id: string; readonly type: string; readonly payload: unknown }

/** Why a request was refused: for the log only, the sender learns nothing of it. */
export type RefusalReason =
  | 'headers' | 'timestamp' | 'signature' | 'encryption' | 'json' | 'token' | 'app' | 'unsigned'
  /** Seen by the transport: no HTTP, another path or method, too large, cut off or too slow; too many before it; our own fault. */
  | 'http' | 'path' | 'size' | 'cut' | 'slow' | 'limit' | 'broken'

/** The request is not the platform's. */
export class RequestRefusal extends Error {
  override readonly name = 'RequestRefusal'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super('The request was refused')
    this.reason = reason
  }
}

/** A signature is fresh for this long, in seconds, into the past and the future. */
const FRESH_SECONDS = 300

// It comes unsigned and is said back: were any text taken, one that was overheard could be mended until it decrypts others.
const challenge = z.object({ type: z.literal('url_verification'), token: z.string(), challenge: z.string().regex(/^[\w\-.~+/=]{1,256}$/u) })

/**
 * Checks in this order: headers, freshness, signature, and only then decryption, JSON, token and app, so that
 * nothing unsigned is ever decrypted but to answer the platform's own `url_verification`, which comes unsigned.
 * `now` is in milliseconds. Throws `RequestRefusal`.
 */
export function verifyRequest({ headers, body }: InboundRequest, keys: VerifierKeys, now: number): Verified {
  const signature = verifyHeaders(headers, now)
  if (signature === undefined) return verifyChallenge(body, keys)
  // The platform signs with SHA-256 over timestamp, nonce, key and the bytes of the body.
  const expected = sha256(signature.timestamp, signature.nonce, keys.encryptKey, body).toString('hex')
  if (!isSame(signature.signature, sha256(expected))) throw new RequestRefusal('signature')
  return readEvent(decrypt(body, keys), keys)
}

/** What a request says of its signature. */
export interface Signature {
  readonly timestamp: string
  readonly nonce: string
  readonly signature: string
}

/** What can be checked before the body has come; nothing when the request is unsigned. Throws `RequestRefusal`. */
export function verifyHeaders(headers: InboundRequest['headers'], now: number): Signature | undefined {
  const timestamp = headers['x-lark-request-timestamp']
  const nonce = headers['x-lark-request-nonce']
  const signature = headers['x-lark-signature']
  if (timestamp === undefined && nonce === undefined && signature === undefined) return undefined
  if (typeof timestamp !== 'string' || typeof nonce !== 'string' || typeof signature !== 'string') throw new RequestRefusal('headers')
  verifyFreshness(timestamp, now)
  return { timestamp, nonce, signature }
}

function verifyFreshness(timestamp: string, now: number): void {
  // The platform's time stamp is taken as Unix seconds.
  const isFresh = /^\d{1,12}$/u.test(timestamp) && Math.abs(now / 1000 - Number(timestamp)) <= FRESH_SECONDS
  if (!isFresh) throw new RequestRefusal('timestamp')
}

function verifyChallenge(body: Uint8Array, keys: VerifierKeys): Verified {
  const asked = challenge.safeParse(decrypt(body, keys))
  if (!asked.success || !isSame(asked.data.token, digestsOf(keys).token)) throw new RequestRefusal('unsigned')
  return { kind: 'challenge', challenge: asked.data.challenge }
}

function readEvent(payload: unknown, keys: VerifierKeys): Verified {
  const digests = digestsOf(keys)
  // Events first: what is no challenge makes an error, and hardly anything is one.
  const header = readHeader(payload)
  if (header === undefined) {
    const asked = challenge.safeParse(payload)
    if (asked.success && isSame(asked.data.token, digests.token)) return { kind: 'challenge', challenge: asked.data.challenge }
    throw new RequestRefusal('json')
  }
  const { id, type, token, app } = header
  if (!isSame(token, digests.token)) throw new RequestRefusal('token')
  if (!isSame(app, digests.app)) throw new RequestRefusal('app')
  return { kind: 'event', id, type, payload }
}

interface EventHeader {
  readonly id: string
  readonly type: string
  readonly token: string
  readonly app: string
}

/** Of an event; by hand, since every click passes here. */
function readHeader(payload: unknown): EventHeader | undefined {
  if (!isObject(payload) || payload['schema'] !== '2.0' || !isObject(payload['header'])) return undefined
  const { event_id: id, event_type: type, token, app_id: app } = payload['header']
  const isComplete = typeof id === 'string' && id !== '' && typeof type === 'string' && typeof token === 'string' && typeof app === 'string'
  return isComplete ? { id, type, token, app } : undefined
}

/** What is hashed once for all requests. */
interface Digests {
  /** That of the Encrypt Key is the key of the cipher. */
  readonly cipher: Buffer
  readonly token: Buffer
  readonly app: Buffer
}

const digested = new WeakMap<VerifierKeys, Digests>()

function digestsOf(keys: VerifierKeys): Digests {
  const known = digested.get(keys)
  if (known) return known
  const made = { cipher: sha256(keys.encryptKey), token: sha256(keys.verificationToken), app: sha256(keys.appId) }
  digested.set(keys, made)
  return made
}

/** `{"encrypt": base64}`: AES-256-CBC, the key is the SHA-256 of the Encrypt Key, the first 16 bytes are the IV. */
function decrypt(body: Uint8Array, keys: VerifierKeys): unknown {
  const sealed = parseJson(body, 'encryption')
  const encrypt = isObject(sealed) ? sealed['encrypt'] : undefined
  if (typeof encrypt !== 'string') throw new RequestRefusal('encryption')
  const bytes = Buffer.from(encrypt, 'base64')
  let plain: Buffer
  try {
    const decipher = createDecipheriv('aes-256-cbc', digestsOf(keys).cipher, bytes.subarray(0, 16))
    plain = Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()])
  } catch {
    throw new RequestRefusal('encryption')
  }
  return parseJson(plain, 'json')
}

const utf8 = new TextDecoder()

function parseJson(bytes: Uint8Array, reason: RefusalReason): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new RequestRefusal(reason)
  }
}

function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Compares with the digest of what is expected: in the same time wherever the difference is, and whatever the lengths. */
function isSame(given: string, expected: Buffer): boolean {
  return timingSafeEqual(sha256(given), expected)
}
