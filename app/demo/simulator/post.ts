/** Posting to the app's webhook over connections that stay open between clicks. */
import { Agent, request } from 'node:http'
import type { AppAnswer } from './types.ts'

export interface Poster {
  /** Resolves with the answer, or with nothing when none came within `deadlineMs`; never rejects. */
  post(url: string, body: Buffer, headers: Readonly<Record<string, string>>, deadlineMs: number): Promise<AppAnswer | undefined>
  /** Ends every connection, with the requests that still wait on them. */
  close(): void
}

/** An answer beyond this is cut off and counts as none; in bytes. */
const MAX_ANSWER_BYTES = 1_000_000

export function createPoster(): Poster {
  const agent = new Agent({ keepAlive: true })
  return {
    post(url, body, headers, deadlineMs) {
      return new Promise((resolve) => {
        const outgoing = request(url, { agent, method: 'POST', headers: { ...headers, 'content-length': String(body.length) } })
        const timer = setTimeout(() => outgoing.destroy(), deadlineMs)
        const finish = (answer?: AppAnswer) => {
          clearTimeout(timer)
          resolve(answer)
        }
        // A refused connection, a reset and our own deadline are all the same to a phone: nobody answered.
        outgoing.on('error', () => finish())
        outgoing.on('close', () => finish())
        outgoing.on('response', (incoming) => {
          const chunks: Buffer[] = []
          let bytes = 0
          incoming.on('data', (chunk: Buffer) => {
            bytes += chunk.length
            if (bytes > MAX_ANSWER_BYTES) outgoing.destroy()
            else chunks.push(chunk)
          })
          incoming.on('error', () => finish())
          incoming.on('end', () => finish({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }))
        })
        outgoing.end(body)
      })
    },
    close: () => agent.destroy(),
  }
}
