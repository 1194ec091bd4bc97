/** The terminal's exact screen for an ask, as text: the panel's own model and view, without a terminal or a host. */
import type { AskUserQuestionRequest } from '../../router/types.ts'
import type { Locale } from '../../surfaces/form/locale.ts'
import { readDetails } from '../../surfaces/terminal/details.ts'
import type { GlyphSet } from '../../surfaces/terminal/glyphs.ts'
import { parseMarkdown } from '../../surfaces/terminal/markdown.ts'
import { createModel } from '../../surfaces/terminal/model.ts'
import { rowOnPaper } from '../../surfaces/terminal/paint.ts'
import { update } from '../../surfaces/terminal/update.ts'
import type { Message } from '../../surfaces/terminal/update.ts'
import { view } from '../../surfaces/terminal/view.ts'
import { outcomeFor } from './states.ts'
import type { PreviewState } from './states.ts'

export interface TerminalPreview {
  readonly columns: number
  readonly rows: number
  readonly locale: Locale
  readonly glyphs: GlyphSet
  readonly state: PreviewState
  readonly colour: boolean
}

/** The screen's rows, each without its trailing blanks. */
export function previewScreen(request: Pick<AskUserQuestionRequest, 'questions' | 'wait'>, options: TerminalPreview): readonly string[] {
  const { columns, rows, locale, glyphs, state, colour } = options
  const outcome = outcomeFor(state, request, locale, 'feishu')
  const messages: readonly Message[] = [
    { type: 'asked', id: 'preview', ...request, details: readDetails(request.questions, parseMarkdown) },
    { type: 'painted' },
    ...(outcome === undefined ? [] : [{ type: 'settled', id: 'preview', outcome } as const]),
  ]
  const start = createModel({ locale, glyphs, size: { columns, rows } })
  const model = messages.reduce((before, message) => update(before, message, 0)[0], start)
  return view(model).rows.map((row) => rowOnPaper(row, colour))
}
