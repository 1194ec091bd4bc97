/** What it means that a tap came, came otherwise, or did not come. Pure. */
import type { AppSettings } from '../../../surfaces/feishu/app-facts.ts'
import { CARD_ACTION } from '../../../surfaces/feishu/action.ts'
import type { FeishuError } from '../../../surfaces/feishu/error.ts'
import type { RefusalReason } from '../../../surfaces/feishu/verify.ts'
import { type Finding, finding } from '../finding.ts'
import { NO_BOT_CODES, SCOPE_CODES } from './platform.ts'

/** How the waiting ended. `shown`: the person has typed what the phone shows. */
export type Ended =
  | { readonly kind: 'tapped'; readonly ms: number }
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  | { readonly kind: 'lost' }
  | { readonly kind: 'shown'; readonly text: string }
  | { readonly kind: 'timed-out'; readonly seconds: number }

export interface Evidence {
  readonly app: string
  readonly domain: string
  /** Absent where the platform does not tell. */
  readonly settings?: AppSettings
  /** Scopes were asked for and are not in force. */
  readonly isPending: boolean
}

/** A phone gives an answer up after this, in milliseconds. */
const PHONE_MS = 3_000

const NOT_SUBSCRIBED = '200340'
const NO_ANSWER = '200341'

export function judgeTap(ended: Ended, evidence: Evidence): Finding {
  const { app, domain } = evidence
  switch (ended.kind) {
    case 'tapped':
      return finding(ended.ms > PHONE_MS ? 'live.late' : 'live.ok', { ms: ended.ms })
    case 'refused':
      return judgeRefusal(ended.reason, app)
    case 'lost':
      return finding('live.link-lost', { domain })
    case 'shown':
      return judgeShown(ended.text, evidence)
    case 'timed-out':
      return judgeSetup(evidence) ?? finding('live.no-tap', { seconds: ended.seconds })
  }
}

function judgeShown(text: string, evidence: Evidence): Finding {
  const { app } = evidence
  const code = /\d{6}/u.exec(text)?.[0]
  if (code === undefined) return finding('live.elsewhere', { app })
  if (code === NOT_SUBSCRIBED) return judgeSetup(evidence) ?? (evidence.isPending ? finding('live.not-published', { app }) : finding('live.phone-200340', { app }))
  return code === NO_ANSWER ? finding('live.dropped', { app }) : finding('live.foreign-answer', { app, code })
}

/** What the platform itself says of why nothing comes. */
function judgeSetup({ app, settings }: Evidence): Finding | undefined {
  if (settings?.published === false) return finding('live.not-published', { app })
  return settings?.callbacks?.includes(CARD_ACTION) === false ? finding('live.not-subscribed', { app }) : undefined
}

/** What was signed at least tries to be the platform's; anything else is a stranger's. */
export function isTelling(reason: RefusalReason): boolean {
  return reason === 'signature' || reason === 'token' || reason === 'app' || reason === 'timestamp'
}

function judgeRefusal(reason: RefusalReason, app: string): Finding {
  if (reason === 'token') return finding('live.verification-token', { app })
  if (reason === 'app') return finding('live.other-app', { app })
  return reason === 'timestamp' ? finding('live.clock') : finding('live.encrypt-key', { app })
}

const RECEIVER_CODES = new Set([230002, 230013, 99992402, 230001])

export function judgeSend({ code, reason: why }: FeishuError, app: string): Finding {
  if (NO_BOT_CODES.has(code)) return finding('bot.none', { code, app })
  if (SCOPE_CODES.has(code)) return finding('live.no-scope', { code, app })
  return RECEIVER_CODES.has(code) ? finding('live.receiver', { code, app }) : finding('live.send-failed', { code, why })
}
