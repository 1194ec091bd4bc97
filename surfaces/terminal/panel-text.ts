/** The text of a panel as rows, wrapped once for each width: the question with its detail, and the whole of what is offered. Pure. */
import { isBlank } from '../../router/answer.ts'
import type { Face } from './face.ts'
import { currentOf, isReview } from './panel.ts'
import type { Panel } from './panel.ts'
import { documentRows } from './prose.ts'
import { span } from './row.ts'
import type { Row } from './row.ts'
import type { Words } from './words.ts'
import { wrap } from './wrap.ts'

interface Wrapped {
  readonly width: number
  readonly words: Words
  readonly rows: readonly Row[]
}

const texts = new WeakMap<Face, Wrapped>()
const wholes = new WeakMap<Face, Wrapped>()

/** What the page shown says above its choices. */
export function textRows(panel: Panel, width: number, words: Words): readonly Row[] {
  const face = currentOf(panel)?.face
  if (isReview(panel) || face === undefined) return wrap(words.reviewText, width).map((text): Row => [span(text)])
  return once(texts, face, width, words, () => questionRows(face, width, words))
}

/** The same with every option in full, however long: for reading only. */
export function wholeRows(panel: Panel, width: number, words: Words): readonly Row[] {
  const face = currentOf(panel)?.face
  if (isReview(panel) || face === undefined) return textRows(panel, width, words)
  return once(wholes, face, width, words, () => [...questionRows(face, width, words), ...(face.choices.length === 0 ? [] : [[]]), ...optionRows(face, width, words)])
}

function questionRows({ question, detail }: Face, width: number, words: Words): readonly Row[] {
  const asked = wrap(isBlank(question) ? words.nothingVisible : question, width).map((text): Row => [span(text, 'strong')])
  return detail.length === 0 ? asked : [...asked, [], ...documentRows(detail, width, words.glyphs)]
}

function optionRows({ choices, items }: Face, width: number, words: Words): readonly Row[] {
  const digits = String(items.length).length
  const margin = span(' '.repeat(digits + 2))
  return items.flatMap((item, row) => {
    const choice = item.kind === 'choice' ? choices[item.index] : undefined
    if (choice === undefined) return []
    const title = wrap(choice.title || words.nothingVisible, width - digits - 2).map((text): Row => [span(text, 'strong')])
    const description = choice.description === '' ? [] : wrap(choice.description, width - digits - 2).map((text): Row => [span(text)])
    return [...title, ...description].map((line, index): Row => [index === 0 ? span(`${String(row + 1).padStart(digits)}. `) : margin, ...line])
  })
}

function once(cache: WeakMap<Face, Wrapped>, face: Face, width: number, words: Words, make: () => readonly Row[]): readonly Row[] {
  const known = cache.get(face)
  if (known?.width === width && known.words === words) return known.rows
  const rows = make()
  cache.set(face, { width, words, rows })
  return rows
}
