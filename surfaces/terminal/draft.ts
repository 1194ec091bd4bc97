/** What a person has typed and not sent, for the next screen of the same process. Pure. */
import { editorText, EMPTY_EDITOR, insert } from './editor.ts'
import type { Model } from './model.ts'

export interface Draft {
  /** The input line. */
  readonly line: string
  /** What ^Y inserts. */
  readonly kept: string
  /** Lines sent before, oldest first. */
  readonly history: readonly string[]
}

export function draftOf({ input, kept, console }: Model): Draft {
  return { line: editorText(input), kept, history: console?.history ?? [] }
}

/** The model of a new screen with the draft of the last one. */
export function withDraft(model: Model, { line, kept, history }: Draft): Model {
  const { console } = model
  return { ...model, input: insert(EMPTY_EDITOR, line), kept, ...(console === undefined ? {} : { console: { ...console, history } }) }
}
