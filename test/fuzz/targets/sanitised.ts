/** Foreign text on a terminal: none of it may reach the screen as anything but text. */
import { reveal, revealLine, sanitise, sanitiseLine, visible, visibleLine } from '../../../surfaces/terminal/sanitise.ts'
import { firstLine, revealText, shorten, splitText, visibleText } from '../../../surfaces/feishu/text.ts'
import { cut, textWidth } from '../../../surfaces/terminal/cells.ts'
import { textOf } from '../pieces.ts'
import { hold, type Target } from '../target.ts'

/** What a terminal would act upon. A line break is the caller's. */
const ACTED_UPON = /(?!\n)[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

const TEXTS = { sanitise, visible, reveal, visibleText, revealText }
const LINES = { sanitiseLine, visibleLine, revealLine }

export const sanitised: Target = {
  name: 'sanitise',
  share: 1,
  open: () => ({
    make: (random) => (random.below(3) === 0 ? random.bytes(random.below(200)) : Buffer.from(textOf(random, undefined, 40), 'utf16le')),
    run: (input) => {
      for (const text of [input.toString('latin1'), input.toString('utf8'), input.toString('utf16le')]) {
        for (const [name, make] of Object.entries(TEXTS)) {
          const made = make(text)
          hold(!ACTED_UPON.test(made), () => `${name} lets through ${JSON.stringify(ACTED_UPON.exec(made)?.[0])}`)
        }
        for (const [name, make] of Object.entries(LINES)) hold(!ACTED_UPON.test(make(text)) && !make(text).includes('\n'), () => `${name} lets a control through`)
        hold(sanitise(sanitise(text)) === sanitise(text), () => 'sanitise makes another text of what it has made')
        const clean = sanitise(text)
        hold(textWidth(cut(clean, 20, '…')) <= 20, () => 'cut leaves more cells than it was given')
        hold(splitText(text, 60).every((piece) => Buffer.byteLength(JSON.stringify(piece)) - 2 <= 60), () => 'splitText makes a piece that is too large')
      }
    },
    sinks: { ...TEXTS, ...LINES, firstLine: (text) => firstLine(text, 80), shorten: (text) => shorten(text, 200), splitText: (text) => splitText(text, 6_000), cut: (text) => cut(text, 80, '…'), textWidth },
  }),
}
