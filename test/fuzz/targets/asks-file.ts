/** Files of asks that a person wrote, as the demo and the preview read them. */
import { parseAsks } from '../../../app/asks.ts'
import { previewScreen } from '../../../app/preview/terminal.ts'
import { UsageError } from '../../../app/usage-error.ts'
import { previewCard } from '../../../surfaces/feishu/preview.ts'
import { jsonBytes, mutateBytes, mutateJson } from '../mutate.ts'
import { hold, type Target } from '../target.ts'
import { questionsOf } from './any-ask.ts'

export const asksFile: Target = {
  name: 'asks-file',
  share: 0.25,
  open: () => ({
    make: (random) => {
      const asks = Array.from({ length: 1 + random.below(3) }, () => ({ name: 'n', questions: questionsOf(random), ...(random.below(4) === 0 ? { seconds: 5 } : {}) }))
      const bytes = jsonBytes(random.below(3) === 0 ? asks : mutateJson(asks, random))
      return random.below(5) === 0 ? mutateBytes(bytes, random) : bytes
    },
    run: (input) => {
      try {
        for (const ask of parseAsks(input.toString(), 'asks.json')) {
          const options = { columns: 36 + (input.length % 100), rows: 10 + (input.length % 40), locale: 'zh', glyphs: 'unicode', colour: false } as const
          for (const state of ['pending', 'answered', 'failed'] as const) {
            const rows = previewScreen(ask, { ...options, state })
            hold(rows.every((row) => !/[\p{Cc}\p{Cs}]/u.test(row)), () => 'a control on the screen')
          }
          hold(previewCard(ask, 'open', 'zh').length > 0, () => 'an ask without a card')
        }
      } catch (error) {
        if (!(error instanceof UsageError)) throw error
        hold(!/\p{Cc}/u.test(error.message), () => `a control, or more than one line: ${JSON.stringify(error.message)}`)
      }
    },
  }),
}
