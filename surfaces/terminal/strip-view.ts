/** One row for what is open but not shown: a folded panel, or asks that only other places can answer. Pure. */
import { cut, textWidth } from './cells.ts'
import { wordsIn } from './model.ts'
import type { Model } from './model.ts'
import { currentOf } from './panel.ts'
import { fit, span } from './row.ts'
import type { Row } from './row.ts'
import { sanitiseLine } from './sanitise.ts'

/** Whether the row is there. */
export function hasStrip({ panels, place, console }: Model): boolean {
  return panels.length > 0 ? place === 'strip' : (console?.heading.elsewhere ?? 0) > 0
}

/** What is asked, and how many are open here and elsewhere. */
export function stripRow(model: Model): Row {
  const words = wordsIn(model)
  const { strip, separator, ellipsis } = words.glyphs
  const { columns } = model.size
  const panel = model.panels[0]
  const elsewhere = model.console?.heading.elsewhere ?? 0
  if (panel === undefined) return fit([span(` ${strip} ${words.console.openElsewhere(elsewhere)} `, 'inverse')], columns, ellipsis).map(({ text }) => span(text, 'inverse'))
  const face = currentOf(panel)?.face ?? panel.faces[0]
  const open = model.panels.length
  const count = elsewhere === 0 ? ` ${words.folded(open)} ` : ` ${words.console.openHere(open)}${separator}${words.console.openElsewhere(elsewhere)} `
  const room = columns - textWidth(count)
  const title = [face?.header, sanitiseLine(face?.question ?? '')].filter(Boolean).join(separator) || words.question
  const left = fit([span(` ${strip} ${cut(title, room - 4, ellipsis)}`, 'inverse')], room)
  return [...left.map(({ text }) => span(text, 'inverse')), span(count, 'inverse')]
}
