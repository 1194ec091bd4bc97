/** How a callback is wrapped: AES-256-CBC under the encrypt key, then a SHA-256 signature over the exact bytes. */
import { createCipheriv, createHash } from 'node:crypto'

const BLOCK_BYTES = 16

/** `iv` must be 16 random bytes; the result is the whole request body. */
export function sealBody(payload: string, encryptKey: string, iv: Buffer): Buffer {
  if (iv.length !== BLOCK_BYTES) throw new RangeError(`The IV must have ${BLOCK_BYTES} bytes, not ${iv.length}`)
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(encryptKey).digest(), iv)
  const sealed = Buffer.concat([iv, cipher.update(payload, 'utf8'), cipher.final()])
  return Buffer.from(JSON.stringify({ encrypt: sealed.toString('base64') }))
}

export interface SignatureParts {
  /** Unix seconds, as the header carries them. */
  readonly timestamp: string
  readonly nonce: string
  readonly encryptKey: string
  readonly body: Buffer
}

/** The headers of a signed request. */
export function signatureHeaders({ timestamp, nonce, encryptKey, body }: SignatureParts): Readonly<Record<string, string>> {
  const signature = createHash('sha256').update(timestamp).update(nonce).update(encryptKey).update(body).digest('hex')
  return {
    'x-lark-request-timestamp': timestamp,
    'x-lark-request-nonce': nonce,
    'x-lark-signature': signature,
  }
}
