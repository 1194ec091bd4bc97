/** Many open asks and many clicks: the platform and its people here, the product in a process of its own. */
import { setTimeout as delay } from 'node:timers/promises'
import { createSimulator, type SimAct, type SimCallback, type SimReply, type ToastKind } from '../../app/demo/simulator/index.ts'
import { KEYS } from '../surfaces/feishu/known.ts'
import { isActionable } from '../surfaces/feishu/stand.ts'
import { type Child, startChild } from './child.ts'
import { createVerdict, spreadLine, spreadOf, watchLateness } from './figures.ts'
import { createRandom } from './random.ts'

export interface CallbacksRun {
  readonly seed: number
  /** Open at any time. */
  readonly asks: number
  readonly perSecond: number
  readonly seconds: number
}

interface OpenCard {
  readonly session: string
  readonly messageId: string
  readonly ask: string
}

const STRANGER = 'ou_stranger'
const LABELS = ['SQLite', 'Postgres'] as const
/** The platform takes a thousand sends and as many changes a minute from an app, however many clicks it brings. */
const DECIDED_PER_SECOND = 12
const OPENED_PER_SECOND = 25
/** Milliseconds. */
const DEADLINE = 1_000
const SETTLING = 90_000

const toastIs = (type: ToastKind) => ({ toast }: SimReply): string | undefined => (toast?.type === type ? undefined : `a toast ${toast?.type ?? 'none'} "${toast?.text ?? ''}" in the place of ${type}`)

/** Resolves with the number of checks that did not hold. */
export async function runCallbacks({ seed, asks, perSecond, seconds }: CallbacksRun): Promise<number> {
  process.stdout.write(`callbacks: ${perSecond} a second for ${seconds} s over ${asks} open asks, seed ${seed}\n`)
  const random = createRandom(seed)
  const sessions = Array.from({ length: asks }, (_, at) => `s${at}`)
  const people = sessions.map((session) => ({ openId: `ou_${session}`, name: session, locale: 'en' as const }))
  const simulator = await createSimulator({ ...KEYS, people: [...people, { openId: STRANGER, name: 'Stranger', locale: 'en' }] })
  const open: OpenCard[] = []
  const live = new Set<string>()
  simulator.on((event) => {
    if (event.kind === 'message-sent') {
      const { messageId, receiver, card } = event.message
      const ask = /"ask":"([^"]+)"/u.exec(JSON.stringify(card) ?? '')?.[1]
      if (ask === undefined) return
      live.add(messageId)
      open.push({ session: receiver.id.slice(3), messageId, ask })
    }
    if ((event.kind === 'message-patched' || event.kind === 'card-replaced') && !isActionable(event.message)) live.delete(event.message.messageId)
  })

  const expected = new Map<string, string>()
  let webhook = ''
  const memory: Readonly<Record<string, unknown>>[] = []
  const faults = new Map<string, number>()
  const fault = (what: string): void => { faults.set(what, (faults.get(what) ?? 0) + 1) }
  let [wins, delivered, isOver] = [0, 0, false]
  const product = await new Promise<Child>((started) => {
    const onMessage = (message: Readonly<Record<string, unknown>>): void => {
      if (message['kind'] === 'there') product.send({ kind: 'start', config: configOf(simulator.url, sessions) })
      if (message['kind'] === 'state') {
        const state: Readonly<Record<string, unknown>> = Object(message['state'])
        if (state['kind'] !== 'started') throw new Error(String(state['reason']))
        webhook = String(state['webhook'])
        simulator.connectWebhook(webhook)
        started(product)
      }
      if (message['kind'] === 'memory') memory.push(message)
      if (message['kind'] === 'failed') fault(`an ask failed: ${String(message['reason'])}`)
      if (message['kind'] === 'answered') {
        const session = String(message['session'])
        delivered += 1
        if (expected.has(session) && expected.get(session) !== message['selected']) fault('the agent got another answer than was clicked')
        expected.delete(session)
        if (!isOver) product.send({ kind: 'ask', session })
      }
    }
    const product = startChild('product.ts', onMessage)
  })

  for (const [at, session] of sessions.entries()) {
    product.send({ kind: 'ask', session })
    if (at % 4 === 3) await delay(4_000 / OPENED_PER_SECOND)
  }
  await settled(() => open.length >= asks)
  if (open.length < asks) fault(`only ${open.length} of ${asks} cards came`)
  product.send({ kind: 'memory' })

  const times: number[] = []
  const clicks: Promise<unknown>[] = []
  const click = async (card: OpenCard, fits: (reply: SimReply) => string | undefined, formValue: Record<string, string>, personId = `ou_${card.session}`): Promise<SimReply | undefined> => {
    const begun = performance.now()
    try {
      const reply = await simulator.act({ messageId: card.messageId, personId, element: `submit_${card.ask}`, formValue })
      times.push(performance.now() - begun)
      const what = reply.kind === 'answered' ? fits(reply) : `a click got ${reply.kind} ${reply.phoneCode ?? ''}`
      if (what !== undefined) fault(what)
      return reply
    } catch (error) {
      fault(`a click could not be made: ${String(error)}`)
      return undefined
    }
  }

  /** Clicks on cards that were open when they were made: somebody else's, or the same one pushed again. */
  const underway: { readonly act: SimAct; readonly callback: SimCallback }[] = []
  const pushAgain = async ({ act, callback }: { readonly act: SimAct; readonly callback: SimCallback }): Promise<void> => {
    const begun = performance.now()
    try {
      const response = await fetch(webhook, { method: 'POST', body: new Uint8Array(callback.body), headers: callback.headers })
      const reply = simulator.applyAnswer(act, { status: response.status, text: await response.text() })
      times.push(performance.now() - begun)
      const what = reply.kind === 'answered' ? toastIs('info')(reply) : `a late click got ${reply.kind} ${reply.phoneCode ?? ''}`
      if (what !== undefined) fault(what)
    } catch (error) {
      fault(`a late click could not be made: ${String(error)}`)
    }
  }

  /** An act that changes nothing; where another overtakes it, it hears of that. */
  const idle = (card: OpenCard) => (reply: SimReply): string | undefined => (toastIs('warning')(reply) === undefined || (!open.includes(card) && toastIs('info')(reply) === undefined) ? undefined : `a toast "${reply.toast?.text ?? ''}" for an act that decides nothing`)

  /** Begins one click. `mayDecide`: the platform still lets the app send a card and change one. */
  const act = (mayDecide: boolean): void => {
    const chance = random.next()
    const at = random.below(open.length)
    const card = open[at]
    const late = underway.length > 100 || !mayDecide ? underway.splice(random.below(underway.length), 1)[0] : undefined
    if (late && chance < 0.5) return void clicks.push(pushAgain(late))
    if (card === undefined) return fault('no card was open')
    if (!mayDecide && chance < 0.75) return void clicks.push(click(card, idle(card), { q0: '0' }, STRANGER))
    if (!mayDecide) return void clicks.push(click(card, idle(card), {}))
    open.splice(at, 1)
    const choice = random.below(2)
    expected.set(card.session, LABELS[choice] ?? '')
    wins += 1
    const other: SimAct = { messageId: card.messageId, personId: `ou_${card.session}`, element: `submit_${card.ask}`, formValue: { q0: String(1 - choice) } }
    const double = { act: other, callback: simulator.buildCallback(other) }
    clicks.push(click(card, toastIs('success'), { q0: String(choice) }).then((reply) => {
      // What nobody answered may have had its effect or not; that it was not answered is the fault.
      if (reply?.kind !== 'answered') return expected.delete(card.session)
      return underway.push(double, double)
    }))
  }

  const begun = performance.now()
  const cpuBefore = process.cpuUsage()
  const lateness = watchLateness()
  let made = 0
  while (made < perSecond * seconds) {
    const due = Math.min(perSecond * seconds, Math.floor(((performance.now() - begun) / 1000) * perSecond))
    while (made < due) {
      act(wins < ((performance.now() - begun) / 1000) * DECIDED_PER_SECOND)
      made += 1
    }
    await delay(2)
  }
  const took = (performance.now() - begun) / 1000
  isOver = true
  const late = lateness()
  await Promise.all(clicks)
  const platformCpu = (process.cpuUsage(cpuBefore).user + process.cpuUsage(cpuBefore).system) / 1e6
  await settled(() => delivered >= wins && live.size <= open.length)
  product.send({ kind: 'memory' })
  await settled(() => memory.length > 1)
  await product.end()
  await simulator.close()

  const spread = spreadOf(times)
  const [before, after] = memory.map((each) => ({ heap: Number(each['heap']), rss: Number(each['rss']), cpu: Number(each['cpu']) }))
  const { check, broken } = createVerdict()
  check('each answered', times.length === made && spread.max < DEADLINE, `${spreadLine(spread)}, at ${(made / took).toFixed(0)} a second`)
  check('none lost', delivered === wins, `${delivered} of ${wins} answers reached the agent`)
  check('every decided card is final', live.size === open.length, `${live.size} live cards, ${open.length} open asks`)
  check('nothing else', faults.size === 0, [...faults].slice(0, 8).map(([what, count]) => `${count} × ${what}`).join('; ') || 'no fault')
  process.stdout.write(`       memory of the product: heap ${before?.heap.toFixed(0)} → ${after?.heap.toFixed(0)} MB, process ${before?.rss.toFixed(0)} → ${after?.rss.toFixed(0)} MB; it worked ${((after?.cpu ?? 0) - (before?.cpu ?? 0)).toFixed(1)} s, the platform and its people ${platformCpu.toFixed(1)} s in ${took.toFixed(1)} s\n       timers came late: in the product by ${String(memory[1]?.['late'])}, at the platform by ${late}\n`)
  return broken()
}

function configOf(domain: string, sessions: readonly string[]): object {
  return {
    ...KEYS,
    domain,
    recipients: sessions.map((session) => ({ id: `ou_${session}`, idType: 'open_id', session })),
    operators: sessions.map((session) => ({ id: `ou_${session}`, name: session, role: 'answer' })),
    webhook: { port: 0 },
    locale: 'en',
  }
}

/** Waits until it is so, or has taken too long. */
async function settled(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo() && waited < SETTLING; waited += 50) await delay(50)
}
