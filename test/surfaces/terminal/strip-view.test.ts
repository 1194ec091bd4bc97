import { expect, it } from 'vitest'
import { stripRow } from '../../../surfaces/terminal/strip-view.ts'
import { atPage } from '../../../surfaces/terminal/panel.ts'
import { rowText } from '../../../surfaces/terminal/row.ts'
import { batch, indent } from './asks.ts'
import { createShop, heading } from './console/shop.ts'
import { KEYS } from './driver.ts'

it('the strip tells what is open elsewhere where nothing is asked here, and is not there else', () => {
  const shop = createShop({ glyphs: 'ascii' })
  expect(shop.screen()).not.toContain('elsewhere')
  shop.tell({ type: 'headed', heading: { ...heading, elsewhere: 2 } })
  expect(shop.screen()).toContain('2 open elsewhere')
  expect(new Set(stripRow(shop.model).map(({ style }) => style))).toEqual(new Set(['inverse']))
})

it('the strip tells the question it is folded on, or the first of a review, with what is open here and elsewhere', () => {
  const shop = createShop({ glyphs: 'ascii' })
  shop.open('a', { ...indent, header: 'First' }, { ...batch[1], id: 'second', header: 'Second' })
  shop.type(KEYS.esc)
  shop.tell({ type: 'headed', heading: { ...heading, elsewhere: 2 } })
  const [panel] = shop.model.panels
  const at = (page: number): string => rowText(stripRow({ ...shop.model, panels: [atPage(panel!, page)] }))
  expect([at(0).includes('First'), at(1).includes('Second'), at(2).includes('First')]).toEqual([true, true, true])
  expect(at(0)).toContain('1 open here | 2 open elsewhere')
})

it('the strip cuts a long question short, with a sign that it goes on', () => {
  const shop = createShop({ glyphs: 'ascii' })
  shop.open('a', { ...indent, question: 'Which of all of these? '.repeat(20) })
  shop.type(KEYS.esc)
  expect(rowText(stripRow(shop.model))).toContain('~  1 question open')
})
