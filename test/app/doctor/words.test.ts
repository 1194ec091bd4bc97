import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { entryOf, exitCodeOf, finding, FINDING_CODES, word } from '../../../app/doctor/finding.ts'

const placeholders = (text: string | undefined): readonly string[] => [...(text ?? '').matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => name)

describe('every finding', () => {
  it.each(FINDING_CODES)('%s says in both languages what it is, and what to do where something is wrong', (code) => {
    const { level, en, zh } = entryOf(code)
    expect(en.length).toBe(zh.length)
    if (level === 'warning' || level === 'fault') expect(en).toHaveLength(3)
    // One language must not know more than the other.
    const [inEnglish, inChinese] = [en, zh].map((texts) => [...new Set(texts.flatMap(placeholders))].toSorted())
    expect(inEnglish).toEqual(inChinese)
    for (const text of zh as readonly string[]) expect(/\p{Script=Han}/u.test(text) || /^\{\w+\}。?$/u.test(text)).toBe(true)
    for (const text of en as readonly string[]) expect(text).not.toMatch(/\p{Script=Han}/u)
  })

  it('is provoked by a test', () => {
    const tests = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts')).map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n')
    expect(FINDING_CODES.filter((code) => !tests.includes(`'${code}'`))).toEqual([])
  })
})

it('names the tarball beside the package wherever that is to be added', () => {
  const texts = FINDING_CODES.flatMap((code) => [entryOf(code).en, entryOf(code).zh] as readonly (readonly string[])[]).flat().filter((text) => text.includes('add dsh-ask-anywhere'))
  expect(texts.length).toBeGreaterThan(3)
  expect(texts.filter((text) => !/tarball|安装包/u.test(text))).toEqual([])
  // No registry need know any version.
  expect(FINDING_CODES.flatMap((code) => entryOf(code).en).join(' ')).not.toContain('dsh-ask-anywhere@')
})

it('puts facts into the words and leaves nothing open', () => {
  expect(word(finding('host.node-old', { version: '18.0.0' }), 'en')).toMatchObject({ level: 'fault', what: 'Node 18.0.0 is too old.' })
  expect(word(finding('host.node', { version: '24.0.0' }), 'zh')).toMatchObject({ what: 'Node 24.0.0 可运行命令行与主机。', why: '', next: '' })
})

it('ends with 2 for a fault, else with 1 for a warning, else with 0', () => {
  const [ok, note, warning, fault] = [finding('owner.none'), finding('link.owned'), finding('terminal.ascii'), finding('people.no-operator')]
  expect([exitCodeOf([ok, note]), exitCodeOf([ok, warning, note]), exitCodeOf([warning, fault])]).toEqual([0, 1, 2])
})
