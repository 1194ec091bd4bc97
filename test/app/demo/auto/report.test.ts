import { expect, it } from 'vitest'
import { TIMELINE_HEADER, timelineLine, type RoundReport } from '../../../../app/demo/auto/report.ts'

const REPORT: RoundReport = {
  name: 'phone wins', questions: [], outcome: 'answered', by: 'feishu', answer: { answers: [] }, losersToldMs: [4.9],
  surfaces: { terminal: { shownMs: 14.6, endedMs: 47.1, end: 'collapsed' }, feishu: { shownMs: 31, endedMs: 55.8, end: 'won' } },
}

it('puts each explanation of the header right above its column', () => {
  const line = timelineLine({ report: REPORT, faults: [] })
  expect(line).toBe('ok  phone wins                         answered by feishu    terminal 14.6→47.1 collapsed       feishu 31.0→55.8 won              told +4.9 ms')
  expect(TIMELINE_HEADER.indexOf('round')).toBe(line.indexOf('phone wins'))
  expect(TIMELINE_HEADER.indexOf('outcome')).toBe(line.indexOf('answered by'))
  expect(TIMELINE_HEADER.indexOf('terminal')).toBe(line.indexOf('terminal'))
  expect(TIMELINE_HEADER.indexOf('feishu')).toBe(line.lastIndexOf('feishu'))
  expect(TIMELINE_HEADER.indexOf('told')).toBe(line.indexOf('told'))
  expect(TIMELINE_HEADER).not.toContain('\n')
})

it('marks a round that went otherwise and says why below it', () => {
  const lines = timelineLine({ report: { ...REPORT, by: null, losersToldMs: [] }, faults: ['end: wanted this, got that'] }).split('\n')
  expect(lines[0]).toMatch(/^BAD phone wins +answered +terminal .* won$/)
  expect(lines[1]).toBe('      end: wanted this, got that')
})
