import { expect, it } from 'vitest'
import { holdsExpression } from '../../../app/doctor/expression.ts'
import { compose, type Composition, type Layer, parseLayer } from '../../../app/doctor/layers.ts'

function composed(...texts: readonly string[]): Composition {
  return compose(texts.map((text, at): Layer => {
    const read = parseLayer(`${at}.yml`, text)
    if (read.kind !== 'layer') throw new Error(read.kind)
    return read.layer
  }))
}

const BASE = '- insert: [{ id: a, name: one, config: { x: 1, y: 2 } }, { id: b, name: two }]'

it('lets a later layer replace a whole config, switch a row off and leave the rest', () => {
  const { rows, lost } = composed(BASE, '- { id: a, config: { x: 3 } }', '- { id: b, disabled: true }')
  expect(rows).toMatchObject([{ id: 'a', name: 'one', disabled: false, config: { x: 3 } }, { id: 'b', disabled: true }])
  expect(rows[0]?.config).toEqual({ x: 3 })
  expect(lost).toEqual([])
})

it('skips an entry whose row is not there, has another name, or is no group', () => {
  const { rows, lost } = composed(BASE, '[{ id: c, disabled: true }, { id: a, name: other, disabled: true }, { id: a, insert: [{ id: d }] }, { disabled: true }]')
  expect(lost.map(({ row }) => row)).toEqual(['c', 'a', 'a', '?'])
  expect(rows.map(({ id, disabled }) => [id, disabled])).toEqual([['a', false], ['b', false]])
})

it('finds rows in groups, and those that an earlier entry has put there', () => {
  const { rows } = composed('- insert: [{ id: g, group: true, name: g, config: [{ id: in, name: inner }] }]', '[{ id: g, insert: [{ id: more, name: more }] }, { id: more, disabled: true }, { id: in, config: { z: 1 } }]')
  expect(rows.map(({ id, disabled }) => [id, disabled])).toEqual([['g', false], ['in', false], ['more', true]])
  expect(rows[1]?.config).toEqual({ z: 1 })
})

it('keeps an expression as one, without its value', () => {
  const { rows } = composed('- insert: [{ id: a, name: one, disabled: !!js process.env.X, config: { x: !!js 1 + 1 } }]')
  expect(holdsExpression(rows[0]?.disabled)).toBe(true)
  expect(holdsExpression(rows[0]?.config)).toBe(true)
  expect(holdsExpression({ x: [1, 'a', null] })).toBe(false)
})

it('tells broken YAML by its place and never by its words, and what is no list', () => {
  expect(parseLayer('f', '- id: a\n  secret: "hunter2')).toMatchObject({ kind: 'broken', why: expect.not.stringContaining('hunter2') })
  expect(parseLayer('f', '- a: 1\n  a: 2')).toMatchObject({ kind: 'broken', why: expect.stringContaining('line 2') })
  for (const text of ['', 'a: 1', '- 1', 'null']) expect(parseLayer('f', text).kind).toBe('shape')
  expect(parseLayer('f', '[]').kind).toBe('layer')
})
