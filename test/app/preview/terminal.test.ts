/** Awkward asks as the terminal shows them, whole screens that can be looked at. */
import { describe, expect, it } from 'vitest'
import { readAsksFile } from '../../../app/asks.ts'
import { STATES } from '../../../app/preview/states.ts'
import { previewScreen } from '../../../app/preview/terminal.ts'
import type { TerminalPreview } from '../../../app/preview/terminal.ts'
import { textWidth } from '../../../surfaces/terminal/cells.ts'

const asks = readAsksFile(new URL('../../asks/awkward.json', import.meta.url).pathname)
const SHOWN: TerminalPreview = { columns: 80, rows: 24, locale: 'en', glyphs: 'unicode', state: 'pending', colour: false }

function album(titles: readonly string[], screen: (index: number) => readonly string[]): string {
  return titles.map((title, index) => `== ${title}\n${screen(index).join('\n')}\n`).join('\n')
}

describe('awkward asks', () => {
  for (const [columns, rows] of [[36, 10], [80, 24], [120, 40]] as const) {
    it.each(['en', 'zh'] as const)(`look as in the golden file at ${columns}x${rows} in %s`, async (locale) => {
      const text = album(asks.map(({ name }) => name), (index) => previewScreen(asks[index]!, { ...SHOWN, columns, rows, locale }))
      await expect(text).toMatchFileSnapshot(`golden/${columns}x${rows}.${locale}.txt`)
      for (const line of text.split('\n').filter((each) => !each.startsWith('== '))) expect(textWidth(line)).toBeLessThanOrEqual(columns)
    })
  }

  it.each(['en', 'zh'] as const)('end as in the golden file, each way in its own words, in %s', async (locale) => {
    const plan = asks.find(({ name }) => name.startsWith('plan'))!
    const text = [asks[0]!, plan].map((ask) => album(STATES.map((state) => `${ask.name}: ${state}`), (index) => previewScreen(ask, { ...SHOWN, columns: 60, rows: 12, locale, state: STATES[index]! }))).join('\n')
    await expect(text).toMatchFileSnapshot(`golden/states.${locale}.txt`)
    const ends = STATES.filter((state) => state !== 'pending').map((state) => previewScreen(asks[0]!, { ...SHOWN, locale, state }).find((line) => /^[✓✕]/.test(line)))
    expect(new Set(ends).size).toBe(5)
  })
})

describe('a previewed screen', () => {
  it('has exactly its rows', () => {
    for (const ask of asks) expect(previewScreen(ask, { ...SHOWN, rows: 31 })).toHaveLength(31)
  })

  it('is coloured by plain escapes, and says the same without them', () => {
    const coloured = previewScreen(asks[0]!, { ...SHOWN, colour: true })
    expect(coloured.join('\n')).toContain('\u001b[1m')
    const bare = coloured.map((line) => line.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g'), '').trimEnd())
    expect(bare).toEqual(previewScreen(asks[0]!, SHOWN))
  })

  it('can be drawn in ASCII alone where the asker writes so', () => {
    const ask = { questions: [{ id: 'a', question: 'Tabs or spaces?', options: [{ label: 'Tabs' }, { label: 'Spaces' }] }] }
    expect(previewScreen(ask, { ...SHOWN, glyphs: 'ascii' }).join('\n')).toMatch(/^[\n -~]*$/)
  })
})
