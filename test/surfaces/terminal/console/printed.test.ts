import { describe, expect, it } from 'vitest'
import type { ConsoleNews } from '../../../../surfaces/terminal/console/news.ts'
import { printed } from '../../../../surfaces/terminal/console/printed.ts'
import type { RunningCalls } from '../../../../surfaces/terminal/console/printed.ts'
import { wordsOf } from '../../../../surfaces/terminal/words.ts'

const WORDS = wordsOf('en')
const NO_CALLS: RunningCalls = new Map()
const lines = (news: ConsoleNews, calls = NO_CALLS): readonly string[] => printed(news, calls, WORDS).lines

describe('what is printed of the agent\'s work', () => {
  it('is what it said, line by line, without the blanks around it and without what a terminal acts upon', () => {
    expect(lines({ type: 'spoke', text: '\n one\n\ntwo\x1b[2J \n', reasoning: 'why', interrupted: false })).toEqual(['one', '', 'two'])
    expect(lines({ type: 'spoke', text: ' \n', reasoning: 'why', interrupted: false })).toEqual([])
  })

  it('is a call once it has ended, with the first line of what went wrong', () => {
    const called = printed({ type: 'tool-called', call: 'c', tool: 'bash\x07', subject: 'npm\ntest' }, new Map([['other', 'read']]), WORDS)
    expect(called).toEqual({ lines: [], calls: new Map([['other', 'read'], ['c', 'bash  npm test']]) })
    const ended = printed({ type: 'tool-ended', call: 'c', ok: true, result: 'fine' }, called.calls, WORDS)
    expect(ended).toEqual({ lines: ['● bash  npm test  ✓ done'], calls: new Map([['other', 'read']]) })
    expect(lines({ type: 'tool-ended', call: 'c', ok: false, result: '\nfirst\nsecond' }, called.calls)).toEqual(['● bash  npm test  ✕ failed', '  └ first'])
    expect(lines({ type: 'tool-ended', call: 'c', ok: false, result: '', exit: { kind: 'code', code: 2 } }, called.calls)).toEqual(['● bash  npm test  ✕ exit 2'])
    expect(printed({ type: 'tool-called', call: 'c', tool: 'read', subject: '' }, NO_CALLS, WORDS).calls).toEqual(new Map([['c', 'read']]))
  })

  it('is nothing of a call that nobody announced, which leaves the others as they are', () => {
    const calls: RunningCalls = new Map([['other', 'read']])
    expect(printed({ type: 'tool-ended', call: 'c', ok: true, result: '' }, calls, WORDS)).toEqual({ lines: [], calls })
  })

  it('is a late answer, and nothing else that a person said', () => {
    expect(lines({ type: 'user-said', source: 'late', text: 'Postgres\nplease' })).toEqual(['❯ (late answer) Postgres', 'please'])
    for (const source of ['person', 'context'] as const) expect(lines({ type: 'user-said', source, text: 'hello' })).toEqual([])
  })

  it('is whether a plan comes first', () => {
    expect([lines({ type: 'plan-mode-changed', active: true }), lines({ type: 'plan-mode-changed', active: false })].flat()).toEqual([`◆ ${WORDS.transcript.plan.on}`, `◆ ${WORDS.transcript.plan.off}`])
  })

  it('is how a turn ended that was not completed, after which no call runs', () => {
    const calls: RunningCalls = new Map([['c', 'bash']])
    expect(printed({ type: 'turn-ended', how: 'completed' }, calls, WORDS)).toEqual({ lines: [], calls: new Map() })
    expect(lines({ type: 'turn-ended', how: 'interrupted' })).toEqual(['✕ Interrupted'])
    expect(lines({ type: 'turn-ended', how: 'failed', detail: 'no\nkey' })).toEqual([`✕ ${WORDS.transcript.ended.failed}: no key`])
    expect(printed({ type: 'session-opened', id: 's' }, calls, WORDS)).toEqual({ lines: [], calls: new Map() })
  })

  it('is that the model is asked again, what came back unsent, and what can be picked', () => {
    expect(lines({ type: 'retrying', attempt: 1, most: 3, detail: 'no\nanswer' })).toEqual(['○ No answer from the model, trying again (1/3): no answer'])
    expect(lines({ type: 'returned', text: 'a\nb' })).toEqual([WORDS.lines.returned('a b')])
    expect(lines({ type: 'choices-offered', command: 'sessions', choices: [{ value: 's1', label: 'One', detail: 'now' }, { value: 's2', label: 'Two' }] })).toEqual(['/sessions s1  One  now', '/sessions s2  Two'])
  })

  it.each<ConsoleNews>([
    { type: 'streamed', kind: 'text', delta: 'x' }, { type: 'todo-written', items: [{ text: 'x', state: 'active' }] }, { type: 'headed', heading: { project: 'x' } }, { type: 'state-changed', state: 'running' },
    { type: 'queue-changed', texts: ['x'] }, { type: 'commands-listed', commands: [] },
  ])('is nothing of %j', (news) => {
    const calls: RunningCalls = new Map([['c', 'bash']])
    expect(printed(news, calls, WORDS)).toEqual({ lines: [], calls })
  })
})
