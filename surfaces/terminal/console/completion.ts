/** What the input line may become: the commands that it begins like, or what can be picked for its command. Pure. */
import { editorText } from '../editor.ts'
import type { Editor } from '../editor.ts'
import { isTiny } from '../model.ts'
import type { Model } from '../model.ts'
import { sanitiseLine } from '../sanitise.ts'
import type { Choice, CommandNews } from './news.ts'

/** One row of the list above the input line. */
export interface Suggestion {
  readonly title: string
  /** What may follow a command's name. */
  readonly hint: string
  readonly detail: string
  /** The whole line once this row is taken. */
  readonly line: string
  /** Enter sends the line: a choice, or a command that is typed in full. Else it only completes. */
  readonly whole: boolean
}

/** Rows of a window that has some to spare for the list beside a panel. */
const ROOMY = 16

/** The rows of the list, best first; none where there is no list. */
export function suggestionsOf({ console, input, place }: Pick<Model, 'console' | 'input' | 'place'>): readonly Suggestion[] {
  if (console === undefined || console.listClosed || place === 'panel' || !input.before.startsWith('/')) return []
  const { choices } = console
  if (choices !== undefined && belongsTo(input.before, choices.command)) return choicesFor(choices.command, choices.items, editorText(input).slice(choices.command.length + 2))
  return /\s/.test(input.before) ? [] : commandsFor(console.commands, input)
}

/** Whether the list is on the screen. */
export function isListOpen(model: Model): boolean {
  return !isTiny(model.size) && (model.place !== 'input' || model.panels.length === 0 || model.size.rows >= ROOMY) && suggestionsOf(model).length > 0
}

/** The row of the list that the keys act on. */
export function markedOf(model: Model): Suggestion | undefined {
  const rows = suggestionsOf(model)
  return rows[Math.min(model.console?.listRow ?? 0, rows.length - 1)]
}

/** Whether the line is that command, with its name closed by a blank. */
export function belongsTo(line: string, command: string): boolean {
  return line.startsWith(`/${command} `)
}

function commandsFor(commands: readonly CommandNews[], { before, after }: Editor): readonly Suggestion[] {
  const typed = before.slice(1).toLowerCase()
  // The caret may stand inside the name: all of it is replaced, and what follows it stays.
  const [tail = ''] = /^\S*/.exec(after) ?? []
  const rest = after.slice(tail.length).trimStart()
  const rank = ({ name }: CommandNews): number => {
    const lower = name.toLowerCase()
    return lower === typed ? 0 : lower.startsWith(typed) ? 1 : lower.includes(typed) ? 2 : 3
  }
  return commands
    .filter((command) => rank(command) < 3)
    .toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map((command) => ({
      title: `/${sanitiseLine(command.name)}`,
      hint: sanitiseLine(command.hint ?? ''),
      detail: sanitiseLine(command.description),
      line: `/${command.name} ${rest}`,
      whole: command.name === before.slice(1) + tail,
    }))
}

function choicesFor(command: string, items: readonly Choice[], typed: string): readonly Suggestion[] {
  const wanted = typed.trim().toLowerCase()
  return items
    .filter(({ value, label, detail }) => [value, label, detail ?? ''].some((text) => text.toLowerCase().includes(wanted)))
    .map(({ value, label, detail }) => ({
      title: sanitiseLine(label) || sanitiseLine(value),
      hint: '',
      detail: sanitiseLine(detail ?? ''),
      line: `/${command} ${value}`,
      whole: true,
    }))
}
