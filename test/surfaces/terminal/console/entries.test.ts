import { describe, expect, it } from 'vitest'
import { appended, entryAt, NO_ENTRIES, replaced, trimmed } from '../../../../surfaces/terminal/console/entries.ts'
import type { Entries } from '../../../../surfaces/terminal/console/entries.ts'
import { isApart, kept, weightOf } from '../../../../surfaces/terminal/console/entry.ts'
import type { Entry } from '../../../../surfaces/terminal/console/entry.ts'

const remark = (text: string): Entry => ({ kind: 'remark', text })
const many = (count: number): Entries => Array.from({ length: count }, (_, index) => remark(`${index}`)).reduce(appended, NO_ENTRIES)
/** As heavy as one line. */
const line: Entry = { kind: 'gone' }
const heavy = (count: number): Entries => Array.from({ length: count }, () => line).reduce(appended, NO_ENTRIES)

describe('the list of entries', () => {
  it('holds 256 in a block', () => {
    expect([many(256).blocks.length, many(257).blocks.length]).toEqual([1, 2])
    expect([entryAt(many(257), 255), entryAt(many(257), 256), entryAt(many(257), 257), entryAt(many(3), -1)]).toEqual([remark('255'), remark('256'), undefined, undefined])
  })

  it('weighs what its entries weigh, also after one was replaced', () => {
    const list = [remark('x'.repeat(400)), line, line].reduce(appended, NO_ENTRIES)
    expect([list.weight, list.blocks[0]?.weight]).toEqual([4, 4])
    const changed = replaced(list, 0, line)
    expect([changed.weight, changed.blocks[0]?.weight, list.weight]).toEqual([3, 3, 4])
  })

  it('keeps the numbers of its entries when the oldest are dropped', () => {
    const late = trimmed(heavy(600), 300)
    expect([late.first, late.end]).toEqual([512, 600])
    const changed = replaced(replaced(late, 512, remark('first')), 599, remark('last'))
    expect([entryAt(changed, 511), entryAt(changed, 512), entryAt(changed, 513), entryAt(changed, 599), entryAt(changed, 600)]).toEqual([undefined, remark('first'), line, remark('last'), undefined])
  })

  it('is left alone by a number that it has not', () => {
    const list = many(3)
    for (const number of [-1, 3, 300]) expect(replaced(list, number, line)).toBe(list)
  })

  it('drops whole blocks while it is heavier than its bound, and never the last', () => {
    const list = heavy(256 * 3)
    expect(trimmed(list, 768)).toBe(list)
    const [one, two, most] = [trimmed(list, 767), trimmed(list, 511), trimmed(list, 0)]
    expect([one, two, most].map(({ first, end, weight, blocks }) => [first, end, weight, blocks.length])).toEqual([[256, 768, 512, 2], [512, 768, 256, 1], [512, 768, 256, 1]])
  })

  it('spares the block that is read, until it is twice as heavy as its bound', () => {
    const list = heavy(256 * 3)
    expect([trimmed(list, 400, 255).first, trimmed(list, 400, 256).first, trimmed(list, 400, 300).first]).toEqual([0, 256, 256])
    expect([trimmed(list, 384, 0).first, trimmed(list, 383, 0).first]).toEqual([0, 256])
  })
})

describe('an entry', () => {
  it.each<[Entry, number]>([
    [remark('x'.repeat(200)), 1.5], [{ kind: 'text', text: 'x'.repeat(800), look: 'line' }, 3], [{ kind: 'user', late: false, said: kept('a\nb') }, 3.005], [{ kind: 'context', said: kept('a') }, 2.0025],
    [{ kind: 'reasoning', lines: [{ text: '' }, { text: '' }], dropped: 9, open: 'x', words: 3, streaming: true }, 3], [{ kind: 'tool', tool: 'x', subject: 'x', state: 'ok', result: kept('a\n\nb') }, 4.005],
    [{ kind: 'todo', items: [{ text: 'a', state: 'done' }, { text: 'b', state: 'done' }] }, 3], [{ kind: 'plan', active: true }, 1], [{ kind: 'end', how: 'failed', detail: 'x' }, 1], [{ kind: 'retry', attempt: 1, detail: '' }, 1],
  ])('%j weighs %d lines', (entry, weight) => {
    expect(weightOf(entry)).toBeCloseTo(weight, 6)
  })

  it('stands apart from what is of another kind, and from its own where each says a lot', () => {
    expect(isApart(undefined, 'text')).toBe(false)
    expect(isApart({ kind: 'gone' }, 'user')).toBe(false)
    expect([isApart(remark('x'), 'remark'), isApart({ kind: 'plan', active: true }, 'plan'), isApart({ kind: 'end', how: 'failed', detail: '' }, 'end'), isApart({ kind: 'context', said: kept('x') }, 'context')]).toEqual([false, false, false, false])
    expect([isApart(remark('x'), 'text'), isApart({ kind: 'user', late: false, said: kept('x') }, 'user'), isApart({ kind: 'todo', items: [] }, 'todo'), isApart({ kind: 'retry', attempt: 1, detail: '' }, 'retry')]).toEqual([true, true, true, true])
  })
})

describe('a text that is kept folded', () => {
  it('is nothing where it says nothing', () => {
    for (const text of ['', ' ', '\n \n', '\x1b[2J']) expect(kept(text)).toEqual({ lines: [], dropped: 0 })
  })

  it('loses the blank lines around it, and no blank before its first word', () => {
    expect(kept(' \n\t\n  a \nb  \n\n')).toEqual({ lines: [{ text: '  a ' }, { text: 'b' }], dropped: 0 })
  })

  it('has four hundred lines of forty thousand characters at most, and counts the others', () => {
    expect(kept('x\n'.repeat(400))).toMatchObject({ lines: { length: 400 }, dropped: 0 })
    expect(kept('x\n'.repeat(401))).toMatchObject({ lines: { length: 400 }, dropped: 1 })
    expect(kept('x'.repeat(40_000)).lines[0]?.text).toHaveLength(40_000)
    expect(kept('x'.repeat(40_001)).lines[0]?.text).toHaveLength(40_000)
    expect([kept(`${'x'.repeat(40_000)}\ny\nz \n\n`).dropped, kept(`${'x'.repeat(40_000)}y`).dropped, kept(`a\n${'x'.repeat(39_998)}\ny`).dropped]).toEqual([2, 0, 1])
  })
})
