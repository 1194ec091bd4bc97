/** The title row: project, session, model, permissions, where asks go, and what the agent is doing. Pure. */
import { cut, textWidth } from '../cells.ts'
import { wordsIn } from '../model.ts'
import type { Model } from '../model.ts'
import { isContinued } from '../panel.ts'
import { fit, span } from '../row.ts'
import type { Row, Style } from '../row.ts'
import { sanitiseLine } from '../sanitise.ts'
import type { ConsoleModel } from './model.ts'

/** What the agent is doing, as a person would say it: `asking` while questions are open here. */
export type ShownState = ConsoleModel['state'] | 'asking'

const STYLES: Record<ShownState, Style> = { idle: 'faint', running: 'accent', interrupted: 'warn', asking: 'warn' }

interface Part {
  readonly text: string
  readonly style: Style
  /** The smallest number gives way first. */
  readonly needed: number
  /** Columns that it may shrink to before anything gives way. */
  readonly least: number
}

function shownState({ panels, console }: Model): ShownState {
  return panels.some((panel) => !isContinued(panel)) ? 'asking' : console?.state ?? 'idle'
}

/** One row of the screen's width. What the row has no room for gives way, the state last. */
export function headingRow(model: Model): Row {
  const { columns } = model.size
  const words = wordsIn(model)
  const { separator, ellipsis } = words.glyphs
  const state = stateSpan(model)
  const { project, session, model: name, preset, places, order } = model.console?.heading ?? {}
  const at = (places ?? []).map(words.console.place).map(sanitiseLine).filter((place) => place !== '')
  const left = [
    part(project, 'strong', 5, 8), part(session, 'plain', 3, 10), part(name, 'faint', 1, 8), part(preset, 'warn', 4, 12),
  ].flat()
  const together = at.length === 0 ? '' : words.console.asksGo(at)
  const right = part(order === undefined || order.mode === 'together' ? together : words.console.first[order.mode](order.delaySeconds), 'faint', 2, 1_000)
  const shown = fitting([...left, ...right], columns - textWidth(state.text) - 2, separator, ellipsis)
  const [title, aside] = [shown.filter(({ needed }) => needed !== 2), shown.filter(({ needed }) => needed === 2)]
  const tail: Row = [...aside.flatMap(({ text, style }) => [span(text, style), span('  ')]), state]
  const head: Row = title.flatMap(({ text, style }, index) => (index === 0 ? [span(text, style)] : [span(separator, 'faint'), span(text, style)]))
  const room = columns - tail.reduce((sum, { text }) => sum + textWidth(text), 0)
  return [...fit(head, Math.max(0, room), ellipsis), ...tail]
}

function stateSpan(model: Model): { readonly text: string; readonly style: Style } {
  const { glyphs, console: words } = wordsIn(model)
  const state = shownState(model)
  const word = state === 'asking' ? words.asking(model.panels.filter((panel) => !isContinued(panel)).length) : words.states[state]
  return span(`${glyphs.states[state]}${word}`, STYLES[state])
}

function part(text: string | undefined, style: Style, needed: number, least: number): readonly Part[] {
  const clean = sanitiseLine(text ?? '')
  return clean === '' ? [] : [{ text: clean, style, needed, least }]
}

/** The parts that fit into `room`: long ones are cut, then the least needed go one by one. */
function fitting(parts: readonly Part[], room: number, separator: string, ellipsis: string): readonly Part[] {
  const gap = textWidth(separator)
  const widths = (list: readonly Part[]): number => list.reduce((sum, { text }) => sum + textWidth(text) + gap, -gap)
  let over = widths(parts) - room
  const cutDown = parts.map((each) => {
    const width = textWidth(each.text)
    const spare = Math.max(0, Math.min(over, width - each.least))
    over -= spare
    return { ...each, text: cut(each.text, width - spare, ellipsis) }
  })
  if (parts.length === 0 || widths(cutDown) <= room) return cutDown
  const least = Math.min(...parts.map(({ needed }) => needed))
  return fitting(parts.filter(({ needed }) => needed !== least), room, separator, ellipsis)
}
