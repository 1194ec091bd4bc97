/**
 * One ask racing over its surfaces until one outcome. Pure: `transition(round, event)` returns the next round and
 * what is to be done about it; `race` does it. Everything that decides who wins is in this file.
 */
import { checkAnswer } from './answer.ts'
import { frozen } from './copy.ts'
import { AskError } from './errors.ts'
import type { Turn } from './order.ts'
import type { AbortCause, Actor, AskUserQuestionItem, Outcome, Timestamp, Verdict } from './types.ts'

/** Identifies one registration of a surface; names may repeat, keys don't. */
export type SurfaceKey = number

/** `waiting`: known, not asked. `deferred`: asked when it is due, or no first one is left. `failed`: asked and unable, but an act of its human still counts. `left`: gone. */
export type Standing = 'waiting' | 'deferred' | 'asked' | 'failed' | 'left'

export interface OpenRound {
  readonly phase: 'open'
  readonly questions: readonly AskUserQuestionItem[]
  /** Who is asked: those who claimed, or everyone (nobody claimed, or all who were asked have failed). */
  readonly scope: 'claimants' | 'everyone'
  readonly standings: ReadonlyMap<SurfaceKey, Standing>
  /** The companion's key, while the round has one. */
  readonly companion?: SurfaceKey
  /** The host ends it by itself after a while, so it may stand open with nobody to show it. */
  readonly isTimed: boolean
  /** Those whose turn is first; absent where nobody has one. */
  readonly firsts?: ReadonlySet<SurfaceKey>
  /** The first failure, which is the ask's if nobody is left. */
  readonly firstError?: unknown
}

/** Absorbing: nothing leads out of it. */
export interface ClosedRound {
  readonly phase: 'closed'
  readonly outcome: Outcome
}

export type Round = OpenRound | ClosedRound

/** A surface that may be asked, and whether it claims the ask. */
export interface Candidate {
  readonly key: SurfaceKey
  readonly claims: boolean
  readonly turn?: Turn
}

/**
 * `companion` takes part in this ask only (the rest of a waterfall host's chain): it is asked from the start, whoever
 * claims, and while it is busy the surfaces still stand in for each other.
 */
export type RoundEvent =
  | { readonly kind: 'opened'; readonly candidates: readonly Candidate[]; readonly companion?: SurfaceKey; readonly at: Timestamp }
  | { readonly kind: 'joined'; readonly candidate: Candidate }
  | { readonly kind: 'left'; readonly key: SurfaceKey; readonly at: Timestamp }
  | { readonly kind: 'surface-failed'; readonly key: SurfaceKey; readonly error: unknown; readonly at: Timestamp }
  /** Whoever is deferred has waited long enough. */
  | { readonly kind: 'due' }
  /** It has nobody to show the ask to, which is no failure. */
  | { readonly kind: 'stood-aside'; readonly key: SurfaceKey; readonly at: Timestamp }
  /** The companion's own clock of the same window has run down. */
  | { readonly kind: 'ran-out'; readonly key: SurfaceKey; readonly continued: boolean; readonly at: Timestamp }
  | { readonly kind: 'submitted'; readonly key: SurfaceKey; readonly answer: unknown; readonly actor: Actor; readonly at: Timestamp }
  | { readonly kind: 'dismissed'; readonly key: SurfaceKey; readonly actor: Actor; readonly at: Timestamp }
  | { readonly kind: 'aborted'; readonly cause: AbortCause; readonly reason?: unknown; readonly at: Timestamp }
  | { readonly kind: 'timed-out'; readonly continued: boolean; readonly at: Timestamp }

export type Effect =
  | { readonly kind: 'ask'; readonly keys: readonly SurfaceKey[] }
  /** They are asked later. */
  | { readonly kind: 'defer'; readonly keys: readonly SurfaceKey[] }
  /** The surface is out of this round, which may go on without it. */
  | { readonly kind: 'release'; readonly key: SurfaceKey; readonly outcome: Outcome }
  /** The one outcome. `winner` is the surface that was acted on, if a human ended the round. */
  | { readonly kind: 'settle'; readonly outcome: Outcome; readonly winner?: SurfaceKey }
  /** What the act got, for the surface that carried it. */
  | { readonly kind: 'reply'; readonly verdict: Verdict }

export type Step = readonly [round: Round, effects: readonly Effect[]]

/** Whether one of our own surfaces is being asked: a clock that runs has somebody to see it. */
export function isShown(round: Round): boolean {
  if (round.phase === 'closed') return false
  for (const [key, standing] of round.standings) if (standing === 'asked' && key !== round.companion) return true
  return false
}

/** Whether a surface waits for its turn. */
export function isDeferring(round: Round): boolean {
  if (round.phase === 'closed') return false
  for (const standing of round.standings.values()) if (standing === 'deferred') return true
  return false
}

/** A round before its `opened` event. */
export function newRound(questions: readonly AskUserQuestionItem[], isTimed = false): OpenRound {
  return { phase: 'open', questions, isTimed, scope: 'claimants', standings: new Map() }
}

/** The next round and its effects, to be performed in this order. A closed round stays as it is, and answers acts with who was first. */
export function transition(round: Round, event: RoundEvent): Step {
  return round.phase === 'closed' ? afterwards(round, event) : during(round, event)
}

/** Late acts hear who was first; everything else finds the round closed and changes nothing. */
function afterwards(round: ClosedRound, event: RoundEvent): Step {
  const act = event.kind === 'submitted' || event.kind === 'dismissed'
  return [round, act ? [{ kind: 'reply', verdict: { kind: 'lost', outcome: round.outcome } }] : []]
}

function during(round: OpenRound, event: RoundEvent): Step {
  switch (event.kind) {
    case 'opened':
      return opened(round, event)
    case 'joined':
      return joined(round, event.candidate)
    case 'due': {
      const standings = new Map(round.standings)
      return [{ ...round, standings }, asking(release(standings))]
    }
    case 'left':
      return left(round, event.key, event.at)
    case 'surface-failed':
      if (round.standings.get(event.key) !== 'asked') return [round, []]
      return withoutOne(failedFirst(round, event.error), event.key, 'failed', event.at)
    case 'stood-aside':
      if (round.standings.get(event.key) !== 'asked') return [round, []]
      return withoutOne(round, event.key, 'failed', event.at)
    case 'ran-out':
      if (round.standings.get(event.key) !== 'asked') return [round, []]
      return withoutOne(round, event.key, 'failed', event.at, { kind: 'timed-out', continued: event.continued, at: event.at })
    case 'submitted': {
      if (!isAsked(round, event.key)) return refuseStranger(round)
      const checked = checkAnswer(round.questions, event.answer)
      if (checked.kind === 'good') return won(event.key, { kind: 'answered', answer: checked.answer, actor: event.actor, at: event.at })
      const { reason, question } = checked
      return [round, [{ kind: 'reply', verdict: { kind: 'refused', code: 'BAD_ANSWER', reason, ...(question === undefined ? {} : { question }) } }]]
    }
    case 'dismissed':
      if (!isAsked(round, event.key)) return refuseStranger(round)
      return won(event.key, { kind: 'dismissed', actor: event.actor, at: event.at })
    case 'aborted':
      return closed({ kind: 'aborted', cause: event.cause, at: event.at, ...(event.reason === undefined ? {} : { reason: event.reason }) })
    case 'timed-out':
      return closed({ kind: 'timed-out', continued: event.continued, at: event.at })
  }
}

function opened(round: OpenRound, { candidates, companion, at }: Extract<RoundEvent, { kind: 'opened' }>): Step {
  const scope = candidates.some(({ claims }) => claims) ? 'claimants' : 'everyone'
  const isWanted = ({ claims }: Candidate): boolean => claims || scope === 'everyone'
  const firsts = candidates.filter((candidate) => candidate.turn === 'first' && isWanted(candidate)).map(({ key }) => key)
  const standings = new Map<SurfaceKey, Standing>()
  const asked: SurfaceKey[] = []
  const deferred: SurfaceKey[] = []
  for (const candidate of candidates) {
    const { key, turn } = candidate
    const standing = !isWanted(candidate) ? 'waiting' : turn === 'later' && firsts.length > 0 ? 'deferred' : 'asked'
    standings.set(key, standing)
    if (standing === 'asked') asked.push(key)
    else if (standing === 'deferred') deferred.push(key)
  }
  if (companion !== undefined) {
    standings.set(companion, 'asked')
    asked.push(companion)
  }
  if (asked.length === 0) return closed({ kind: 'failed', error: nobody(), at })
  const next: OpenRound = { ...round, scope, standings, ...(companion === undefined ? {} : { companion }), ...(firsts.length > 0 ? { firsts: new Set(firsts) } : {}) }
  return [next, [...deferring(deferred), { kind: 'ask', keys: asked }]]
}

function joined(round: OpenRound, { key, claims, turn }: Candidate): Step {
  const standings = new Map(round.standings)
  if (!claims && round.scope !== 'everyone') return [{ ...round, standings: standings.set(key, 'waiting') }, []]
  if (turn === 'later' && isFirstAsked(round.firsts, standings)) return [{ ...round, standings: standings.set(key, 'deferred') }, deferring([key])]
  const firsts = turn === 'first' ? { firsts: new Set(round.firsts).add(key) } : {}
  return [{ ...round, standings: standings.set(key, 'asked'), ...firsts }, [{ kind: 'ask', keys: [key] }]]
}

function left(round: OpenRound, key: SurfaceKey, at: Timestamp): Step {
  const standing = round.standings.get(key)
  if (standing === undefined || standing === 'left') return [round, []]
  if (standing === 'waiting' || standing === 'deferred') return [{ ...round, standings: new Map(round.standings).set(key, 'left') }, []]
  const error = new AskError('the surface unregistered while it was asked', 'SURFACE_LEFT')
  const release: Effect = { kind: 'release', key, outcome: { kind: 'failed', error, at } }
  const [next, effects] = withoutOne(failedFirst(round, error), key, 'left', at)
  return [next, [release, ...effects]]
}

function isFirstAsked(firsts: OpenRound['firsts'], standings: OpenRound['standings']): boolean {
  if (firsts === undefined) return false
  for (const key of firsts) if (standings.get(key) === 'asked') return true
  return false
}

/** Makes whoever is deferred asked; returns who that is. */
function release(standings: Map<SurfaceKey, Standing>): SurfaceKey[] {
  const keys = [...standings].filter(([, standing]) => standing === 'deferred').map(([key]) => key)
  for (const key of keys) standings.set(key, 'asked')
  return keys
}

function asking(keys: readonly SurfaceKey[]): Effect[] {
  return keys.length === 0 ? [] : [{ kind: 'ask', keys }]
}

function deferring(keys: readonly SurfaceKey[]): Effect[] {
  return keys.length === 0 ? [] : [{ kind: 'defer', keys }]
}

/**
 * One fewer that can answer. Without a first choice whoever is deferred is asked. When no surface is left those not yet asked are asked, whatever the companion does; when
 * there are none and the companion is out too, the ask fails, or ends as `instead` says. A timed ask whose surfaces
 * have gone away does not fail: whoever comes back may still answer it.
 */
function withoutOne(round: OpenRound, key: SurfaceKey, standing: 'failed' | 'left', at: Timestamp, instead?: Outcome): Step {
  const standings = new Map(round.standings).set(key, standing)
  const released = isFirstAsked(round.firsts, standings) ? [] : release(standings)
  const surfaces = [...standings].filter(([other]) => other !== round.companion)
  if (surfaces.some(([, other]) => other === 'asked')) return [{ ...round, standings }, asking(released)]
  const rest = surfaces.filter(([, other]) => other === 'waiting').map(([other]) => other)
  for (const other of rest) standings.set(other, 'asked')
  // From here on a surface that joins is asked whether it claims the ask or not.
  const next: OpenRound = { ...round, standings, scope: 'everyone' }
  if (rest.length > 0) return [next, [{ kind: 'ask', keys: rest }]]
  if (round.companion !== undefined && standings.get(round.companion) === 'asked') return [next, []]
  if (round.isTimed && instead === undefined && surfaces.some(([, other]) => other === 'left')) return [next, []]
  return closed(instead ?? { kind: 'failed', error: 'firstError' in round ? round.firstError : nobody(), at })
}

function failedFirst(round: OpenRound, error: unknown): OpenRound {
  return 'firstError' in round ? round : { ...round, firstError: error }
}

function nobody(): AskError {
  return new AskError('no surface is there to show the question', 'NO_PROVIDER')
}

function isAsked(round: OpenRound, key: SurfaceKey): boolean {
  const standing = round.standings.get(key)
  return standing === 'asked' || standing === 'failed'
}

function refuseStranger(round: OpenRound): Step {
  return [round, [{ kind: 'reply', verdict: { kind: 'refused', code: 'NOT_ASKED', reason: 'this surface is no longer part of the round' } }]]
}

function won(winner: SurfaceKey, decided: Outcome): Step {
  const outcome = frozen(decided)
  return [{ phase: 'closed', outcome }, [{ kind: 'settle', outcome, winner }, { kind: 'reply', verdict: { kind: 'won', outcome } }]]
}

function closed(ended: Outcome): Step {
  const outcome = frozen(ended)
  return [{ phase: 'closed', outcome }, [{ kind: 'settle', outcome }]]
}
