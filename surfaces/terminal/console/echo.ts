/** What a notice says that the transcript in sight does not. Pure. */
import type { Model } from '../model.ts'
import { entryAt } from './entries.ts'
import { entryRows } from './entry-view.ts'
import { sightOf } from './transcript-view.ts'

/**
 * The notice's text without the line that stands among the last `height` rows of the transcript with more behind it;
 * while it is the last line, the notice stands in its place.
 */
export function unsaid(model: Model, height: number): string {
  const { transcript: { entries }, reading } = model
  const text = model.notice?.text ?? ''
  if (reading !== undefined) return text
  const sight = sightOf(model)
  const { separator } = sight.words.glyphs
  let rows = 0
  for (let number = entries.end - 1; number >= entries.first; number--) {
    const entry = entryAt(entries, number)
    if (entry === undefined) return text
    rows += entryRows(entry, sight).length
    if (rows > height) return text
    if (entry.kind !== 'remark' || !text.startsWith(entry.text)) continue
    const rest = text.slice(entry.text.length)
    if (rest !== '' && !rest.startsWith(separator)) continue
    return number === entries.end - 1 ? text : rest.slice(separator.length)
  }
  return text
}
