/** How a command ended, in a word or two. Pure. */
import { sanitiseLine } from '../sanitise.ts'
import type { Words } from '../words.ts'
import type { ToolExit } from './news.ts'

export function exitWord(exit: ToolExit, { console: words }: Words): string {
  switch (exit.kind) {
    case 'code':
      return words.exited(exit.code)
    case 'killed':
      return words.killed(sanitiseLine(exit.signal))
    case 'timed-out':
      return words.outOfTime(Math.round(exit.ms / 1_000))
  }
}
