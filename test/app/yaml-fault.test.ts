import { expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { yamlFault } from '../../app/yaml-fault.ts'

const faultOf = (text: string) => yamlFault(parseDocument(text, { logLevel: 'silent' }))

it('is none in a text that can be read', () => {
  expect([faultOf('a: 1\n'), faultOf('')]).toEqual([undefined, undefined])
})

it('is named by its code and place, and the line with the secret is not quoted', () => {
  const fault = faultOf('a: 1\nKEY: "hunter2')
  expect(fault).toMatch(/^[A-Z_]+ at line 2, column \d+$/)
  expect(fault).not.toContain('hunter2')
})

it.each([
  ['nowhere', 'a: *b\n'],
  ['back to itself', '- &l [*l]\n'],
  ['back to what holds it', '- &l { id: x, group: true, config: [*l] }\n'],
  ['to too much', `a0: &a0 [x, x]\n${Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(9)}]\n`).join('')}`],
])('is an alias that leads %s', (_where, text) => {
  expect(faultOf(text)).toMatch(/^BAD_ALIAS/)
})

it('is no alias that can be followed', () => {
  expect(faultOf('a: &a [1]\nb: *a\nc: { <<: &d { e: 1 }, f: *d }\n')).toBeUndefined()
})
