/** One connection, one attempt: bytes out, and all that comes back until the other side ends it. */
import { connect } from 'node:net'
import type { Attempt } from './kinds.ts'

export interface Exchange {
  /** Latin 1. */
  readonly answer: string
  /** Milliseconds from the last byte out to the end of the first answer; nothing when none came. */
  readonly took?: number
  /** Whether the connection was reset, or refused. */
  readonly isBroken: boolean
}

export interface ExchangeOptions {
  readonly port: number
  /** Among 127.0.0.0/8. */
  readonly from?: string
  /** Milliseconds after which it is given up. */
  readonly patience?: number
}

export function exchange({ bytes, after }: Attempt, { port, from, patience = 20_000 }: ExchangeOptions): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', ...(from === undefined ? {} : { localAddress: from }) })
    let answer = ''
    let isBroken = false
    let sent = 0
    let took: number | undefined
    const timer = setTimeout(() => socket.destroy(new Error('patience')), patience)
    socket.setNoDelay(true)
    socket.once('connect', () => {
      sent = performance.now()
      if (after === 'half-close') socket.end(bytes)
      else if (after === 'cut') socket.write(bytes, () => socket.destroy())
      else socket.write(bytes, () => { sent = performance.now() })
    })
    socket.on('data', (part) => {
      answer += part.toString('latin1')
      if (took === undefined && bodyOf(withoutContinue(answer)) !== undefined) took = performance.now() - sent
    })
    socket.on('error', () => { isBroken = true })
    socket.once('close', () => {
      clearTimeout(timer)
      resolve({ answer, isBroken, ...(took === undefined ? {} : { took }) })
    })
  })
}

/** An interim answer says nothing but that the body is awaited. */
export function withoutContinue(answer: string): string {
  return answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/u, '')
}

/** The body of the first answer, once it has come in whole. */
function bodyOf(answer: string): string | undefined {
  const [head, rest] = [answer.indexOf('\r\n\r\n'), /content-length: (\d+)/iu.exec(answer)?.[1]]
  if (head < 0 || rest === undefined) return undefined
  const body = answer.slice(head + 4, head + 4 + Number(rest))
  return body.length === Number(rest) ? body : undefined
}
