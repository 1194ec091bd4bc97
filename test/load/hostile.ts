/** The real webhook under everything that outsiders send, over real sockets from another process. */
import { setTimeout as delay } from 'node:timers/promises'
import { createEndpoint } from '../../surfaces/feishu/endpoint.ts'
import { createInbox } from '../../surfaces/feishu/inbox.ts'
import { createWebhook } from '../../surfaces/feishu/webhook.ts'
import { KEYS } from '../surfaces/feishu/known.ts'
import { startChild } from './child.ts'
import { createVerdict, type Memory, memoryNow, type Spread, spreadLine, watchLateness } from './figures.ts'

export interface HostileRun {
  readonly seed: number
  readonly requests: number
  /** Milliseconds that 99.9 % of the refusals may take. */
  readonly patienceMs: number
}

interface Report {
  readonly sent: number
  readonly accepted: number
  readonly refusals: number
  readonly unread: number
  readonly validSent: number
  readonly validRight: number
  readonly slow: number
  readonly kinds: number
  readonly others: readonly (readonly [string, number])[]
  readonly times: Spread
  readonly validTimes: Spread
}

const sleep = (ms: number, signal?: AbortSignal): Promise<void> => delay(ms, undefined, signal ? { signal } : {})
const PATH = '/feishu/webhook'

/** Resolves with the number of checks that did not hold. */
export async function runHostile({ seed, requests, patienceMs }: HostileRun): Promise<number> {
  process.stdout.write(`hostile requests: ${requests}, seed ${seed}\n`)
  let [handled, strange, lines] = [0, 0, 0]
  const log = { info: () => { lines += 1 }, warn: () => { lines += 1 } }
  const inbox = createInbox({
    handle: (payload) => {
      const id = /"event_id":"([^"]*)"/u.exec(JSON.stringify(payload))?.[1] ?? ''
      handled += 1
      if (!id.startsWith('good-')) strange += 1
      return { body: { toast: { type: 'info', content: id, i18n: { zh_cn: id, en_us: id } } }, sent: () => undefined }
    },
    repeat: () => ({ body: {}, sent: () => undefined }),
    hear: () => { strange += 1 },
  })
  const endpoint = createEndpoint({ keys: KEYS, now: Date.now, sleep, inbox, log })
  const webhook = await createWebhook({ host: '127.0.0.1', port: 0, path: PATH, trustProxy: [] }, { endpoint, sleep })
  const started = performance.now()
  const lateness = watchLateness()
  const warm: Memory[] = []
  const report = await new Promise<Report>((resolve) => {
    const child = startChild('attacker.ts', (message) => {
      if (message['kind'] === 'there') child.send({ port: new URL(webhook.url).port, path: PATH, seed, count: requests })
      if (message['kind'] === 'warm') warm.push(memoryNow())
      if (message['kind'] === 'done') child.end().then(() => resolve(message as unknown as Report), () => process.exit(1))
    })
  })
  const seconds = (performance.now() - started) / 1000
  await delay(500)
  const [before, after] = [warm[0] ?? memoryNow(), memoryNow()]
  await webhook.close()

  const { check, broken } = createVerdict()
  check('accepted', report.accepted === 0 && strange === 0, `${report.accepted} of ${report.sent} of ${report.kinds} kinds, ${strange} in effect`)
  check('refused alike', report.others.length === 0 && report.unread <= report.sent / 1_000, `${report.refusals} in the same bytes, ${report.unread} whose answer was lost in a reset${report.others.map(([what, times]) => `\n         ${times} × ${JSON.stringify(what)}`).join('')}`)
  check('refusals in time', report.times.p999 < patienceMs, spreadLine(report.times))
  check('the platform\'s own among them', report.validRight === report.validSent && handled === report.validSent, `${report.validRight} of ${report.validSent} answered right, ${spreadLine(report.validTimes)}`)
  check('memory', after.heap - before.heap < 10 && after.rss - before.rss < 64, `heap ${before.heap.toFixed(1)} → ${after.heap.toFixed(1)} MB, process ${before.rss.toFixed(0)} → ${after.rss.toFixed(0)} MB`)
  check('lines in the log', lines <= 21 * Math.ceil(seconds / 60 + 1), `${lines}`)
  process.stdout.write(`       ${seconds.toFixed(1)} s, ${Math.round(report.sent / seconds)} a second, ${report.slow} slow senders cut off; timers of the server came late by ${lateness()}\n`)
  return broken()
}
