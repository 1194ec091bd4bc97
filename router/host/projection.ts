/** The host's record of the timed questions of a session: the authority on what can still be answered. */
import type { Context } from '@deepseek-ai/cordis'
import { z } from 'zod'
import type { CallView } from '../late-host.ts'
import { readQuestions } from '../question.ts'

const KEY = 'userQuestions'

const questions = z.object({
  active: z.array(z.object({ callId: z.string(), state: z.enum(['open', 'continued']), questions: z.unknown() })),
  settled: z.array(z.object({ callId: z.string() })),
})
/** What the projection shows, or its state, which holds that. */
const projection = z.union([questions, z.object({ questions }).transform((state) => state.questions)])

export type Questions = z.infer<typeof questions>

/** Hosts differ in how one projection of a session is read. */
interface Projections {
  stateOf?(session: object, key: string): unknown
  snapshot?(session: object): { readonly values: object }
}

/** Of a session that is open in this process; undefined when the host keeps no such record. */
export function liveQuestions(ctx: Context, session: object): Questions | undefined {
  const projections: Projections | undefined = ctx.get('sessionProjections', false)
  if (projections?.stateOf) return projection.safeParse(projections.stateOf(session, KEY)).data
  return questionsIn(projections?.snapshot?.(session).values ?? {})
}

/** Of all values that the projections of a session show. */
export function questionsIn(values: object): Questions | undefined {
  return projection.safeParse(Reflect.get(values, KEY)).data
}

export function callViewOf(known: Questions | undefined, call: string): CallView {
  if (known === undefined) return { state: 'unreadable' }
  const active = known.active.find(({ callId }) => callId === call)
  if (active) return { state: active.state, ...itemsOf(active.questions) }
  return { state: known.settled.some(({ callId }) => callId === call) ? 'settled' : 'absent' }
}

function itemsOf(items: unknown): Pick<CallView, 'questions'> {
  try {
    return { questions: readQuestions(items) }
  } catch {
    return {} // In a shape of a later host.
  }
}
