/** The host's record of the timed questions of a session: the authority on what can still be answered. */
import type { Context } from '@deepseek-ai/cordis'
import type { CallView } from '../late-host.ts'
import { readQuestions } from '../question.ts'
import { among, anything, listOf, objectOf, type Shape, text } from '../shape.ts'

const KEY = 'userQuestions'

export interface Questions {
  readonly active: readonly { readonly callId: string; readonly state: 'open' | 'continued'; readonly questions: unknown }[]
  readonly settled: readonly { readonly callId: string }[]
}

const shown: Shape<Questions> = objectOf({
  active: listOf(objectOf({ callId: text, state: among('open', 'continued'), questions: anything })),
  settled: listOf(objectOf({ callId: text })),
})
const state = objectOf({ questions: shown })

/** What the projection shows, or its state, which holds that. */
const readProjection: Shape<Questions> = (value) => shown(value) ?? state(value)?.questions

/** Hosts differ in how one projection of a session is read. */
interface Projections {
  stateOf?(session: object, key: string): unknown
  snapshot?(session: object): { readonly values: object }
}

/** Of a session that is open in this process; undefined when the host keeps no such record. */
export function liveQuestions(ctx: Context, session: object): Questions | undefined {
  const projections: Projections | undefined = ctx.get('sessionProjections', false)
  if (projections?.stateOf) return readProjection(projections.stateOf(session, KEY))
  return questionsIn(projections?.snapshot?.(session).values ?? {})
}

/** Of all values that the projections of a session show. */
export function questionsIn(values: object): Questions | undefined {
  return readProjection(Reflect.get(values, KEY))
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
