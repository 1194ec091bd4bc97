/** Plans and details in a panel of any size. */
import { readDetails } from '../../../surfaces/terminal/details.ts'
import { parseMarkdown } from '../../../surfaces/terminal/markdown.ts'
import { createModel } from '../../../surfaces/terminal/model.ts'
import { update } from '../../../surfaces/terminal/update.ts'
import { view } from '../../../surfaces/terminal/view.ts'
import { textOf } from '../pieces.ts'
import type { Target } from '../target.ts'
import { holdScreen } from './screen.ts'

function shown(detail: string, columns: number, rows: number): ReturnType<typeof createModel> {
  const questions = [{ id: 'plan', question: 'Go on?', detail, options: [{ label: 'Yes' }, { label: 'No' }], intent: { kind: 'plan-review', approve: 'Yes' } }]
  const start = createModel({ locale: 'en', glyphs: 'unicode', size: { columns, rows } })
  const [asked] = update(start, { type: 'asked', id: 'a', questions, details: readDetails(questions, parseMarkdown) }, 0)
  return update(asked, { type: 'painted' }, 0)[0]
}

export const terminalMarkdown: Target = {
  name: 'terminal-markdown',
  share: 0.5,
  open: () => ({
    make: (random) => Buffer.concat([random.bytes(2), Buffer.from(textOf(random, undefined, 60))]),
    run: (input) => {
      const [columns = 0, rows = 0] = input
      holdScreen(shown(input.subarray(2).toString(), 1 + columns, 1 + (rows % 80)))
    },
    sinks: { panel: (text) => view(shown(text, 80, 24)), 'markdown of the panel': (text) => parseMarkdown(text) },
  }),
}
