/** News of the agent as a step of the screen. Pure. */
import { only } from '../effects.ts'
import type { Step } from '../effects.ts'
import { withTranscript } from '../model.ts'
import type { Model } from '../model.ts'
import { offered, returned, withConsole } from './line.ts'
import type { ConsoleNews } from './news.ts'
import { heard } from './transcript.ts'
import { atEnd } from './transcript-view.ts'

/** The model once it has heard of the agent. */
export function told(model: Model, news: ConsoleNews): Step {
  switch (news.type) {
    case 'headed':
      return only(withConsole(model, { heading: { ...model.console?.heading, ...news.heading } }))
    case 'state-changed':
      return only(withConsole(model, { state: news.state }))
    case 'commands-listed':
      return only(withConsole(model, { commands: news.commands }))
    case 'queue-changed':
      return only(withConsole(model, { queue: news.texts }))
    case 'choices-offered':
      return only(offered(model, news.command, news.choices))
    case 'returned':
      return only(returned(model, news.text))
    case 'session-opened':
      return only(atEnd({ ...withConsole(model), transcript: heard(model.transcript, news) }))
    case 'user-said':
    case 'streamed':
    case 'spoke':
    case 'tool-called':
    case 'tool-ended':
    case 'todo-written':
    case 'plan-mode-changed':
    case 'turn-ended':
    case 'retrying':
      return only(withTranscript(withConsole(model), heard(model.transcript, news)))
  }
}
