/** The doctor's own description of our rows against the one that the host reads. */
import { describe, expect, it } from 'vitest'
import { createRowConfig } from '../../../config/row.ts'
import { coreSchema, feishuSchema, sessionSchema, terminalSchema } from '../../../config/schema.ts'
import { ROW_SHAPES, shapeFault } from '../../../app/doctor/shapes.ts'

const ROWS = {
  core: createRowConfig('core', coreSchema),
  session: createRowConfig('session', sessionSchema),
  terminal: createRowConfig('terminal', terminalSchema),
  feishu: createRowConfig('feishu', feishuSchema),
} as const
const FIELDS = { core: coreSchema.dict, session: sessionSchema.dict, terminal: terminalSchema.dict, feishu: feishuSchema.dict }

const VALUES: readonly unknown[] = [undefined, null, '', 'everywhere', 'terminal', 'off', 'full', 'ids', 'zh', 'en', 'fr', 'all', 'shown', 'bell', 'on', 'auto', 'unicode', 'ascii', 'webhook', 'long-connection', 'cli_1', true, false, 0, 1, 63_999, 64_000, 1.5, -1, {}, []]

describe.each(['core', 'session', 'terminal', 'feishu'] as const)('the row %s', (row) => {
  it('has the fields that the host reads', () => {
    expect(Object.keys(ROW_SHAPES[row]).toSorted()).toEqual(Object.keys(FIELDS[row] ?? {}).toSorted())
  })

  const plain = Object.entries(ROW_SHAPES[row]).filter(([, { kind }]) => kind !== 'any').map(([field]) => field)
  it.each(plain)('takes for %s what the host takes', (field) => {
    const given = VALUES.map((value) => ({ [field]: value }))
    const [ours, theirs] = [given.map((config) => shapeFault(ROW_SHAPES[row], config) === undefined), given.map((config) => ROWS[row].read(config).fault === undefined)]
    expect(ours).toEqual(theirs)
    expect(ours).toContain(false)
  })

  it('takes no other field and nothing but a mapping', () => {
    for (const config of [{ other: 1 }, [], 'x', { toString: 1 }]) {
      expect(shapeFault(ROW_SHAPES[row], config)).toBeDefined()
      expect(ROWS[row].read(config).fault).toBeDefined()
    }
    expect(shapeFault(ROW_SHAPES[row], null)).toBeUndefined()
  })
})
