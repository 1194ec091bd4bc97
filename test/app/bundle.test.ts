/** What the command line knows of the bundle, against what the host is told of it. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BUNDLE, JOURNAL, REFS, WEBHOOK } from '../../app/bundle.ts'
import { createRowConfig } from '../../config/row.ts'
import { coreSchema, feishuSchema } from '../../config/schema.ts'

it('has the name of the package, and what the rows have where a profile says nothing', () => {
  expect(BUNDLE).toBe(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).name)
  expect(createRowConfig('ask-feishu', feishuSchema).read({}).config).toMatchObject({ ...REFS, webhook: WEBHOOK })
  expect(createRowConfig('ask-core', coreSchema).read({}).config).toMatchObject(JOURNAL)
})
