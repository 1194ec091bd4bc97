/** A question's detail as blocks of styled text: what markdown says, without its signs. Plain data. */
import { span } from './row.ts'
import type { Span } from './row.ts'

/** Styled text on one or several lines; its line breaks are the writer's own. */
export type Text = readonly Span[]

export type Align = 'left' | 'center' | 'right'

export interface ListItem {
  /** Of a task list. */
  readonly checked?: boolean
  readonly blocks: Document
}

export type Block =
  | { readonly kind: 'paragraph'; readonly text: Text }
  | { readonly kind: 'heading'; readonly depth: number; readonly text: Text }
  /** Shown character by character; a row that is only the rest of a long line can be told from a line of its own. */
  | { readonly kind: 'code'; readonly text: string }
  /** Numbered from `start`, if it is. */
  | { readonly kind: 'list'; readonly start?: number; readonly items: readonly ListItem[] }
  | { readonly kind: 'quote'; readonly blocks: Document }
  | { readonly kind: 'table'; readonly align: readonly Align[]; readonly head: readonly Text[]; readonly rows: readonly (readonly Text[])[] }
  | { readonly kind: 'rule' }

export type Document = readonly Block[]

/** A text as it stands. */
export function plainDocument(text: string): Document {
  return text === '' ? [] : [{ kind: 'paragraph', text: [span(text)] }]
}
