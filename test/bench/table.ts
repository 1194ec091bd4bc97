/** Figures as lines of a table. */
import { type Figure, judge } from './figure.ts'
import { rounded } from './pairs.ts'

const COLUMNS = [['row', 15], ['figure', 37], ['value', 10], ['quartiles', 15], ['A/A', 6], ['to reach', 10], ['', 8], ['absolute', 0]] as const

export function tableHead(): string {
  return [line(COLUMNS.map(([name]) => name)), line(COLUMNS.map(([, width]) => '─'.repeat(Math.max(width, 8))))].join('\n')
}

export function tableRow(row: string, figure: Figure): string {
  const { name, value, unit, spread, control, target, shown } = figure
  const judgement = judge(figure)
  return line([
    row,
    name,
    `${rounded(value)}${unit === 'count' ? '' : ` ${unit}`}`,
    spread ? spread.map(rounded).join(' … ') : '',
    control === undefined ? '' : rounded(control),
    target ? `${target.kind === 'at-most' ? '≤' : '≥'} ${target.value}` : '',
    { reached: 'ok', missed: 'MISSED', gross: 'GROSS', shown: '' }[judgement],
    shown,
  ])
}

function line(cells: readonly string[]): string {
  return cells.map((cell, index) => cell.padEnd(COLUMNS[index]?.[1] ?? 0)).join(' ').trimEnd()
}
