/** Bytes on the webhook's socket: whole requests, halves, several in a row, and what is no HTTP at all. */
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createWebhook } from '../../../surfaces/feishu/webhook.ts'
import { KINDS } from '../../load/kinds.ts'
import { mutateBytes } from '../mutate.ts'
import { hold, type Target } from '../target.ts'
import { GENUINE, holdGenuine, NOW, PATH, watchedEndpoint } from './signed.ts'

const TIMES = { headers: 300, request: 500, keepAlive: 200, silence: 800, checking: 100 }
/** Milliseconds until the connection has to be over. */
const LONGEST = 6_000
const REFUSAL = '{"code":401,"msg":"unauthorized"}'

/** All that comes back until the connection is over. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error('the connection stays open'))
    }, LONGEST)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve(Buffer.concat(chunks).toString('latin1'))
    })
    socket.end(bytes)
  })
}

export const sockets: Target = {
  name: 'sockets',
  share: 0.06,
  open: async () => {
    const watched = watchedEndpoint(true)
    const webhook = await createWebhook({ host: '127.0.0.1', port: 0, path: PATH, trustProxy: [] }, { endpoint: watched.endpoint, times: TIMES, sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}) })
    const port = Number(new URL(webhook.url).port)
    const kinds = Object.values(KINDS)
    return {
      make: (random) => {
        if (random.below(3) === 0) return mutateBytes(GENUINE, random)
        const kind = kinds[random.below(kinds.length)]
        const { bytes } = kind?.({ path: PATH, now: NOW }, random) ?? { bytes: GENUINE }
        // A kind may be many megabytes, which another run is for.
        const short = bytes.subarray(0, 40_000)
        return random.below(4) === 0 ? Buffer.concat([mutateBytes(short, random), mutateBytes(GENUINE, random)]) : mutateBytes(short, random)
      },
      run: async (input) => {
        const answer = await exchange(port, input)
        const events = watched.let()
        holdGenuine(events)
        const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d+) /gmu)].map(([, status]) => status)
        hold(statuses.every((status) => status === '200' || status === '401'), () => `answered ${statuses.join(', ')}`)
        hold(statuses.filter((status) => status === '401').length === answer.split(REFUSAL).length - 1, () => `a refusal in other words: ${JSON.stringify(answer)}`)
        hold(!/x-powered-by|etag|<html|at .*\.(?:ts|js):/iu.test(answer), () => `it tells of itself: ${JSON.stringify(answer)}`)
      },
      close: () => webhook.close(),
    }
  },
}
