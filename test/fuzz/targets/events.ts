/** Clicks and messages that the platform has signed, but that a person's client has filled in: only an operator's own act counts. */
import { createEndpoint } from '../../../surfaces/feishu/endpoint.ts'
import { createInbox } from '../../../surfaces/feishu/inbox.ts'
import { parseReply } from '../../../surfaces/feishu/reply.ts'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import type { Random } from '../../load/random.ts'
import { settle } from '../../helpers/rounds.ts'
import { createScene } from '../../surfaces/feishu/scene.ts'
import { clickOf, eventOf, sayingOf, seal, sign } from '../../surfaces/feishu/sealed.ts'
import { DATABASE, KEYS } from '../../surfaces/feishu/known.ts'
import { jsonBytes, jsonIn, mutateJson } from '../mutate.ts'
import { textOf } from '../pieces.ts'
import { hold, type OpenTarget, type Target } from '../target.ts'
import { NOW } from './signed.ts'

const MANY: AskUserQuestionItem = { id: 'many', question: 'Which?', options: [{ label: 'one' }, { label: 'two' }], multiSelect: true }
const WORDS: AskUserQuestionItem = { id: 'words', question: 'What else?' }
/** Open ids: in another field of a person they are nobody's. */
const OPERATORS = new Set(['ou_wang', 'ou_boss'])
/** Cases after which the surface is begun anew: it may remember so much of what it was told. */
const LIFE = 500

interface Scene extends ReturnType<typeof createScene> {
  take(payload: unknown): Promise<void>
  /** What the open ask got, and a new one in its place. */
  got(): Promise<unknown>
}

async function createOpenScene(questions: AskUserQuestionItem[]): Promise<Scene> {
  const scene = createScene()
  let events = 0
  let asks = 0
  let answer: unknown
  let answered = 0
  /** The platform takes every call. */
  const succeed = async (): Promise<void> => {
    for (const call of scene.calls.slice(answered)) {
      answered += 1
      await call.succeed({ messageId: `om_${asks}`, chatId: 'oc_1' })
    }
  }
  const note = async (): Promise<void> => {
    try {
      answer = await scene.rounds.ask({ questions })
    } catch {
      answer = 'dismissed'
    }
  }
  const open = async (): Promise<void> => {
    asks += 1
    note().catch(() => { answer = 'dismissed' })
    await settle()
    await succeed()
    await settle()
  }
  const inbox = createInbox(scene.surface)
  const endpoint = createEndpoint({ keys: KEYS, now: () => NOW, sleep: () => Promise.resolve(), inbox, log: { info: () => undefined, warn: () => undefined } })
  await open()
  return {
    ...scene,
    take: async (payload) => {
      const named = payload === undefined ? 'null' : JSON.stringify(payload).replaceAll('$ASK', `ask-${asks}`).replaceAll('$MESSAGE', `om_${asks}`).replaceAll('$EVENT', `event-${events += 1}`)
      const { sent } = await endpoint.receive(sign(seal(named), NOW))
      sent()
      await settle()
      await succeed()
    },
    got: async () => {
      const given = answer
      answer = undefined
      if (given !== undefined) {
        await open()
      }
      return given
    },
  }
}

/** Whether somebody is named in the person's fields who may answer. */
function isOperators(person: unknown): boolean {
  return OPERATORS.has(String(Reflect.get(Object(person), 'open_id')))
}

function holdAnswer(answer: unknown): void {
  if (answer === 'dismissed') return
  const items: unknown = Reflect.get(Object(answer), 'answers')
  hold(Array.isArray(items) && items.length > 0, () => `answered with ${JSON.stringify(answer)}`)
}

function opened(questions: AskUserQuestionItem[], make: (random: Random) => unknown, personIn: (event: unknown) => unknown, sinks: OpenTarget['sinks'] = {}): () => Promise<OpenTarget> {
  return async () => {
    let scene = await createOpenScene(questions)
    let cases = 0
    return {
      sinks,
      make: (random) => jsonBytes(random.below(3) === 0 ? make(random) : mutateJson(make(random), random)),
      run: async (input) => {
        cases += 1
        if (cases % LIFE === 0) {
          await scene.surface.close()
          scene = await createOpenScene(questions)
        }
        const payload = jsonIn(input)
        await scene.take(payload)
        const answer = await scene.got()
        if (answer === undefined) return
        hold(isOperators(personIn(Reflect.get(Object(payload), 'event'))), () => `somebody who is no operator got ${JSON.stringify(answer)}`)
        hold(input.includes('$ASK') || input.includes('$MESSAGE'), () => 'an act that names no ask counted')
        holdAnswer(answer)
      },
      close: () => scene.surface.close(),
    }
  }
}

const header = { event_id: '$EVENT' }

export const callbacks: Target = {
  name: 'callbacks',
  share: 0.12,
  open: opened(
    [DATABASE, MANY, WORDS],
    (random) => eventOf(clickOf(random.pick(['submit', 'submit', 'submit', 'dismiss', 'approve', 'hold', 'show']), '$ASK', {
      person: random.pick(['ou_wang', 'ou_wang', 'ou_stranger', '']), message: '$MESSAGE',
      form: { q0: random.pick(['0', '1', '1', '2', '']), q0_text: random.pick(['', '', textOf(random, undefined, 3)]), q1: [random.pick(['0', '1', '7'])], q1_text: '', q2_text: `x${textOf(random, undefined, 4)}` },
    }), header),
    (event) => Reflect.get(Object(event), 'operator'),
  ),
}

export const sayings: Target = {
  name: 'messages',
  share: 0.12,
  open: opened(
    [DATABASE],
    (random) => eventOf(sayingOf(random.below(3) === 0 ? { type: random.pick(['post', 'image', 'text']), content: { content: [[{ tag: 'text', text: textOf(random) }]], text: textOf(random) } } : random.pick(['Postgres', '1', '?', 'ABCD2345', textOf(random)]), {
      person: random.pick(['ou_wang', 'ou_boss', 'ou_stranger']), quotes: random.pick(['$MESSAGE', '$MESSAGE', 'om_other']), group: random.below(3) === 0, mentions: [{ key: '@_user_1' }, { key: '@_user_12' }, { key: '' }],
    }), { ...header, event_type: 'im.message.receive_v1' }),
    (event) => Reflect.get(Object(Reflect.get(Object(event), 'sender')), 'sender_id'),
    {
      'the words of a message': (text) => parseReply(eventOf(sayingOf(text, { mentions: [{ key: '@_user_1' }] }))),
      'the mentions of a message': (text) => parseReply(eventOf(sayingOf(`@_user_1 ${text}`, { mentions: Array.from({ length: text.length / 8 }, (_, at) => ({ key: `@_user_${at}` })) }))),
    },
  ),
}
