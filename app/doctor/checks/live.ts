/** The whole way once: a test card to an operator's phone, and the tap on it. */
import { randomUUID } from 'node:crypto'
import { labelOf } from '../../../router/errors.ts'
import { createFeishuClient } from '../../../surfaces/feishu/client.ts'
import type { FeishuConfig, Operator } from '../../../surfaces/feishu/config.ts'
import { createDeferred } from '../../../surfaces/feishu/deferred.ts'
import { FeishuError } from '../../../surfaces/feishu/error.ts'
import { type PersonIds, readOperator } from '../../../surfaces/feishu/operators.ts'
import type { Locale } from '../../../surfaces/form/locale.ts'
import { type Finding, finding } from '../finding.ts'
import type { DoctorPorts } from '../situation.ts'
import { tapAnswer, testCard } from './live-card.ts'
import { idTypeOf } from './people.ts'
import { type Happening, openWayIn, type WayIn } from './tap.ts'
import { type Ended, type Evidence, isTelling, judgeSend, judgeTap } from './verdict.ts'

export interface LiveTest {
  readonly config: FeishuConfig
  readonly operators: readonly Operator[]
  readonly evidence: Evidence
  /** How long the tap is waited for. */
  readonly seconds: number
  readonly locale: Locale
}

type Ports = Pick<DoctorPorts, 'now' | 'sleep' | 'limits' | 'pongTimeout' | 'say' | 'onLine' | 'signal'>

/** Milliseconds that a tap may come after a request that was refused. */
const GRACE_MS = 1_500

const PROMPTS = {
  en: (name: string, seconds: number) => `A test card went to ${name}: tap its button within ${seconds} s. If the phone shows an error, type its number and press Enter; if it shows anything else and this goes on, type ok.`,
  zh: (name: string, seconds: number) => `测试卡片已发给 ${name}：请在 ${seconds} 秒内点击按钮。若手机显示错误，请输入其数字并回车；若显示其他内容而此处仍在等待，请输入 ok。`,
} as const satisfies Record<Locale, (name: string, seconds: number) => string>

export async function testLive(live: LiveTest, ports: Ports, signal: AbortSignal): Promise<readonly Finding[]> {
  const { config, operators, evidence, seconds, locale } = live
  const [operator] = operators
  if (operator === undefined) return [finding('live.impossible')]
  const test = `doctor-${randomUUID()}`
  const client = await createFeishuClient(config, { log: { info: () => undefined, warn: () => undefined }, timeout: ports.limits.call, pongTimeout: ports.pongTimeout })
  const found: Finding[] = []
  const ended = createDeferred<Ended>()
  const isOperator = (person: PersonIds): boolean => readOperator(operators, person) !== undefined
  const waiting = new AbortController()
  const onHappening = (happening: Happening): void => {
    switch (happening.kind) {
      case 'tapped':
        if (isOperator(happening.person)) ended.resolve(happening)
        else if (!found.some(({ code }) => code === 'live.stranger')) found.push(finding('live.stranger'))
        break
      case 'refused':
        // Strangers knock as well: the tap itself, should it come, is the better witness.
        if (isTelling(happening.reason)) ports.sleep(GRACE_MS, waiting.signal).then(() => ended.resolve(happening), () => undefined)
        break
      case 'lost':
        ended.resolve(happening)
        break
    }
  }
  let way: WayIn | undefined
  const stop = (): void => waiting.abort()
  for (const each of [signal, ports.signal]) each.addEventListener('abort', stop, { once: true })
  const offLine = ports.onLine((text) => { if (text.trim() !== '') ended.resolve({ kind: 'shown', text }) })
  try {
    const opening = new AbortController()
    ports.sleep(ports.limits.call, waiting.signal).catch(() => undefined).finally(() => opening.abort())
    way = await openWayIn(config, { client, test, answer: (person) => tapAnswer(test, isOperator(person), locale), onHappening, now: ports.now, sleep: ports.sleep }, opening.signal)
    const place = await client.sendCard({ id: operator.id, idType: idTypeOf(operator.id) }, testCard(test, 'open', locale), test.slice(0, 50))
    ports.say(PROMPTS[locale](operator.name ?? operator.id, seconds))
    const late = ports.sleep(seconds * 1000, waiting.signal).catch(() => undefined).then((): Ended => ({ kind: 'timed-out', seconds }))
    const end = await Promise.race([ended.promise, late])
    // A card that nobody can use any more says so; whether that works tells nothing new.
    await client.patchCard(place.messageId, testCard(test, end.kind === 'tapped' ? 'done' : 'over', locale)).catch(() => undefined)
    return [...found, judgeTap(end, evidence)]
  } catch (error) {
    if (error instanceof FeishuError) return [judgeSend(error, config.appId)]
    return [finding('live.send-failed', { code: labelOf(error), why: 'the way in could not be opened' })]
  } finally {
    offLine()
    waiting.abort()
    for (const each of [signal, ports.signal]) each.removeEventListener('abort', stop)
    await way?.close()
    client.close()
  }
}
