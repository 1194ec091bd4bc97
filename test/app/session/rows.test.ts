import { describe, expect, it } from 'vitest'
import { isCommandLineTaken, isRowEnabled, type Loader, type Row } from '../../../app/session/rows.ts'

interface Given {
  readonly id: string
  readonly disabled?: boolean | (() => boolean)
  readonly inject?: Row['options']['inject']
  /** What the import of the row's module comes to, or does. */
  readonly module?: unknown
}

function rowOf({ id, disabled = false, inject = null, module = {} }: Given): Row {
  return {
    get disabled() { return typeof disabled === 'function' ? disabled() : disabled },
    options: { id, name: `package/${id}`, inject },
    parent: { tree: { import: () => (typeof module === 'function' ? module() : module) } },
  }
}

function loaderWith(...rows: Given[]): Loader {
  return { entries: () => rows.map(rowOf), await: () => Promise.resolve() }
}

const broken = (): boolean => { throw new Error('an expression that fails') }

describe('whether another row reads the command line', () => {
  it.each<[string, Given]>([
    ['a module that injects it', { id: 'web', module: Promise.resolve({ name: 'web', inject: ['cmdlineArgs'] }) }],
    ['a module with settings for what it injects', { id: 'web', module: { inject: { cmdlineArgs: true } } }],
    ['a module whose plugin is its default', { id: 'web', module: Promise.resolve({ default: { inject: ['cmdlineArgs'], apply() {} } }) }],
    ['a plugin that is a function', { id: 'web', module: { default: Object.assign(() => {}, { inject: ['cmdlineArgs'] }) } }],
    ['the row itself', { id: 'web', inject: ['cmdlineArgs'] }],
  ])('is seen by %s', async (_what, row) => {
    expect(await isCommandLineTaken(loaderWith({ id: 'other' }, row))).toBe(true)
    expect(await isCommandLineTaken(loaderWith({ id: 'other' }, { ...row, disabled: true }))).toBe(false)
  })

  it.each<[string, Given]>([
    ['injects something else', { id: 'a', module: { inject: ['agents'] } }],
    ['cannot be imported', { id: 'a', module: () => Promise.reject(new Error('not found')) }],
    ['is no object', { id: 'a', module: undefined }],
    ['has a condition that fails', { id: 'a', module: { inject: ['cmdlineArgs'] }, disabled: broken }],
  ])('is not said of a row that %s', async (_what, row) => {
    expect(await isCommandLineTaken(loaderWith(row))).toBe(false)
  })

  it('counts rows of a group that are listed after its module has come', async () => {
    const rows: Given[] = [{ id: 'group', module: () => {
      if (rows.length === 1) queueMicrotask(() => rows.push({ id: 'inner', module: { inject: ['cmdlineArgs'] } }))
      return Promise.resolve({})
    } }]
    expect(await isCommandLineTaken({ entries: () => rows.map(rowOf), await: () => Promise.resolve() })).toBe(true)
  })

  it('is not said of a host without a loader', async () => {
    expect(await isCommandLineTaken(undefined)).toBe(false)
  })
})

it('knows which rows are on', () => {
  const loader = loaderWith({ id: 'on' }, { id: 'off', disabled: true }, { id: 'broken', disabled: broken })
  expect(['on', 'off', 'broken', 'absent'].map((id) => isRowEnabled(loader, id))).toEqual([true, false, false, false])
  expect(isRowEnabled(undefined, 'on')).toBe(false)
})
