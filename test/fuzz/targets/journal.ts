/** Journals as crashes, other versions and other programs leave them: nothing stops a start, and nothing is invented. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runLog } from '../../../app/log.ts'
import { createJournal } from '../../../router/journal/journal.ts'
import { writeLine } from '../../../router/journal/line.ts'
import { parseJournal } from '../../../router/journal/reading.ts'
import type { JournalRecord } from '../../../router/journal/types.ts'
import type { Random } from '../../load/random.ts'
import { accepted, asked, timedOut, won } from '../../helpers/journal-home.ts'
import { mutateBytes, mutateJson } from '../mutate.ts'
import { textOf } from '../pieces.ts'
import { hold, type Target } from '../target.ts'

const RECORDS: readonly [JournalRecord, ...JournalRecord[]] = [
  { kind: 'started', pid: 7, start: 's' }, { kind: 'stopped' }, asked('a1'), asked('a2', { timed: false }), ...won('a1'), timedOut('a2'), accepted('a2'),
  { kind: 'late', ask: 'a2', step: 'failed', code: 'NO_SESSION' }, { kind: 'decided', ask: 'a2', decision: 'redeliver' }, { kind: 'adopted', asks: ['a1', 'a2'] }, { kind: 'event', surface: 'feishu', id: 'e1' },
  { kind: 'delivery', ask: 'a1', surface: 'feishu', place: 'ou_1', data: { message: 'om_1', parts: [1, 2], more: { deep: true } } }, { kind: 'delivery', ask: 'a1', surface: 'feishu', place: 'ou_1' },
]

function lineOf(random: Random): string {
  const line: unknown = JSON.parse(writeLine({ run: random.pick(['r1', 'r2']), n: random.below(30), at: random.below(10_000) }, random.pick(RECORDS)))
  return JSON.stringify(random.below(3) === 0 ? mutateJson(line, random) : line)
}

/** Texts of one run in the wrong order, whose work could grow with the square of them. */
const manyLines = (count: number, line: (n: number) => JournalRecord, order = (n: number) => n): string =>
  Array.from({ length: count }, (_, index) => writeLine({ run: 'r', n: order(index), at: index }, line(index))).join('')

export const journal: Target = {
  name: 'journal',
  share: 0.06,
  open: () => {
    const home = mkdtempSync(join(tmpdir(), 'ask-fuzz-'))
    const folder = join(home, 'ask-anywhere')
    let pid = 100
    const reopened = (text: Buffer | string): ReturnType<typeof createJournal> => {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
      writeFileSync(join(folder, 'journal.jsonl'), text)
      pid += 1
      return createJournal({ folder, mode: (['full', 'ids', 'off'] as const)[text.length % 3] ?? 'full', sync: false, maxBytes: 2_000, run: `run-${pid}`, pid, startOf: (each) => (each === pid ? 'now' : undefined), now: () => 20_000, log: (line) => hold(false, () => line) })
    }
    return {
      make: (random) => {
        const bytes = Buffer.from(Array.from({ length: random.below(25) }, () => (random.below(9) === 0 ? textOf(random) : lineOf(random))).join(random.below(9) === 0 ? '' : '\n'))
        return random.below(3) === 0 ? mutateBytes(bytes, random) : random.below(20) === 0 ? random.bytes(random.below(400)) : bytes
      },
      run: (input) => {
        const opened = reopened(input)
        for (const { ask } of opened.leftovers()) hold(input.includes(ask) || JSON.stringify(ask).includes('\\'), () => `an ask ${ask} was left that nobody has asked`)
        opened.append(asked('mine'), timedOut('mine'))
        opened.close()
        const printed: string[] = []
        for (const json of [true, false]) runLog({ json, locale: 'en' }, { env: { DSH_HOME: home }, print: (text) => printed.push(text) })
        hold(printed.every((text) => !/(?!\n)[\p{Cc}]/u.test(text)), () => 'the log prints a control')
        hold(printed.every((text) => !text.slice(0, -1).includes('\n')), () => 'the log prints a line break within a line')
        hold(parseJournal([readFileSync(join(folder, 'journal.jsonl'), 'utf8')]).lines.some((line) => 'ask' in line && line.ask === 'mine'), () => 'what is appended cannot be read again')
      },
      sinks: {
        'a text': (text) => parseJournal([text]),
        'lines of one run, backwards': ({ length }) => parseJournal([manyLines(length / 8, () => ({ kind: 'stopped' }), (n) => length - n)]),
        'one ask in many places': ({ length }) => reopened(manyLines(length / 16, (n) => (n === 0 ? asked('a') : { kind: 'delivery', ask: 'a', surface: 's', place: `p${n}`, data: {} }))).close(),
        'many asks': ({ length }) => reopened(manyLines(length / 16, (n) => asked(`a${n}`))).close(),
      },
      close: () => rmSync(home, { recursive: true }),
    }
  },
}
