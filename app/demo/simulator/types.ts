/** The simulator's vocabulary: who is there, what was sent, what a person does and what the phone shows of it. */

/** Milliseconds since the epoch, from the simulator's clock. */
export type Timestamp = number

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** A whole card as it travels: JSON of schema 2.0. */
export type Card = JsonObject

export type Locale = 'zh' | 'en'

/** Somebody with a phone in the simulated tenant. */
export interface SimPerson {
  readonly openId: string
  readonly name: string
  readonly unionId?: string
  readonly userId?: string
  readonly email?: string
  /** The language of the person's phone; default `zh`. */
  readonly locale?: Locale
}

/** A group chat that the bot belongs to. */
export interface SimGroup {
  readonly chatId: string
  readonly name: string
  /** Open ids. */
  readonly members: readonly string[]
}

export type ReceiverType = 'open_id' | 'user_id' | 'union_id' | 'email' | 'chat_id'

/** Where a message went, in the sender's own terms. */
export interface Receiver {
  readonly type: ReceiverType
  readonly id: string
}

/** One state that a message has had, oldest first in a history. */
export interface SimVersion {
  readonly at: Timestamp
  /** `answered`: the card came in the answer to a click; `reverted`: the platform undid a patch. */
  readonly cause: 'sent' | 'patched' | 'answered' | 'reverted'
  readonly card: Card
}

/** What a person sent instead of words. */
export interface SimMedia {
  readonly kind: 'sticker' | 'image'
  /** The platform's key of the file; nothing stands behind it here. */
  readonly key: string
}

/** A message as the platform holds it; every change makes a new record. */
export interface SimMessage {
  readonly messageId: string
  readonly chatId: string
  /** Open id of the person who wrote it; absent on what the app sent. */
  readonly senderId?: string
  readonly receiver: Receiver
  /** The card on show; absent on a text message. */
  readonly card?: Card
  /** The words of a text message; absent on anything else. */
  readonly text?: string
  readonly media?: SimMedia
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
  /** Every card that the message has shown; empty on a text message. */
  readonly history: readonly SimVersion[]
  /** The message that this one replies to. */
  readonly parentId?: string
  /** The first message of that chain of replies. */
  readonly rootId?: string
  /** Open ids whose phones were buzzed about it. */
  readonly buzzed: readonly string[]
  readonly recalled: boolean
}

/** What a form field holds: text and single select a string, multi select strings, checker a boolean. */
export type FieldValue = string | boolean | readonly string[]
export type FormValue = { readonly [field: string]: FieldValue }

/** A person touches one element of one card. */
export interface SimAct {
  readonly messageId: string
  /** The person's open id. */
  readonly personId: string
  /** The element's `name`, its `element_id`, or its path in the card, e.g. `body.elements.2`. */
  readonly element: string
  /** For a submit button: values by field name; fields left out keep the card's defaults. */
  readonly formValue?: FormValue
  /** For a select, input or checker that stands outside a form: what it was set to. */
  readonly value?: FieldValue
  /** Overrides the language of the person's phone. */
  readonly locale?: Locale
}

interface Saying {
  /** The person's open id. */
  readonly personId: string
  /** A chat that the person is in; default the private chat with the bot. */
  readonly chatId?: string
  /** The message that is quoted: this one becomes its reply. */
  readonly quotes?: string
}

/** A person writes into a chat, or sends a sticker or picture by its key. */
export type SimSaying = Saying & ({ readonly text: string } | { readonly sticker: string } | { readonly image: string })

/**
 * How a message reached the app. `delivered`: acknowledged · `undelivered`: every try failed, or the simulator closed ·
 * `unsubscribed`: the app listens nowhere · `unaddressed`: said in a group without naming the bot, so never pushed.
 */
export interface SimDelivery {
  readonly kind: 'delivered' | 'undelivered' | 'unsubscribed' | 'unaddressed'
  /** The same on every try. */
  readonly eventId: string
  readonly tries: number
}

export interface SimSaid {
  /** The message as it now stands in the chat. */
  readonly message: SimMessage
  /** Settles after the last try; never rejects. */
  readonly delivery: Promise<SimDelivery>
}

/** How events reach the app. */
export type Transport = 'webhook' | 'long-connection'

/** The exact bytes of a signed and encrypted callback. */
export interface SimCallback {
  readonly eventId: string
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

export type ToastKind = 'info' | 'success' | 'error' | 'warning'

/** A toast in the words of the viewer's language. */
export interface ShownToast {
  readonly type: ToastKind
  readonly text: string
}

/** What the app said to a callback over HTTP; nothing at all when it never answered. */
export interface AppAnswer {
  readonly status: number
  readonly text: string
}

/** What the person saw of an act. */
export interface SimReply {
  /** `blocked`: the phone sent nothing. `failed`: the phone shows an error code. */
  readonly kind: 'answered' | 'blocked' | 'failed'
  readonly eventId?: string
  /** HTTP status of the app's answer. */
  readonly status?: number
  /** The app's answer, as JSON when it is JSON. */
  readonly body?: unknown
  readonly toast?: ShownToast
  /** The answer brought a card and the phone took it. */
  readonly cardReplaced: boolean
  /** 200340 nobody listens · 200341 no answer in time · 200671 not HTTP 200 · 200672 malformed · 200673 bad card. */
  readonly phoneCode?: number
  /** Names of the fields that kept a form on the phone. */
  readonly fields?: readonly string[]
  /** From the click to the answer, in milliseconds. */
  readonly elapsedMs: number
}

/** One line of the wire log: never a body, credentials masked. */
export type WireLine = RequestLine | FrameLine

interface Line {
  /** `in`: the app calls the platform; `out`: the platform calls the app. */
  readonly direction: 'in' | 'out'
  readonly path: string
  readonly bytes: number
}

export interface RequestLine extends Line {
  readonly kind: 'request'
  readonly method: string
  /** Absent when there was no answer. */
  readonly status?: number
  /** The platform's own code in the answer; 0 is success. */
  readonly code?: number
  readonly elapsedMs: number
  /** The credential or signature that travelled, masked. */
  readonly credential: string
}

/** A frame on a long connection. */
export interface FrameLine extends Line {
  readonly kind: 'frame'
  /** ping · pong · event · ack */
  readonly frame: string
}

/** What happened, without its time. */
export type SimHappening =
  | { readonly kind: 'message-sent'; readonly message: SimMessage }
  | { readonly kind: 'message-said'; readonly message: SimMessage }
  | { readonly kind: 'message-delivered'; readonly messageId: string; readonly personId: string; readonly delivery: SimDelivery }
  | { readonly kind: 'message-patched'; readonly message: SimMessage }
  | { readonly kind: 'message-recalled'; readonly message: SimMessage }
  | { readonly kind: 'card-replaced'; readonly message: SimMessage; readonly cause: 'answered' | 'reverted' }
  | { readonly kind: 'person-buzzed'; readonly message: SimMessage; readonly personId: string }
  | { readonly kind: 'callback-posted'; readonly messageId: string; readonly personId: string; readonly eventId: string }
  | { readonly kind: 'callback-answered'; readonly messageId: string; readonly personId: string; readonly reply: SimReply }
  | { readonly kind: 'act-blocked'; readonly messageId: string; readonly personId: string; readonly reply: SimReply }
  | { readonly kind: 'toast-shown'; readonly messageId: string; readonly personId: string; readonly toast: ShownToast }
  | { readonly kind: 'request-refused'; readonly method: string; readonly path: string; readonly code: number; readonly msg: string }
  | { readonly kind: 'wire'; readonly line: WireLine }
  | { readonly kind: 'transport-changed'; readonly transport?: Transport; readonly links: number }
  | { readonly kind: 'faults-changed' }

export type SimEvent = SimHappening & { readonly at: Timestamp }
