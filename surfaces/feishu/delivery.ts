/** The life of one card at one recipient, as a pure state machine. */

/** Where a card is. */
export interface MessagePlace {
  readonly messageId: string
  readonly chatId: string
}

export type Delivery =
  /** The open card is on its way. */
  | { readonly phase: 'sending' }
  /** The ask ended while its card was on its way; whatever arrives must be made final. */
  | { readonly phase: 'overtaken' }
  | { readonly phase: 'live'; readonly message: MessagePlace }
  /** The final card is on its way. */
  | { readonly phase: 'patching'; readonly message: MessagePlace }
  /** Sending was given up, but an attempt may have arrived: a click still proves that it did. */
  | { readonly phase: 'unsure' }
  /** The final card is shown; no event brings the open one back. */
  | { readonly phase: 'final'; readonly message: MessagePlace }
  /** The card stays as it is: the final one was refused or given up. */
  | { readonly phase: 'stranded'; readonly message: MessagePlace }
  /** Ended without an answer to the question whether the card arrived; a click on it still makes it final. */
  | { readonly phase: 'lost' }
  /** The card was never shown. */
  | { readonly phase: 'undelivered' }

export type DeliveryEvent =
  | { readonly kind: 'sent'; readonly message: MessagePlace }
  /** A click on the card came in, maybe before the send's own answer. */
  | { readonly kind: 'clicked'; readonly message: MessagePlace }
  /** Sending was given up; `arrival` tells whether an attempt may have reached the person. */
  | { readonly kind: 'send-failed'; readonly arrival: 'possible' | 'impossible' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'patched'; readonly messageId: string }
  | { readonly kind: 'patch-failed'; readonly messageId: string }

export type DeliveryCommand = 'patch' | 'report-shown' | 'report-collapsed' | 'report-failed'

export type Transition = readonly [next: Delivery, commands: readonly DeliveryCommand[]]

/** The next state and what has to be done for it. An event that does not matter in a state changes nothing. */
export function transition(state: Delivery, event: DeliveryEvent): Transition {
  const stay: Transition = [state, []]
  switch (state.phase) {
    case 'sending':
      return fromSending(state, event)
    case 'overtaken':
      if (event.kind === 'sent' || event.kind === 'clicked') return [{ phase: 'patching', message: event.message }, ['patch']]
      return event.kind === 'send-failed' ? [{ phase: event.arrival === 'possible' ? 'lost' : 'undelivered' }, []] : stay
    case 'unsure':
      if (event.kind === 'clicked') return [{ phase: 'live', message: event.message }, ['report-shown']]
      return event.kind === 'ended' ? [{ phase: 'lost' }, []] : stay
    case 'lost':
      return event.kind === 'clicked' ? [{ phase: 'patching', message: event.message }, ['patch']] : stay
    case 'live':
      if (event.kind === 'sent') return [{ phase: 'live', message: event.message }, []]
      return event.kind === 'ended' ? [{ phase: 'patching', message: state.message }, ['patch']] : stay
    case 'patching':
    case 'final':
    case 'stranded':
      return fromEnded(state, event)
    case 'undelivered':
      return stay
  }
}

function fromEnded(state: Extract<Delivery, { phase: 'patching' | 'final' | 'stranded' }>, event: DeliveryEvent): Transition {
  const { phase, message } = state
  // The send's own answer knows better than a click, which may have come from a copy of the card.
  if (event.kind === 'sent' && event.message.messageId !== message.messageId) return [{ phase: 'patching', message: event.message }, ['patch']]
  const isOurs = phase === 'patching' && 'messageId' in event && event.messageId === message.messageId
  if (!isOurs) return [state, []]
  return event.kind === 'patched' ? [{ phase: 'final', message }, ['report-collapsed']] : [{ phase: 'stranded', message }, []]
}

function fromSending(state: Delivery, event: DeliveryEvent): Transition {
  switch (event.kind) {
    case 'sent':
    case 'clicked':
      return [{ phase: 'live', message: event.message }, ['report-shown']]
    case 'send-failed':
      return [{ phase: event.arrival === 'possible' ? 'unsure' : 'undelivered' }, ['report-failed']]
    case 'ended':
      return [{ phase: 'overtaken' }, []]
    case 'patched':
    case 'patch-failed':
      return [state, []]
  }
}

/** Nothing more will happen to this card by itself. */
export function isOver(state: Delivery): boolean {
  return isOneOf(state, ['final', 'stranded', 'lost', 'undelivered'])
}

/** Nothing more will happen to this card, whatever comes but a card that was taken for another. */
export function isSettled(state: Delivery): boolean {
  return isOneOf(state, ['final', 'stranded', 'undelivered'])
}

/** The card may be out there, but nobody has told us where. */
export function isUnplaced(state: Delivery): boolean {
  return isOneOf(state, ['sending', 'overtaken', 'unsure', 'lost'])
}

function isOneOf(state: Delivery, phases: readonly Delivery['phase'][]): boolean {
  return phases.includes(state.phase)
}

/** Where the card is, once that is known. */
export function placeOf(state: Delivery): MessagePlace | undefined {
  return 'message' in state ? state.message : undefined
}
