import { expect, it } from 'vitest'
import { groupsOf } from '../../../../surfaces/terminal/inbox/entries.ts'
import { createModel } from '../../../../surfaces/terminal/model.ts'
import { createPanel } from '../../../../surfaces/terminal/panel.ts'
import { wordsOf } from '../../../../surfaces/terminal/words.ts'
import { indent } from '../asks.ts'

const labelOf = (session: string): string | undefined => {
  const panel = createPanel('a', { questions: [indent], session }, { locale: 'en', words: wordsOf('en') })
  return groupsOf({ ...createModel({ locale: 'en', size: { columns: 80, rows: 24 } }), panels: [panel] })[0]?.label
}

it.each([
  ['1234567890', '1234567890'], ['1234567890123456', '1234567890123456'], ['12345678901234567', '12345678'], ['\x07', wordsOf('en').inbox.thisSession],
])('the session %j is called %j', (session, label) => {
  expect(labelOf(session)).toBe(label)
})
