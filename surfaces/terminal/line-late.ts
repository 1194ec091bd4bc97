/** Late answers where lines are printed and read: the ask that was asked last stays answerable, the others are listed on demand. */
import type { AskUserQuestionAnswer, LateEnd, LateResult, LateVerdict } from '../../router/types.ts'
import type { Locale } from '../form/words.ts'
import { deliveredLine, endLine } from './late-ending.ts'
import { pageLines } from './line-page.ts'
import { lineTurn } from './line-turn.ts'
import { atPage, currentOf } from './panel.ts'
import type { Panel } from './panel.ts'
import { sanitiseLine } from './sanitise.ts'
import { CONTINUED } from './wait.ts'
import type { Words } from './words.ts'

export interface LineLatePorts {
  readonly words: Words
  readonly locale: Locale
  readonly print: (lines: readonly string[]) => void
  readonly submit: (id: string, answer: AskUserQuestionAnswer) => LateVerdict | undefined
}

/** `/asks` lists, `/asks 2` asks again. */
const COMMAND = /^\/asks(?:\s+(\d+))?$/

export class LineLate {
  private readonly ports: LineLatePorts
  /** Asks that take a late answer, oldest first; also one whose answer is on its way. */
  private readonly panels = new Map<string, Panel>()
  /** The one that lines answer. */
  private asked: string | undefined

  constructor(ports: LineLatePorts) {
    this.ports = ports
  }

  /** An ask whose window has closed. `linger`: lines still answer it. */
  keep(panel: Panel, linger: boolean): void {
    const known = this.panels.get(panel.id)
    this.panels.set(panel.id, { ...atPage(known !== undefined && known.form.length > 0 ? known : panel, panel.page), wait: CONTINUED })
    if (linger) this.asked = panel.id
    if (known === undefined) this.ports.print([linger ? this.ports.words.lines.late : this.ports.words.lines.listed(this.panels.size)])
  }

  /** Lines answer something else from here on. */
  leave(): void {
    this.asked = undefined
  }

  /** Takes a line that is a command of the list, or an answer to the ask that is asked; false for any other. */
  take(line: string, alone: boolean): boolean {
    const [command, number] = COMMAND.exec(line.trim()) ?? []
    if (command !== undefined) {
      this.list(number === undefined ? undefined : Number(number), alone)
      return true
    }
    const panel = this.asked === undefined ? undefined : this.panels.get(this.asked)
    if (!alone || panel === undefined) return false
    this.answer(panel, line)
    return true
  }

  /** An answer of before a restart has reached the agent. */
  arrived(panel: Panel, end: LateEnd): void {
    this.ports.print([endLine(this.ports.words, this.ports.locale, panel, end)])
  }

  ended(id: string, end: LateEnd): void {
    const panel = this.panels.get(id)
    if (panel === undefined || panel.mode === 'sending') return
    if (end.kind === 'replied' || this.asked === id) this.ports.print([endLine(this.ports.words, this.ports.locale, panel, end)])
    this.drop(id)
  }

  delivered(id: string, result: LateResult): void {
    const panel = this.panels.get(id)
    if (panel === undefined) return
    const { words, locale, print } = this.ports
    print([deliveredLine(words, locale, panel, result)])
    const isOver = result.kind === 'delivered' || result.code === 'NOT_ANSWERABLE' || result.code === 'REPLY_QUEUED'
    if (isOver) this.drop(id)
    else {
      this.panels.set(id, atPage(panel, panel.page))
      print([words.lines.listed(this.panels.size)])
    }
  }

  private list(number: number | undefined, alone: boolean): void {
    const { words, print } = this.ports
    const all = [...this.panels.values()].toReversed()
    const panel = number === undefined ? undefined : all[number - 1]
    if (number === undefined || panel === undefined) {
      print(all.length === 0 ? [words.lines.nothingOpen] : [...all.map((each, index) => `${index + 1}. ${titleOf(each, words)}`), words.lines.listed(all.length)])
      return
    }
    if (panel.form.length === 0) return print([words.inbox.late.unreadable])
    this.asked = panel.id
    // What the agent waits for is answered first.
    if (alone) this.show(panel)
    else print([words.lines.listed(all.length)])
  }

  private show(panel: Panel): void {
    this.ports.print(['', ...pageLines(panel, this.ports.words, this.ports.locale)])
  }

  private answer(before: Panel, line: string): void {
    const { words, print } = this.ports
    const { panel: { complaint, ...panel }, effect } = lineTurn(before, line, words)
    this.panels.set(panel.id, panel)
    if (complaint !== undefined) print([complaint])
    if (effect?.type === 'dismiss') {
      this.panels.set(panel.id, atPage(panel, panel.page))
      this.asked = undefined
      return print([words.lines.listed(this.panels.size)])
    }
    if (effect?.type === 'submit') return this.judged(panel, this.ports.submit(panel.id, effect.answer))
    if (panel.page !== before.page || panel.mode !== before.mode || line.trim() === '') this.show(panel)
  }

  private judged(panel: Panel, verdict: LateVerdict | undefined): void {
    const { words, locale, print } = this.ports
    switch (verdict?.kind) {
      case undefined:
        return this.drop(panel.id)
      case 'accepted':
        // What is typed from here on is for the agent.
        this.asked = undefined
        return print([words.sending])
      case 'lost':
        this.drop(panel.id)
        return print([endLine(words, locale, panel, verdict.end)])
      case 'refused': {
        const back = atPage(panel, panel.page)
        this.panels.set(panel.id, back)
        print([verdict.code === 'UNREADABLE' ? words.inbox.late.unreadable : words.refused(sanitiseLine(verdict.reason))])
        return this.show(back)
      }
    }
  }

  private drop(id: string): void {
    this.panels.delete(id)
    if (this.asked === id) this.asked = undefined
  }
}

function titleOf(panel: Panel, words: Words): string {
  const face = currentOf(panel)?.face ?? panel.faces[0]
  return face === undefined ? words.inbox.unknown : [face.header, sanitiseLine(face.question)].filter((part) => part !== '').join(words.glyphs.separator)
}
