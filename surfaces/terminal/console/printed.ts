/** What is printed of the agent's work where there is no screen: each thing once it is finished. Pure. */
import { sanitise, sanitiseLine } from '../sanitise.ts'
import type { Words } from '../words.ts'
import { kept } from './entry.ts'
import type { ConsoleNews } from './news.ts'
import { retryLine } from './retry-line.ts'
import { exitWord } from './tool-exit.ts'

/** Calls that still run, as they were announced, by their ids. */
export type RunningCalls = ReadonlyMap<string, string>

export interface Printed {
  readonly lines: readonly string[]
  readonly calls: RunningCalls
}

/** The lines of a piece of news; most news has none before its end comes. */
export function printed(news: ConsoleNews, calls: RunningCalls, all: Words): Printed {
  const { glyphs, transcript, lines: words } = all
  const only = (...lines: readonly string[]): Printed => ({ lines, calls })
  switch (news.type) {
    case 'spoke': {
      const text = sanitise(news.text).trim()
      return text === '' ? only() : only(...text.split('\n'))
    }
    case 'tool-called': {
      const what = [sanitiseLine(news.tool), sanitiseLine(news.subject)].filter(Boolean).join('  ')
      return { lines: [], calls: new Map([...calls, [news.call, what]]) }
    }
    case 'tool-ended': {
      const what = calls.get(news.call)
      if (what === undefined) return only()
      const sign = news.ok ? `${glyphs.good} ${transcript.tool.ok}` : `${glyphs.other} ${news.exit === undefined ? transcript.tool.failed : exitWord(news.exit, all)}`
      const { lines: [first] } = kept(news.ok ? '' : news.result)
      return {
        lines: [`${glyphs.call[0]} ${what}  ${sign}`, ...(first === undefined ? [] : [`  ${glyphs.result}${first.text}`])],
        calls: new Map([...calls].filter(([call]) => call !== news.call)),
      }
    }
    case 'user-said':
      return news.source === 'late' ? only(...kept(news.text).lines.map(({ text }, index) => (index === 0 ? `${glyphs.speaker}(${transcript.late}) ${text}` : text))) : only()
    case 'plan-mode-changed':
      return only(`${glyphs.mode}${news.active ? transcript.plan.on : transcript.plan.off}`)
    case 'turn-ended': {
      const detail = sanitiseLine(news.detail ?? '')
      const ended = news.how === 'completed' ? [] : [`${glyphs.other} ${transcript.ended[news.how]}${detail === '' ? '' : `: ${detail}`}`]
      return { lines: ended, calls: new Map() }
    }
    case 'retrying':
      return only(`${glyphs.call[1]} ${retryLine({ ...news, detail: sanitiseLine(news.detail) }, all)}`)
    case 'returned':
      return only(words.returned(sanitiseLine(news.text)))
    case 'choices-offered':
      return only(...news.choices.map(({ value, label, detail = '' }) => [`/${news.command} ${value}`, label, detail].map(sanitiseLine).filter(Boolean).join('  ')))
    case 'session-opened':
      return { lines: [], calls: new Map() }
    case 'streamed':
    case 'todo-written':
    case 'headed':
    case 'state-changed':
    case 'queue-changed':
    case 'commands-listed':
      return only()
  }
}
