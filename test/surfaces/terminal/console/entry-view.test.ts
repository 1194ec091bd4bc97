import { describe, expect, it } from 'vitest'
import { kept } from '../../../../surfaces/terminal/console/entry.ts'
import type { Entry } from '../../../../surfaces/terminal/console/entry.ts'
import { entryRows } from '../../../../surfaces/terminal/console/entry-view.ts'
import { rowText, span } from '../../../../surfaces/terminal/row.ts'
import { wordsOf } from '../../../../surfaces/terminal/words.ts'

const WORDS = wordsOf('en', 'ascii')
const { transcript: SAID } = WORDS
const rows = (entry: Entry, width = 40, expanded = false): readonly string[] => entryRows(entry, { width, words: WORDS, expanded }).map(rowText)
const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n')
const tool = (more: Partial<Extract<Entry, { kind: 'tool' }>> = {}): Entry => ({ kind: 'tool', tool: 'bash', subject: 'npm test', state: 'ok', result: kept(''), ...more })
const todo = (...states: readonly ('pending' | 'active' | 'done')[]): Entry => ({ kind: 'todo', items: states.map((state, index) => ({ text: `item ${index + 1}`, state })) })

const user = (count: number, late = false): Entry => ({ kind: 'user', late, said: kept(lines(count)) })
const reasoning = (more: Partial<Extract<Entry, { kind: 'reasoning' }>>): Entry => ({ kind: 'reasoning', lines: [{ text: 'first' }, { text: ' ' }], dropped: 0, open: '', words: 3, streaming: false, ...more })
const text = (look: 'line' | 'code'): Entry => ({ kind: 'text', text: '- one two three four', look })

describe('an entry as rows', () => {
  it('has a blank row before it where it stands apart, and none where it shows nothing', () => {
    expect([rows({ kind: 'remark', text: 'x', gap: true }), rows({ kind: 'gone', gap: true }), rows({ kind: 'remark', text: 'x', at: '10:00' })]).toEqual([['', 'x'], [], ['x | 10:00']])
    expect(rows({ kind: 'context', said: kept(''), gap: true })).toEqual([])
  })

  it('is made again for other words, and once for those that are looked at in turn', () => {
    const end: Entry = { kind: 'end', how: 'interrupted', detail: '' }
    const zh = wordsOf('zh', 'ascii')
    expect([rows(end), entryRows(end, { width: 40, words: zh, expanded: false }).map(rowText)]).toEqual([[`x ${SAID.ended.interrupted}`], [`x ${zh.transcript.ended.interrupted}`]])
    const sight = { width: 40, words: WORDS, expanded: false }
    const pair = [user(1), user(2)].map((entry) => [entry, entryRows(entry, sight)] as const)
    for (const [entry, made] of pair) expect(entryRows(entry, sight)).toBe(made)
  })

  it('of a message has twelve lines, all of them unfolded, and says how many more there are', () => {
    expect([rows(user(1)), rows(user(2, true))]).toEqual([['> line 1'], [`> (${SAID.late}) line 1`, '    line 2']])
    expect([rows(user(12)).length, rows(user(13)).slice(11), rows(user(15)).at(-1), rows(user(15), 40, true).length]).toEqual([12, ['  line 12', `  ${SAID.more(1)}`], `  ${SAID.more(3)}`, 15])
    expect(rows({ kind: 'user', late: false, said: { lines: kept(lines(13)).lines, dropped: 5 } }).at(-1)).toBe(`  ${SAID.more(6)}`)
    expect(rows({ kind: 'user', late: false, said: { lines: [{ text: 'a' }], dropped: 5 } }, 40, true)).toEqual(['> a', `  ${SAID.dropped(5)}`])
  })

  it('of a context or a result has one line with how many more', () => {
    expect([rows({ kind: 'context', said: kept('a') }), rows({ kind: 'context', said: kept(lines(3)) })]).toEqual([[`${SAID.context} | a`], [`${SAID.context} | line 1 | ${SAID.more(2)}`]])
    expect(rows(tool({ result: kept(lines(2)) }))).toEqual([`* bash  npm test  OK ${SAID.tool.ok}`, `  \` line 1 | ${SAID.more(1)}`])
    expect(rows(tool({ result: kept('x'.repeat(50)) }), 30)[1]).toBe(`  \` ${'x'.repeat(25)}~`)
  })

  it('of a call says how it stands, and cuts its subject first', () => {
    expect([rows(tool({ state: 'running' })), rows(tool({ state: 'failed' })), rows(tool({ state: 'stopped', subject: '' })), rows(tool({ state: 'failed', exit: { kind: 'code', code: 2 } }))]).toEqual([
      [`o bash  npm test  ${SAID.tool.running}`], [`* bash  npm test  x ${SAID.tool.failed}`], [`* bash  x ${SAID.tool.stopped}`], [`* bash  npm test  x ${WORDS.console.exited(2)}`],
    ])
    expect(rows(tool({ subject: 's'.repeat(99) }), 30)).toEqual([`* bash  ${'s'.repeat(30 - 8 - 5 - SAID.tool.ok.length - 1)}~  OK ${SAID.tool.ok}`])
    const end = `  OK ${SAID.tool.ok}`
    expect([rows(tool(), 10 + end.length), rows(tool(), 9 + end.length)]).toEqual([[`* bash  n~${end}`], [`* bash${end}`]])
    expect((['running', 'ok', 'stopped'] as const).map((state) => entryRows(tool({ state }), { width: 40, words: WORDS, expanded: false })[0]?.[0])).toEqual([span('o ', 'faint'), span('* ', 'good'), span('* ', 'warn')])
    expect(rows(tool({ tool: 't'.repeat(99) }), 30)).toEqual([`* ${'t'.repeat(30 - 2 - 5 - SAID.tool.ok.length - 1)}~  OK ${SAID.tool.ok}`])
  })

  it('of reasoning shows its last line while it is written, how much it was afterwards, and all of it unfolded', () => {
    expect([rows(reasoning({ streaming: true })), rows(reasoning({ streaming: true, open: ' now ' })), rows(reasoning({ streaming: true, lines: [] }))]).toEqual([['~ first'], ['~ now'], ['~ ']])
    expect(rows(reasoning({ streaming: true, open: `${'a'.repeat(30)}${'b'.repeat(30)}` }), 22)).toEqual([`~ ~${'b'.repeat(19)}`])
    expect([rows(reasoning({ streaming: true, open: '  ' })), rows(reasoning({ streaming: true, open: `${'a'.repeat(20)}${'b'.repeat(20)}ccccc` }), 22)]).toEqual([['~ first'], [`~ ~${'b'.repeat(14)}ccccc`]])
    expect(rows(reasoning({ streaming: true, open: 'b'.repeat(20) }), 22)).toEqual([`~ ${'b'.repeat(20)}`])
    expect([rows(reasoning({})), rows(reasoning({ dropped: 2, open: 'one two' }), 40, true), rows(reasoning({ streaming: true, open: 'one two' }), 40, true)]).toEqual([
      [`~ ${SAID.thought(3)}`], [`~ ${SAID.thought(3)}`, `  ${SAID.dropped(2)}`, '  first', '   ', '  one two'], [`~ ${SAID.thought(5)}`, '  first', '   ', '  one two'],
    ])
  })

  it('of things to do counts what is done where there are more than six, and lists what is left', () => {
    expect(rows(todo('done', 'active', 'pending'))).toEqual(['[x] item 1', '[-] item 2', '[ ] item 3'])
    expect(rows(todo('done', 'done', 'active', 'pending', 'pending', 'pending', 'pending'))).toEqual([`[x] ${SAID.done(2)}`, '[-] item 3', '[ ] item 4', '[ ] item 5', '[ ] item 6', '[ ] item 7'])
    const six = Array.from({ length: 6 }, () => 'pending' as const)
    expect([rows(todo('done', ...six.slice(1)))[0], rows(todo('done', ...six))]).toEqual(['[x] item 1', [`[x] ${SAID.done(1)}`, ...six.map((_, index) => `[ ] item ${index + 2}`)]])
    expect(rows(todo(...Array.from({ length: 8 }, () => 'pending' as const))).slice(5)).toEqual(['[ ] item 6', `[ ] ${SAID.moreItems(2)}`])
    expect(rows(todo(...Array.from({ length: 8 }, () => 'done' as const)), 40, true)).toHaveLength(8)
    expect(entryRows(todo('done', 'active', 'pending'), { width: 40, words: WORDS, expanded: false }).map((row) => row.map(({ style }) => style))).toEqual([['faint', 'faint'], ['accent', 'strong'], ['accent', 'plain']])
  })

  it('of an end or another try has four rows, and all of them unfolded', () => {
    const end: Entry = { kind: 'end', how: 'failed', detail: 'word '.repeat(40).trim() }
    const retry: Entry = { kind: 'retry', attempt: 1, detail: 'word '.repeat(40).trim() }
    for (const entry of [end, retry]) expect([rows(entry, 20).length, rows(entry, 20, true).length > 8]).toEqual([4, true])
    expect([rows({ ...end, detail: '' }), rows({ ...end, detail: 'no' }), rows({ kind: 'plan', active: true }), rows({ kind: 'plan', active: false })]).toEqual([[`x ${SAID.ended.failed}`], [`x ${SAID.ended.failed}: no`], [`# ${SAID.plan.on}`], [`# ${SAID.plan.off}`]])
  })

  it('of a text stands under its own beginning as long as sixteen columns are left, and code is broken where it is full', () => {
    expect([rows(text('line'), 18), rows(text('line'), 17), rows(text('code'), 8)]).toEqual([['- one two three', '  four'], ['- one two three', 'four'], ['- one tw', 'o three ', 'four']])
    expect(entryRows(text('line'), { width: 18, words: WORDS, expanded: false })[1]).toEqual([span('  '), span('four')])
    expect(entryRows({ kind: 'text', text: 'one two three four five', look: 'line' }, { width: 18, words: WORDS, expanded: false })).toEqual([[span('one two three four')], [span('five')]])
  })
})
