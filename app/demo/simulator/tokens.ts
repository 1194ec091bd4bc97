/** Tenant access tokens: given for the app's credentials, good for two hours. */
import { refuse } from './refusal.ts'
import type { Timestamp } from './types.ts'

/** How long a new token lives, in seconds. */
const LIFETIME_S = 7200
/** A token with more than this left is handed out again, as the platform does; in seconds. */
const REUSE_ABOVE_S = 1800

export interface Tokens {
  /** Throws `RequestRefused` on wrong credentials. `expire` is what is left, in seconds. */
  issue(appId: unknown, appSecret: unknown): { readonly token: string; readonly expire: number }
  /** Takes the `authorization` header; throws `RequestRefused` unless it carries a live token. */
  check(authorization: string | undefined): void
  /** Makes every token that was handed out invalid. */
  revoke(): void
}

export interface TokenOptions {
  readonly appId: string
  readonly appSecret: string
  readonly now: () => Timestamp
  readonly newId: () => string
}

export function createTokens({ appId, appSecret, now, newId }: TokenOptions): Tokens {
  const expiries = new Map<string, Timestamp>()
  const left = (expiry: Timestamp) => Math.floor((expiry - now()) / 1000)

  return {
    issue(givenId, givenSecret) {
      if (givenId !== appId) refuse('unknown-app')
      if (givenSecret !== appSecret) refuse('wrong-secret')
      for (const [token, expiry] of expiries) {
        if (left(expiry) > REUSE_ABOVE_S) return { token, expire: left(expiry) }
        if (left(expiry) <= 0) expiries.delete(token)
      }
      const token = `t-${newId()}`
      expiries.set(token, now() + LIFETIME_S * 1000)
      return { token, expire: LIFETIME_S }
    },
    check(authorization) {
      const token = /^Bearer (.+)$/u.exec(authorization ?? '')?.[1]
      if (token === undefined) return refuse('no-token')
      const expiry = expiries.get(token)
      if (expiry === undefined || expiry <= now()) refuse('bad-token')
    },
    revoke() {
      expiries.clear()
    },
  }
}
