/** Plays the humans at the phones: what is pressed is read from the card that the platform holds. */
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { Pick } from '../../app/demo/auto/choice.ts'
import type { FormValue, SimAct, SimMessage, SimReply, Simulator } from '../../app/demo/simulator/index.ts'
import type { Dice } from './dice.ts'
import type { FastClock } from './fast-clock.ts'
import { type Attempt, attempt, createPicks, type Story, tagIn, type Told } from './story.ts'

export const OPERATOR = { openId: 'ou_operator', name: 'Wang Fang', locale: 'en' } as const
export const SECOND = { openId: 'ou_second', name: 'Li Lei', locale: 'en' } as const
export const STRANGER = { openId: 'ou_stranger', name: 'Passer-by', locale: 'en' } as const

/** What a person can do with a card. */
export type Touch = 'submit' | 'submit-twice' | 'submit-later' | 'dismiss' | 'hold' | 'gap' | 'reply' | 'foreign' | 'chatter' | 'list'
const TOUCHES: readonly Touch[] = ['submit', 'submit', 'submit', 'submit', 'submit-twice', 'submit-later', 'dismiss', 'hold', 'gap', 'reply', 'foreign', 'chatter', 'list']

const WORDS: readonly (readonly [string, Told['word']])[] = [
  ['Your answer counts.', 'won'], ['Put away. The agent has been told.', 'dismissed'], ['Your answer is on its way to the agent, as a message.', 'accepted'],
]

export interface PhonePorts {
  readonly simulator: Simulator
  readonly clock: FastClock
  readonly dice: Dice
  readonly signal: AbortSignal
  storyOf(tag: string): Story | undefined
  /** Where forged and late bytes are posted; absent on a long connection. */
  webhook(): string | undefined
  /** What went wrong in the eyes of a person. */
  breach(story: Story, line: string): void
}

export interface Phone {
  /** Does one thing with the card as it is now; never rejects. */
  touch(messageId: string, what: Touch): Promise<SimReply | undefined>
  /** Resolves when everything that was begun has ended. */
  idle(): Promise<void>
  close(): void
}

/** The card can still be acted on. */
export function isLive(message: SimMessage): boolean {
  return ['submit', 'dismiss', 'hold'].some((act) => buttonIn(message, act) !== undefined)
}

/** The ask's story that a card tells; lists and texts tell none. */
export function tagOf(message: SimMessage): string | undefined {
  return message.card === undefined || buttonIn(message, 'show') !== undefined ? undefined : tagIn(JSON.stringify(message.card))?.tag
}

/** Plays on each card that arrives, in the person's own time, until the signal aborts. */
export function playPhone({ simulator, clock, dice, signal, storyOf, webhook, breach }: PhonePorts): Phone {
  const going = new Set<Promise<unknown>>()
  const find = (messageId: string): SimMessage | undefined => simulator.messages().find((message) => message.messageId === messageId)

  const submit = (message: SimMessage, story: Story, element: string): { readonly act: SimAct; readonly made: Attempt } => {
    const picks = createPicks(story.questions, `phone for ${story.tag} as ${story.attempts.length}`, dice)
    return { act: { messageId: message.messageId, personId: OPERATOR.openId, element, formValue: fill(story, picks) }, made: attempt(story, 'feishu', picks) }
  }

  /** The bytes are as old as the click, and arrive behind others. */
  const postLater = async (act: SimAct, story: Story, made: Attempt): Promise<void> => {
    const { body, headers, eventId } = simulator.buildCallback(act)
    await clock.sleep(dice.between(500, 8_000), signal)
    const url = webhook()
    if (url === undefined) return
    const outgoing = httpRequest(url, { method: 'POST', agent: false, headers: { ...headers, 'content-length': body.length } })
    outgoing.end(body)
    const [incoming] = await once(outgoing, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    hear(story, simulator.applyAnswer(act, { status: incoming.statusCode, text: Buffer.concat(chunks).toString() }, eventId), made)
  }

  const perform = async (message: SimMessage, story: Story, what: Touch): Promise<SimReply | undefined> => {
    const { messageId } = message
    const press = (name: string): string | undefined => buttonIn(message, name)
    const element = press('submit')
    switch (what) {
      case 'submit':
      case 'submit-twice': {
        if (element === undefined) return undefined
        const { act, made } = submit(message, story, element)
        const replies = await Promise.all(what === 'submit' ? [simulator.act(act)] : [simulator.act(act), simulator.act(act)])
        for (const reply of replies) hear(story, reply, made)
        return replies[0]
      }
      case 'submit-later': {
        if (element === undefined) return undefined
        const { act, made } = submit(message, story, element)
        await postLater(act, story, made)
        return undefined
      }
      case 'dismiss': {
        const button = press('dismiss')
        if (button === undefined) return undefined
        const made = attempt(story, 'feishu', 'dismiss')
        const reply = await simulator.act({ messageId, personId: OPERATOR.openId, element: button })
        hear(story, reply, made)
        return reply
      }
      case 'hold': {
        const button = press('hold')
        return button === undefined ? undefined : simulator.act({ messageId, personId: OPERATOR.openId, element: button })
      }
      case 'gap':
        return element === undefined ? undefined : simulator.act({ messageId, personId: OPERATOR.openId, element, formValue: {} })
      case 'foreign': {
        if (element === undefined) return undefined
        const picks = createPicks(story.questions, 'a stranger', dice)
        const reply = await simulator.act({ messageId, personId: STRANGER.openId, element, formValue: fill(story, picks) })
        if (reply.toast?.type === 'success') breach(story, 'a stranger was told that their answer counts')
        return reply
      }
      case 'reply': {
        const [question, more] = story.questions
        if (question === undefined || more !== undefined) return undefined
        const text = `replied for ${story.tag} as ${story.attempts.length}`
        story.attempts.push({ place: 'feishu', what: { answers: [{ id: question.id, selected: [], custom: text }] } })
        await simulator.say({ personId: OPERATOR.openId, quotes: messageId, text }).delivery
        return undefined
      }
      case 'chatter':
        await simulator.say({ personId: dice.pick([OPERATOR, STRANGER]).openId, text: 'PostgreSQL' }).delivery
        return undefined
      case 'list':
        await simulator.say({ personId: OPERATOR.openId, text: '?' }).delivery
        return undefined
    }
  }

  const touch = async (messageId: string, what: Touch): Promise<SimReply | undefined> => {
    const message = find(messageId)
    const story = message && storyOf(tagOf(message) ?? '')
    if (message === undefined || story === undefined || message.recalled) return undefined
    try {
      return await perform(message, story, what)
    } catch {
      // The run or the platform has ended, or nobody listens: a phone that shows nothing.
      return undefined
    }
  }

  const play = async (messageId: string): Promise<void> => {
    // Some cards are never looked at, some again and again.
    for (let times = dice.pick([0, 1, 1, 2, 3]); times > 0; times -= 1) {
      await clock.sleep(dice.between(200, 9_000), signal)
      await touch(messageId, dice.pick(TOUCHES))
    }
  }

  /** A list brings one of its asks again. */
  const choose = async (message: SimMessage): Promise<void> => {
    const shows = [...JSON.stringify(message.card ?? {}).matchAll(/"name":"(show_[^"]+)"/gu)].flatMap(([, name]) => name ?? [])
    await clock.sleep(dice.between(200, 2_000), signal)
    await simulator.act({ messageId: message.messageId, personId: OPERATOR.openId, element: dice.pick(shows) })
  }

  const stop = simulator.on((event) => {
    if (event.kind !== 'message-sent') return
    const { message } = event
    const work = tagOf(message) !== undefined ? play(message.messageId) : buttonIn(message, 'show') !== undefined ? choose(message) : undefined
    if (work === undefined) return
    const playing = work.catch(() => { /* the run has ended */ }).finally(() => going.delete(playing))
    going.add(playing)
  })
  return {
    touch,
    idle: async () => { while (going.size > 0) await Promise.all(going) },
    close: stop,
  }
}

function hear(story: Story, { eventId, toast, kind }: SimReply, made: Attempt): void {
  story.trace.push(`the phone hears ${toast?.text ?? kind}`)
  const word = WORDS.find(([text]) => toast?.text.startsWith(text))?.[1]
  if (word && eventId !== undefined) story.told.push({ eventId, word, attempt: made })
}

/** The name of the card's button for an act. */
function buttonIn({ card }: SimMessage, act: string): string | undefined {
  return new RegExp(`"name":"(${act}_[^"]+)"`, 'u').exec(JSON.stringify(card ?? {}))?.[1]
}

function fill({ questions }: Story, picks: readonly Pick[]): FormValue {
  return Object.fromEntries(picks.map((pick, index) => {
    if (pick.kind === 'text') return [`q${index}_text`, pick.text]
    return [`q${index}`, questions[index]?.multiSelect ? pick.indexes.map(String) : String(pick.indexes[0])]
  }))
}
