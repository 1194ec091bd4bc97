/** The cards of one ask for one recipient: shown and final when all of them are, and failed when one of them is. */
import type { Recipient } from './config.ts'
import type { CourierOwner, CourierTools } from './courier.ts'
import type { FeishuError } from './error.ts'

/** What the cards of an ask learn of those for one recipient. */
export interface SetOwner {
  readonly tools: CourierTools
  mayPatch(set: CardSet): Promise<void>
  sent(recipient: Recipient, chatId: string): void
  /** All cards are there; the message is the last of them. */
  shown(messageId: string): void
  /** All cards are final. */
  collapsed(messageId: string): void
  /** Told once, of the first card that could not be sent. */
  failed(set: CardSet, error: FeishuError): void
  /** Sent as a text message where the platform refuses a card. */
  pointer(): string
  changed(): void
}

/** Why the cards are there: for the ask's recipients, once more for whoever wanted that, or as an ended process has left them. */
export type Occasion = 'first' | 'again' | 'adopted'

export class CardSet implements CourierOwner {
  readonly occasion: Occasion
  readonly size: number
  private readonly owner: SetOwner
  private readonly onShown: (() => void) | undefined
  private countShown = 0
  private countCollapsed = 0
  private isBroken = false

  /** `onShown`: what is to be done once all are there, after the owner was told. */
  constructor(occasion: Occasion, size: number, owner: SetOwner, onShown?: () => void) {
    this.occasion = occasion
    this.size = size
    this.owner = owner
    this.onShown = onShown
  }

  get tools(): CourierTools {
    return this.owner.tools
  }

  mayPatch(): Promise<void> {
    return this.owner.mayPatch(this)
  }

  sent(recipient: Recipient, chatId: string): void {
    this.owner.sent(recipient, chatId)
  }

  shown(messageId: string): void {
    this.countShown += 1
    if (this.countShown !== this.size) return
    this.owner.shown(messageId)
    this.onShown?.()
  }

  collapsed(messageId: string): void {
    this.countCollapsed += 1
    if (this.countCollapsed === this.size) this.owner.collapsed(messageId)
  }

  failed(error: FeishuError): void {
    if (this.isBroken) return
    this.isBroken = true
    this.owner.failed(this, error)
  }

  pointer(): string {
    return this.owner.pointer()
  }

  changed(): void {
    this.owner.changed()
  }
}
