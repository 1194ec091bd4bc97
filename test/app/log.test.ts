import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dirname } from 'node:path'
import { logLine } from '../../app/log-line.ts'
import { type LogOptions, runLog } from '../../app/log.ts'
import { UsageError } from '../../app/usage-error.ts'
import { accepted, asked, createHome, timedOut, type JournalHome, WANG, won } from '../helpers/journal-home.ts'

let home: JournalHome
beforeEach(() => { home = createHome() })
afterEach(() => home.remove())

function log(options: LogOptions = {}): string[] {
  const printed: string[] = []
  runLog({ locale: 'en', ...options }, { env: { DSH_HOME: dirname(home.folder) }, print: (text) => printed.push(text) })
  return printed.join('').split('\n').slice(0, -1)
}

/** What a log says of restarts. */
function restarts(locale: 'en' | 'zh'): (string | undefined)[] {
  return log({ locale }).map((line) => line.split('  ').at(-1)?.trim()).filter((text) => /restart|host|重启|主机/.test(text ?? ''))
}

function write(): void {
  home.now = new Date(2026, 0, 2, 13, 4, 5).getTime()
  const journal = home.open()
  journal.append(asked('11111111-aaaa', { timed: false }), { kind: 'delivery', ask: '11111111-aaaa', surface: 'feishu', place: 'ou_1', data: { message: 'om_1' } }, ...won('11111111-aaaa'))
  journal.append(asked('22222222-bbbb', { session: 'session-2', count: 2 }), timedOut('22222222-bbbb'), accepted('22222222-bbbb'))
  journal.append({ kind: 'late', ask: '22222222-bbbb', step: 'failed', code: 'NO_SESSION' }, { kind: 'event', surface: 'feishu', id: 'e1' })
  journal.close()
}

describe('the log', () => {
  it('tells one line for each thing that happened: when, which ask and session, what, who and where', () => {
    write()
    expect(log().map((line) => line.replace('2026-01-02 13:04:05  ', ''))).toEqual([
      '-         -                 started, process 101',
      '11111111  session-1         asked 1 question · /home/me/secret-project · Which database?',
      '11111111  session-1         shown on feishu at ou_1',
      '11111111  session-1         Wang Fang (feishu) acted and was first',
      '11111111  session-1         answered · Wang Fang (feishu) · db=SQLite',
      '22222222  session-2         asked 2 questions, for a bounded time · /home/me/secret-project · Which database?',
      '22222222  session-2         time ran out; still answerable',
      '22222222  session-2         answered late · Wang Fang (feishu) · db=SQLite',
      '22222222  session-2         late answer not delivered · NO_SESSION',
      '-         -                 ended',
    ])
  })

  it('tells once that a place shows an ask, however often the place is written down, and again after its end', () => {
    const journal = home.open()
    const place = { kind: 'delivery', ask: 'a', surface: 'feishu', place: 'ou_1' } as const
    journal.append(asked('a'), { ...place, data: { sequence: 1 } }, { ...place, data: { sequence: 2 } }, place, { ...place, data: { sequence: 3 } })
    journal.close()
    expect(log().map((line) => line.split('  ').at(-1)?.trim()).filter((text) => text?.includes('ou_1'))).toEqual(['shown on feishu at ou_1', 'done on feishu at ou_1', 'shown on feishu at ou_1'])
    expect(log({ json: true }).filter((line) => line.includes('ou_1'))).toHaveLength(4)
  })

  it('tells what a restart made of an ask, and that an end was known before', () => {
    const journal = home.open()
    journal.append(asked('a'), ...won('a'), { kind: 'decided', ask: 'a', decision: 'over' })
    journal.append(asked('b'), { kind: 'decided', ask: 'b', decision: 'over', why: 'restarted' }, asked('c'), { kind: 'decided', ask: 'c', decision: 'over', why: 'gone' })
    expect(restarts('en')).toEqual(['the host knows how it ended', 'ended with a restart', 'ended with a restart · gone'])
    expect(restarts('zh')).toEqual(['主机已知其结果', '随重启结束', '随重启结束 · gone'])
  })

  it('tells of one session alone, in either language', () => {
    write()
    expect(log({ session: 'session-2', locale: 'zh' }).map((line) => line.split('  ').at(-1)?.split(' · ')[0]?.trim())).toEqual(['提出 2 个问题，限时', '已超时，仍可回答', '补答', '补答未送达'])
    expect(log({ session: 'nobody' })).toEqual([])
  })

  it('gives the records themselves, each with its session', () => {
    write()
    const records = log({ json: true, session: 'session-1' }).map((line) => JSON.parse(line))
    expect(records.map(({ kind, session }) => [kind, session])).toEqual([['asked', 'session-1'], ['delivery', 'session-1'], ['acted', 'session-1'], ['settled', 'session-1']])
    expect(records.at(-1)).toMatchObject({ v: 1, n: 5, actor: WANG })
  })

  it('reads what was put aside as well, each line once', () => {
    const journal = home.open({ maxBytes: 2_000 })
    for (let count = 0; count < 12; count += 1) journal.append(asked(`a${count}`))
    expect(log().filter((line) => line.includes('asked')).length).toBe(12)
  })

  it('shows nothing that a terminal would act upon', () => {
    const line = { v: 1, run: 'r', n: 1, at: 0, kind: 'asked', ask: 'a', timed: false, count: 1, questions: [{ id: 'q', question: '\u001b]0;owned\u0007\u001b[2Jreally?\nnext' }] } as const
    expect(logLine({ line }, 'en')).toMatch(/really\? next$/u)
    expect(logLine({ line }, 'en')).not.toMatch(/\p{Cc}/u)
  })

  it('gives records as JSON that no terminal acts upon either, and that says the same', () => {
    const journal = home.open()
    journal.append(asked('a', { project: '\u009b31m\u202e\u{e0041}' }))
    journal.close()
    const lines = log({ json: true })
    expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(lines.map((line) => JSON.parse(line).project)).toContain('\u009b31m\u202e\u{e0041}')
  })

  it('says in one line that there is none, and what to do', () => {
    expect(() => log()).toThrow(UsageError)
    expect(() => log()).toThrow(`no journal in ${home.folder}: nothing was asked with this home yet; set DSH_HOME to read another one`)
  })
})
