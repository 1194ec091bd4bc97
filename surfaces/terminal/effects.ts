/** What the update asks of the world, and how a step carries it. */
import type { AskUserQuestionAnswer } from '../../router/types.ts'
import type { Model } from './model.ts'

export type Effect =
  | { readonly type: 'submit'; readonly id: string; readonly answer: AskUserQuestionAnswer }
  | { readonly type: 'dismiss'; readonly id: string }
  /** A message for the agent, from the input line. */
  | { readonly type: 'send'; readonly text: string }
  | { readonly type: 'bell' }
  /** Somebody is at a timed ask: its clock stands still, for good or until `release`. */
  | { readonly type: 'hold'; readonly id: string; readonly forGood: boolean }
  | { readonly type: 'release'; readonly id: string }
  /** ^C, pressed twice while an agent is at work. */
  | { readonly type: 'interrupt' }
  | { readonly type: 'quit' }
  | { readonly type: 'suspend' }
  | { readonly type: 'redraw' }

export type Step = readonly [Model, readonly Effect[]]

/** A step that changes the model alone. */
export function only(model: Model): Step {
  return [model, []]
}
