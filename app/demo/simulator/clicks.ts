/** A person's acts from the touch to what the phone shows of the answer. */
import { PHONE_CODES, readAppAnswer } from './app-answer.ts'
import { formAround, isSubmit } from './card-nodes.ts'
import { actedElement, isLive, renderClick, type ActPlace, type PayloadVariant } from './click-event.ts'
import { type AppSetup, isPushed } from './app-setup.ts'
import type { Courier } from './courier.ts'
import type { Directory } from './directory.ts'
import { signEvent, type EventOptions } from './event.ts'
import type { SimEvents } from './events.ts'
import type { FaultSource } from './faults.ts'
import { readFormValue, unfinishedFields } from './filled-form.ts'
import type { Platform } from './platform.ts'
import type { AppAnswer, SimAct, SimCallback, SimMessage, SimReply } from './types.ts'

export interface Clicks {
  /** Does what a person does: checks the form as the phone would, pushes the callback, shows the answer. */
  act(act: SimAct): Promise<SimReply>
  /** The bytes of an act as the webhook gets them, signed and unchecked, so that a caller can send them at a moment of its own. */
  buildCallback(act: SimAct): SimCallback
  /** Shows the answer to an act on the phone; without an answer the phone shows 200341. */
  applyAnswer(act: SimAct, answer: AppAnswer | undefined, eventId?: string, elapsedMs?: number): SimReply
}

export interface ClickOptions {
  readonly platform: Platform
  readonly directory: Directory
  readonly events: SimEvents
  readonly faults: FaultSource
  readonly courier: Courier
  readonly signing: EventOptions
  /** Doubtful points of the payload. */
  readonly variant: PayloadVariant
  readonly setup: AppSetup
}

export function createClicks(options: ClickOptions): Clicks {
  const { platform, directory, events, faults, courier, signing, variant, setup } = options

  /** Where an act happens. Throws on a message, person or element that isn't there: the caller's own mistake. */
  const placeOf = (act: SimAct): ActPlace => {
    const message = platform.find(act.messageId)
    const person = directory.person(act.personId)
    if (message?.card === undefined || message.recalled) throw new Error(`There is no card ${act.messageId}`)
    if (person === undefined) throw new Error(`There is no person ${act.personId}`)
    return { card: message.card, chatId: message.chatId, person, element: actedElement(message.card, act) }
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
    buildCallback(act) {
      const eventId = signing.newId()
      return signEvent(renderClick(placeOf(act), act, eventId, variant, signing), eventId, signing)
    },
    async act(act) {
      const fields = whyBlocked(placeOf(act), act)
      if (fields) {
        const reply: SimReply = { kind: 'blocked', fields, cardReplaced: false, elapsedMs: 0 }
        events.emit({ kind: 'act-blocked', messageId: act.messageId, personId: act.personId, reply })
        return reply
      }
      if (!isPushed(setup, 'card.action.trigger') || courier.transport() === undefined) return failed(act, PHONE_CODES.notSubscribed)
      const eventId = signing.newId()
      const event = renderClick(placeOf(act), act, eventId, variant, signing)
      const before = platform.find(act.messageId)
      events.emit({ kind: 'callback-posted', messageId: act.messageId, personId: act.personId, eventId })
      const { answer, elapsedMs } = await courier.push(event, eventId)
      const reply = applyAnswer(act, answer, eventId, elapsedMs)
      if (!reply.cardReplaced) revertOvertaken(before)
      return reply
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
