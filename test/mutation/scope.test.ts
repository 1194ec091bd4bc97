import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { titlesOf } from '../titles.ts'
import { SCOPES, SURFACES_NOT_TRIED, TITLES_NOT_TRIED } from './scope.ts'

const ROOT = new URL('../../', import.meta.url)
const tests = readdirSync(new URL('test/', ROOT), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.test.ts'))

it('names sources that are there', () => {
  const named = SCOPES.flatMap(({ sources, apart = [] }) => [...sources, ...apart])
  expect(named.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([])
})

it('leaves out tests that are there', () => {
  const titles = new Set(tests.flatMap((path) => titlesOf(path, readFileSync(new URL(`test/${path}`, ROOT), 'utf8')).map((title) => title.split(' › ').at(-1))))
  expect(TITLES_NOT_TRIED.filter((title) => !titles.has(title))).toEqual([])
})

it('tries each file of a surface once, or says why not', () => {
  const files = readdirSync(new URL('surfaces/', ROOT), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts')).map((path) => `surfaces/${path}`)
  const named = [...SCOPES.flatMap(({ sources }) => sources), ...Object.values(SURFACES_NOT_TRIED).flat()]
  const listed = named.filter((path) => path.startsWith('surfaces/') && path.endsWith('.ts'))
  const folders = named.filter((path) => path.startsWith('surfaces/') && !path.endsWith('.ts'))
  expect(listed.toSorted()).toEqual(files.filter((path) => !folders.some((folder) => path.startsWith(`${folder}/`))).toSorted())
})
