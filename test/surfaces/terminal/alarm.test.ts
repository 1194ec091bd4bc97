import { describe, expect, it } from 'vitest'
import { alarmBytes } from '../../../surfaces/terminal/alarm.ts'

const BELL = '\x07'

describe('the alarm', () => {
  it('is the bell, or nothing, as configured', () => {
    expect(alarmBytes('bell', { VTE_VERSION: '7000' }, 'text')).toBe(BELL)
    expect(alarmBytes('off', { VTE_VERSION: '7000' }, 'text')).toBe('')
  })

  it.each([
    ['VTE', { VTE_VERSION: '7000', TERM: 'xterm-256color' }, '\x1b]777;notify;dsh;text\x1b\\'],
    ['foot', { TERM: 'foot' }, '\x1b]777;notify;dsh;text\x1b\\'],
    ['kitty', { TERM: 'xterm-kitty' }, '\x1b]9;text\x1b\\'],
    ['iTerm', { TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }, '\x1b]9;text\x1b\\'],
    ['a terminal that nobody knows', { TERM: 'xterm-256color' }, ''],
    ['tmux', { TERM: 'xterm-kitty', TMUX: '/tmp/tmux,1,0' }, ''],
    ['screen', { TERM: 'screen-256color', VTE_VERSION: '7000' }, ''],
    ['a multiplexer over a remote shell', { TERM: 'tmux-256color', TERM_PROGRAM: 'iTerm.app' }, ''],
  ])('notifies the desktop only where that is known to work: %s', (_, env, sequence) => {
    expect(alarmBytes('full', env, 'text')).toBe(BELL + sequence)
  })
})
