/** The platform's side of callbacks, in a process of its own: requests are made before the clock starts, over connections that stay. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { clickRequest } from './callback.ts'
import type { CallerOrder, CallerReport } from './caller.ts'

const CONNECTIONS = 8
const END_OF_HEAD = '\r\n\r\n'

const sockets = new Map<string, Socket[]>()
let requests: readonly Buffer[] = []
let url = new URL('http://127.0.0.1')
let events = 0

function report(message: CallerReport): void {
  process.send?.(message)
}

function socketsTo({ host, hostname, port }: URL): readonly Socket[] {
  const known = sockets.get(host) ?? Array.from({ length: CONNECTIONS }, () => connect(Number(port), hostname).setNoDelay(true))
  sockets.set(host, known)
  return known
}

/** Resolves with the body of the next answer on the socket. */
function answerOn(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (bytes: Buffer): void => {
      text += bytes.toString('latin1')
      const end = text.indexOf(END_OF_HEAD)
      if (end === -1) return
      const length = Number(/content-length: (\d+)/iu.exec(text)?.[1])
      if (text.length < end + END_OF_HEAD.length + length) return
      socket.off('data', read)
      if (text.startsWith('HTTP/1.1 200')) resolve(text.slice(end + END_OF_HEAD.length))
      else reject(new Error(text.slice(0, 200)))
    }
    socket.on('data', read)
  })
}

/** Sends all requests, each connection the next one as soon as it has its answer. */
async function burst(accepted: string): Promise<void> {
  const latencies: number[] = []
  let next = 0
  const start = performance.now()
  await Promise.all(socketsTo(url).map(async (socket) => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      const sent = performance.now()
      const answer = answerOn(socket)
      socket.write(request)
      const body = await answer
      latencies.push(performance.now() - sent)
      if (!body.includes(accepted)) throw new Error(`not accepted: ${body.slice(0, 200)}`)
    }
  }))
  report({ kind: 'done', wall: performance.now() - start, latencies })
}

/** Sends the one request; its time ends when `shown` comes in from the screen. */
async function watch(shown: string): Promise<void> {
  const [request] = requests
  const [socket] = socketsTo(url)
  if (request === undefined || socket === undefined) throw new Error('nothing to send')
  const sent = performance.now()
  const seen = new Promise<number>((resolve) => {
    let text = ''
    const read = (bytes: Buffer): void => {
      text += bytes.toString()
      if (!text.includes(shown)) return
      process.stdin.off('data', read)
      resolve(performance.now() - sent)
    }
    process.stdin.on('data', read)
  })
  const answer = answerOn(socket)
  socket.write(request)
  const latency = await seen
  await answer
  report({ kind: 'done', wall: latency, latencies: [latency] })
}

async function obey(order: CallerOrder): Promise<void> {
  switch (order.kind) {
    case 'prepare':
      url = new URL(order.url)
      requests = order.targets.map((target) => clickRequest(url, target, `event-${++events}`))
      // A connection is made outside the clock, too.
      for (const socket of socketsTo(url)) if (socket.connecting) await once(socket, 'connect')
      return report({ kind: 'ready' })
    case 'burst':
      return burst(order.accepted)
    case 'watch':
      return watch(order.shown)
  }
}

process.stdin.resume()
process.on('message', (order: CallerOrder) => {
  obey(order).catch((error: unknown) => report({ kind: 'failed', reason: String(error) }))
})
process.on('disconnect', () => process.exit(0))
