import { expect, it } from 'vitest'
import { readRouterConfig } from '../../router/config.ts'

const USUAL = { approvals: 'everywhere', askTool: true, journal: 'full', journalSync: false, journalBytes: 4_000_000, order: 'together', delaySeconds: 30 }

it.each([[undefined], [null], [{}], [{ later: 1 }]])('is as it usually is where the row says %j', (config) => {
  expect(readRouterConfig(config)).toEqual(USUAL)
})

it.each([
  { approvals: 'terminal' }, { approvals: 'off' }, { approvals: 'everywhere' },
  { askTool: false },
  { journal: 'ids' }, { journal: 'off' }, { journal: 'full' },
  { journalSync: true },
  { journalBytes: 1 }, { journalBytes: 64_000 },
  { order: 'terminal-first' }, { order: 'phone-first' }, { order: 'together' },
  { delaySeconds: 1 }, { delaySeconds: 3_600 },
])('takes %j', (config) => {
  expect(readRouterConfig(config)).toEqual({ ...USUAL, ...config })
})

it.each([
  ['approvals', ['desk', '', true]],
  ['askTool', ['yes', 1, null]],
  ['journal', ['on', '', true]],
  ['journalSync', ['no', 0, null]],
  ['journalBytes', [0, 0.5, -1, NaN, '64000', null]],
  ['order', ['desk-first', '', null]],
  ['delaySeconds', [0, 3_601, 1.5, '30', null]],
])('refuses of %s what it does not know, and names the field', (field, values) => {
  for (const value of values) {
    expect(() => readRouterConfig({ [field]: value })).toThrow(new RegExp(`^ask-router: \`${field}\` must be `, 'u'))
    expect(() => readRouterConfig({ [field]: value })).toThrow(TypeError)
  }
})

it.each(['text', 5, true])('refuses %j, which has no fields', (config) => {
  expect(() => readRouterConfig(config)).toThrow('ask-router: the config must be an object')
})
