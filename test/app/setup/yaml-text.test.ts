import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { readYaml, removeAt, setAt, YamlFault } from '../../../app/setup/yaml-text.ts'

const ENTRY = { id: 'ask-feishu', config: { appId: 'cli_1', webhook: { port: 1 }, operators: [{ id: 'ou_1' }] } }
const BLOCK = `- id: ask-feishu
  config:
    appId: cli_1
    webhook:
      port: 1
    operators: [ { id: ou_1 } ]
`

describe('an entry added to a sequence', () => {
  it.each<[string, string, string]>([
    ['nothing at all', '', BLOCK],
    ['comments alone', '# mine\n', `# mine\n${BLOCK}`],
    ['the host\'s empty layer', '# Your patch layer\n[]\n', `# Your patch layer\n${BLOCK}`],
    ['another entry and a comment behind it', '- id: x   # c\n  a: !!js \'process.env.X\'\n\n# end\n', `- id: x   # c\n  a: !!js 'process.env.X'\n${BLOCK}\n# end\n`],
    ['a last line without an end', '- id: x', `- id: x\n${BLOCK}`],
    ['a text of several lines', '- id: x\n  text: |\n    one\n    two\n', `- id: x\n  text: |\n    one\n    two\n${BLOCK}`],
    ['indented entries', '  - id: x\n', `  - id: x\n${BLOCK.replaceAll(/^/gm, '  ').trimEnd()}\n`],
    ['lines of another system', '- id: x\r\n', `- id: x\r\n${BLOCK.replaceAll('\n', '\r\n')}`],
    ['JSON', '[\n  {"id": "x"} # c\n]\n', `[\n  {"id": "x"}, ${JSON.stringify(ENTRY)} # c\n]\n`],
  ])('after %s leaves the rest as it is', (_title, before, after) => {
    const present = readYaml(before)
    const count = Array.isArray(present) ? present.length : 0
    const text = setAt(before, [count], ENTRY)
    expect(text).toBe(after)
    expect(readYaml(removeAt(text, [count])) ?? []).toEqual(readYaml(before) ?? [])
  })
})

describe('a value', () => {
  const text = `- id: x
  config: # all of it
    appId: ''   # mine
    operators: [{ id: ou_1, name: X }]   # ops
    webhook:
      port: 1  # in

    # tail
`
  it.each<[string, (string | number)[], unknown, RegExp | string]>([
    ['that is there', [0, 'config', 'appId'], 'cli_1', text.replace("''", 'cli_1')],
    ['of a nested block', [0, 'config', 'webhook', 'port'], 2, text.replace('port: 1', 'port: 2')],
    ['at the end of a nested block', [0, 'config', 'webhook', 'path'], '/x', text.replace('port: 1  # in\n', 'port: 1  # in\n      path: /x\n')],
    ['at the end of a line of items', [0, 'config', 'operators', 1], { id: 'ou_2' }, text.replace('name: X }', 'name: X }, { id: ou_2 }')],
    ['of a block made one line', [0, 'config', 'webhook'], { port: 3 }, text.replace('\n      port: 1  # in', '').replace('webhook:', 'webhook:\n      { port: 3 }  # in')],
    ['that was not there', [0, 'disabled'], false, text.replace('port: 1  # in\n', 'port: 1  # in\n  disabled: false\n')],
  ])('%s is changed and nothing else', (_title, path, value, after) => {
    expect(setAt(text, path, value)).toBe(after)
  })

  it('left out behind its colon gets one', () => {
    expect(setAt('- id: x\n  config:\n- id: y\n', [0, 'config', 'appId'], 'a')).toBe('- id: x\n  config: { appId: a }\n- id: y\n')
  })

  it('is taken out with its line, and the last one leaves an empty collection', () => {
    expect(removeAt('A: x # a\n# b\nB: y\n', ['A'])).toBe('# b\nB: y\n')
    expect(removeAt('# top\nA: x\n', ['A'])).toBe('# top\n')
    expect(removeAt('- id: x\n', [0])).toBe('[]\n')
    expect(removeAt('{ "A": "x", "B": "y" }', ['B'])).toBe('{ "A": "x" }')
    expect(removeAt('{ "A": "x", "B": "y" }', ['A'])).toBe('{ "B": "y" }')
    expect(removeAt('A: x\n', ['B'])).toBe('A: x\n')
  })

  it('keeps what only looks like another type', () => {
    for (const value of ['123', 'true', 'null', '~', '- a', '#x', 'a: b', '"', "it's", '\\', 'ü 王芳']) expect(readYaml(setAt('A: x\n', ['K'], value))).toEqual({ A: 'x', K: value })
  })
})

it('refuses what is no single document, and says where without quoting it', () => {
  for (const text of ['A: [secret', 'A: secret\nA: y\n', '- a: secret\n---\n- b: 1\n', 'A: "secret']) {
    const refused = () => readYaml(text)
    expect(refused).toThrow(YamlFault)
    expect(refused).toThrow(/line \d+, column \d+/)
    expect(refused).not.toThrow(/secret/)
  }
})

it('refuses to write through an alias', () => {
  expect(() => setAt('- &a { b: 1 }\n- *a\n', [1, 'b'], 2)).toThrow(/alias/)
})

it.each(['\u03A3\u00A0', 'a\u3000', 'a\uFEFF'])('keeps the blank at the end of %j', (value) => {
  expect(readYaml(setAt('b: 1\n', ['a'], value))).toEqual({ b: 1, a: value })
})

it.each(['é\n!', `${'x'.repeat(60)}\nb: 2\n`, 'a\r\nb', 'a\n\n\nb'])('keeps %j on one line', (value) => {
  const text = setAt('b: 1\n', ['a'], value)
  expect([readYaml(text), text.split('\n')]).toEqual([{ b: 1, a: value }, ['b: 1', expect.stringContaining('a: "'), '']])
})

it('says what was meant, keeps every comment and comes back, whatever the text holds', () => {
  const key = fc.stringMatching(/^[A-Z_]{1,6}$/)
  const line = fc.string({ unit: 'grapheme', maxLength: 60 })
  const value = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.tuple(line, line).map((both) => both.join('\n')), fc.integer(), fc.constantFrom('', 'yes', '0x1', '1e3'))
  const entry = fc.tuple(key, value, fc.constantFrom('', ' # why', '   # {x: [')).map(([name, inner, comment]) => ({ name, inner, comment }))
  fc.assert(fc.property(fc.uniqueArray(entry, { selector: ({ name }) => name, maxLength: 5 }), key, value, fc.boolean(), (entries, name, inner, isOpen) => {
    const written = entries.map((each) => `${each.name}: ${JSON.stringify(each.inner)}${each.comment}\n`).join('')
    const text = isOpen ? written.trimEnd() : written
    const model = Object.fromEntries(entries.map((each) => [each.name, each.inner]))
    const after = setAt(text, [name], inner)
    expect(readYaml(after)).toEqual({ ...model, [name]: inner })
    for (const { comment } of entries) expect(after).toContain(comment)
    if (!(name in model)) expect(removeAt(after, [name])).toBe(text === '' || text.endsWith('\n') ? text : `${text}\n`)
  }), { numRuns: 500 })
})
