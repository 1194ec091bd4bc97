import { expect, it } from 'vitest'
import { rangesOf } from './share.ts'
import { judge, type Report, scoreOf } from './verdict.ts'

const SOURCE = 'const a = 1 < 2\nif (a) {\n  act()\n}\n'
const mutant = (status: string, line: number, column: number, endLine: number, endColumn: number, replacement: string) =>
  ({ mutatorName: 'Any', status, replacement, location: { start: { line, column }, end: { line: endLine, column: endColumn } } })
const REPORT: Report = {
  files: { 'a.ts': { source: SOURCE, mutants: [mutant('Killed', 1, 11, 1, 16, '1 >= 2'), mutant('Timeout', 2, 5, 2, 6, 'true'), mutant('Ignored', 1, 11, 1, 12, '0'), mutant('Survived', 1, 11, 1, 16, '1 <= 2'), mutant('NoCoverage', 2, 8, 4, 2, '{}')] } },
}

it('counts what no test reaches like what no test finds, and shows what was changed', () => {
  const verdict = judge(REPORT, [])
  expect(verdict).toMatchObject({ killed: 2, total: 4, listed: 0 })
  expect(verdict.survived.map(({ line, was, becomes }) => [line, was, becomes])).toEqual([[1, '1 < 2', '1 <= 2'], [2, '{ act() }', '{}']])
  expect(scoreOf(verdict)).toBe(50)
})

it('leaves out a survivor that is listed, in its own file only', () => {
  const known = { was: '1 < 2', becomes: '1 <= 2', why: 'two numbers that never change' }
  expect(judge(REPORT, [{ file: 'a.ts', ...known }])).toMatchObject({ killed: 2, total: 3, listed: 1 })
  expect(judge(REPORT, [{ file: 'b.ts', ...known }])).toMatchObject({ total: 4, listed: 0 })
})

it('tells which of the listed ones no longer survive, of the files that were tried', () => {
  const known = { file: 'a.ts', was: '1 < 2', becomes: '1 <= 2', why: 'two numbers that never change' }
  const found = { ...known, becomes: '1 >= 2' }
  const gone = { ...known, was: '2 < 3' }
  expect(judge(REPORT, [known, found, gone, { ...gone, file: 'b.ts' }]).stale).toEqual([found, gone])
})

it('holds nothing by a run that tried nothing', () => {
  expect(scoreOf(judge({ files: {} }, []))).toBe(0)
})

it('draws the same lines for the same seed, none that is empty, and all for the whole share', () => {
  const source = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? 'act()' : '')).join('\n')
  const drawn = rangesOf('a.ts', source, { percent: 25, seed: 1 })
  expect(rangesOf('a.ts', source, { percent: 25, seed: 1 })).toEqual(drawn)
  expect(rangesOf('a.ts', source, { percent: 25, seed: 2 })).not.toEqual(drawn)
  expect(drawn.length).toBeGreaterThan(30)
  expect(drawn.length).toBeLessThan(70)
  expect(rangesOf('a.ts', source, { percent: 100, seed: 1 })).toHaveLength(200)
  expect(rangesOf('a.ts', 'act()', { percent: 100, seed: 1 })).toEqual(['a.ts:1:0-1:5'])
})
