/** Documents held to the code: whoever follows one finds what it speaks of. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Context } from '@deepseek-ai/cordis'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { commandNews } from '../../app/session/commands.ts'
import { SESSION_WORDS } from '../../app/session/words.ts'
import { createRowConfig } from '../../config/row.ts'
import { readFeishuConfig } from '../../surfaces/feishu/config.ts'
import { EVERY_OPTION, faultOf } from './commands.ts'
import { readDocument } from './document.ts'
import { regionOf } from './region.ts'
import { readSettings, SCHEMAS, settingsTable } from './settings.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const SKIPPED = new Set(['node_modules', 'lib', '.git', '.cache', 'out'])

function documentsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : documentsBelow(path)
    return entry.name.endsWith('.md') ? [relative(ROOT, path)] : []
  })
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const manifest: { readonly name: string; readonly version: string; readonly files: readonly string[]; readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(read('package.json'))
const documents = documentsBelow(ROOT)
/** npm takes README.md whatever the manifest says. */
const isPacked = (path: string): boolean => path === 'README.md' || manifest.files.includes(path)
const [english, chinese] = [readDocument(read('README.md')), readDocument(read('README.zh.md'))]
/** The documents that are read first; others are about the files beside them. */
const FRONT = ['README.md', 'README.zh.md', 'CONTRIBUTING.md']
const settings = readSettings('en')

function isSetting(name: string, value: string): boolean {
  return name === 'disabled' || settings.some(({ path, values }) => path === name && values.includes(`\`${value}\``))
}

it('finds the documents', () => {
  expect(documents).toEqual(expect.arrayContaining([...FRONT, 'CHANGELOG.md', 'router/README.md', 'surfaces/README.md']))
})

describe.each(documents)('%s', (path) => {
  const { links, fences, codes } = readDocument(read(path))

  it('links to files and headings that are there', () => {
    const broken = links.filter((link) => !link.startsWith('https:')).filter((link) => {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : join(dirname(path), file)
      if (!existsSync(join(ROOT, target))) return true
      if (anchor === undefined) return false
      return !readDocument(read(target)).anchors.includes(anchor)
    })
    expect(broken).toEqual([])
  })

  it('gives commands that can be typed', () => {
    const lines = [...fences.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.trim().split('\n')), ...codes]
    expect(lines.map((line) => [line, faultOf(line)]).filter(([, fault]) => fault !== undefined)).toEqual([])
  })

  it('names files that are there', () => {
    const paths = codes.filter((code) => /^(?:router|surfaces|app|config|test|\.ci)\/[\w./-]+$/.test(code) && !code.includes('NAME'))
    expect(paths.filter((each) => !existsSync(join(ROOT, each)) && !existsSync(join(ROOT, dirname(path), each)))).toEqual([])
  })

  it('names variables of the environment that are read', () => {
    const names = [...read(path).matchAll(/\b(?:FEISHU|DSH)_[A-Z_]+\b/g)].map(([name]) => name)
    const sources = ['config/schema.ts', 'router/host/live-journal.ts', 'test/e2e/host/setup.ts', 'test/e2e/host/install.ts'].map(read).join('\n')
    expect(names.filter((name) => !sources.includes(name))).toEqual([])
  })
})

describe.each(documents.filter(isPacked))('%s, which the package carries,', (path) => {
  it('links to what the package carries as well', () => {
    const files = readDocument(read(path)).links.filter((link) => !/^(?:https:|#)/.test(link)).map((link) => join(dirname(path), link.replace(/#.*/, '')))
    expect(files.filter((file) => !isPacked(file))).toEqual([])
  })
})

describe.each(FRONT)('%s, which is read first,', (path) => {
  const { fences, codes } = readDocument(read(path))
  const patch: readonly { readonly insert: readonly { readonly id: string }[] }[] = parse(read('config/cordis.patch.yml'))
  const rows = patch.flatMap(({ insert }) => insert.map(({ id }) => id))

  it('names rows of the bundle', () => {
    expect(codes.filter((code) => /^ask-[a-z]+$/.test(code) && !rows.includes(code))).toEqual([])
  })

  it('names options that some program takes', () => {
    const options = codes.filter((code) => /^--[a-z]/.test(code)).map((code) => code.split(' ')[0] ?? '')
    expect(options.filter((option) => !EVERY_OPTION.has(option))).toEqual([])
  })

  it('names settings with values that they may have', () => {
    const given = codes.flatMap((code) => [/^([a-zA-Z.]+): ([a-z-]+)$/.exec(code) ?? []]).filter(({ length }) => length > 0)
    expect(given.filter(([, name = '', value = '']) => !isSetting(name, value)).map(([code]) => code)).toEqual([])
  })

  it('gives layers that the rows take as they are', () => {
    for (const { text } of fences.filter(({ language }) => language === 'yaml')) {
      const layer: readonly { readonly id: string; readonly config: object }[] = parse(text)
      for (const { id, config } of layer) {
        expect(rows).toContain(id)
        expect(createRowConfig(id, SCHEMAS[id]!).read(config).fault).toBeUndefined()
        if (id === 'ask-feishu') expect(readFeishuConfig({ ...config, appSecret: 'x' })).toMatchObject(config)
      }
    }
  })

  it('names commands of the console that are there', () => {
    const own = commandNews({} as Context, undefined, SESSION_WORDS.en).map(({ name }) => `/${name}`)
    expect(codes.filter((code) => /^\/[a-z]+(?: |$)/.test(code) && !own.includes(code.split(' ')[0] ?? ''))).toEqual([])
  })

  it('names the package and its tarball by the version of this one', () => {
    expect([...read(path).matchAll(/dsh-ask-anywhere-\d[\w.-]*\.tgz/g)].map(([name]) => name).filter((name) => name !== `${manifest.name}-${manifest.version}.tgz`)).toEqual([])
  })
})

describe.each(['router', 'surfaces', 'app/doctor', 'test/chaos'])('the table of files in %s/README.md', (folder) => {
  it('names files that are there', () => {
    const cells = read(`${folder}/README.md`).split('\n').flatMap((line) => /^\| (`[a-z][^|]*`(?:, `[^|]*`)*) \| [^|]+ \|$/.exec(line)?.[1] ?? [])
    const rows = cells.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)).filter(([first = '']) => /^[a-z*][\w/*-]*$/.test(first) && !['full', 'ids', 'off'].includes(first))
    expect(rows.length).toBeGreaterThan(5)
    const isThere = (name: string): boolean => name.includes('*') || ['', '.ts'].some((ending) => existsSync(join(ROOT, folder, name + ending)))
    // Behind a name with a folder the others of its row are in the same one.
    expect(rows.flatMap(([first = '', ...others]) => [first, ...others].filter((name) => !isThere(name) && !isThere(join(dirname(first), name))))).toEqual([])
  })
})

describe('the two READMEs', () => {
  it('say the same in the same order: headings, code blocks and everything in code', () => {
    expect(chinese.headings.map(({ level }) => level)).toEqual(english.headings.map(({ level }) => level))
    const blocks = ({ fences }: typeof english) => fences.filter(({ language }) => language !== 'yaml').map(({ text }) => text)
    expect(blocks(chinese)).toEqual(blocks(english))
    expect([...new Set(chinese.codes)].toSorted()).toEqual([...new Set(english.codes)].toSorted())
    expect(chinese.links.filter((link) => !/README|race/.test(link)).toSorted()).toEqual(english.links.filter((link) => !/README|race/.test(link)).toSorted())
  })

  it.each([['README.md', 'en'], ['README.zh.md', 'zh']] as const)('%s has every setting of the schemas; `npm run docs` writes them', (path, locale) => {
    expect(regionOf(read(path), 'settings')).toBe(settingsTable(locale))
  })

  it.each(['README.md', 'README.zh.md'])('%s gives a reason for each dependency, and for no other library', (path) => {
    const listed = read(path).split('\n').flatMap((line) => {
      const [, name, version] = /^\| `([^` ]+)`(?: (\d[\d.]*))? \| [^|]+ \|$/.exec(line) ?? []
      return name === undefined || name.startsWith('.ci') ? [] : [{ name, version }]
    })
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(manifest.dependencies).toSorted())
    for (const { name, version } of listed) if (version !== undefined) expect(manifest.dependencies[name]).toBe(version)
  })

  it.each(['.github/race.webp', '.github/race.zh.webp'])('have a picture that loads fast: %s', (path) => {
    expect(readFileSync(join(ROOT, path)).subarray(8, 12).toString()).toBe('WEBP')
    expect(statSync(join(ROOT, path)).size).toBeLessThan(120_000)
  })
})

it('tells in the changelog of the version that the package has', () => {
  expect(readDocument(read('CHANGELOG.md')).headings.find(({ level }) => level === 2)?.text).toBe(manifest.version)
})
