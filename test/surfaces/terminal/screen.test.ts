import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import { createScreen } from '../../../surfaces/terminal/screen.ts'
import { fit, span } from '../../../surfaces/terminal/row.ts'
import type { Row, Style } from '../../../surfaces/terminal/row.ts'
import type { Frame } from '../../../surfaces/terminal/view.ts'
import { FakeOutput } from './fake-terminal.ts'

const frame = (texts: readonly string[], output: FakeOutput, caret = { x: 0, y: 0, visible: true }): Frame => ({
  rows: Array.from({ length: output.rows }, (_, y) => fit([span(texts[y] ?? '')], output.columns)),
  caret,
})
const nothing = (): void => {}

const frameOf = (rows: readonly Row[]): Frame => ({ rows: rows.map((row) => fit(row, 12)), caret: { x: 0, y: 0, visible: true } })

/** Every cell with its looks. */
async function cellsOn(output: FakeOutput): Promise<readonly string[]> {
  await output.screen()
  const { active } = output.emulator.buffer
  return Array.from({ length: output.rows }, (_, y) => Array.from({ length: output.columns }, (__, x) => {
    const cell = active.getLine(y)?.getCell(x)
    // A blank that was written and one that was erased look alike.
    return cell && `${cell.getWidth() === 0 ? '' : cell.getChars() || ' '}/${cell.getFgColor()}/${cell.isBold()}/${cell.isInverse()}/${cell.isUnderline()}`
  }).join(' '))
}
const SHOWN = { colour: true, mouse: true }

describe('the screen', () => {
  it('shows what was painted, character by character', async () => {
    const output = new FakeOutput(20, 4)
    const screen = createScreen(output, SHOWN)
    screen.paint(frame(['┌─ 数据库 ─┐', '│ a│', 'x…'], output), nothing)
    expect(await output.screen()).toEqual(['┌─ 数据库 ─┐', '│ a│', 'x…', ''])
    expect(output.alternate).toBe(true)
    screen.destroy()
    await output.screen()
    expect(output.alternate).toBe(false)
  })

  it('keeps every column in place whatever width the terminal gives an emoji', async () => {
    const output = new FakeOutput(30, 8)
    const screen = createScreen(output, SHOWN)
    const texts = ['👨‍👩‍👧|👍🏽|⚠️|🇨🇳|1️⃣|', '𠮷野家|✅|🚀|', 'é|e\u0301|ｶﾞ|', 'مرحبا|שלום|', '한글|✨|']
    screen.paint(frame(texts, output), nothing)
    await output.screen()
    const bars = (y: number): number[] => Array.from({ length: 30 }, (_, x) => x)
      .filter((x) => output.emulator.buffer.active.getLine(y)?.getCell(x)?.getChars() === '|')
    expect(bars(0)).toEqual([2, 5, 7, 10, 12])
    expect(bars(1)).toEqual([6, 9, 12])
    expect(bars(2)).toEqual([1, 3, 6])
    expect(bars(3)).toEqual([5, 10])
    expect(bars(4)).toEqual([4, 7])
    screen.destroy()
  })

  it('writes one piece a frame, and only what differs', () => {
    const output = new FakeOutput(40, 10)
    const screen = createScreen(output, SHOWN)
    screen.paint(frame(['one', 'two'], output), nothing)
    output.writes.length = 0
    screen.paint(frame(['one', 'twx'], output), nothing)
    expect(output.writes).toHaveLength(1)
    expect(output.writes[0]).not.toContain('one')
    expect(output.writes[0]).toContain('x')
    screen.destroy()
  })

  it('replaces wide characters by narrow ones and back without a trace', async () => {
    const output = new FakeOutput(12, 3)
    const screen = createScreen(output, SHOWN)
    for (const texts of [['数据库a', '🚀🚀'], ['abcdefg', 'ab'], ['a数据', '✅x'], ['', '']]) {
      screen.paint(frame(texts, output), nothing)
      expect((await output.screen()).slice(0, 2).map((row) => row.replaceAll(/(?<=[🚀✅]) /gu, '').trimEnd())).toEqual(texts)
    }
    screen.destroy()
  })

  it('shows after any frames what the last of them alone would show', async () => {
    const text = fc.constantFrom('', 'a', 'ab', 'abcd', '数据', 'a数', '数a', '🚀', 'a🚀b', '⚠️', 'e\u0301x', '┌──┐', '  x', 'x  ', '\u3000')
    const style = fc.constantFrom<Style>('plain', 'strong', 'faint', 'warn', 'inverse', 'emphasis')
    const row = fc.array(fc.record({ text, style }), { maxLength: 4 })
    await fc.assert(fc.asyncProperty(fc.array(fc.array(row, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 }), async (frames) => {
      const [output, fresh] = [new FakeOutput(12, 3), new FakeOutput(12, 3)]
      const [screen, other] = [createScreen(output, SHOWN), createScreen(fresh, SHOWN)]
      for (const rows of frames) screen.paint(frameOf(rows), nothing)
      other.paint(frameOf(frames.at(-1) ?? []), nothing)
      expect(await cellsOn(output)).toEqual(await cellsOn(fresh))
      screen.destroy()
      other.destroy()
    }), { numRuns: 60 })
  })

  it('writes a row from where it differs, and its blank end at once', () => {
    const output = new FakeOutput(40, 3)
    const screen = createScreen(output, SHOWN)
    const show = (...texts: readonly string[]): string => {
      output.writes.length = 0
      screen.paint(frame(texts, output), nothing)
      return output.writes.join('')
    }
    show('数据 and a long row of text', 'b')
    expect(show('数据 and ab', 'b')).toContain('\x1b[1;11Hb\x1b[K')
    expect(show('', 'b')).toContain('\x1b[1;1H\x1b[K')
    expect(show('', 'b')).not.toContain('\x1b[K')
    screen.destroy()
  })

  it('puts the real cursor at the caret, hidden or not', async () => {
    const output = new FakeOutput(20, 5)
    const screen = createScreen(output, SHOWN)
    screen.paint(frame(['数据'], output, { x: 4, y: 0, visible: true }), nothing)
    await output.screen()
    expect([output.emulator.buffer.active.cursorX, output.emulator.buffer.active.cursorY]).toEqual([4, 0])
    expect(output.writes.at(-1)?.endsWith('\x1b[?25h')).toBe(true)
    screen.paint(frame(['数据'], output, { x: 1, y: 3, visible: false }), nothing)
    await output.screen()
    expect([output.emulator.buffer.active.cursorX, output.emulator.buffer.active.cursorY]).toEqual([1, 3])
    expect(output.writes.at(-1)?.endsWith('\x1b[?25l')).toBe(true)
    screen.destroy()
  })

  it('follows the size of the frame', async () => {
    const output = new FakeOutput(20, 5)
    const screen = createScreen(output, SHOWN)
    screen.paint(frame(['a long row of text.'], output), nothing)
    output.resize(12, 3)
    screen.paint(frame(['short', '', 'last row'], output), nothing)
    expect(await output.screen()).toEqual(['short', '', 'last row'])
    output.resize(30, 6)
    screen.paint(frame(['a', '', '', '', '', 'the sixth row of the screen'], output), nothing)
    expect((await output.screen())[5]).toBe('the sixth row of the screen')
    screen.destroy()
  })

  it('comes back whole after it was left', async () => {
    const output = new FakeOutput(20, 3)
    const screen = createScreen(output, SHOWN)
    screen.paint(frame(['text'], output), nothing)
    screen.leave()
    screen.leave()
    await output.screen()
    expect(output.alternate).toBe(false)
    screen.enter()
    screen.paint(frame(['text'], output), nothing)
    expect((await output.screen())[0]).toBe('text')
    screen.destroy()
  })

  it('uses no colour when told so', () => {
    const output = new FakeOutput(20, 3)
    const screen = createScreen(output, { ...SHOWN, colour: false })
    const row = fit([span('good', 'good'), span('faint', 'faint'), span('strong', 'strong'), span('in', 'inverse')], 20)
    output.writes.length = 0
    screen.paint({ rows: [row, fit([], 20), fit([], 20)], caret: { x: 0, y: 0, visible: true } }, nothing)
    expect(output.writes.join('')).not.toMatch(/\[(?:\d+;)*(?:3|9|4|10)\d(?:;\d+)*m/)
    expect(output.writes.join('')).toContain('\x1b[1m')
    expect(output.writes.join('')).toContain('\x1b[7m')
    screen.destroy()
  })

  it('takes clicks and the wheel, no moves, and gives the mouse back; not at all when told so', () => {
    const output = new FakeOutput(20, 3)
    createScreen(output, SHOWN).destroy()
    expect(output.writes.join('').match(/\?10\d\d[hl]/g)).toEqual(['?1049h', '?1000h', '?1006h', '?1049l', '?1000l', '?1006l'])
    output.writes.length = 0
    createScreen(output, { ...SHOWN, mouse: false }).destroy()
    expect(output.writes.join('')).not.toMatch(/\?100\d/)
  })

  it('sends bytes beside its frames only while it has the terminal', () => {
    const output = new FakeOutput(20, 3)
    const screen = createScreen(output, SHOWN)
    output.writes.length = 0
    screen.send('\x07')
    screen.send('')
    screen.leave()
    screen.send('\x07')
    expect(output.writes.filter((text) => text === '\x07')).toHaveLength(1)
    screen.destroy()
  })

  it('leaves no listener behind in the process or on the stream', () => {
    const output = new FakeOutput(20, 3)
    const counts = () => [process, output].map((emitter) =>
      Object.fromEntries(emitter.eventNames().map((event) => [String(event), emitter.listenerCount(event)])))
    const before = counts()
    for (let cycle = 0; cycle < 20; cycle++) {
      const screen = createScreen(output, SHOWN)
      expect(counts()[0]).toEqual(before[0])
      screen.paint(frame(['x'], output), nothing)
      screen.destroy()
    }
    expect(counts()).toEqual(before)
  })

  it('leaves the environment as it was, also inside tmux', () => {
    const { TMUX: before } = process.env
    process.env['TMUX'] = '/nowhere,1,0'
    try {
      createScreen(new FakeOutput(20, 3), SHOWN).destroy()
      expect(process.env['TMUX']).toBe('/nowhere,1,0')
    } finally {
      if (before === undefined) delete process.env['TMUX']
      else process.env['TMUX'] = before
    }
  })
})
