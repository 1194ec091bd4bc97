/** Pure: what must hold of every ask, whatever happened. Each breach is one line. */
import { isDeepStrictEqual } from 'node:util'
import type { JournalLine } from '../../router/journal/types.ts'
import type { AskUserQuestionAnswer } from '../../router/types.ts'
import type { Attempt, Story } from './story.ts'

/** What the journal says of one ask. */
export interface Account {
  readonly ask: string
  readonly lines: readonly JournalLine[]
}

/** The accounts of each tag, in the order in which they were asked. */
export function accountsOf(lines: readonly JournalLine[], tagOf: (text: string) => string | undefined): ReadonlyMap<string, readonly Account[]> {
  const accounts = new Map<string, Account[]>()
  const byAsk = new Map<string, JournalLine[]>()
  for (const line of lines) if ('ask' in line) {
    const own = byAsk.get(line.ask) ?? []
    own.push(line)
    byAsk.set(line.ask, own)
    if (line.kind !== 'asked') continue
    const tag = tagOf(line.questions?.[0]?.question ?? '')
    if (tag !== undefined) accounts.set(tag, [...accounts.get(tag) ?? [], { ask: line.ask, lines: own }])
  }
  return accounts
}

/** The codes that need a reason beside a human's act, and whether the story has it. */
const REASONS: Readonly<Record<string, (story: Story) => boolean>> = {
  ASK_CANCELLED: ({ attempts }) => attempts.some(({ what }) => what === 'dismiss'),
  ASK_ABORTED: ({ withdrawn, disturbed }) => withdrawn || disturbed,
  NO_PROVIDER: ({ disturbed }) => disturbed,
  SURFACE_LEFT: ({ disturbed }) => disturbed,
}

export function judgeStory(story: Story, accounts: readonly Account[]): readonly string[] {
  const { end } = story
  if (end === undefined) return ['it never ended']
  return [...judgeEnd(story), ...accounts.flatMap((account) => judgeAccount(story, account)), ...judgeTold(story), ...judgeLate(story, accounts)]
}

function judgeEnd(story: Story): readonly string[] {
  const { end } = story
  switch (end?.kind) {
    case 'answered':
      return wasTried(story, end.answer) ? [] : [`the agent got an answer that nobody gave: ${JSON.stringify(end.answer)}`]
    case 'failed': {
      const reason = REASONS[end.code]
      // All places have failed: one of ours must have been away for that.
      return (reason ?? (({ disturbed }: Story) => disturbed))(story) ? [] : [`it failed with ${end.code} for no reason`]
    }
    case 'pending':
      return story.windowMs === undefined ? ['it went on, but had no window'] : []
    case undefined:
      return ['it never ended']
  }
}

/** The journal has exactly one end of each round, the one that the agent heard of. */
function judgeAccount(story: Story, { ask, lines }: Account): readonly string[] {
  const ends = lines.filter((line) => line.kind === 'settled')
  const [settled] = ends
  if (settled === undefined || ends.length !== 1) return [`the journal has ${ends.length} ends of ${ask}`]
  const { end } = story
  const heard: Readonly<Record<typeof settled.outcome, boolean>> = {
    answered: end?.kind === 'answered' && isDeepStrictEqual(end.answer, settled.answer),
    dismissed: end?.kind === 'failed' && end.code === 'ASK_CANCELLED',
    aborted: end?.kind === 'failed' && end.code === 'ASK_ABORTED',
    'timed-out': end?.kind === 'pending',
    failed: end?.kind === 'failed',
  }
  // A host whose turn ended in the same instant says so, whatever the round has come to.
  const isOverruled = story.withdrawn && end?.kind === 'failed' && end.code === 'ASK_ABORTED'
  const told = heard[settled.outcome] || isOverruled ? [] : [`the journal says ${settled.outcome}, the agent heard ${JSON.stringify(end)}`]
  if (settled.actor === undefined || (settled.outcome !== 'answered' && settled.outcome !== 'dismissed')) return told
  const { surface } = settled.actor
  const by = story.attempts.filter(({ place }) => place === surface)
  const did = settled.outcome === 'dismissed' ? by.some(({ what }) => what === 'dismiss') : by.some(({ what }) => isDeepStrictEqual(what, settled.answer))
  return did ? told : [...told, `${surface} is said to have ${settled.outcome} it, and did not: ${JSON.stringify(settled.answer)}`]
}

/** Whoever was told that their act counts is the one whose act counted; nobody else was told so. */
function judgeTold({ told, end, withdrawn, disturbed }: Story): readonly string[] {
  const won = told.filter(({ word }) => word !== 'accepted')
  const events = new Set(won.map(({ eventId }) => eventId))
  if (events.size > 1) return [`${events.size} clicks were told that they count`]
  const [first] = won
  if (first === undefined || end === undefined) return []
  const isTrue = first.word === 'won' ? end.kind === 'answered' && isDeepStrictEqual(end.answer, first.attempt.what) : end.kind === 'failed' && end.code === 'ASK_CANCELLED'
  const isOverruled = end.kind === 'failed' && end.code === 'ASK_ABORTED' && (withdrawn || disturbed)
  return isTrue || isOverruled ? [] : [`a click was told that it ${first.word}, the agent heard ${JSON.stringify(end)}`]
}

/** At most one late answer is read, one that was given, and only of an ask that went on. */
function judgeLate(story: Story, accounts: readonly Account[]): readonly string[] {
  const { late, end, told, discarded } = story
  const isAccepted = told.some(({ word }) => word === 'accepted')
  const isExplained = late.length + discarded > 0 || accounts.some(({ lines }) => lines.some(saysLost))
  if (isAccepted && !isExplained) return ['a late answer was accepted, and neither read nor said to have failed']
  if (late.length === 0) return []
  return [
    ...(late.length > 1 ? [`${late.length} late answers were read`] : []),
    ...(end?.kind === 'pending' ? [] : [`a late answer came after ${JSON.stringify(end)}`]),
    ...late.filter((answer) => !wasTried(story, answer)).map((answer) => `a late answer was read that nobody gave: ${JSON.stringify(answer)}`),
  ]
}

/** The journal says that no answer has reached the agent, or can; the cards then say so, too. */
export function saysLost(line: JournalLine): boolean {
  return (line.kind === 'late' && (line.step === 'failed' || line.step === 'closed')) || (line.kind === 'decided' && line.why !== undefined)
}

function wasTried({ attempts }: { readonly attempts: readonly Attempt[] }, answer: AskUserQuestionAnswer): boolean {
  return attempts.some(({ what }) => isDeepStrictEqual(what, answer))
}
