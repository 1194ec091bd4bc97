/** The borders of a panel, with what stands in them: the title, the time left, the queue, and which part is shown. Pure. */
import { cut, textWidth } from './cells.ts'
import { originIn, wordsIn } from './model.ts'
import type { Model } from './model.ts'
import { currentOf, isBatch, isContinued, isReview } from './panel.ts'
import type { Panel } from './panel.ts'
import { fit, rowWidth, span } from './row.ts'
import type { Row, Style } from './row.ts'
import { clockText, remainingOf } from './wait.ts'
import type { Words } from './words.ts'

/** Columns that the borders and the blanks beside them take. */
export const MARGINS = 4

/** Rows between two borders, at exactly `columns`; `marks` stand in the lower one. */
export function framed(model: Model, panel: Panel, inner: readonly Row[], marks: readonly string[], columns: number): readonly Row[] {
  const words = wordsIn(model)
  const left = remainingOf(panel.wait, model.now)
  const waiting = model.panels.length - 1
  const asides = [
    ...(left === undefined ? [] : [panel.wait.kind === 'held' ? words.held(clockText(left)) : words.counting(clockText(left))]),
    ...(isContinued(panel) ? [words.inbox.continued] : []),
    ...(waiting > 0 ? [words.waiting(waiting)] : []),
  ]
  return bordered({ title: titleOf(model, panel, words), asides, marks, style: model.place === 'panel' ? 'accent' : 'faint' }, inner, columns, words)
}

/** What stands in two borders. */
export interface Borders {
  readonly title: Row
  /** In the upper one, on the right; the last gives way first. */
  readonly asides: readonly string[]
  /** In the lower one. */
  readonly marks: readonly string[]
  readonly style: Style
}

/** Rows between two borders, at exactly `columns`. */
export function bordered({ title, asides, marks, style }: Borders, inner: readonly Row[], columns: number, words: Words): readonly Row[] {
  const { corners: { top, bottom }, vertical, separator, ellipsis } = words.glyphs
  return [
    edge(top, title, asides, columns, style, words),
    ...inner.map((row): Row => [span(`${vertical} `, style), ...fit(row, columns - MARGINS, ellipsis), span(` ${vertical}`, style)]),
    edge(bottom, [], [marks.join(separator)], columns, style, words),
  ]
}

function titleOf(model: Model, panel: Panel, words: Words): Row {
  const named = panel.decision?.kind === 'plan-review' ? words.plan : words.question
  const own = isReview(panel) ? words.review : currentOf(panel)?.face.header || named
  const origin = originIn(model, panel)
  const name = origin === undefined ? own : `${origin}${words.glyphs.separator}${own}`
  const count = isBatch(panel) && !isReview(panel) ? ` ${panel.page + 1}/${panel.form.length}` : ''
  const away = model.place === 'panel' ? '' : `${words.glyphs.separator}${words.noKeyboard}`
  const room = model.size.columns - 6 - textWidth(count + away)
  return [span(cut(name, Math.max(4, room), words.glyphs.ellipsis) + count, 'strong'), span(away, 'warn')]
}

/** A border with a text in its left and one in its right half; the right one gives way, from its end. */
function edge([left, right]: readonly [string, string], title: Row, asides: readonly string[], columns: number, style: Style, words: Words): Row {
  const { horizontal, separator, ellipsis } = words.glyphs
  const titleWidth = rowWidth(title)
  const head: Row = titleWidth === 0 ? [span(left + horizontal, style)] : [span(`${left}${horizontal} `, style), ...title, span(' ', style)]
  const room = columns - rowWidth(head) - 2
  const whole = asides.join(separator)
  const aside = textWidth(whole) > room - 2 ? (asides[0] ?? '') : whole
  const shown = aside === '' || room < 6 ? '' : ` ${cut(aside, room - 2, ellipsis)} `
  return [...head, span(horizontal.repeat(Math.max(0, room - textWidth(shown))), style), span(shown, 'plain'), span(horizontal + right, style)]
}
