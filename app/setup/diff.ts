/** Two texts as the lines that differ, with the number that each has in its text. */

export interface DiffLine {
  readonly sign: '-' | '+'
  /** From 1. */
  readonly number: number
  readonly text: string
}

/** Beyond so many pairs of lines the whole stretch counts as replaced. */
const MAX_PAIRS = 1_000_000

/** What stands in one of the texts only, in their order; empty where they are equal. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, next] = [linesOf(before), linesOf(after)]
  let head = 0
  while (head < old.length && head < next.length && old[head] === next[head]) head++
  let tail = 0
  while (tail < Math.min(old.length, next.length) - head && old.at(-1 - tail) === next.at(-1 - tail)) tail++
  return between(old.slice(0, old.length - tail), next.slice(0, next.length - tail), head)
}

function between(old: readonly string[], next: readonly string[], head: number): readonly DiffLine[] {
  const [rows, columns] = [old.length - head, next.length - head]
  const isTooLong = rows * columns > MAX_PAIRS
  /** Length of what two rests have in common, by where they begin. */
  const common = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1))
  const commonAt = (row: number, column: number): number => common[row]?.[column] ?? 0
  for (let row = isTooLong ? -1 : rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const same = old[head + row] === next[head + column]
      common[row]?.set([same ? commonAt(row + 1, column + 1) + 1 : Math.max(commonAt(row + 1, column), commonAt(row, column + 1))], column)
    }
  }
  const found: DiffLine[] = []
  for (let row = 0, column = 0; row < rows || column < columns;) {
    const [gone, come] = [old[head + row] ?? '', next[head + column] ?? '']
    if (!isTooLong && row < rows && column < columns && gone === come) { row++; column++ }
    else if (row < rows && (column === columns || commonAt(row + 1, column) >= commonAt(row, column + 1))) found.push({ sign: '-', number: head + ++row, text: gone })
    else found.push({ sign: '+', number: head + ++column, text: come })
  }
  return found
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
