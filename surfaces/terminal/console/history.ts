/** Lines sent from here, to be sent again: pure. */

/** Where the input line is among the lines recalled; the last of them is the one that was being typed. Changes to each stay while moving. */
export interface Recall {
  readonly at: number
  readonly lines: readonly string[]
}

const MOST = 200
/** Characters; a longer line was pasted, and is not what one recalls. */
const LONGEST = 20_000

/** The history with one more line; a neighbour that reads the same counts once. */
export function remembered(history: readonly string[], line: string): readonly string[] {
  if (line.trim() === '' || line.length > LONGEST || history.at(-1) === line) return history
  return [...history, line].slice(-MOST)
}

/** One line back or forth from `text`, which is in the field; nothing at either end. */
export function recalled(recall: Recall | undefined, history: readonly string[], text: string, step: 1 | -1): Recall | undefined {
  const { at, lines } = recall ?? { at: history.length, lines: [...history, ''] }
  const target = at + step
  if (target < 0 || target >= lines.length) return undefined
  return { at: target, lines: lines.with(at, text) }
}

/** The line that was being typed when the history was opened, unless the field is there. */
export function draftOf(recall: Recall | undefined): string {
  return recall === undefined || recall.at === recall.lines.length - 1 ? '' : recall.lines.at(-1) ?? ''
}
