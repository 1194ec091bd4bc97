/** What an act gets from the round. */
import type { Effect, RoundEvent } from './round.ts'
import type { Verdict } from './types.ts'

/** The events by which a human acts on a round. */
export type Act = Extract<RoundEvent, { kind: 'submitted' | 'dismissed' }>

/** The verdict among the effects of an event; undefined for an event that is no act. */
export function verdictIn(effects: readonly Effect[]): Verdict | undefined {
  return effects.find((effect) => effect.kind === 'reply')?.verdict
}

/** Every act gets a verdict. @throws {Error} where the round gave none, which is a defect of the round. */
export function verdictOn(act: Act, verdict: Verdict | undefined): Verdict {
  if (verdict === undefined) throw new Error(`the round gave no verdict on ${act.kind}`)
  return verdict
}
