/** The judges of clicks and messages over one ask, with what stands around it in the test's hands. */
import type { AskRound, AskUserQuestionAnswer, AskUserQuestionItem, Outcome } from '../../../router/types.ts'
import { cardAsk } from '../../../surfaces/feishu/ask.ts'
import { createClickJudge, type JudgeClick } from '../../../surfaces/feishu/clicks.ts'
import { createEntries, type Entry } from '../../../surfaces/feishu/entries.ts'
import type { Shown } from '../../../surfaces/feishu/fit.ts'
import { neededRole } from '../../../surfaces/feishu/operators.ts'
import { createReplyJudge, type JudgeReply, type ReplyPorts } from '../../../surfaces/feishu/replies.ts'
import { createRulings, notice, type Ruling } from '../../../surfaces/feishu/ruling.ts'
import type { Reader } from '../../../surfaces/feishu/view.ts'
import { DATABASE } from './known.ts'

const READER: Reader = { locale: 'en', timeZone: 'UTC', places: ['terminal'] }
const ROLES: Readonly<Record<string, 'answer' | 'approve'>> = { ou_wang: 'answer', ou_boss: 'approve' }

export interface Judged {
  readonly click: JudgeClick
  readonly hear: JudgeReply
  /** Answers that reached the router, in order. */
  readonly submitted: readonly AskUserQuestionAnswer[]
  /** How the clock was held, in order. */
  readonly holds: readonly string[]
  /** Ends the ask. */
  end(outcome: Outcome): void
}

export interface JudgedOptions {
  readonly questions?: AskUserQuestionItem[]
  readonly shown?: Partial<Shown>
  /** Nobody has a card of it. */
  readonly isEmpty?: boolean
  readonly isRestoring?: boolean
  readonly ports?: Partial<Pick<ReplyPorts, 'order' | 'claimCode'>>
}

/** Its card is the message `om_1`. */
export function createJudged({ questions = [DATABASE], shown, isEmpty = false, isRestoring = false, ports }: JudgedOptions = {}): Judged {
  const submitted: AskUserQuestionAnswer[] = []
  const holds: string[] = []
  const round: AskRound = {
    id: 'ask-1', signal: new AbortController().signal, outcome: new Promise(() => undefined), report: () => undefined,
    submit: (answer) => { submitted.push(answer); return { kind: 'won', outcome: { kind: 'answered', answer, actor: { surface: 'feishu' }, at: 0 } } },
    dismiss: () => { throw new Error('nobody dismisses it') },
    countdown: { state: 'counting', remaining: () => 5, hold: (how) => { holds.push(how) }, release: () => undefined, onChange: () => () => undefined },
  }
  const entry: Entry = {
    ask: cardAsk('ask-1', { questions }), role: neededRole(questions), stage: { kind: 'open', round }, at: 0, shown: { count: 1, saving: [1], isWhole: true, ...shown },
    deliveries: { match: () => 'ours', has: ({ messageId }) => messageId === 'om_1', clicked: () => undefined, end: () => Promise.resolve(), hold: () => () => undefined, adopt: () => undefined, retire: () => undefined, again: () => 'sent', isIn: () => true, isEmpty },
  }
  const entries = createEntries(READER)
  entries.put(entry)
  const judging = {
    entries, reader: READER, isRestoring: () => isRestoring, rulings: createRulings({ entries, now: () => 0, reader: READER, slips: { ended: () => undefined } }),
    operatorOf: ({ openId = '' }: { readonly openId?: string | undefined }) => (ROLES[openId] === undefined ? undefined : { id: openId, name: openId, role: ROLES[openId] }),
  }
  return {
    submitted, holds,
    end: (outcome) => { entries.end(entry, outcome) },
    click: createClickJudge({ ...judging, list: { show: () => notice('info', () => 'shown again') } }),
    hear: createReplyJudge({ ...judging, mayAnswer: () => true, ...ports }),
  }
}

/** A ruling in short. */
export const saidIn = (ruling: Ruling | 'list' | undefined): unknown => (typeof ruling === 'object' ? [ruling.tone, ruling.text.en] : ruling)
