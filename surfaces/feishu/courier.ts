/** Brings one card to one recipient and makes it final: performs what the delivery's state machine says. */
import { createHash } from 'node:crypto'
import { labelOf } from '../../router/errors.ts'
import type { SealedCard } from './card.ts'
import type { FeishuClient } from './client.ts'
import type { Recipient } from './config.ts'
import { type Delivery, type DeliveryCommand, type DeliveryEvent, isSettled, type MessagePlace, placeOf, transition } from './delivery.ts'
import { FeishuError } from './error.ts'
import type { Log } from './log.ts'
import { retry, type Sleep } from './retry.ts'
import type { CardFacts, Slip } from './slips.ts'

/** What every courier needs. */
export interface CourierTools {
  readonly client: FeishuClient
  readonly sleep: Sleep
  readonly log: Log
  /** Ends all waiting between attempts. */
  readonly signal: AbortSignal
}

/** Who waits for a courier. */
export interface CourierOwner {
  readonly tools: CourierTools
  /** Resolves when a patch may leave. */
  mayPatch(): Promise<void>
  /** The platform has told where the card is, whether it is open by then or not. */
  sent(recipient: Recipient, chatId: string): void
  shown(messageId: string): void
  collapsed(messageId: string): void
  /** The recipient does not see the card, as far as we know. */
  failed(error: FeishuError): void
  /** Sent as a text message if the platform refuses the card. */
  pointer(): string
  /** Told after each change. */
  changed(): void
}

/** What to bring to whom. */
export interface Consignment {
  readonly facts: CardFacts
  readonly slip: Slip
}

/** Where a card stands already. */
export type Found = Extract<Delivery, { phase: 'live' | 'unsure' | 'final' }>

/** What is waited for before sending. `order`: the cards of an ask arrive in order; `pace`: after a restart not all at once. */
export interface Turn {
  readonly kind: 'order' | 'pace'
  readonly come: Promise<void>
}

/** The same for every attempt at one recipient: within an hour the platform sends at most one message for it. `turn` tells the showings apart. */
export function sendKey(ask: string, { idType, id }: Pick<Recipient, 'idType' | 'id'>, what: 'card' | 'text', part = 1, turn?: number): string {
  return createHash('sha256').update([ask, idType, id, what, part, ...(turn === undefined ? [] : [turn])].join('\n')).digest().toString('hex', 0, 20)
}

/** An ask may stay open for days, and many may: what is held for it is little. */
export class Courier {
  readonly facts: CardFacts
  readonly owner: CourierOwner
  private readonly slip: Slip
  private delivery: Delivery
  private finalCard: SealedCard | undefined
  private isKept = false

  /** `found`: where the card stands already, after a restart; absent: it is to be sent. */
  constructor({ facts, slip }: Consignment, owner: CourierOwner, found?: Found) {
    this.facts = facts
    this.slip = slip
    this.owner = owner
    this.delivery = found ?? { phase: 'sending' }
  }

  /** Sends the card, at once or as soon as it is its turn. Resolves when that has succeeded or was given up; never rejects. */
  bring(card: SealedCard, turn?: Turn): Promise<void> {
    return this.run(this.send(card, turn))
  }

  get state(): Delivery {
    return this.delivery
  }

  /** The person clicked: the card is there. */
  clicked(message: MessagePlace): void {
    this.dispatch({ kind: 'clicked', message })
  }

  /** The card is over; `card` says why, and with `isKept` the next start may bring it again. A second call changes only what has not been sent yet. */
  end(card: SealedCard, isKept = false): void {
    this.finalCard = card
    this.isKept = isKept
    this.dispatch({ kind: 'ended' })
  }

  private dispatch(event: DeliveryEvent, error?: FeishuError): void {
    const before = this.delivery
    const [next, commands] = transition(before, event)
    const place = placeOf(next)
    // Before anything follows from it. What an abort has broken off is left to the next start.
    if (place && place.messageId !== placeOf(before)?.messageId) this.slip.placed(place)
    if (isSettled(next) && !isSettled(before) && !this.owner.tools.signal.aborted) this.close(next)
    this.delivery = next
    for (const command of commands) this.perform(command, next, error)
    this.owner.changed()
  }

  /** A card that the next start may have to bring again stays on record; so does one that could not be made final before. */
  private close(next: Delivery): void {
    if (!this.isKept || next.phase === 'undelivered') this.slip.done()
    else if (next.phase === 'final') this.slip.left(next.message)
  }

  private perform(command: DeliveryCommand, next: Delivery, error?: FeishuError): void {
    switch (command) {
      case 'report-shown':
        if ('message' in next) this.owner.shown(next.message.messageId)
        return
      case 'report-collapsed':
        if ('message' in next) this.owner.collapsed(next.message.messageId)
        return
      case 'report-failed':
        if (error) this.owner.failed(error)
        if (error?.kind === 'refused-card') this.start(this.sendPointer())
        return
      case 'patch':
        if ('message' in next && this.finalCard) this.start(this.patch(next.message.messageId, this.finalCard))
        return
    }
  }

  /** The card is held only until it is there. */
  private async send(open: SealedCard, turn?: Turn): Promise<void> {
    const { facts: { recipient, key }, slip, owner: { tools: { client, sleep, signal } } } = this
    const sendCard = (): Promise<MessagePlace> => client.sendCard(recipient, this.finalCard ?? open, key)
    if (turn) {
      await turn.come
      // Over before its turn: there is nothing to make final. After a restart the card may be there already.
      if (turn.kind === 'order' && this.finalCard) return this.dispatch({ kind: 'send-failed', arrival: 'impossible' })
    }
    if (!signal.aborted) slip.sending()
    let arrival: 'possible' | 'impossible' = 'impossible'
    // After a lost answer the card may be out there: the same key brings its place, so that it can be made final.
    const isWanted = (): boolean => this.delivery.phase === 'sending' || (this.delivery.phase === 'overtaken' && arrival === 'possible')
    const onFailure = (error: FeishuError): void => {
      if (error.kind === 'unknown') arrival = 'possible'
      this.warn('send', error)
    }
    let message: MessagePlace
    try {
      message = await retry(sendCard, { sleep, signal, isWanted, onFailure })
    } catch (error) {
      return this.dispatch({ kind: 'send-failed', arrival }, asFeishuError(error))
    }
    this.owner.sent(recipient, message.chatId)
    this.dispatch({ kind: 'sent', message })
  }

  private async patch(messageId: string, final: SealedCard): Promise<void> {
    const { client, sleep, signal } = this.owner.tools
    const attempt = async (): Promise<void> => {
      await this.owner.mayPatch()
      signal.throwIfAborted()
      await client.patchCard(messageId, final)
    }
    try {
      await retry(attempt, { sleep, signal, isWanted: () => true, onFailure: (error) => this.warn(`patch of ${messageId}`, error) })
    } catch {
      // Every failed attempt was logged.
      return this.dispatch({ kind: 'patch-failed', messageId })
    }
    this.dispatch({ kind: 'patched', messageId })
  }

  private async sendPointer(): Promise<void> {
    const { facts: { ask, recipient }, owner } = this
    const { client, sleep, signal } = owner.tools
    const sendText = (): Promise<MessagePlace> => client.sendText(recipient, owner.pointer(), sendKey(ask, recipient, 'text'))
    await retry(sendText, { sleep, signal, isWanted: () => this.finalCard === undefined, onFailure: (error) => this.warn('text', error) })
  }

  private warn(what: string, error: FeishuError): void {
    this.owner.tools.log.warn(`ask ${this.facts.ask}: ${what} failed: ${error.message}`)
  }

  private run(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => this.owner.tools.log.warn(`ask ${this.facts.ask}: delivery broke: ${labelOf(error)}`))
  }

  private start(work: Promise<void>): void {
    this.run(work).catch(() => { /* a log that throws has nowhere to say so */ })
  }
}

function asFeishuError(error: unknown): FeishuError {
  return error instanceof FeishuError ? error : new FeishuError({ kind: 'unknown', code: 0, reason: labelOf(error) })
}
