/** One error for everything that can go wrong between us and the platform. */

/**
 * What to do about a failed call:
 * `retry` it did not reach the platform, so it can be tried again without a thought; `unknown` it may have had its
 * effect; `rate` wait as told; `token` our token was refused; `refused-card` the platform does not take this card;
 * `final` trying again cannot help.
 */
export type FailureKind = 'final' | 'retry' | 'rate' | 'token' | 'refused-card' | 'unknown'

export interface Failure {
  readonly kind: FailureKind
  /** The platform's error code; 0 when it gave none. */
  readonly code: number
  readonly http?: number | undefined
  /** The platform's id of the call, to look it up in its logs. */
  readonly logId?: string | undefined
  /** Milliseconds to wait, when the platform said so. */
  readonly retryAfter?: number | undefined
  /** A reason in our own words, or a numeric sub-code; never the platform's text, which may quote a card. */
  readonly reason: string
}

/** A call to the platform failed. Holds no token, no secret and nothing of what was sent. */
export class FeishuError extends Error implements Failure {
  override readonly name = 'FeishuError'
  readonly kind: FailureKind
  readonly code: number
  readonly http: number | undefined
  readonly logId: string | undefined
  readonly retryAfter: number | undefined
  readonly reason: string

  constructor(failure: Failure) {
    super(`${failure.reason} (${failure.kind}, code ${failure.code}, HTTP ${failure.http ?? '-'}, log id ${failure.logId ?? '-'})`)
    this.kind = failure.kind
    this.code = failure.code
    this.http = failure.http
    this.logId = failure.logId
    this.retryAfter = failure.retryAfter
    this.reason = failure.reason
  }
}

/** The platform's codes that we treat in a way of their own; every other code is final. */
const CODES: Readonly<Record<number, readonly [FailureKind, string]>> = {
  1: ['retry', 'the platform is busy'],
  403: ['final', 'the platform does not let this app connect; check appId and that the app uses a long connection'],
  514: ['final', 'appId or appSecret is wrong; copy both from the developer console'],
  1000040343: ['retry', 'the platform failed'],
  1000040350: ['retry', 'the app has too many long connections'],
  99991661: ['token', 'no access token was sent'],
  99991663: ['token', 'the access token was refused'],
  99991664: ['token', 'the access token was refused'],
  99991665: ['token', 'the access token was refused'],
  99991671: ['token', 'the access token was refused'],
  99991677: ['token', 'the access token has expired'],
  99991400: ['rate', 'too many calls'],
  230020: ['rate', 'too many messages for this chat'],
  11232: ['rate', 'too many messages'],
  230099: ['refused-card', 'the platform refused the card'],
  200830: ['refused-card', 'the card mixes schema versions'],
  230025: ['refused-card', 'the card is too long'],
  230022: ['refused-card', 'the content did not pass the audit'],
  230028: ['refused-card', 'the content did not pass the audit'],
  99991672: ['final', 'a permission scope is missing; add im:message:send_as_bot and im:message:update, then publish a version'],
  230027: ['final', 'a permission scope is missing; add im:message:send_as_bot and im:message:update, then publish a version'],
  10003: ['final', 'appId or appSecret is wrong; copy both from the developer console'],
  10014: ['final', 'appId or appSecret is wrong; copy both from the developer console'],
  10015: ['final', 'appId or appSecret is wrong; copy both from the developer console'],
  99991543: ['final', 'appId or appSecret is wrong; copy both from the developer console'],
  11205: ['final', 'the app is no bot; enable the bot capability'],
  230006: ['final', 'the app is no bot; enable the bot capability'],
  230002: ['final', 'the bot is not in this chat, or the receiver is unknown; add the bot or mend the recipient'],
  230013: ['final', 'the person is outside the app\'s availability; widen it in the developer console'],
  230011: ['final', 'the message was recalled'],
  230110: ['final', 'the message was deleted'],
  232009: ['final', 'the chat was dissolved'],
  230031: ['final', 'the card is older than 14 days'],
  99992402: ['final', 'the receiver\'s id is not valid; mend the recipient'],
}

/** What a platform code means, before the HTTP status is looked at. */
export function readCode(code: number): readonly [FailureKind, string] {
  return CODES[code] ?? ['final', 'the platform said no']
}
