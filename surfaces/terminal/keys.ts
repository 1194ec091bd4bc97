/**
 * Bytes of a terminal as keys. Knows CSI, SS3, CSI-u, modifyOtherKeys, bracketed paste and SGR mouse reports; other
 * reports and replies of the terminal (focus, OSC, DCS) are swallowed, so that none of them is ever typed.
 */

export type Key =
  /** A key without a text of its own, e.g. `enter`, `s-tab`, `c-x`, `m-enter`. */
  | { readonly kind: 'press'; readonly name: string }
  /** Characters typed in one go: one key, or what an input method committed. */
  | { readonly kind: 'text'; readonly text: string }
  /** Pasted, perhaps over several lines; never a command. */
  | { readonly kind: 'paste'; readonly text: string }
  /** The left button went down, without a modifier; cells from the top left, counted from 0. */
  | { readonly kind: 'click'; readonly x: number; readonly y: number }
  | { readonly kind: 'wheel'; readonly direction: 1 | -1; readonly x: number; readonly y: number }

/** What is typed or pasted: all but the mouse. */
export type Stroke = Exclude<Key, { readonly kind: 'click' | 'wheel' }>

export interface KeyDecoder {
  /** The keys that a chunk completes. */
  feed(bytes: Uint8Array): readonly Key[]
  /** What stays undecided, read as it stands: call it 40 ms after a `feed` that left `pending` true. */
  flush(): readonly Key[]
  /** An escape is waiting for its rest: a lone Esc, or a sequence split over two reads. */
  readonly pending: boolean
}

/** Longest reply that is swallowed as one; a longer one is given up. */
const LONGEST_SEQUENCE = 65_536
const PASTE_START = '\x1b[200~'
const PASTE_END = '\x1b[201~'

// Each is tried at the position of an escape; a prefix that matches none may still become one.
const ESC = '\x1b'
const CSI = new RegExp(`${ESC}\\[(?:M[^]{3}|\\[.|([0-?]*)([ -/]*)([@-LN-Z\\\\-~]|M(?<=[0-9]M)))`, 'y')
const SS3 = new RegExp(`${ESC}O([ -~])`, 'y')
const STRING = new RegExp(`${ESC}[\\]PX^_][^\\x07${ESC}]*(?:\\x07|${ESC}\\\\)`, 'y')

const FINALS: Record<string, string> = { A: 'up', B: 'down', C: 'right', D: 'left', H: 'home', F: 'end', Z: 's-tab', M: 'enter' }
const TILDES: Record<number, string> = { 1: 'home', 3: 'delete', 4: 'end', 5: 'pgup', 6: 'pgdn', 7: 'home', 8: 'end' }
const CONTROLS: Record<string, string> = { '\r': 'enter', '\n': 'c-j', '\t': 'tab', '\b': 'backspace', '\x7f': 'backspace' }
const CODES: Record<number, string> = { 9: 'tab', 13: 'enter', 27: 'esc', 127: 'backspace', 57414: 'enter' }

/** Makes a decoder for one input stream; it keeps halves of characters and sequences between reads. */
export function createKeyDecoder(): KeyDecoder {
  const utf8 = new TextDecoder('utf-8')
  let rest = ''
  let pasting = false
  /** Reads of a paste whose end has not come; of what stands there only the very end can be the beginning of that. */
  let pasted: string[] = []

  function take(final: boolean): readonly Key[] {
    const keys: Key[] = []
    while (rest !== '') {
      if (pasting) {
        const end = rest.indexOf(PASTE_END)
        if (end < 0) {
          const undecided = Math.max(0, rest.length - PASTE_END.length + 1)
          pasted.push(rest.slice(0, undecided))
          rest = rest.slice(undecided)
          break
        }
        keys.push({ kind: 'paste', text: pasted.join('') + rest.slice(0, end) })
        rest = rest.slice(end + PASTE_END.length)
        pasting = false
        pasted = []
        continue
      }
      if (rest[0] !== '\x1b') {
        const run = rest.split('\x1b', 1)[0] ?? rest
        keys.push(...readRun(run))
        rest = rest.slice(run.length)
        continue
      }
      if (rest.startsWith(PASTE_START)) {
        rest = rest.slice(PASTE_START.length)
        pasting = true
        continue
      }
      const [length, key] = readEscape(rest, final)
      if (length === 0) break
      if (key !== undefined) keys.push(key)
      rest = rest.slice(length)
    }
    return keys
  }

  return {
    feed(bytes) {
      rest += utf8.decode(bytes, { stream: true })
      return take(rest.length > LONGEST_SEQUENCE && !pasting)
    },
    flush: () => take(true),
    get pending() {
      return rest !== '' && !pasting
    },
  }
}

/** The length of the sequence at the start and its key, if it is one; length 0 asks for more. */
function readEscape(text: string, final: boolean): readonly [number, (Key | undefined)?] {
  for (const [pattern, read] of SEQUENCES) {
    pattern.lastIndex = 0
    const match = pattern.exec(text)
    if (match !== null) return [match[0].length, read(match)]
  }
  const next = text[1]
  if (next === undefined || next === '\x1b') return final || next !== undefined ? [1, { kind: 'press', name: 'esc' }] : [0]
  if (!/[[O\]PX^_]/.test(next)) return readMeta(text)
  if (!final) return [0]
  // Two characters are Alt with a bracket, which does nothing. Anything longer is half a report: none of it was typed.
  return [text.split(/[\r\n]/, 1)[0]?.length ?? 1]
}

function readMeta(text: string): readonly [number, Key?] {
  const character = String.fromCodePoint(text.codePointAt(1) ?? 0)
  const name = CONTROLS[character] ?? character.toLowerCase()
  return [1 + character.length, { kind: 'press', name: `m-${name}` }]
}

const SEQUENCES: readonly (readonly [RegExp, (match: RegExpExecArray) => Key | undefined])[] = [
  [STRING, () => undefined],
  [SS3, ([, letter = '']) => press(FINALS[letter])],
  [CSI, ([, parameters = '', , final = '']) => readCsi(parameters, final)],
]

function readCsi(parameters: string, final: string): Key | undefined {
  if (parameters.startsWith('<')) return final === 'M' ? readMouse(parameters.slice(1)) : undefined
  if (/^[=>?]/.test(parameters) || final === 'M') return undefined
  const [first = '', second = '', third = ''] = parameters.split(';')
  const [modifiers = '', event = ''] = second.split(':')
  if (event === '3') return undefined
  const held = event === '2'
  if (final === 'u') return readCode(Number(first.split(':')[0]), Number(modifiers || 1), held)
  if (final === '~' && first === '27') return readCode(Number(third), Number(modifiers || 1), held)
  const name = final === '~' ? TILDES[Number(first)] : FINALS[final]
  return press(name, Number(modifiers || 1))
}

/** An SGR mouse report: button, column, row, from 1. Moves, other buttons and releases say nothing here. */
function readMouse(parameters: string): Key | undefined {
  const [button, column = 0, row = 0] = parameters.split(';').map(Number)
  if (!(column >= 1 && row >= 1)) return undefined
  const at = { x: column - 1, y: row - 1 }
  if (button === 0) return { kind: 'click', ...at }
  return button === 64 || button === 65 ? { kind: 'wheel', direction: button === 64 ? -1 : 1, ...at } : undefined
}

/** A key given by its code point (CSI-u, modifyOtherKeys). A held Enter is no second Enter. */
function readCode(code: number, modifiers: number, held: boolean): Key | undefined {
  const name = CODES[code]
  if (name !== undefined) return held && name === 'enter' ? undefined : press(name, modifiers)
  if (code >= 57399 && code <= 57408) return { kind: 'text', text: String(code - 57399) }
  if (!Number.isInteger(code) || code < 32 || code > 0x10ffff || (code >= 0xd800 && code <= 0xf8ff)) return undefined
  const character = String.fromCodePoint(code)
  const bits = modifiers - 1
  if (bits & 4) return press(`c-${character.toLowerCase()}`)
  if (bits & 2) return press(`m-${character.toLowerCase()}`)
  return { kind: 'text', text: bits & 1 ? character.toUpperCase() : character }
}

function press(name: string | undefined, modifiers = 1): Key | undefined {
  if (name === undefined) return undefined
  const bits = modifiers - 1
  return { kind: 'press', name: `${bits & 4 ? 'c-' : ''}${bits & 2 ? 'm-' : ''}${bits & 1 ? 's-' : ''}${name}` }
}

/** Text after a line break cannot come from one key: the run is a paste, and its line breaks submit nothing. */
function readRun(run: string): readonly Key[] {
  if (/[\r\n]\P{Cc}/u.test(run)) return [{ kind: 'paste', text: run }]
  return (run.match(/\P{Cc}+|\p{Cc}/gu) ?? []).flatMap((part): readonly Key[] => {
    const code = part.charCodeAt(0)
    const name = CONTROLS[part] ?? (code >= 1 && code <= 26 ? `c-${String.fromCharCode(code + 96)}` : undefined)
    if (name !== undefined) return [{ kind: 'press', name }]
    return /\p{Cc}/u.test(part) ? [] : [{ kind: 'text', text: part }]
  })
}
