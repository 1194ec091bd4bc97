/** What the keys do at the input line: send, complete, recall, move. Pure. */
import { isBlank } from '../../../router/answer.ts'
import { EMPTY_EDITOR, editorText, insert } from '../editor.ts'
import type { Editor } from '../editor.ts'
import { only } from '../effects.ts'
import type { Step } from '../effects.ts'
import { rowMoved } from '../field-rows.ts'
import { isTyping, keeping, NOTICE, QUIET, withNotice, wordsIn } from '../model.ts'
import type { Model } from '../model.ts'
import { sanitiseLine } from '../sanitise.ts'
import { belongsTo, isListOpen, markedOf, suggestionsOf } from './completion.ts'
import { draftOf, recalled, remembered } from './history.ts'
import { inputRoom } from './input-view.ts'
import { IDLE_CONSOLE } from './model.ts'
import type { ConsoleModel } from './model.ts'
import type { Choice } from './news.ts'
import { atEnd } from './transcript-view.ts'

/** The model with another text at the input line; its list starts anew. */
export function withLine(model: Model, input: Editor): Model {
  const { console } = model
  if (console === undefined || editorText(input) === editorText(model.input)) return { ...model, input }
  return { ...model, input, console: { ...console, listRow: 0, listClosed: false } }
}

/** Enter: the line goes off, or the list completes it first. */
export function sent(model: Model, now: number): Step {
  const marked = isListOpen(model) ? markedOf(model) : undefined
  if (marked !== undefined && !marked.whole) return only(completed(model))
  const typed = editorText(model.input)
  // A command typed in full goes off as it stands, with what was typed behind it.
  const text = marked === undefined || marked.line.trim() === typed.trim() ? typed : marked.line.trimEnd()
  if (isBlank(text)) return only(model)
  return [atEnd(emptied(model, text, now)), [{ type: 'send', text }]]
}

/** The field cleared of a line that is remembered; a draft that was left for it is kept for ^Y. */
export function emptied(model: Model, line: string, now: number): Model {
  const { console } = model
  if (console === undefined) return { ...model, input: EMPTY_EDITOR }
  const { recalled: recall, choices, ...left } = console
  const rest = choices === undefined || belongsTo(line, choices.command) ? left : { ...left, choices }
  const draft = draftOf(recall)
  const next = withLine({ ...model, console: { ...rest, history: remembered(console.history, line) } }, EMPTY_EDITOR)
  if (isBlank(draft)) return next
  return withNotice(keeping(next, draft), { text: wordsIn(model).kept, tone: 'plain', until: now + NOTICE })
}

/** Tab: the line becomes what the marked row of the list says. */
export function completed(model: Model): Model {
  const marked = markedOf(model)
  return marked === undefined ? model : withLine(model, lineWith(marked.line))
}

/** The list put away until the line changes. */
export function closed(model: Model): Model {
  return changed(model, { listClosed: true })
}

/** ↑ and ↓: the mark of the list, else the row of the text, else the lines sent before. */
export function moved(model: Model, direction: 1 | -1): Model {
  const { console, input } = model
  if (console !== undefined && isListOpen(model)) return marking(model, Math.min(console.listRow, suggestionsOf(model).length - 1) + direction)
  const within = rowMoved(input, inputRoom(model), direction)
  if (within !== undefined) return { ...model, input: within }
  const recall = console && recalled(console.recalled, console.history, editorText(input), direction)
  if (recall === undefined) return model
  // A command that is recalled must not open the list: the next arrow would move in there.
  return changed(withLine(model, lineWith(recall.lines[recall.at] ?? '')), { recalled: recall, listClosed: true })
}

/** The mark of the list put on a row. */
export function marking(model: Model, row: number): Model {
  return changed(model, { listRow: Math.max(0, Math.min(row, suggestionsOf(model).length - 1)) })
}

/**
 * A list to pick from for a command. It opens where nobody is typing, and takes no Enter that was pressed for what stood
 * there before; else it waits until the line is that command.
 */
export function offered(model: Model, command: string, items: readonly Choice[]): Model {
  const known = withConsole(model, { choices: { command, items } })
  // What was typed before an Enter that was the last key went off with it.
  const typing = isTyping(model, model.now) && model.lastKey !== 'enter'
  if (model.place === 'panel' || editorText(model.input) !== '' || typing) {
    return withNotice(known, { text: wordsIn(model).console.choicesReady(sanitiseLine(command)), tone: 'plain', until: model.now + NOTICE })
  }
  return { ...withLine(known, lineWith(`/${command} `)), deafUntil: Math.max(model.deafUntil, model.now + QUIET.next) }
}

/** A message that nobody will take goes back into the empty line, else it is kept for ^Y. */
export function returned(model: Model, text: string): Model {
  if (editorText(model.input) === '') return withLine(model, lineWith(text))
  return withNotice(keeping(model, text), { text: wordsIn(model).console.returned, tone: 'warn', until: model.now + NOTICE })
}

/** The text as if it had been typed here: what came from elsewhere may hold more than text. */
function lineWith(text: string): Editor {
  return insert(EMPTY_EDITOR, text)
}

/** The model of a screen that an agent is driven from, with what has changed of it. */
export function withConsole(model: Model, change: Partial<ConsoleModel> = {}): Model {
  return { ...model, console: { ...(model.console ?? IDLE_CONSOLE), ...change } }
}

function changed(model: Model, change: Partial<ConsoleModel>): Model {
  return model.console === undefined ? model : { ...model, console: { ...model.console, ...change } }
}
