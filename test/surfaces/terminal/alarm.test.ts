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
    ['WezTerm', { TERM: 'xterm-256color', TERM_PROGRAM: 'WezTerm' }, '\x1b]9;text\x1b\\'],
    ['ghostty', { TERM_PROGRAM: 'ghostty' }, '\x1b]9;text\x1b\\'],
    ['a terminal of Windows', { WT_SESSION: '1' }, '\x1b]9;text\x1b\\'],
    ['rxvt', { TERM: 'rxvt-unicode' }, '\x1b]777;notify;dsh;text\x1b\\'],
    ['one that is only called like foot', { TERM: 'barefoot' }, ''],
    ['one that is only called like another', { TERM_PROGRAM: 'notWezTerm' }, ''],
    ['one whose name goes on', { TERM_PROGRAM: 'WezTerm2' }, ''],
    ['a terminal whose name ends like a multiplexer', { TERM: 'xterm-tmux', TERM_PROGRAM: 'ghostty' }, '\x1b]9;text\x1b\\'],
    ['an old multiplexer', { TERM: 'xterm-kitty', STY: '1.pts' }, ''],
    ['a new multiplexer', { TERM: 'xterm-kitty', ZELLIJ: '0' }, ''],
    ['nothing known at all', {}, ''],
    ['a terminal that nobody knows', { TERM: 'xterm-256color' }, ''],
    ['tmux', { TERM: 'xterm-kitty', TMUX: '/tmp/tmux,1,0' }, ''],
    ['screen', { TERM: 'screen-256color', VTE_VERSION: '7000' }, ''],
    ['a multiplexer over a remote shell', { TERM: 'tmux-256color', TERM_PROGRAM: 'iTerm.app' }, ''],
  ])('notifies the desktop only where that is known to work: %s', (_, env, sequence) => {
    expect(alarmBytes('full', env, 'text')).toBe(BELL + sequence)
  })
})
