/** A text field: pure. Deletes and moves by grapheme, may hold several lines. */
import { graphemes } from './cells.ts'

/** The text on both sides of the caret. */
export interface Editor {
  readonly before: string
  readonly after: string
}

export const EMPTY_EDITOR: Editor = { before: '', after: '' }

/** A field with the caret behind the text. */
export function editorWith(text: string): Editor {
  return { before: text, after: '' }
}

export function editorText(editor: Editor): string {
  return editor.before + editor.after
}

/** What the editing keys do. */
export const EDITS = {
  backspace: ({ before, after }: Editor): Editor => ({ before: withoutLast(before), after }),
  'delete': ({ before, after }: Editor): Editor => ({ before, after: after.slice(graphemes(after)[0]?.length ?? 0) }),
  left: ({ before, after }: Editor): Editor => {
    const rest = withoutLast(before)
    return { before: rest, after: before.slice(rest.length) + after }
  },
  right: ({ before, after }: Editor): Editor => {
    const first = graphemes(after)[0] ?? ''
    return { before: before + first, after: after.slice(first.length) }
  },
  'line-start': ({ before, after }: Editor): Editor => {
    const at = before.lastIndexOf('\n') + 1
    return { before: before.slice(0, at), after: before.slice(at) + after }
  },
  'line-end': ({ before, after }: Editor): Editor => {
    const at = after.includes('\n') ? after.indexOf('\n') : after.length
    return { before: before + after.slice(0, at), after: after.slice(at) }
  },
  'erase-to-start': ({ before, after }: Editor): Editor => ({ before: before.slice(0, before.lastIndexOf('\n') + 1), after }),
  'erase-word': ({ before, after }: Editor): Editor => ({ before: withoutLastWord(before), after }),
} as const

export type Edit = keyof typeof EDITS

/** Types or pastes a text at the caret; control characters but line breaks are left out, so that they can't be answered. */
export function insert({ before, after }: Editor, text: string): Editor {
  const clean = text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(/(?!\n)\p{Cc}/gu, '')
  return { before: before + clean, after }
}

/** The last word goes, and all that is none behind it. */
function withoutLastWord(text: string): string {
  const characters = Array.from(text)
  const end = characters.findLastIndex((character) => !/[\s\p{P}]/u.test(character))
  const start = characters.findLastIndex((character, index) => index <= end && /[\s\p{P}]/u.test(character))
  return characters.slice(0, start + 1).join('')
}

function withoutLast(text: string): string {
  return text.slice(0, text.length - (graphemes(text).at(-1)?.length ?? 0))
}
