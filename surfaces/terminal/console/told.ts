/** News of the agent as a step of the screen. Pure. */
import { only } from '../effects.ts'
import type { Step } from '../effects.ts'
import { keeping } from '../model.ts'
import type { Model } from '../model.ts'
import { editorText, editorWith } from '../editor.ts'
import { IDLE_CONSOLE } from './model.ts'
import type { ConsoleModel } from './model.ts'
import type { ConsoleNews } from './news.ts'

/** The model once it has heard of the agent. */
export function told(model: Model, news: ConsoleNews): Step {
  switch (news.type) {
    case 'headed':
      return only(withConsole(model, ({ heading }) => ({ heading: { ...heading, ...news.heading } })))
    case 'state-changed':
      return only(withConsole(model, () => ({ state: news.state })))
    case 'commands-listed':
      return only(withConsole(model, () => ({ commands: news.commands })))
    case 'queue-changed':
      return only(withConsole(model, () => ({ queue: news.texts })))
    case 'choices-offered':
      return only({
        ...withConsole(model, () => ({ choices: { command: news.command, items: news.choices }, listRow: 0, listClosed: false })),
        input: editorWith(`/${news.command} `),
      })
    case 'returned':
      return only(editorText(model.input) === '' ? { ...model, input: editorWith(news.text) } : keeping(model, news.text))
    case 'session-opened':
    case 'user-said':
    case 'streamed':
    case 'spoke':
    case 'tool-called':
    case 'tool-ended':
    case 'todo-written':
    case 'plan-mode-changed':
    case 'turn-ended':
      return only(model)
  }
}

export function withConsole(model: Model, change: (console: ConsoleModel) => Partial<ConsoleModel>): Model {
  const console = model.console ?? IDLE_CONSOLE
  return { ...model, console: { ...console, ...change(console) } }
}
