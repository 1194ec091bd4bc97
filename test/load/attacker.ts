/** The process that attacks: so many attempts at a time, of every kind, with the platform's own requests among them. */
import { parentSays, tellParent } from './child.ts'
import { exchange, withoutContinue } from './exchange.ts'
import { spreadOf } from './figures.ts'
import { KINDS, post, request, signed } from './kinds.ts'
import { createRandom } from './random.ts'

/** Attempts at a time. */
const HANDS = 40
/** One of so many requests is the platform's. */
const VALID_EVERY = 100
/** Connections that send a byte now and then, all the time. */
const SLOW = 20

const refused = 'HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: 33\r\nConnection: close\r\nDate: \r\n\r\n{"code":401,"msg":"unauthorized"}'

async function attack(port: number, path: string, seed: number, count: number): Promise<void> {
  const random = createRandom(seed)
  const kinds = Object.entries(KINDS)
  const times: number[] = []
  const validTimes: number[] = []
  const others = new Map<string, number>()
  const perKind = new Map<string, number>()
  let [sent, accepted, refusals, unread, validSent, validRight, slow] = [0, 0, 0, 0, 0, 0, 0]
  const over = new AbortController()

  const beValid = async (): Promise<void> => {
    const id = `good-${validSent++}`
    const { headers, body } = signed({ now: Date.now() }, id)
    const { answer, took } = await exchange({ bytes: post({ path }, { ...headers, Connection: 'close' }, body) }, { port })
    if (took !== undefined) validTimes.push(took)
    if (answer.startsWith('HTTP/1.1 200 OK\r\n') && answer.includes(`"content":"${id}"`)) validRight += 1
    else others.set(`valid: ${answer.slice(0, 40)}`, (others.get(`valid: ${answer.slice(0, 40)}`) ?? 0) + 1)
  }

  const beHostile = async (at: number): Promise<void> => {
    const [name, make] = kinds[at % kinds.length]!
    const attempt = make({ path, now: Date.now() }, random)
    perKind.set(name, (perKind.get(name) ?? 0) + 1)
    const { answer, took } = await exchange(attempt, { port, from: `127.0.${random.below(4)}.${1 + random.below(200)}` })
    const said = withoutContinue(answer).replace(/^Date: .*$/mu, 'Date: ')
    if (/HTTP\/1\.1 2/u.test(said)) accepted += 1
    if (said === refused) {
      refusals += 1
      if (took !== undefined) times.push(took)
    } else if (said === '') {
      unread += attempt.after === undefined ? 1 : 0
    } else others.set(`${name}: ${said.slice(0, 60)}`, (others.get(`${name}: ${said.slice(0, 60)}`) ?? 0) + 1)
  }

  /** Begins a request that never ends, again and again. */
  const beSlow = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const { headers } = signed({ now: Date.now() }, 'slow')
      const bytes = random.next() < 0.5 ? Buffer.from(`POST ${path} HTTP/1.1\r\nX-Slow: `) : request(`POST ${path} HTTP/1.1`, { ...headers, 'Content-Length': '5000' }, 'x')
      await exchange({ bytes }, { port })
      slow += 1
    }
  }

  const hand = async (): Promise<void> => {
    while (sent < count) {
      const at = sent++
      if (at === Math.floor(count / 10)) tellParent({ kind: 'warm' })
      if (at % VALID_EVERY === 0) await beValid()
      await beHostile(at)
    }
  }
  for (let each = 0; each < SLOW; each += 1) beSlow().catch(() => undefined)
  await Promise.all(Array.from({ length: HANDS }, hand))
  over.abort()
  tellParent({ kind: 'done', sent, accepted, refusals, unread, validSent, validRight, slow, kinds: perKind.size, others: [...others].slice(0, 10), times: spreadOf(times), validTimes: spreadOf(validTimes) })
}

await new Promise<void>((resolve, reject) => {
  parentSays(({ port, path, seed, count }) => { attack(Number(port), String(path), Number(seed), Number(count)).then(resolve, reject) })
  tellParent({ kind: 'there' })
})
// The parent ends it.
await new Promise(() => undefined)
