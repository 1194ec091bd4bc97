/** The cards of an ask, one or several per recipient, as one thing. */
import { setMaxListeners } from 'node:events'
import type { Card } from './card.ts'
import type { Chats, Likelihood } from './chats.ts'
import type { FeishuClient } from './client.ts'
import type { Recipient } from './config.ts'
import { type Consignment, type Courier, type CourierPorts, createCourier, sendKey } from './courier.ts'
import { createDeferred, type Deferred } from './deferred.ts'
import { isOver, isUnplaced, type MessagePlace, placeOf } from './delivery.ts'
import { FeishuError } from './error.ts'
import type { OpenCards } from './fit.ts'
import { createGate } from './gate.ts'
import type { Log } from './log.ts'
import type { PersonIds } from './operators.ts'
import { createPace, type Pace } from './pace.ts'
import type { Sleep } from './retry.ts'
import type { LeftCard, Slips } from './slips.ts'

export interface DeliveriesPorts {
  readonly client: FeishuClient
  readonly sleep: Sleep
  readonly log: Log
  /** Learns where cards arrive. */
  readonly chats: Chats
  readonly slips: Pick<Slips, 'slip'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** What to send for one ask, and whom to tell. */
export interface DeliveryOrder {
  readonly ask: string
  readonly recipients: readonly Recipient[]
  readonly shown: OpenCards
  /** Takes the place of cards that arrived when another of the same ask did not; made when it is needed. */
  readonly broken: () => Card
  /** Sent as a text message where the platform refuses a card. */
  readonly pointer: () => string
  /** A recipient has all cards; the message is the last of them. */
  readonly onShown: (messageId: string) => void
  /** All cards of a recipient are final. */
  readonly onCollapsed: (messageId: string) => void
}

/** Where a click comes from and whose it is, as the platform tells. */
export interface ClickOrigin {
  readonly place: Partial<MessagePlace>
  /** Which of the ask's cards it names, from 1. */
  readonly part: number
  readonly person: PersonIds
}

/** Whether a click comes from a card of this ask; `unbound` when it may, since a card's place is not known yet. */
export type PlaceMatch = 'ours' | 'unbound' | 'foreign'

/** The cards of one ask. */
export interface AskDeliveries {
  /** Resolves when no recipient can be reached; stays pending otherwise. */
  readonly allFailed: Promise<FeishuError>
  match(click: ClickOrigin): PlaceMatch
  /** Whether the message shows a card of this ask. */
  has(place: MessagePlace): boolean
  /** Binds the place of an unbound click to the card that is waiting for its own, unless several could be meant. */
  clicked(click: ClickOrigin): void
  /** Makes every card final, each as its position says. Resolves when nothing more will happen to them; a second call changes only what has not been sent yet. `isKept`: the next start may bring the ask again. */
  end(cards: readonly Card[], isKept?: boolean): Promise<void>
  /**
   * Holds the final cards back while a click is being answered: an update that overtakes the answer may be
   * reverted on the phone. Call the returned function when the answer has left.
   */
  hold(): () => void
  /** Takes over cards of an ended process. `claims`: a send that was not confirmed is repeated under its key, within the hour. */
  adopt(cards: readonly LeftCard[], shown: OpenCards['cards'], claims: boolean): void
  /** Makes cards final that were sent before the surface was taken down: the ask is open, but not on them. */
  retire(cards: readonly LeftCard[], final: Card): void
  /**
   * Shows the ask once more; where an earlier card stands in the same chat, `moved` takes its place. `busy`: that has
   * just been done there.
   */
  again(recipient: Recipient, shown: OpenCards, moved: Card): 'sent' | 'busy'
  /** Whether a card stands, or will stand, in the chat. */
  isIn(chatId: string): boolean
  /** Whether there is any card at all. */
  readonly isEmpty: boolean
}

export interface Deliveries {
  /** Starts sending at once; without recipients it only holds what is adopted or shown again. */
  begin(order: DeliveryOrder): AskDeliveries
  /** Gives up all retries. */
  close(): void
}

/** Of what a restart leaves, so many calls a second. The platform takes 50 from an app and 5 for one message. */
const CALLS_PER_SECOND = 10
/** Milliseconds after a send within which the same key surely brings the same message; the platform says an hour. */
const CLAIMABLE = 55 * 60_000
/** Milliseconds within which an ask is not shown once more in the same chat. */
const AGAIN_AFTER = 5_000

export function createDeliveries(ports: DeliveriesPorts): Deliveries {
  const closing = new AbortController()
  // Each wait between attempts listens while it lasts, and after a restart there may be many.
  setMaxListeners(0, closing.signal)
  const pace = createPace({ perSecond: CALLS_PER_SECOND, sleep: ports.sleep, signal: closing.signal })
  const since = ports.now()
  return {
    begin: (order) => beginDeliveries(order, ports, { pace, signal: closing.signal, since }),
    close: () => closing.abort(new FeishuError({ kind: 'final', code: 0, reason: 'the Feishu surface was closed' })),
  }
}

type SetPorts = Omit<CourierPorts, 'onShown' | 'onCollapsed'>

/** How sends are told apart: a surface that comes back while an ask is open needs a message of its own, not the one that it made final. */
interface Sending {
  readonly pace: Pace
  readonly signal: AbortSignal
  /** When this surface began, in milliseconds since the epoch. */
  readonly since: number
}

function beginDeliveries({ shown: first, ...order }: DeliveryOrder, ports: DeliveriesPorts, { pace, signal, since }: Sending): AskDeliveries {
  const { recipients } = order
  const { client, sleep, log, chats, now } = ports
  const allFailed = createDeferred<FeishuError>()
  const gate = createGate()
  const couriers: Courier[] = []
  // Made when they are needed: many asks may be open at a time.
  let shownAgain: Map<string, number> | undefined
  let over: Deferred<void> | undefined
  let failures = 0

  const onFailed = (error: FeishuError): void => {
    failures += 1
    if (failures === recipients.length) allFailed.resolve(error)
  }
  const onChanged = (): void => {
    if (over && couriers.every(({ state }) => isOver(state()))) over.resolve()
  }
  const shared = { client, sleep, log, onSent: chats.noteDelivery, signal, mayPatch: () => gate.opened(), onChanged }
  const showTo = (recipient: Recipient, shown: OpenCards, setPorts: SetPorts, turn?: number, onShown = order.onShown): void => {
    const consignments = shown.cards.map((card, index): Consignment => consign(order, ports.slips, recipient, shown, { card, part: index + 1, since, ...(turn === undefined ? {} : { turn }) }))
    couriers.push(...createSet({ ...order, onShown }, consignments, setPorts))
  }
  for (const recipient of recipients) showTo(recipient, first, { ...shared, onFailed })
  const adopted = (cards: readonly LeftCard[], shown: OpenCards['cards'], claims: boolean): readonly Courier[] => {
    const paced = { ...shared, onFailed: () => undefined, mayPatch: () => pace().then(() => gate.opened()), onShown: order.onShown, onCollapsed: order.onCollapsed }
    const found = cards.map((left) => adoptCard(order, left, shown, { paced, chats, slips: ports.slips, now, pace, claims }))
    couriers.push(...found)
    return found
  }

  return {
    allFailed: allFailed.promise,
    match: (click) => matchPlace(couriers, click, ports.chats),
    has: ({ messageId, chatId }) => couriers.map(({ state }) => placeOf(state())).some((place) => place?.messageId === messageId && place.chatId === chatId),
    clicked: (click) => {
      const { messageId, chatId } = click.place
      if (messageId === undefined || chatId === undefined || matchPlace(couriers, click, ports.chats) !== 'unbound') return
      findReceiver(couriers, chatId, click, ports.chats)?.clicked({ messageId, chatId })
    },
    end: (cards, isKept = false) => {
      over ??= createDeferred()
      for (const courier of couriers) courier.end(cards[courier.part - 1] ?? order.broken(), isKept)
      onChanged()
      return over.promise
    },
    hold: () => gate.hold(),
    adopt: (cards, shown, claims) => void adopted(cards, shown, claims),
    retire: (cards, final) => {
      over = undefined
      for (const courier of adopted(cards, [], true)) courier.end(final)
    },
    again: (recipient, shown, moved) => {
      const at = now()
      if (isWithin(AGAIN_AFTER, shownAgain?.get(recipient.id), at)) return 'busy'
      shownAgain ??= new Map()
      shownAgain.set(recipient.id, at)
      const earlier = couriers.filter((courier) => placeOf(courier.state())?.chatId === recipient.id)
      over = undefined
      // Only then: until the new card is there, the old one is all that the person has.
      showTo(recipient, shown, { ...shared, onFailed: () => undefined }, at, (messageId) => {
        order.onShown(messageId)
        for (const courier of earlier) courier.end(moved)
      })
      return 'sent'
    },
    isIn: (chatId) => couriers.some(({ recipient, state }) => recipient.id === chatId || placeOf(state())?.chatId === chatId),
    get isEmpty() {
      return couriers.length === 0
    },
  }
}

/** Not when the clock was set back meanwhile: then it can't be told. */
function isWithin(span: number, from: number | undefined, now: number): boolean {
  return from !== undefined && now >= from && now - from < span
}

interface CardOrder {
  readonly card: Card
  readonly part: number
  readonly turn?: number
  readonly since: number
}

type Addressed = Omit<DeliveryOrder, 'shown'>

function consign({ ask, pointer }: Addressed, slips: DeliveriesPorts['slips'], recipient: Recipient, { cards, saving, isWhole }: OpenCards, { card, part, turn, since }: CardOrder): Consignment {
  const key = sendKey(ask, recipient, 'card', part, turn ?? since)
  const facts = { ask, recipient, part, parts: cards.length, key, saving, isWhole, ...(turn === undefined ? {} : { turn }) }
  return { ask, recipient, part, card, pointer, key, slip: slips.slip(facts) }
}

interface AdoptPorts {
  readonly paced: CourierPorts
  readonly chats: Chats
  readonly slips: DeliveriesPorts['slips']
  readonly now: () => number
  readonly pace: Pace
  readonly claims: boolean
}

/** A card whose send was never confirmed is claimed by its key while that surely brings the same message; later only a click tells where it is. */
function adoptCard({ ask, broken, pointer }: Addressed, left: LeftCard, shown: OpenCards['cards'], { paced, chats, slips, now, pace, claims }: AdoptPorts): Courier {
  const { recipient, part, key, message, at, isLeft } = left
  const slip = slips.slip(left)
  if (isLeft) slip.done()
  if (message) chats.noteDelivery(recipient, message.chatId)
  const isClaimable = claims && message === undefined && isWithin(CLAIMABLE, at, now())
  const found = message ? ({ phase: isLeft ? 'final' : 'live', message } as const) : isClaimable ? undefined : ({ phase: 'unsure' } as const)
  const card = shown[part - 1] ?? broken()
  return createCourier({ ask, recipient, part, card, pointer, key, slip, ...(found ? { found } : { turn: pace() }) }, paced)
}

/** The cards for one recipient: shown and final when all of them are, and failed when one of them is. */
function createSet({ broken, onShown, onCollapsed }: Addressed, consignments: readonly Consignment[], ports: SetPorts): readonly Courier[] {
  const set: Courier[] = []
  // Not the consignments themselves: they hold the cards.
  const { length } = consignments
  const counted = (report: (messageId: string) => void): ((messageId: string) => void) => {
    let count = 0
    return (messageId) => {
      count += 1
      if (count === length) report(messageId)
    }
  }
  let isBroken = false
  const onFailed = (error: FeishuError): void => {
    if (isBroken) return
    isBroken = true
    ports.onFailed(error)
    // Nobody can answer by a part of the cards, so those that are there say so.
    if (length > 1) for (const courier of set) courier.end(broken())
  }
  const setPorts: CourierPorts = { ...ports, onFailed, onShown: counted(onShown), onCollapsed: counted(onCollapsed) }
  for (const consignment of consignments) {
    const after = set.at(-1)?.settled
    set.push(createCourier({ ...consignment, ...(after ? { after } : {}) }, setPorts))
  }
  return set
}

/** A click names message and chat; both must be those of the card that it names, as far as they are known. */
function matchPlace(couriers: readonly Courier[], click: ClickOrigin, chats: Chats): PlaceMatch {
  const { place: { messageId, chatId }, part } = click
  if (messageId === undefined || chatId === undefined) return 'foreign'
  const own = couriers.find(({ state }) => placeOf(state())?.messageId === messageId)
  if (own) return own.part === part && placeOf(own.state())?.chatId === chatId ? 'ours' : 'foreign'
  return candidates(couriers, chatId, click, chats).length > 0 ? 'unbound' : 'foreign'
}

interface Candidate {
  readonly courier: Courier
  readonly likelihood: Likelihood
}

/** Cards that do not know their place and may be the clicked one. */
function candidates(couriers: readonly Courier[], chatId: string, { part, person }: ClickOrigin, chats: Chats): readonly Candidate[] {
  return couriers
    .filter((courier) => courier.part === part && isUnplaced(courier.state()))
    .map((courier) => ({ courier, likelihood: chats.likelihoodOf(courier.recipient, chatId, person) }))
    .filter(({ likelihood }) => likelihood !== 'impossible')
}

/** Whose card was clicked; nobody when several could be meant. */
function findReceiver(...clicked: Parameters<typeof candidates>): Courier | undefined {
  const found = candidates(...clicked)
  return found.find(({ likelihood }) => likelihood === 'sure')?.courier ?? (found.length === 1 ? found[0]?.courier : undefined)
}
