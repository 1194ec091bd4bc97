/** What a person sees of a plan before it is carried out: every line that changes, and of secrets their names. */
import { visible } from '../../surfaces/terminal/sanitise.ts'
import { diffLines } from './diff.ts'
import { modeOf } from './home.ts'
import { type FileChange, type Plan, secretNames } from './plan.ts'
import type { SetupWords } from './words.ts'

export function changesText(plan: Plan, words: SetupWords): string {
  return plan.filter(({ kind }) => kind !== 'record').map((change) => [title(change, words), ...lines(change, words)].join('\n')).join('\n\n')
}

function title({ file, before, after, mode }: FileChange, words: SetupWords): string {
  const current = (modeOf(file) ?? mode) & 0o777
  const notes = before === undefined ? [words.newFile] : after === undefined ? [words.removedFile] : current === mode ? [] : [words.mode(octal(current), octal(mode))]
  return [visible(file), ...notes.map((note) => `(${note})`)].join(' ')
}

function lines(change: FileChange, words: SetupWords): readonly string[] {
  switch (change.kind) {
    case 'secrets': {
      const { removed, added } = secretNames(change)
      return [...removed.map((ref) => `  - ${ref}: ${words.isHidden}`), ...added.map((ref) => `  + ${ref}: ${words.isHidden}`)]
    }
    case 'layer':
      return diffLines(change.before ?? '', change.after ?? '').map(({ sign, number, text }) => `  ${String(number).padStart(4)} ${sign} ${visible(text)}`)
    case 'record':
      return []
    default:
      return change.kind satisfies never
  }
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0')
}
