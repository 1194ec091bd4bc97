import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finding, word } from '../../../app/doctor/finding.ts'
import { runDoctor } from '../../../app/doctor/index.ts'
import { renderFinding, renderSum, reportOf, reportShape } from '../../../app/doctor/report.ts'
import { createHome, type Home, portsOf } from './stand.ts'

const HEAD = { doctor: '1.0.0', profile: 'ask', at: 1, locale: 'en' } as const

it('shows a finding in three lines, and a good one in one', () => {
  expect(renderFinding(word(finding('host.node-old', { version: '18.0.0' }), 'en'), 'en', 'unicode').split('\n')).toEqual([
    '✕  Node 18.0.0 is too old.  [host.node-old]',
    '   Why: The bundle needs 20.19 or newer, the host 22.19 or newer.',
    '   Next: Install Node 22.19 or newer.',
  ])
  expect(renderFinding(word(finding('owner.none'), 'zh'), 'zh', 'ascii')).toBe('OK 本机没有其他进程在使用该机器人。  [owner.none]')
})

it('passes no control character of a file or an answer on to the terminal', () => {
  const shown = renderFinding(word(finding('profile.entry-lost', { file: 'a\u001b[2J\u202e', row: 'x\ny' }), 'en'), 'en', 'unicode')
  expect(shown.split('\n')).toHaveLength(3)
  expect(shown.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Cf}/u)
})

it('sums up', () => {
  const [fault, warning] = [finding('people.no-operator'), finding('terminal.ascii')]
  expect(renderSum(reportOf([fault, warning, warning], HEAD), 'en')).toMatch(/^1 fault, 2 warnings\./u)
  expect(renderSum(reportOf([finding('owner.none')], HEAD), 'zh')).toBe('一切正常。')
})

it('has a closed shape as JSON', () => {
  const report = reportOf([finding('people.ok', { operators: 1, recipients: 2 })], HEAD)
  expect(reportShape.parse(JSON.parse(JSON.stringify(report)))).toEqual(report)
  expect(report).toMatchObject({ version: 1, exitCode: 0, counts: { ok: 1, note: 0, warning: 0, fault: 0 } })
  expect(reportShape.safeParse({ ...report, more: 1 }).success).toBe(false)
  expect(reportShape.safeParse({ ...report, findings: [{ ...report.findings[0], code: 'people.other' }] }).success).toBe(false)
})

describe('as text', () => {
  let home: Home
  beforeEach(() => { home = createHome() })
  afterEach(() => home.dispose())

  it('comes finding by finding, in the language and the signs of the environment', async () => {
    const parts: string[] = []
    const code = await runDoctor({ profile: 'ask', seconds: 1 }, portsOf(home, { env: { DSH_HOME: home.path, LANG: 'zh_CN.GBK', TERM: 'xterm' } }), (text) => parts.push(text))
    expect(parts[0]).toBe('OK Node 24.0.0 可运行命令行与主机。  [host.node]\n')
    expect(parts.at(-1)).toMatch(/^\n0 个错误，1 个警告。/u)
    expect(code).toBe(1)
  })
})
