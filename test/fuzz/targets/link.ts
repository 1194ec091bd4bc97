/** The vendor's own client on a long connection whose other side sends what it likes. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import { parseFrame, renderFrame, METHOD } from '../../../app/demo/simulator/frame.ts'
import { createFeishuClient } from '../../../surfaces/feishu/client.ts'
import type { InboundEvent } from '../../../surfaces/feishu/inbox.ts'
import { createLongConnection } from '../../../surfaces/feishu/long-connection.ts'
import type { Random } from '../../load/random.ts'
import { clickOf, eventOf } from '../../surfaces/feishu/sealed.ts'
import { KEYS } from '../../surfaces/feishu/known.ts'
import { jsonBytes, mutateBytes, mutateJson } from '../mutate.ts'
import { hold, type Target } from '../target.ts'

/** Milliseconds that a good event may take to be acknowledged, after a reconnection if there must be one. */
const LONGEST = 20_000
const CLIENT_CONFIG = { PingInterval: 60, ReconnectCount: -1, ReconnectInterval: 0.02, ReconnectNonce: 0.001 }

function frameOf(payload: Buffer, id: string, headers: Readonly<Record<string, string>> = {}, method: number = METHOD.data): Buffer {
  return renderFrame({ seqId: 1n, logId: 1n, service: 1, method, headers: { type: 'event', message_id: id, sum: '1', seq: '0', trace_id: id, ...headers }, payload })
}

function hostile(random: Random): Buffer {
  const event = eventOf(clickOf('submit', 'a'), { event_id: 'any' })
  const payload = random.below(2) === 0 ? jsonBytes(mutateJson(event, random)) : mutateBytes(jsonBytes(event), random)
  const headers = random.below(3) === 0 ? { type: random.pick(['event', 'card', 'ping', 'pong', '', '__proto__']), sum: random.pick(['0', '1', '2', '-1', 'x', '65536']), seq: random.pick(['0', '1', '-1', 'x', '70000']) } : {}
  const frame = frameOf(payload, `h${random.below(50)}`, headers, random.below(6) === 0 ? METHOD.control : METHOD.data)
  return random.below(3) === 0 ? mutateBytes(frame, random) : random.below(20) === 0 ? random.bytes(random.below(200)) : frame
}

export const link: Target = {
  name: 'link',
  share: 0.06,
  open: async () => {
    const events: InboundEvent[] = []
    const acknowledged = new Map<string, () => void>()
    let socket: WebSocket | undefined
    let dialled: (() => void) | undefined
    const server = createServer((request, response) => {
      request.resume()
      const { port } = Object(server.address())
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ code: 0, msg: 'ok', data: { URL: `ws://127.0.0.1:${port}/?fpid=493&device_id=d&service_id=1`, ClientConfig: CLIENT_CONFIG } }))
    })
    const links = new WebSocketServer({ server })
    links.on('connection', (connection) => {
      socket = connection
      connection.on('error', () => undefined)
      connection.on('message', (bytes: Buffer) => {
        const { headers } = parseFrame(bytes)
        acknowledged.get(headers['message_id'] ?? '')?.()
      })
      dialled?.()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const log = { info: () => undefined, warn: () => undefined }
    const client = await createFeishuClient({ ...KEYS, domain: `http://127.0.0.1:${Object(server.address()).port}` }, { log })
    const connection = createLongConnection({
      client, appId: KEYS.appId, log, defer: setImmediate, onLink: () => undefined,
      inbox: (event) => { events.push(event); return { bytes: Buffer.from('{}'), sent: () => undefined } },
    })
    await connection.started
    let number = 0
    /** Resolves when a good event has been acknowledged. */
    const isAlive = async (): Promise<boolean> => {
      number += 1
      const id = `good-${number}`
      const good = frameOf(jsonBytes(eventOf(clickOf('submit', 'a'), { event_id: id })), id)
      const timer = new AbortController()
      const late = new Promise<boolean>((resolve) => {
        const set = setTimeout(() => resolve(false), LONGEST)
        timer.signal.addEventListener('abort', () => clearTimeout(set))
      })
      const taken = new Promise<boolean>((resolve) => {
        acknowledged.set(id, () => resolve(true))
        dialled = () => { socket?.send(good) }
        dialled()
      })
      const alive = await Promise.race([taken, late])
      timer.abort()
      dialled = undefined
      acknowledged.delete(id)
      return alive
    }
    return {
      make: hostile,
      run: async (input) => {
        if (socket?.readyState === socket?.OPEN) socket?.send(input)
        hold(await isAlive(), () => 'a good event behind it is not acknowledged')
        for (const { id, payload } of events.splice(0)) {
          const app: unknown = Reflect.get(Object(Reflect.get(Object(payload), 'event')), 'app_id')
          hold(typeof id === 'string' && id !== '' && app === KEYS.appId, () => `an event of another app was let in: ${JSON.stringify(payload)}`)
        }
      },
      close: async () => {
        connection.close()
        client.close()
        for (const each of links.clients) each.terminate()
        links.close()
        server.closeAllConnections()
        await new Promise((resolve) => { server.close(resolve) })
      },
    }
  },
}
