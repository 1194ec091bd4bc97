/** A person's acts from the touch to what the phone shows of the answer. */
import { PHONE_CODES, readAppAnswer } from './app-answer.ts'
import { actedElement, isLive, renderEvent, sealChallenge, signEvent, type ActPlace, type CallbackOptions } from './callback.ts'
import { formAround, isSubmit } from './card-nodes.ts'
import type { Directory } from './directory.ts'
import type { SimEvents } from './events.ts'
import type { FaultSource } from './faults.ts'
import { readFormValue, unfinishedFields } from './filled-form.ts'
import type { Platform } from './platform.ts'
import type { Poster } from './post.ts'
import type { AppAnswer, SimAct, SimCallback, SimMessage, SimReply, Timestamp } from './types.ts'
import { maskCredential } from './wire-log.ts'

export interface Clicks {
  /** Does what a person does: checks the form as the phone would, posts the callback, shows the answer. */
  act(act: SimAct): Promise<SimReply>
  /** The signed bytes of an act, unchecked, so that a caller can send them at a moment of its own. */
  buildCallback(act: SimAct): SimCallback
  /** Shows the answer to an act on the phone; without an answer the phone shows 200341. */
  applyAnswer(act: SimAct, answer: AppAnswer | undefined, eventId?: string, elapsedMs?: number): SimReply
  /** Tests the webhook as the platform does when its address is saved: whether the challenge came back. */
  verifyWebhook(): Promise<boolean>
}

export interface ClickOptions {
  readonly platform: Platform
  readonly directory: Directory
  readonly events: SimEvents
  readonly faults: FaultSource
  readonly poster: Poster
  readonly callback: CallbackOptions
  /** Where callbacks go; absent until the app has a webhook. */
  readonly webhook: () => string | undefined
  /** How long a phone waits for the answer, in milliseconds. */
  readonly deadlineMs: number
  readonly now: () => Timestamp
}

/** The platform wants its challenge back within a second. */
const CHALLENGE_DEADLINE_MS = 1000

export function createClicks(options: ClickOptions): Clicks {
  const { platform, directory, events, faults, poster, callback, webhook, deadlineMs, now } = options

  /** Where an act happens. Throws on a message, person or element that isn't there: the caller's own mistake. */
  const placeOf = (act: SimAct): ActPlace => {
    const message = platform.find(act.messageId)
    const person = directory.person(act.personId)
    if (message?.card === undefined || message.recalled) throw new Error(`There is no card ${act.messageId}`)
    if (person === undefined) throw new Error(`There is no person ${act.personId}`)
    return { card: message.card, chatId: message.chatId, person, element: actedElement(message.card, act) }
  }

  const build = (act: SimAct, forged: boolean): SimCallback => {
    const eventId = callback.newId()
    return signEvent(renderEvent(placeOf(act), act, eventId, callback), eventId, callback, forged)
  }

  const post = async (url: string, { body, headers }: SimCallback): Promise<{ answer: AppAnswer | undefined; elapsedMs: number }> => {
    const started = now()
    const answer = await poster.post(url, body, headers, deadlineMs)
    const elapsedMs = now() - started
    const line = { direction: 'out', method: 'POST', path: new URL(url).pathname, elapsedMs, bytes: body.length } as const
    const credential = maskCredential(headers['x-lark-signature'])
    events.emit({ kind: 'wire', line: { ...line, credential, ...(answer ? { status: answer.status } : {}) } })
    return { answer, elapsedMs }
  }

  const failed = (act: SimAct, phoneCode: number): SimReply => {
    const reply: SimReply = { kind: 'failed', phoneCode, cardReplaced: false, elapsedMs: 0 }
    events.emit({ kind: 'callback-answered', messageId: act.messageId, personId: act.personId, reply })
    return reply
  }

  const applyAnswer: Clicks['applyAnswer'] = (act, answer, eventId, elapsedMs = 0) => {
    const { messageId, personId } = act
    const locale = act.locale ?? directory.person(personId)?.locale ?? 'zh'
    const { body, toast, card, phoneCode } = readAppAnswer(answer, locale)
    const standing = platform.find(messageId)
    const cardReplaced = card !== undefined && standing !== undefined && !standing.recalled
    if (cardReplaced) platform.replaceCard(messageId, card, 'answered')
    const reply: SimReply = {
      kind: phoneCode === undefined ? 'answered' : 'failed',
      ...(eventId === undefined ? {} : { eventId }),
      ...(answer ? { status: answer.status, body } : {}),
      ...(toast ? { toast } : {}),
      ...(phoneCode === undefined ? {} : { phoneCode }),
      cardReplaced,
      elapsedMs,
    }
    events.emit({ kind: 'callback-answered', messageId, personId, reply })
    if (toast) events.emit({ kind: 'toast-shown', messageId, personId, toast })
    return reply
  }

  /** The platform may undo a patch that overtook the answer to a click; it brings back the card that was clicked. */
  const revertOvertaken = (before: SimMessage | undefined): void => {
    const after = before && platform.find(before.messageId)
    if (!before?.card || !after) return
    const overtaken = after.history.length > before.history.length && after.history.at(-1)?.cause === 'patched'
    if (overtaken && faults.take('reverted-patch')) platform.replaceCard(before.messageId, before.card, 'reverted')
  }

  return {
    applyAnswer,
    buildCallback: (act) => build(act, false),
    async act(act) {
      const fields = whyBlocked(placeOf(act), act)
      if (fields) {
        const reply: SimReply = { kind: 'blocked', fields, cardReplaced: false, elapsedMs: 0 }
        events.emit({ kind: 'act-blocked', messageId: act.messageId, personId: act.personId, reply })
        return reply
      }
      const url = webhook()
      if (url === undefined) return failed(act, PHONE_CODES.notSubscribed)
      if (faults.take('dropped-callback')) return failed(act, PHONE_CODES.noAnswer)
      const built = build(act, faults.take('wrong-signature') !== undefined)
      const before = platform.find(act.messageId)
      const again = faults.take('duplicated-event')
      const posts = again ? [post(url, built), post(url, built)] : [post(url, built)]
      events.emit({ kind: 'callback-posted', messageId: act.messageId, personId: act.personId, eventId: built.eventId })
      const [first] = await Promise.all(posts)
      const reply = applyAnswer(act, first?.answer, built.eventId, first?.elapsedMs)
      if (!reply.cardReplaced) revertOvertaken(before)
      return reply
    },
    async verifyWebhook() {
      const url = webhook()
      if (url === undefined) return false
      const challenge = callback.newId()
      const body = sealChallenge(challenge, callback)
      const answer = await poster.post(url, body, { 'content-type': 'application/json' }, CHALLENGE_DEADLINE_MS)
      return answer?.status === 200 && readChallenge(answer.text) === challenge
    },
  }
}

/** The fields that keep an act on the phone; none but still a list for a button that sends nothing. */
function whyBlocked({ card, element }: ActPlace, act: SimAct): readonly string[] | undefined {
  if (!isLive(element)) return []
  const form = formAround(element)
  if (!form || !isSubmit(element)) return undefined
  const fields = unfinishedFields(card, form, readFormValue(card, form, act.formValue ?? {}, 'empty'))
  return fields.length === 0 ? undefined : fields
}

function readChallenge(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'challenge' in body ? body.challenge : undefined
  } catch {
    // Not JSON: the challenge did not come back.
    return undefined
  }
}
