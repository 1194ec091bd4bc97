/** The list above the input line, and the messages that wait there. Pure. */
import { cut, textWidth } from '../cells.ts'
import { wordsIn } from '../model.ts'
import type { Model } from '../model.ts'
import { fit, span } from '../row.ts'
import type { Row } from '../row.ts'
import { sanitiseLine } from '../sanitise.ts'
import { suggestionsOf } from './completion.ts'
import type { Suggestion } from './completion.ts'

/** Rows of the list that are shown at once, and of the messages that wait. */
export const MOST_SUGGESTIONS = 6
const MOST_WAITING = 3

/** Index of the first suggestion that is shown in `height` rows: the mark stays in sight. */
export function listTop(model: Model, height: number): number {
  const marked = model.console?.listRow ?? 0
  return Math.max(0, Math.min(marked - Math.floor(height / 2), suggestionsOf(model).length - height))
}

/** The list in exactly `height` rows; where there are more, the last one says which part this is. */
export function listRows(model: Model, height: number): readonly Row[] {
  const { glyphs } = wordsIn(model)
  const all = suggestionsOf(model)
  const top = listTop(model, height)
  const shown = all.slice(top, top + height)
  const marked = Math.min(model.console?.listRow ?? 0, all.length - 1)
  const room = model.size.columns - 2
  const width = Math.min(Math.max(...shown.map((each) => textWidth(head(each)))), Math.max(12, Math.floor(room / 2)))
  return shown.map((suggestion, index): Row => {
    const on = top + index === marked
    const place = index === height - 1 && all.length > height ? ` ${top + 1}${glyphs.range}${top + height}/${all.length}` : ''
    const titled = fit(suggestion.detail === '' ? [span(head(suggestion), on ? 'strong' : 'plain')] : [
      ...fit([span(suggestion.title, on ? 'strong' : 'plain'), span(` ${suggestion.hint}`, 'faint')], width, glyphs.ellipsis),
      span(`  ${suggestion.detail}`, 'faint'),
    ], room - textWidth(place), glyphs.ellipsis)
    return [on ? span(glyphs.pointer, 'accent') : span('  '), ...titled, span(place, 'faint')]
  })
}

function head({ title, hint }: Suggestion): string {
  return hint === '' ? title : `${title} ${hint}`
}

/** Rows that the waiting messages would like. */
export function waitingWish({ console }: Model): number {
  const count = console?.queue.length ?? 0
  return count > MOST_WAITING ? MOST_WAITING + 1 : count
}

/** The waiting messages in exactly `height` rows; where there are more, the last row counts them. */
export function waitingRows(model: Model, height: number): readonly Row[] {
  const queue = model.console?.queue ?? []
  const { console: words, glyphs } = wordsIn(model)
  const shown = queue.length > height ? height - 1 : height
  const lines = queue.slice(0, Math.max(0, shown)).map((text) => words.queued(sanitiseLine(text)))
  const all = queue.length > height && height > 0 ? [...lines, words.moreQueued(queue.length - shown)] : lines
  return all.map((text): Row => [span(cut(`  ${text}`, model.size.columns, glyphs.ellipsis), 'faint')])
}
