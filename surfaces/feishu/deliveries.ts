/** The cards of an ask, one or several per recipient, as one thing. */
import { setMaxListeners } from 'node:events'
import type { AskRound } from '../../router/types.ts'
import type { CardAsk } from './ask.ts'
import type { SealedCard } from './card.ts'
import { CardSet, type SetOwner } from './card-set.ts'
import type { Chats } from './chats.ts'
import type { FeishuClient } from './client.ts'
import type { Recipient } from './config.ts'
import { type Consignment, Courier, type CourierTools, type Found, sendKey } from './courier.ts'
import { createDeferred, type Deferred } from './deferred.ts'
import { isOver, type MessagePlace, placeOf } from './delivery.ts'
import { FeishuError } from './error.ts'
import { brokenCard, type OpenCards, pointerText } from './fit.ts'
import { Gate } from './gate.ts'
import type { Log } from './log.ts'
import { type ClickOrigin, findReceiver, matchPlace, type PlaceMatch } from './origin.ts'
import { createPace, type Pace } from './pace.ts'
import type { Sleep } from './retry.ts'
import type { LeftCard, Slips } from './slips.ts'
import type { Reader } from './view.ts'

export interface DeliveriesPorts {
  readonly client: FeishuClient
  readonly sleep: Sleep
  readonly log: Log
  /** Learns where cards arrive. */
  readonly chats: Chats
  readonly slips: Pick<Slips, 'slip'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly reader: Reader
}

/** What to send for one ask, and whom to tell. */
export interface DeliveryOrder {
  readonly ask: CardAsk
  readonly recipients: readonly Recipient[]
  readonly shown: OpenCards
  /** Told when a recipient has all cards, and when all of them are final; the message is the last of them. */
  readonly listener: Pick<AskRound, 'report'>
  /** No recipient can be reached. */
  readonly onAllFailed: (error: FeishuError) => void
}

/** The cards of one ask. */
export interface AskDeliveries {
  match(click: ClickOrigin): PlaceMatch
  /** Whether the message shows a card of this ask. */
  has(place: MessagePlace): boolean
  /** Binds the place of an unbound click to the card that is waiting for its own, unless several could be meant. */
  clicked(click: ClickOrigin): void
  /** Makes every card final, each as its position says. Resolves when nothing more will happen to them; a second call changes only what has not been sent yet. `isKept`: the next start may bring the ask again. */
  end(cards: readonly SealedCard[], isKept?: boolean): Promise<void>
  /**
   * Holds the final cards back while a click is being answered: an update that overtakes the answer may be
   * reverted on the phone. Call the returned function when the answer has left.
   */
  hold(): () => void
  /** Takes over cards of an ended process. `claims`: a send that was not confirmed is repeated under its key, within the hour. */
  adopt(cards: readonly LeftCard[], shown: OpenCards['cards'], claims: boolean): void
  /** Makes cards final that were sent before the surface was taken down: the ask is open, but not on them. */
  retire(cards: readonly LeftCard[], final: SealedCard): void
  /**
   * Shows the ask once more; where an earlier card stands in the same chat, `moved` takes its place. `busy`: that has
   * just been done there.
   */
  again(recipient: Recipient, shown: OpenCards, moved: SealedCard): 'sent' | 'busy'
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
  const tools: Tools = { ...ports, pace, signal: closing.signal, since }
  return {
    begin: (order) => new Cards(order, tools),
    close: () => closing.abort(new FeishuError({ kind: 'final', code: 0, reason: 'the Feishu surface was closed' })),
  }
}

/** How sends are told apart: a surface that comes back while an ask is open needs a message of its own, not the one that it made final. */
interface Tools extends DeliveriesPorts, CourierTools {
  readonly pace: Pace
  /** When this surface began, in milliseconds since the epoch. */
  readonly since: number
}

/** Of an order everything is kept while its ask is open but the cards. */
class Cards implements AskDeliveries, SetOwner {
  readonly tools: Tools
  private readonly ask: CardAsk
  private readonly listener: DeliveryOrder['listener']
  private readonly onAllFailed: DeliveryOrder['onAllFailed']
  private couriers: readonly Courier[] = []
  /** Recipients that may still be reached by what was sent first. */
  private hopes: number
  // Made when they are needed: many asks may be open at a time.
  private gate: Gate | undefined
  private over: Deferred<void> | undefined
  private shownAgain: Map<string, number> | undefined

  constructor({ ask, recipients, shown, listener, onAllFailed }: DeliveryOrder, tools: Tools) {
    this.ask = ask
    this.listener = listener
    this.onAllFailed = onAllFailed
    this.tools = tools
    this.hopes = recipients.length
    for (const recipient of recipients) this.send(recipient, shown, new CardSet('first', shown.cards.length, this))
  }

  match(click: ClickOrigin): PlaceMatch {
    return matchPlace(this.couriers, click, this.tools.chats)
  }

  has({ messageId, chatId }: MessagePlace): boolean {
    return this.couriers.map(({ state }) => placeOf(state)).some((place) => place?.messageId === messageId && place.chatId === chatId)
  }

  clicked(click: ClickOrigin): void {
    const { messageId, chatId } = click.place
    if (messageId === undefined || chatId === undefined || this.match(click) !== 'unbound') return
    findReceiver(this.couriers, chatId, click, this.tools.chats)?.clicked({ messageId, chatId })
  }

  end(cards: readonly SealedCard[], isKept = false): Promise<void> {
    this.over ??= createDeferred()
    for (const courier of this.couriers) courier.end(cards[courier.facts.part - 1] ?? this.broken(), isKept)
    this.changed()
    return this.over.promise
  }

  hold(): () => void {
    this.gate ??= new Gate()
    return this.gate.hold()
  }

  adopt(cards: readonly LeftCard[], shown: OpenCards['cards'], claims: boolean): void {
    this.takeOver(cards, shown, claims)
  }

  retire(cards: readonly LeftCard[], final: SealedCard): void {
    this.over = undefined
    for (const courier of this.takeOver(cards, [], true)) courier.end(final)
  }

  again(recipient: Recipient, shown: OpenCards, moved: SealedCard): 'sent' | 'busy' {
    const at = this.tools.now()
    if (isWithin(AGAIN_AFTER, this.shownAgain?.get(recipient.id), at)) return 'busy'
    this.shownAgain ??= new Map()
    this.shownAgain.set(recipient.id, at)
    const earlier = this.couriers.filter(({ state }) => placeOf(state)?.chatId === recipient.id)
    this.over = undefined
    // Only once they are there: until then the old ones are all that the person has.
    const retireEarlier = (): void => {
      for (const courier of earlier) courier.end(moved)
    }
    this.send(recipient, shown, new CardSet('again', shown.cards.length, this, retireEarlier), at)
    return 'sent'
  }

  isIn(chatId: string): boolean {
    return this.couriers.some(({ facts, state }) => facts.recipient.id === chatId || placeOf(state)?.chatId === chatId)
  }

  get isEmpty(): boolean {
    return this.couriers.length === 0
  }

  /** Of what a restart leaves, not all at once. */
  async mayPatch({ occasion }: CardSet): Promise<void> {
    if (occasion === 'adopted') await this.tools.pace()
    await this.gate?.opened()
  }

  sent(recipient: Recipient, chatId: string): void {
    this.tools.chats.noteDelivery(recipient, chatId)
  }

  shown(messageId: string): void {
    this.listener.report('shown', messageId)
  }

  collapsed(messageId: string): void {
    this.listener.report('collapsed', messageId)
  }

  failed(set: CardSet, error: FeishuError): void {
    if (set.occasion === 'first') {
      this.hopes -= 1
      if (this.hopes === 0) this.onAllFailed(error)
    }
    // Nobody can answer by a part of the cards, so those that are there say so.
    if (set.size > 1) for (const courier of this.couriers) if (courier.owner === set) courier.end(this.broken())
  }

  pointer(): string {
    return pointerText(this.ask, this.tools.reader)
  }

  changed(): void {
    if (this.over && this.couriers.every(({ state }) => isOver(state))) this.over.resolve()
  }

  /** `turn` tells the showings apart. */
  private send(recipient: Recipient, { cards, saving, isWhole }: OpenCards, set: CardSet, turn?: number): void {
    const { ask: { id: ask }, tools: { slips, since } } = this
    let before: Promise<void> | undefined
    for (const [index, card] of cards.entries()) {
      const part = index + 1
      const key = sendKey(ask, recipient, 'card', part, turn ?? since)
      const facts = { ask, recipient, part, parts: cards.length, key, saving, isWhole, ...(turn === undefined ? {} : { turn }) }
      before = this.add({ facts, slip: slips.slip(facts) }, set).bring(card, before && { kind: 'order', come: before })
    }
  }

  /** A card whose send was never confirmed is claimed by its key while that surely brings the same message; later only a click tells where it is. */
  private takeOver(cards: readonly LeftCard[], shown: OpenCards['cards'], claims: boolean): readonly Courier[] {
    const { chats, slips, pace, now } = this.tools
    return cards.map((left) => {
      const { recipient, part, message, at, isLeft } = left
      const slip = slips.slip(left)
      if (isLeft) slip.done()
      if (message) chats.noteDelivery(recipient, message.chatId)
      const isClaimable = claims && message === undefined && isWithin(CLAIMABLE, at, now())
      const found: Found | undefined = message ? { phase: isLeft ? 'final' : 'live', message } : isClaimable ? undefined : { phase: 'unsure' }
      const courier = this.add({ facts: left, slip }, new CardSet('adopted', 1, this), found)
      if (found === undefined) courier.bring(shown[part - 1] ?? this.broken(), { kind: 'pace', come: pace() }).catch(() => { /* never rejects */ })
      return courier
    })
  }

  /** Takes the place of cards that arrived when another of the same ask did not. */
  private broken(): SealedCard {
    return brokenCard(this.ask, this.tools.reader)
  }

  private add(consignment: Consignment, set: CardSet, found?: Found): Courier {
    const courier = new Courier(consignment, set, found)
    // A list that `concat` makes has room for no more than it holds.
    this.couriers = this.couriers.concat(courier)
    return courier
  }
}

/** Not when the clock was set back meanwhile: then it can't be told. */
function isWithin(span: number, from: number | undefined, now: number): boolean {
  return from !== undefined && now >= from && now - from < span
}
