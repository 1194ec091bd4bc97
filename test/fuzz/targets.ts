/** Every boundary that is fuzzed, the cheap ones first. */
import { asks } from './targets/asks.ts'
import { asksFile } from './targets/asks-file.ts'
import { cards } from './targets/cards.ts'
import { callbacks, sayings } from './targets/events.ts'
import { commandLine } from './targets/command-line.ts'
import { configs } from './targets/config.ts'
import { endpoint } from './targets/endpoint.ts'
import { journal } from './targets/journal.ts'
import { keys } from './targets/keys.ts'
import { keptFiles } from './targets/kept-files.ts'
import { link } from './targets/link.ts'
import { news } from './targets/news.ts'
import { sanitised } from './targets/sanitised.ts'
import { setupFiles } from './targets/setup-files.ts'
import { sockets } from './targets/sockets.ts'
import { terminalMarkdown } from './targets/terminal-markdown.ts'
import type { Target } from './target.ts'

export const TARGETS: readonly Target[] = [
  sanitised, terminalMarkdown, cards, keys, news, asksFile, commandLine, configs, asks, endpoint, callbacks, sayings, journal, keptFiles, setupFiles, sockets, link,
]
