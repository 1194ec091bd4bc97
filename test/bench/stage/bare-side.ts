/** The baseline of a callback: express, the raw body, one hash, one decryption, and an answer that was made before. */
import { createDecipheriv, createHash } from 'node:crypto'
import { once } from 'node:events'
import express from 'express'
import { KEYS } from './callback.ts'

export interface BareSide {
  readonly url: string
  close(): Promise<void>
}

/** `received` is called with each callback before it is answered with `answer`, which is JSON. */
export async function createBareSide(answer: string, received: () => void = () => {}): Promise<BareSide> {
  const key = createHash('sha256').update(KEYS.encryptKey).digest()
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.post('/callback', express.raw({ type: () => true }), (request, response) => {
    const body: Buffer = request.body
    const { headers } = request
    const hash = createHash('sha256').update(String(headers['x-lark-request-timestamp'])).update(String(headers['x-lark-request-nonce'])).update(KEYS.encryptKey).update(body).digest('hex')
    const { encrypt }: { encrypt: string } = JSON.parse(body.toString())
    const bytes = Buffer.from(encrypt, 'base64')
    const decipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, 16))
    const plain = Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()])
    if (plain.length === 0 || hash.length === 0) throw new Error('an empty callback')
    received()
    response.type('json').send(answer)
  })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/callback`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
