/** Bytes at the keyboard: decoder, update and view, on screens of any size. Nothing but an Enter decides. */
import { readDetails } from '../../../surfaces/terminal/details.ts'
import { EDITS } from '../../../surfaces/terminal/editor.ts'
import { createKeyDecoder } from '../../../surfaces/terminal/keys.ts'
import { parseMarkdown } from '../../../surfaces/terminal/markdown.ts'
import { createModel, type Model } from '../../../surfaces/terminal/model.ts'
import { type Message, update } from '../../../surfaces/terminal/update.ts'
import type { Random } from '../../load/random.ts'
import { createRandom } from '../../load/random.ts'
import { textOf } from '../pieces.ts'
import { hold, type Target } from '../target.ts'
import { questionsOf } from './any-ask.ts'
import { holdScreen } from './screen.ts'

const SEQUENCES = [
  '\r', '\r', '\n', '\t', '\x1b[Z', '\x1b[A', '\x1b[B', '\x1b[C', '\x1b[D', '\x1b[5~', '\x1b[6~', '\x7f', '\x06', '\x07', '\x0c', '\x13', '\x14', '\x18', '\x19', '\x1a', '\x03', '\x01', '\x05', '\x0b', '\x15', '\x17', ' ', '1', '9', 'x',
  '\x1b[200~', '\x1b[201~', '\x1b[<0;5;5M', '\x1b[<64;1;1M', '\x1b[<0;9999;9999M', '\x1b[<0;-1;1M', '\x1b[M !!', '\x1b[13;2u', '\x1b[27;5;13~', '\x1b[1114112u', '\x1b[1;5A', '\x1bO', '\x1bOA', '\x1b]11;rgb:0/0/0\x07', '\x1bP', '\x1b_', '\x1b[I', '\x1b[?1;2c', '/', '/help', '@',
] as const

function keysOf(random: Random): string {
  return Array.from({ length: random.below(40) }, () => (random.below(6) === 0 ? textOf(random, undefined, 3) : random.pick(SEQUENCES))).join('')
}

/** The first bytes choose the ask and the size; the others are typed, in reads of any length. */
function play(input: Buffer): void {
  const random = createRandom(input.length < 4 ? 1 : input.readUInt32LE(0))
  const size = (): Model['size'] => ({ columns: 1 + random.below(random.below(3) === 0 ? 300 : 100), rows: 1 + random.below(60) })
  let model = createModel({ locale: random.pick(['en', 'zh']), glyphs: random.pick(['unicode', 'ascii']), size: size(), canSend: random.below(2) === 0, canInterrupt: random.below(2) === 0 })
  let now = 1_000_000
  let wasEnter = false
  const send = (message: Message): void => {
    const [next, effects] = update(model, message, now)
    model = next
    for (const effect of effects) {
      if (effect.type === 'submit') hold(wasEnter, () => `${JSON.stringify(message)} decided an ask`)
    }
  }
  const decoder = createKeyDecoder()
  const press = (keys: ReturnType<typeof decoder.feed>): void => {
    for (const key of keys) {
      wasEnter = key.kind === 'press' && key.name === 'enter'
      send({ type: 'pressed', key })
      wasEnter = false
    }
  }
  for (let at = 4; at < input.length;) {
    switch (random.below(8)) {
      case 0: {
        const questions = [...questionsOf(random)]
        send({ type: 'asked', id: `a${at}`, questions, details: readDetails(questions, parseMarkdown) })
        break
      }
      case 1: {
        const panel = model.panels[0]
        if (panel) send({ type: 'settled', id: panel.id, outcome: { kind: 'timed-out', continued: random.below(2) === 0, at: now } })
        break
      }
      case 2:
        send({ type: 'resized', size: size() })
        break
      default: {
        const end = at + 1 + random.below(12)
        press(decoder.feed(input.subarray(at, end)))
        at = end
      }
    }
    now += random.pick([0, 20, 200, 900])
    if (random.below(3) > 0) send({ type: 'painted' })
    if (random.below(4) === 0) {
      send({ type: 'ticked' })
      if (decoder.pending) press(decoder.flush())
      holdScreen(model)
    }
  }
  holdScreen(model)
}

export const keys: Target = {
  name: 'keys',
  share: 0.25,
  open: () => ({
    make: (random) => Buffer.concat([random.bytes(4), random.below(4) === 0 ? random.bytes(random.below(120)) : Buffer.from(keysOf(random))]),
    run: play,
    sinks: {
      'a word erased': (text) => EDITS['erase-word']({ before: text, after: '' }),
      'one read': (text) => { createKeyDecoder().feed(Buffer.from(text)) },
      'many reads': (text) => {
        const decoder = createKeyDecoder()
        const bytes = Buffer.from(text)
        for (let at = 0; at < bytes.length; at += 64) decoder.feed(bytes.subarray(at, at + 64))
        decoder.flush()
      },
      'a paste in many reads': (text) => {
        const decoder = createKeyDecoder()
        const bytes = Buffer.from(`\x1b[200~${text.replaceAll('\x1b', '')}${text.replaceAll('\x1b', '').repeat(9)}`)
        for (let at = 0; at < bytes.length; at += 64) decoder.feed(bytes.subarray(at, at + 64))
      },
    },
    pieces: SEQUENCES,
  }),
}
