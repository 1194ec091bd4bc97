/**
 * The screen: blessed owns the alternate buffer, and knows which cells differ of a row that terminals may disagree on; the
 * others are written from where they differ. This file is all that knows blessed.
 * None of its widgets, key parsing, terminfo look-up or process handlers is used: it reads a stream that never says
 * anything and writes into a buffer that is sent as one write a frame.
 */
import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import { PassThrough } from 'node:stream'
import { pointWidth } from './cells.ts'
import { glyphWidth, isSimpleRow, paintLine, rowBytes, showLine } from './paint.ts'
import type { Line, PaintedCell } from './paint.ts'
import { rowWidth } from './row.ts'
import type { Row } from './row.ts'
import type { TerminalOutput } from './streams.ts'
import type { Frame } from './view.ts'

export interface Screen {
  /** Paints what differs, in one write; `done` as in `TerminalOutput.write`. Only while entered. */
  paint(frame: Frame, done: (error?: Error | null) => void): void
  /** Forgets what is on the glass, so that the next frame is painted whole. */
  invalidate(): void
  /** Bytes that change no cell, such as a bell; nothing while the terminal is lent out. */
  send(bytes: string): void
  /** Gives the terminal back as it was; the next `enter` takes it again. Does nothing twice. */
  leave(): void
  enter(): void
  /** Leaves for good. */
  destroy(): void
}

/** The parts of blessed's screen that its type declarations lack. */
interface BlessedScreen {
  readonly lines: Line[]
  /** What is on the glass. */
  readonly olines: PaintedCell[][]
  readonly cols: number
  readonly rows: number
  readonly tput: { brokenACS: boolean }
  readonly program: { flush(): void }
  alloc(): void
  render(): void
  enter(): void
  leave(): void
  destroy(): void
}

interface Blessed {
  readonly Tput: { readonly ipaths: unknown[]; readonly prototype: { _compile: (this: unknown, info: object, name: string, source: unknown) => unknown } }
  readonly unicode: { charWidth: (text: string | number, index?: number) => number }
  readonly Program: Record<string, unknown>
  readonly Screen: ((options: object) => BlessedScreen) & Record<string, unknown>
  readonly Box: (options: object) => { render: () => void }
}

/** A row on the glass, and whether it was written in one piece. */
interface Painted {
  readonly row: Row
  readonly simple: boolean
}

export interface ScreenOptions {
  readonly colour: boolean
  /** Clicks and the wheel are reported as keys. Moves never are: they would flood the input. */
  readonly mouse: boolean
}

const BRACKETED_PASTE = [2004]
const MOUSE = [1000, 1006]
const HIDE_CURSOR = '\x1b[?25l'

/** Opens the screen: from here on the terminal shows the alternate buffer. */
export function createScreen(output: TerminalOutput, { colour, mouse }: ScreenOptions): Screen {
  const modes = [...BRACKETED_PASTE, ...(mouse ? MOUSE : [])]
  const [taken, given] = ['h', 'l'].map((end) => modes.map((mode) => `\x1b[?${mode}${end}`).join(''))
  let buffer = ''
  const handle = Object.assign(new EventEmitter(), {
    columns: output.columns, rows: output.rows, isTTY: true, writable: true,
    write: (text: string): boolean => {
      buffer += text
      return true
    },
  })
  const owner = openBlessed(handle)
  let frame: Frame | undefined
  let painted: Painted[] = []
  let entered = true
  // The one box; it paints cells, not content, so that no tag and no width of blessed's own is involved.
  const box = vendor.Box({ parent: owner, top: 0, left: 0, width: '100%', height: '100%' })
  box.render = () => frame?.rows.forEach((row, y) => {
    const before = painted[y]
    if (before !== undefined && sameRow(row, before.row)) return
    const simple = isSimpleRow(row)
    painted[y] = { row, simple }
    if (simple) buffer += rowBytes(row, before?.simple ? before.row : undefined, y, colour)
    else paintCells(row, y, before)
  })

  /** Simple rows go past the cells, which are many: they learn of one when another follows it. */
  function paintCells(row: Row, y: number, before: Painted | undefined): void {
    const [line, shown] = [owner.lines[y], owner.olines[y]]
    if (line === undefined || shown === undefined) return
    if (before?.simple) {
      paintLine(line, before.row, y, colour)
      showLine(line, shown)
    }
    paintLine(line, row, y, colour)
  }

  function flush(tail = '', done?: (error?: Error | null) => void): void {
    owner.program.flush()
    const text = buffer + tail
    buffer = ''
    if (text !== '' || done !== undefined) output.write(text, done)
  }

  function fitTo(rows: number, columns: number): void {
    if (owner.rows === rows && owner.cols === columns) return
    Object.assign(handle, { rows, columns })
    frame = undefined
    painted = []
    handle.emit('resize')
  }

  flush(taken)
  return {
    paint(next, done) {
      fitTo(next.rows.length, rowWidth(next.rows[0] ?? []))
      frame = next
      // What blessed holds back, such as a cleared screen, comes before the rows. No cursor is seen on its way.
      owner.program.flush()
      buffer += HIDE_CURSOR
      withOwnWidths(() => owner.render())
      const { x, y, visible } = next.caret
      flush(`\x1b[${y + 1};${x + 1}H\x1b[?25${visible ? 'h' : 'l'}`, done)
    },
    invalidate() {
      painted = []
      owner.alloc()
    },
    send: (bytes) => {
      if (entered && bytes !== '') output.write(bytes)
    },
    leave() {
      if (!entered) return
      entered = false
      owner.leave()
      flush(given)
    },
    enter() {
      if (entered) return
      entered = true
      painted = []
      owner.enter()
      flush(taken)
    },
    destroy() {
      this.leave()
      owner.destroy()
      buffer = ''
    },
  }
}

// The parts that are used; the whole library has thirty widgets more and would cost a start-up 10 ms.
const require = createRequire(import.meta.url)
const parts: Record<keyof Blessed, unknown> = {
  Screen: require('blessed/lib/widgets/screen.js'),
  Box: require('blessed/lib/widgets/box.js'),
  Program: require('blessed/lib/program.js'),
  Tput: require('blessed/lib/tput.js'),
  unicode: require('blessed/lib/unicode.js'),
}

/** The one boundary for what the declarations do not know; also a check that it is the version written for. */
function isBlessed(candidate: Record<keyof Blessed, unknown>): candidate is Blessed {
  const { Screen, Box, Program, Tput, unicode } = candidate
  return [Screen, Box, Program, Tput].every((part) => typeof part === 'function')
    && 'ipaths' in Object(Tput) && '_compile' in Object(Tput).prototype && typeof unicode === 'object' && unicode !== null && 'charWidth' in unicode
}

function vendorOf(candidate: Record<keyof Blessed, unknown>): Blessed {
  if (!isBlessed(candidate)) throw new TypeError('ask-terminal: this blessed is not 0.1.81, or has been bundled')
  return candidate
}

const vendor = vendorOf(parts)
compileWhenSent(vendor.Tput)

/** Of the hundreds of sequences that xterm has a handful is sent: to compile them all would cost a start-up some milliseconds. */
function compileWhenSent({ prototype }: Blessed['Tput']): void {
  const { _compile: compile } = prototype
  Object.assign(prototype, {
    _compile(info: object, name: string, source: unknown): unknown {
      if (typeof source !== 'string' || source === '') return compile.call(this, info, name, source)
      let made: unknown
      return (given: unknown[]) => {
        made ??= compile.call(this, info, name, source)
        return typeof made === 'function' ? made.call(this, given) : made
      }
    },
  })
}

const nothing = (): void => {}

function openBlessed(output: EventEmitter): BlessedScreen {
  // Its own description of xterm, not the machine's: tmux and `screen` entries print garbage on exit or lose colours.
  vendor.Tput.ipaths.length = 0
  // Marked as bound, it installs no handler for signals, exceptions and exit; the stand-ins are what it takes off.
  Object.assign(vendor.Program, { _bound: true, _exitHandler: nothing })
  Object.assign(vendor.Screen, {
    _bound: true, _exitHandler: nothing, _exceptionHandler: nothing,
    _sigtermHandler: nothing, _sigintHandler: nothing, _sigquitHandler: nothing,
  })
  // Inside tmux it would start a process to ask for the version, and wait for it.
  const { TMUX: tmux } = process.env
  delete process.env['TMUX']
  try {
    const screen = vendor.Screen({
      input: new PassThrough(), output, terminal: 'xterm-256color', forceUnicode: true, fullUnicode: true,
    })
    screen.tput.brokenACS = true
    return screen
  } finally {
    if (tmux !== undefined) process.env['TMUX'] = tmux
  }
}

/** blessed with our widths, for the time of one render. */
function withOwnWidths(render: () => void): void {
  const { charWidth } = vendor.unicode
  vendor.unicode.charWidth = (text) => (typeof text === 'number' ? pointWidth(text) : glyphWidth(text))
  try {
    render()
  } finally {
    vendor.unicode.charWidth = charWidth
  }
}

function sameRow(row: Row, other: Row | undefined): boolean {
  return other !== undefined && row.length === other.length
    && row.every(({ text, style }, index) => text === other[index]?.text && style === other[index].style)
}
