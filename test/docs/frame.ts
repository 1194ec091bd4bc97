/** A terminal's screen as HTML: escapes go through a real emulator, whose cells are drawn one by one. */
import xterm from '@xterm/headless'
import type { IBufferCell } from '@xterm/headless'

/** The first sixteen colours, on a dark ground. */
const PALETTE = [
  '#1d2026', '#f2777a', '#8fce7f', '#f0c674', '#6fa8f5', '#c792ea', '#66cccc', '#d6d9de',
  '#747b88', '#ff9a9c', '#a9e29a', '#ffdc94', '#94c1ff', '#dcb0f7', '#8ee5e5', '#ffffff',
]
const INK = PALETTE[7]
const GROUND = PALETTE[0]

/** `styled` holds one line a row, as tmux captures them. */
export async function frameHtml(styled: string, columns: number): Promise<string> {
  const lines = styled.replace(/\n+$/, '').split('\n')
  const emulator = new xterm.Terminal({ cols: columns, rows: lines.length, allowProposedApi: true })
  try {
    await new Promise<void>((resolve) => emulator.write(lines.join('\r\n'), resolve))
    return lines.map((_, y) => `<div class="row">${rowHtml(emulator, y, columns)}</div>`).join('')
  } finally {
    emulator.dispose()
  }
}

function rowHtml(emulator: xterm.Terminal, y: number, columns: number): string {
  const line = emulator.buffer.active.getLine(y)
  return Array.from({ length: columns }, (_, x) => {
    const cell = line?.getCell(x)
    // The second half of a wide character is drawn with its first.
    return cell === undefined || cell.getWidth() === 0 ? '' : cellHtml(cell)
  }).join('')
}

function cellHtml(cell: IBufferCell): string {
  const colours = [cell.isFgDefault() ? INK : colourOf(cell.getFgColor(), cell.isFgRGB()), cell.isBgDefault() ? GROUND : colourOf(cell.getBgColor(), cell.isBgRGB())]
  const [ink, ground] = cell.isInverse() === 0 ? colours : colours.toReversed()
  const style = [
    `width:${cell.getWidth()}ch`, `color:${ink}`, ...(ground === GROUND ? [] : [`background:${ground}`]),
    ...(cell.isBold() === 0 ? [] : ['font-weight:700']), ...(cell.isDim() === 0 ? [] : ['opacity:.62']), ...(cell.isUnderline() === 0 ? [] : ['text-decoration:underline']),
  ].join(';')
  return `<i style="${style}">${escapeHtml(cell.getChars() || ' ')}</i>`
}

function colourOf(colour: number, isRgb: boolean): string {
  if (isRgb) return `#${colour.toString(16).padStart(6, '0')}`
  const named = PALETTE[colour]
  if (named !== undefined) return named
  if (colour >= 232) return `rgb(${Array<number>(3).fill(8 + (colour - 232) * 10).join(' ')})`
  const rest = colour - 16
  return `rgb(${[Math.floor(rest / 36), Math.floor(rest / 6) % 6, rest % 6].map(level).join(' ')})`
}

/** One of the six steps of a colour in the cube of 216. */
function level(part: number): number {
  return part === 0 ? 0 : 55 + part * 40
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
