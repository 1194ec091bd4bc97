/** A question's detail as blocks of styled text: what markdown says, without its signs. Plain data. */
import { span } from './row.ts'
import type { Span } from './row.ts'

/** Styled text on one or several lines; its line breaks are the writer's own. */
export type Text = readonly Span[]

export type Align = 'left' | 'center' | 'right'

export interface ListItem {
  /** Of a numbered list. */
  readonly number?: number
  /** Of a task list. */
  readonly checked?: boolean
  readonly blocks: Document
}

export type Block =
  | { readonly kind: 'paragraph'; readonly text: Text }
  | { readonly kind: 'heading'; readonly depth: number; readonly text: Text }
  /**
   * Shown character by character; a row that is only the rest of a long line can be told from a line of its own. `info`
   * is what the writer put beside the fence: a language, or anything else.
   */
  | { readonly kind: 'code'; readonly text: string; readonly info?: string }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | { readonly kind: 'quote'; readonly blocks: Document }
  | { readonly kind: 'table'; readonly align: readonly Align[]; readonly head: readonly Text[]; readonly rows: readonly (readonly Text[])[] }
  | { readonly kind: 'rule' }

export type Document = readonly Block[]

/** A text as it stands. */
export function plainDocument(text: string): Document {
  return text === '' ? [] : [{ kind: 'paragraph', text: [span(text)] }]
}

/** The same document with each of its texts changed, e.g. made fit for a screen. */
export function mapTexts(document: Document, change: (text: string) => string): Document {
  const changed = (text: Text): Text => text.map(({ text: each, style }) => span(change(each), style))
  return document.map((block): Block => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return { ...block, text: changed(block.text) }
      case 'code':
        return { ...block, text: change(block.text), ...(block.info === undefined ? {} : { info: change(block.info) }) }
      case 'list':
        return { ...block, items: block.items.map((item) => ({ ...item, blocks: mapTexts(item.blocks, change) })) }
      case 'quote':
        return { ...block, blocks: mapTexts(block.blocks, change) }
      case 'table':
        return { ...block, head: block.head.map(changed), rows: block.rows.map((row) => row.map(changed)) }
      case 'rule':
        return block
    }
  })
}
