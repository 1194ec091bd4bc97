import { expect, it } from 'vitest'
import { IDLE_CONSOLE } from '../../../surfaces/terminal/console/model.ts'
import { draftOf, withDraft } from '../../../surfaces/terminal/draft.ts'
import { editorWith } from '../../../surfaces/terminal/editor.ts'
import { createModel } from '../../../surfaces/terminal/model.ts'

const MODEL = createModel({ locale: 'en', size: { columns: 80, rows: 24 } })
const DRAFT = { line: 'half\ttyped', kept: 'kept', history: ['one', 'two'] }

it('a draft is the line, what is kept and the lines before; without an agent there are none of these', () => {
  expect(draftOf({ ...MODEL, input: { before: 'ha', after: 'lf' }, kept: 'kept', console: { ...IDLE_CONSOLE, history: ['one'] } })).toEqual({ line: 'half', kept: 'kept', history: ['one'] })
  expect(draftOf(MODEL)).toEqual({ line: '', kept: '', history: [] })
})

it('a draft comes back into a new screen as if it had been typed there', () => {
  const model = withDraft({ ...MODEL, console: IDLE_CONSOLE }, DRAFT)
  expect([model.input, model.kept, model.console]).toEqual([editorWith('half typed'), 'kept', { ...IDLE_CONSOLE, history: ['one', 'two'] }])
  expect(withDraft(MODEL, DRAFT)).not.toHaveProperty('console')
})
