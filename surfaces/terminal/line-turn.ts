/** What a typed line does to a panel: numbers choose, other text answers, a line that begins with `/` is a command. Pure. */
import { isBlank } from '../../router/answer.ts'
import { askingBack, complain, confirm, goOn, skip, submit } from './answering.ts'
import type { Turn } from './answering.ts'
import { EMPTY_EDITOR, editorWith } from './editor.ts'
import { atPage, currentOf, isBatch, isReview, itemAt, withEntry } from './panel.ts'
import type { Current, Panel } from './panel.ts'
import type { Words } from './words.ts'

const YES = /^(?:y|yes|是|好|确认)$/i

/** The panel after a line; a complaint says why it did nothing. */
export function lineTurn(panel: Panel, typed: string, words: Words): Turn {
  const line = typed.trim()
  if (panel.mode === 'sending' || isBlank(line)) return { panel }
  if (panel.mode === 'confirming') return YES.test(line) ? confirm(panel, words) : { panel: atPage(panel, panel.page) }
  const current = currentOf(panel)
  switch (line) {
    case '/dismiss':
      return { panel: askingBack(panel, 'dismissal') }
    case '/back':
      return { panel: atPage(panel, panel.page - 1) }
    case '/skip':
      return isBatch(panel) && current?.face.weighty === false ? skip(panel, words) : complain(panel, words.lines.noSkip)
    default:
      if (isReview(panel) || current === undefined) return reviewTurn(panel, line, words)
      if (line.startsWith('/') && !/\s/.test(line)) return complain(panel, words.lines.unknown)
      return answerTurn(panel, current, line, words)
  }
}

function reviewTurn(panel: Panel, line: string, words: Words): Turn {
  if (YES.test(line)) return submit(panel, words)
  const number = Number(line)
  return Number.isInteger(number) && number >= 1 && number <= panel.form.length ? { panel: atPage(panel, number - 1) } : complain(panel, words.lines.send)
}

function answerTurn(panel: Panel, current: Current, line: string, words: Words): Turn {
  const { field, face } = current
  // A text that looks like numbers or a command is said with `=` before it.
  const literal = line.startsWith('=') ? line.slice(1).trim() : undefined
  if (field.kind === 'text') return custom(panel, [], literal ?? line, words)
  const match = /^([\d０-９\s,，、]+?)\s*(?:\+\s*(.+))?$/s.exec(line)
  const [numbers, added] = [match?.[1], match?.[2]]
  if (numbers === undefined) {
    return face.kind === 'approval' ? complain(panel, words.lines.number) : custom(panel, [], literal ?? line, words)
  }
  const rows = [...new Set((numbers.normalize('NFKC').match(/\d+/g) ?? []).map((each) => Number(each) - 1))]
  const items = rows.map((row) => itemAt(current, row))
  const missing = rows.find((_, index) => items[index] === undefined)
  if (missing !== undefined) return complain(panel, words.lines.noSuch(missing + 1))
  const chosen = items.flatMap((item) => (item?.kind === 'choice' ? [item.index] : [])).toSorted((a, b) => a - b)
  if (chosen.length < items.length) {
    if (items.length > 1) return complain(panel, words.lines.one)
    return items[0]?.kind === 'talk' ? { panel: askingBack(panel, 'dismissal') } : complain(panel, words.lines.text)
  }
  if (field.kind === 'multi') return custom(panel, chosen, added ?? '', words)
  if (chosen.length > 1 || added !== undefined) return complain(panel, words.lines.one)
  return single(panel, current, chosen, rows[0] ?? 0, words)
}

function single(panel: Panel, { face }: Current, chosen: readonly number[], row: number, words: Words): Turn {
  const marked = withEntry(panel, { chosen, row, editor: EMPTY_EDITOR })
  if (!face.weighty) return goOn(marked, words)
  const always = panel.decision?.kind === 'approval' && chosen[0] === panel.decision.always
  return { panel: askingBack(marked, always ? 'always' : 'choice') }
}

function custom(panel: Panel, chosen: readonly number[], text: string, words: Words): Turn {
  const filled = withEntry(panel, { chosen, editor: editorWith(text) })
  return chosen.length === 0 && isBlank(text) ? complain(panel, words.needsText) : goOn(filled, words)
}
