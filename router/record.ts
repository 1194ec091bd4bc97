/** What the journal is told of a round: that it was asked, and each act together with what it brought about. Pure. */
import type { AskedRecord, JournalRecord, SettledRecord } from './journal/types.ts'
import type { Effect, RoundEvent } from './round.ts'
import type { AskUserQuestionRequest, Outcome } from './types.ts'

/** The first record of an ask, with everything that a later process needs to show it again. */
export function askedRecord(ask: string, { questions, agent, wait }: AskUserQuestionRequest): AskedRecord {
  const project = agent?.session.header?.cwd
  return {
    kind: 'asked', ask, timed: Boolean(wait?.timed), count: questions.length, questions,
    ...(agent ? { session: agent.session.id } : {}),
    ...(project === undefined ? {} : { project }),
    ...(wait ? { call: wait.callId } : {}),
  }
}

/** Empty for everything but acts and the end. */
export function recordsOf(ask: string, event: RoundEvent, effects: readonly Effect[]): JournalRecord[] {
  const records: JournalRecord[] = []
  for (const effect of effects) {
    if (effect.kind === 'settle') records.push(settledRecord(ask, effect.outcome))
    else if (effect.kind === 'reply' && 'actor' in event) records.unshift({ kind: 'acted', ask, actor: event.actor, verdict: effect.verdict.kind })
  }
  return records
}

function settledRecord(ask: string, outcome: Outcome): SettledRecord {
  return {
    kind: 'settled', ask, outcome: outcome.kind,
    ...('actor' in outcome ? { actor: outcome.actor } : {}),
    ...(outcome.kind === 'aborted' ? { cause: outcome.cause } : {}),
    ...(outcome.kind === 'timed-out' ? { continued: outcome.continued } : {}),
    ...(outcome.kind === 'answered' ? { answer: outcome.answer } : {}),
  }
}
