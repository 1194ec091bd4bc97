/** What the platform says no with: one table of reasons, one error that carries a reason to the edge. */

/** A refused request. HTTP 200 with a code is a refusal too. */
export interface Refusal {
  readonly http: number
  readonly code: number
  readonly msg: string
}

const REFUSALS = {
  'no-token': { http: 400, code: 99991661, msg: 'Missing access token for authorization.' },
  'bad-token': { http: 400, code: 99991663, msg: 'Invalid access token for authorization.' },
  'unknown-app': { http: 200, code: 10003, msg: 'invalid param' },
  'wrong-secret': { http: 200, code: 10014, msg: 'app secret invalid' },
  'no-scope': { http: 400, code: 99991672, msg: 'Access denied. The app lacks the required scope.' },
  'no-bot': { http: 400, code: 11205, msg: 'app do not have bot' },
  'app-rate': { http: 429, code: 99991400, msg: 'request trigger frequency limit' },
  'message-rate': { http: 400, code: 230020, msg: 'This operation triggers the frequency limit.' },
  'bad-request': { http: 400, code: 230001, msg: 'Your request contains an invalid request parameter.' },
  'bad-receiver': { http: 400, code: 99992402, msg: 'field validation failed' },
  'unknown-receiver': { http: 400, code: 230002, msg: 'The bot can not be outside the group.' },
  'unavailable-user': { http: 400, code: 230013, msg: 'Bot has NO availability to this user.' },
  recalled: { http: 400, code: 230011, msg: 'The message was recalled.' },
  'too-long': { http: 400, code: 230025, msg: 'The length of the message content reaches its limit.' },
  'too-old': { http: 400, code: 230031, msg: 'The message is more than 14 days old and can no longer be updated.' },
  'not-a-card': { http: 400, code: 230054, msg: 'This operation is not supported for this message type.' },
  broken: { http: 500, code: 1663, msg: 'internal error' },
  unavailable: { http: 502, code: 1663, msg: 'bad gateway' },
} as const satisfies Record<string, Refusal>

export type RefusalName = keyof typeof REFUSALS

/** The refusal of that name; `detail` is appended to its message. */
export function refusalOf(name: RefusalName, detail?: string): Refusal {
  const refusal = REFUSALS[name]
  return detail === undefined ? refusal : { ...refusal, msg: `${refusal.msg} ${detail}` }
}

/** Carries a refusal from the rule that found it to the answer. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`${refusal.code}: ${refusal.msg}`)
    this.refusal = refusal
  }
}

/** Ends a request with the refusal of that name. */
export function refuse(name: RefusalName, detail?: string): never {
  throw new RequestRefused(refusalOf(name, detail))
}
