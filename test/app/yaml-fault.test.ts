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
