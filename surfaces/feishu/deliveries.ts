/** The cards of an ask, one per recipient, as one thing. */
import type { Card } from './card.ts'
import type { FeishuClient } from './client.ts'
import type { Recipient } from './config.ts'
import { type Courier, createCourier } from './courier.ts'
import { createDeferred } from './deferred.ts'
import { isOver, isUnplaced, type MessagePlace, placeOf } from './delivery.ts'
import { FeishuError } from './error.ts'
import { createGate } from './gate.ts'
import type { Log } from './log.ts'
import type { Sleep } from './retry.ts'

export interface DeliveriesPorts {
  readonly client: FeishuClient
  readonly sleep: Sleep
  readonly log: Log
}

/** What to send for one ask, and whom to tell. */
export interface DeliveryOrder {
  readonly ask: string
  readonly recipients: readonly Recipient[]
  readonly card: Card
  /** Sent as a text message where the platform refuses the card. */
  readonly pointer: string
  readonly onShown: (messageId: string) => void
  readonly onCollapsed: (messageId: string) => void
}

/** Whether a click comes from a card of this ask; `unbound` when a card's place is not known yet. */
export type PlaceMatch = 'ours' | 'unbound' | 'foreign'

/** The cards of one ask. */
export interface AskDeliveries {
  /** Resolves when no recipient can be reached; stays pending otherwise. */
  readonly allFailed: Promise<FeishuError>
  match(place: Partial<MessagePlace>): PlaceMatch
  /** Binds the place of a click to a card that is still waiting for its own. `person` narrows down whose card it is. */
  clicked(place: MessagePlace, person: readonly string[]): void
  /** Makes every card final. Resolves when nothing more will happen to them; only the first call counts. */
  end(card: Card): Promise<void>
  /**
   * Holds the final cards back while a click is being answered: an update that overtakes the answer may be
   * reverted on the phone. Call the returned function when the answer has left.
   */
  hold(): () => void
}

export interface Deliveries {
  /** Starts sending at once. */
  begin(order: DeliveryOrder): AskDeliveries
  /** Gives up all retries. */
  close(): void
}

export function createDeliveries(ports: DeliveriesPorts): Deliveries {
  const closing = new AbortController()
  return {
    begin: (order) => beginDeliveries(order, ports, closing.signal),
    close: () => closing.abort(new FeishuError({ kind: 'final', code: 0, reason: 'the Feishu surface was closed' })),
  }
}

function beginDeliveries(order: DeliveryOrder, ports: DeliveriesPorts, signal: AbortSignal): AskDeliveries {
  const { recipients, onShown, onCollapsed, ...consignment } = order
  const allFailed = createDeferred<FeishuError>()
  const allOver = createDeferred<void>()
  const gate = createGate()
  let failures = 0
  let isEnded = false

  const onFailed = (error: FeishuError): void => {
    failures += 1
    if (failures === recipients.length) allFailed.resolve(error)
  }
  const onChanged = (): void => {
    if (couriers.every(({ state }) => isOver(state()))) allOver.resolve()
  }
  const courierPorts = { ...ports, signal, mayPatch: () => gate.opened(), onShown, onCollapsed, onFailed, onChanged }
  const couriers = recipients.map((recipient) => createCourier({ ...consignment, recipient }, courierPorts))

  return {
    allFailed: allFailed.promise,
    match: (place) => matchPlace(couriers, place),
    clicked: (place, person) => findReceiver(couriers, place, person)?.clicked(place),
    end: (card) => {
      if (!isEnded) {
        isEnded = true
        for (const courier of couriers) courier.end(card)
      }
      return allOver.promise
    },
    hold: () => gate.hold(),
  }
}

/** A click names message and chat; both must be those of a card of this ask, as far as they are known. */
function matchPlace(couriers: readonly Courier[], { messageId, chatId }: Partial<MessagePlace>): PlaceMatch {
  if (messageId === undefined || chatId === undefined) return 'foreign'
  const states = couriers.map(({ state }) => state())
  const own = states.map(placeOf).find((place) => place?.messageId === messageId)
  if (own) return own.chatId === chatId ? 'ours' : 'foreign'
  return states.some(isUnplaced) ? 'unbound' : 'foreign'
}

/** Whose card was clicked, among those that do not know their place; nobody when several could be meant. */
function findReceiver(couriers: readonly Courier[], { chatId }: MessagePlace, person: readonly string[]): Courier | undefined {
  const waiting = couriers.filter(({ state }) => isUnplaced(state()))
  return waiting.find(({ recipient: { id } }) => id === chatId || person.includes(id)) ?? (waiting.length === 1 ? waiting[0] : undefined)
}
