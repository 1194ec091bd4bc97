/** Brings one card to one recipient and makes it final: performs what the delivery's state machine says. */
import { createHash } from 'node:crypto'
import { labelOf } from '../../router/errors.ts'
import type { Card } from './card.ts'
import type { FeishuClient } from './client.ts'
import type { Recipient } from './config.ts'
import { type Delivery, type DeliveryCommand, type DeliveryEvent, isSettled, type MessagePlace, placeOf, transition } from './delivery.ts'
import { FeishuError } from './error.ts'
import type { Log } from './log.ts'
import { retry, type Sleep } from './retry.ts'
import type { Slip } from './slips.ts'

export interface CourierPorts {
  readonly client: FeishuClient
  readonly sleep: Sleep
  readonly log: Log
  /** Ends all waiting between attempts. */
  readonly signal: AbortSignal
  /** Resolves when a patch may leave. */
  readonly mayPatch: () => Promise<void>
  /** The platform has told where the card is, whether it is open by then or not. */
  readonly onSent: (recipient: Recipient, chatId: string) => void
  readonly onShown: (messageId: string) => void
  readonly onCollapsed: (messageId: string) => void
  /** The recipient does not see the card, as far as we know. */
  readonly onFailed: (error: FeishuError) => void
  /** Told after each change. */
  readonly onChanged: () => void
}

/** What to bring to whom. */
export interface Consignment {
  readonly ask: string
  readonly recipient: Recipient
  /** The same for every attempt: within an hour the platform sends at most one message for it. */
  readonly key: string
  readonly slip: Slip
  /** Where the card stands already, after a restart; absent: it is sent now. */
  readonly found?: Extract<Delivery, { phase: 'live' | 'unsure' | 'final' }>
  /** Position among the cards of the ask, from 1. */
  readonly part: number
  readonly card: Card
  /** Sent as a text message if the platform refuses the card. */
  readonly pointer: () => string
  /** Waited for before sending: the cards of an ask arrive in order. */
  readonly after?: Promise<void>
  /** Waited for before a send after a restart, whose card may be there already. */
  readonly turn?: Promise<void>
}

export interface Courier {
  readonly recipient: Recipient
  readonly part: number
  readonly state: () => Delivery
  /** Resolves when sending has succeeded or was given up; never rejects. */
  readonly settled: Promise<void>
  /** The person clicked: the card is there. */
  clicked(place: MessagePlace): void
  /** The card is over; `card` says why, and with `isKept` the next start may bring it again. A second call changes only what has not been sent yet. */
  end(card: Card, isKept?: boolean): void
}

/** The same for every attempt at one recipient: within an hour the platform sends at most one message for it. `turn` tells the showings apart. */
export function sendKey(ask: string, { idType, id }: Pick<Recipient, 'idType' | 'id'>, what: 'card' | 'text', part = 1, turn?: number): string {
  return createHash('sha256').update([ask, idType, id, what, part, ...(turn === undefined ? [] : [turn])].join('\n')).digest('hex').slice(0, 40)
}

/** Starts sending at once, or as soon as it is this card's turn. */
export function createCourier({ ask, recipient, part, card, pointer, key, slip, found, after, turn }: Consignment, ports: CourierPorts): Courier {
  const { client, sleep, log, signal } = ports
  let state: Delivery = found ?? { phase: 'sending' }
  let finalCard: Card | undefined
  let isKept = false

  const dispatch = (event: DeliveryEvent, error?: FeishuError): void => {
    const [next, commands] = transition(state, event)
    const place = placeOf(next)
    // Before anything follows from it. What an abort has broken off is left to the next start.
    if (place && place.messageId !== placeOf(state)?.messageId) slip.placed(place)
    if (isSettled(next) && !isSettled(state) && !signal.aborted) close(next)
    state = next
    for (const command of commands) perform(command, next, error)
    ports.onChanged()
  }

  /** A card that the next start may have to bring again stays on record; so does one that could not be made final before. */
  const close = (next: Delivery): void => {
    if (!isKept || next.phase === 'undelivered') slip.done()
    else if (next.phase === 'final') slip.left(next.message)
  }

  const perform = (command: DeliveryCommand, next: Delivery, error?: FeishuError): void => {
    switch (command) {
      case 'report-shown':
        if ('message' in next) ports.onShown(next.message.messageId)
        return
      case 'report-collapsed':
        if ('message' in next) ports.onCollapsed(next.message.messageId)
        return
      case 'report-failed':
        if (error) ports.onFailed(error)
        if (error?.kind === 'refused-card') run(sendPointer())
        return
      case 'patch':
        if ('message' in next && finalCard) run(patch(next.message.messageId, finalCard))
        return
    }
  }

  const warn = (what: string) => (error: FeishuError): void => log.warn(`ask ${ask}: ${what} failed: ${error.message}`)

  const sendText = (): Promise<MessagePlace> => client.sendText(recipient, pointer(), sendKey(ask, recipient, 'text'))

  /** The card is held only until it is there: an ask may stay open for days. */
  const send = async (open: Card): Promise<void> => {
    const sendCard = (): Promise<MessagePlace> => client.sendCard(recipient, finalCard ?? open, key)
    if (after) {
      await after
      // Over before its turn: there is nothing to make final.
      if (finalCard) return dispatch({ kind: 'send-failed', arrival: 'impossible' })
    }
    if (turn) await turn
    if (!signal.aborted) slip.sending()
    let arrival: 'possible' | 'impossible' = 'impossible'
    // After a lost answer the card may be out there: the same key brings its place, so that it can be made final.
    const isWanted = (): boolean => state.phase === 'sending' || (state.phase === 'overtaken' && arrival === 'possible')
    const onFailure = (error: FeishuError): void => {
      if (error.kind === 'unknown') arrival = 'possible'
      warn('send')(error)
    }
    let message: MessagePlace
    try {
      message = await retry(sendCard, { sleep, signal, isWanted, onFailure })
    } catch (error) {
      return dispatch({ kind: 'send-failed', arrival }, asFeishuError(error))
    }
    ports.onSent(recipient, message.chatId)
    dispatch({ kind: 'sent', message })
  }

  const patch = async (messageId: string, final: Card): Promise<void> => {
    const attempt = async (): Promise<void> => {
      await ports.mayPatch()
      signal.throwIfAborted()
      await client.patchCard(messageId, final)
    }
    try {
      await retry(attempt, { sleep, signal, isWanted: () => true, onFailure: warn(`patch of ${messageId}`) })
    } catch {
      // Every failed attempt was logged.
      return dispatch({ kind: 'patch-failed', messageId })
    }
    dispatch({ kind: 'patched', messageId })
  }

  const sendPointer = async (): Promise<void> => {
    await retry(sendText, { sleep, signal, isWanted: () => finalCard === undefined, onFailure: warn('text') })
  }

  const run = (work: Promise<void>): void => {
    work.catch((error: unknown) => log.warn(`ask ${ask}: delivery broke: ${labelOf(error)}`))
  }

  const sending = found ? Promise.resolve() : send(card)
  run(sending)

  return {
    recipient,
    part,
    state: () => state,
    settled: sending.catch(() => { /* logged above */ }),
    clicked: (message) => dispatch({ kind: 'clicked', message }),
    end: (final, kept = false) => {
      finalCard = final
      isKept = kept
      dispatch({ kind: 'ended' })
    },
  }
}

function asFeishuError(error: unknown): FeishuError {
  return error instanceof FeishuError ? error : new FeishuError({ kind: 'unknown', code: 0, reason: labelOf(error) })
}
