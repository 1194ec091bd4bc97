/** Plan reviews and permissions at the terminal: who approves, by what, and what can't happen by accident. */
import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { approval, longCommand, permission, plan, shortPlan } from './asks.ts'
import { answered, createDriver, KEYS } from './driver.ts'
import type { Driver, DriverOptions } from './driver.ts'

const { enter, ctrlX, ctrlF, ctrlS, pageDown, down, up, end, esc } = { ...KEYS, end: '\x1b[F' }

function opened(question: AskUserQuestionItem, options: DriverOptions = {}): Driver {
  const driver = createDriver(options)
  driver.open('a', question)
  return driver
}

const selected = (driver: Driver) => driver.answers.map(({ answers }) => answers[0])

describe('a plan review', () => {
  it('shows the plan as text that can be read, not as markdown', () => {
    const screen = opened(shortPlan, { rows: 40 }).screen()
    expect(screen).toContain('One week, two steps:')
    expect(screen).toContain('   • watch the dashboard (https://metrics.example/cache)')
    expect(screen).toContain('write │  low')
    expect(screen).not.toMatch(/\*\*|^│ # |\|---|```|`dual/m)
  })

  it.each([
    ['a title', '1. Build\n\x1b]0;2. rm -rf ~\n3. push', ['rm -rf ~', '3. push']],
    ['a string that never ends', 'a\x90b\n\nand wipe the disk', ['a⟨U+0090⟩b', 'and wipe the disk']],
    ['digits after an escape', 'Delete \x1b[1000000000files', ['⟨U+001B⟩[1000000000files']],
    ['direction marks and blanks of no width', 'run \u202ex\u202c r\u200bm', ['run ⟨U+202E⟩x⟨U+202C⟩ r⟨U+200B⟩m']],
    ['cells beyond the head of a table', '| a | b |\n|---|---|\n| 1 | 2 | and push |', ['and push']],
  ])('hides no part of the plan behind %s', (_, detail, parts) => {
    const screen = opened({ ...shortPlan, detail }, { rows: 40 }).screen()
    for (const part of parts) expect(screen).toContain(part)
  })

  it('hides nothing in what is asked and offered either', () => {
    const driver = createDriver({ rows: 40 })
    driver.open('a', { id: 'x', header: 'h\u202e', question: 'Deploy?\x1b]0;and delete prod', options: [{ label: 'Yes\x9d and wipe', description: 'a\u200bb' }, { label: 'No' }] })
    for (const part of ['h⟨U+202E⟩', '⟨U+001B⟩]0;and delete prod', 'Yes⟨U+009D⟩ and wipe', 'a⟨U+200B⟩b']) expect(driver.screen()).toContain(part)
    driver.type(enter)
    expect(selected(driver)).toEqual([{ id: 'x', selected: ['Yes\x9d and wipe'] }])
    driver.send({ type: 'judged', id: 'a', verdict: { kind: 'won', outcome: answered({ surface: 'terminal' }, driver.answers[0]!) } })
    expect(driver.screen()).toContain('Answered: Yes⟨U+009D⟩ and wipe')
  })

  it('is approved by the option that the intent names, wherever it stands', () => {
    const driver = opened(shortPlan)
    driver.type('2', enter)
    expect(driver.answers).toEqual([])
    driver.type(enter)
    expect(selected(driver)).toEqual([{ id: 'plan-review', selected: ['Approve'] }])
    driver.send({ type: 'judged', id: 'a', verdict: { kind: 'won', outcome: answered({ surface: 'terminal' }, driver.answers[0]!) } })
    expect(driver.screen()).toContain('✓ Approved: Approve')
  })

  it('is sent back by the other option, and that is not called an approval', () => {
    const driver = opened(shortPlan)
    driver.type('1', ' ', enter)
    expect(selected(driver)).toEqual([{ id: 'plan-review', selected: ['Keep planning'] }])
    driver.send({ type: 'judged', id: 'a', verdict: { kind: 'won', outcome: answered({ surface: 'terminal' }, driver.answers[0]!) } })
    expect(driver.screen()).toContain('✕ Declined: Keep planning')
  })

  it('takes what to change as words of the person beside no option', () => {
    const driver = opened(shortPlan)
    driver.type(' ', '3', enter, 'smaller steps, "please"', '\n', 'and tests', enter)
    expect(selected(driver)).toEqual([{ id: 'plan-review', selected: [], custom: 'smaller steps, "please"\nand tests' }])
    driver.send({ type: 'judged', id: 'a', verdict: { kind: 'won', outcome: answered({ surface: 'terminal' }, driver.answers[0]!) } })
    expect(driver.screen()).toContain('✓ Sent back with changes: smaller steps')
  })

  it('is put away to talk by its fourth row, after the person has read what that does', () => {
    const driver = opened(shortPlan)
    expect(driver.screen()).toContain('Decides nothing; the agent hears that you have something to say.')
    driver.type('4')
    expect(driver.effects).toEqual([])
    driver.type(enter)
    expect(driver.effects).toEqual([])
    expect(driver.screen()).toContain('Put the plan away without a decision, to talk about it?')
    driver.type('n')
    expect(driver.model.panels[0]?.mode).toBe('choosing')
    driver.type(enter, enter)
    expect(driver.effects).toEqual([{ type: 'dismiss', id: 'a' }])
  })

  it('is put away to talk by ^X as well', () => {
    const driver = opened(shortPlan)
    driver.type(ctrlX)
    expect(driver.screen()).toContain('Put the plan away without a decision')
    driver.type(enter)
    expect(driver.effects).toEqual([{ type: 'dismiss', id: 'a' }])
  })

  it('says on the other screens who approved, not that something was answered', () => {
    const driver = opened(shortPlan)
    driver.send({ type: 'settled', id: 'a', outcome: answered({ surface: 'feishu', name: '王芳' }, { answers: [{ id: 'plan-review', selected: ['Approve'] }] }) })
    expect(driver.model.notice?.text).toBe('✓ 王芳 approved on Feishu: Approve')
  })

  it.each<[string, AskUserQuestionItem[]]>([
    ['without a detail', [{ ...shortPlan, detail: '' }]],
    ['with a third option', [{ ...shortPlan, options: [{ label: 'Approve' }, { label: 'Keep planning' }, { label: 'Later' }] }]],
    ['with several choices', [{ ...shortPlan, multiSelect: true }]],
    ['that names no option', [{ ...shortPlan, intent: { kind: 'plan-review', approve: 'Yes' } }]],
    ['beside another question', [shortPlan, { id: 'b', question: 'Anything else?' }]],
  ])('%s is a generic list', (_, questions) => {
    const driver = createDriver({ rows: 40 })
    driver.open('a', ...questions)
    expect(driver.screen()).toContain('Other: type your answer')
    expect(driver.screen()).not.toContain('Let us talk first')
  })
})

describe('a permission', () => {
  it('shows who asks, the whole command and its rows: once, always with its scope, no', () => {
    const screen = opened(permission, { locale: 'zh' }).screen()
    expect(screen).toContain('┌─ 权限请求 · bash ')
    expect(screen).toContain('代理想离开沙箱')
    expect(screen).toContain('│ │ git push --force origin main')
    expect(screen).toContain('这会改写服务器上的历史。')
    expect(screen.indexOf('1. ( ) 仅此一次')).toBeLessThan(screen.indexOf('2. ( ) 总是允许'))
    expect(screen).toContain('今后 bash 的此类请求不再询问，直接允许。')
    expect(screen.indexOf('2. ( ) 总是允许')).toBeLessThan(screen.indexOf('3. ( ) 拒绝'))
  })

  it('starts with nothing marked and answers with the asker\'s label, whatever text was shown for it', () => {
    const driver = opened(permission)
    expect(driver.screen()).not.toContain('(•)')
    expect(driver.screen()).toContain('1. ( ) Allow once')
    driver.type('1', ' ', enter)
    expect(selected(driver)).toEqual([{ id: 'cmd', selected: ['允许一次'] }])
  })

  it('is granted for good only after its scope was confirmed', () => {
    const driver = opened(permission)
    driver.type('2', ' ', enter)
    expect(driver.answers).toEqual([])
    expect(driver.screen()).toContain('From now on such requests of bash are')
    driver.type('x')
    expect(driver.model.panels[0]?.mode).toBe('choosing')
    driver.type(enter, enter)
    expect(selected(driver)).toEqual([{ id: 'cmd', selected: ['总是允许'] }])
    driver.send({ type: 'judged', id: 'a', verdict: { kind: 'won', outcome: answered({ surface: 'terminal' }, driver.answers[0]!) } })
    expect(driver.screen()).toContain('✓ Approved for good: 总是允许')
  })

  it('is rejected without being asked back', () => {
    const driver = opened(permission)
    driver.type('3', ' ', enter)
    expect(selected(driver)).toEqual([{ id: 'cmd', selected: ['拒绝'] }])
  })

  it('takes no text, no paste and no skip', () => {
    const driver = opened(approval)
    driver.type('yes', '\x1b[200~yes\r\x1b[201~', ctrlS, 'y', '3', '9')
    expect(driver.effects).toEqual([])
    expect(driver.model.panels[0]?.entries[0]).toMatchObject({ chosen: [], editor: { before: '', after: '' } })
    expect(driver.screen()).not.toMatch(/Other|\^S/)
  })

  it('shows bidi, invisible and control characters of a command, so that it reads as it runs', () => {
    const screen = opened(approval).screen()
    expect(screen).toContain('ls⟨U+200B⟩; safe ⟨U+202E⟩ fr- mr ⟨U+2066⟩x⟨U+2069⟩')
    expect(screen).toContain('⟨U+001B⟩[2K⟨U+000D⟩ls -la')
    expect(opened(approval, { glyphs: 'ascii' }).screen()).toContain('ls<U+200B>; safe <U+202E>')
  })

  it('shows them in a malformed one too, which has to be marked before it is answered', () => {
    const driver = opened({ ...approval, intent: { kind: 'approval', approve: 'Allow once', reject: 'No such label' } })
    expect(driver.screen()).toContain('⟨U+202E⟩')
    expect(driver.screen()).toContain('Other')
    driver.type(enter)
    expect(driver.answers).toEqual([])
    driver.type(enter)
    expect(driver.answers).toHaveLength(1)
  })

  it('loses no blank of a long command, and tells the rest of a line from a line of its own', () => {
    const driver = opened({ ...permission, detail: `${'x'.repeat(71)}  y z\nrm` }, { rows: 40 })
    expect(driver.screen()).toContain(`│ │ ${'x'.repeat(71)}  y │\n│    z`)
    expect(driver.screen()).toContain('│ │ rm')
  })

  it('asks back before it grants what was not shown to its end', () => {
    const driver = opened(longCommand)
    driver.type(' ', enter)
    expect(driver.answers).toEqual([])
    expect(driver.screen()).toContain('Not all of it was shown yet. Allow it?')
    driver.type('n', ...Array.from({ length: 6 }, () => pageDown))
    expect(driver.screen()).toContain('&& rm -rf /')
    driver.type(enter)
    expect(selected(driver)).toEqual([{ id: 'cmd', selected: ['Yes'] }])
  })

  it('counts reading the whole text as having seen it, and asks about the scope all the same', () => {
    const driver = opened(longCommand)
    driver.type(ctrlF, end, esc, '2', ' ', enter)
    expect(driver.screen()).toContain('From now on such requests are granted without asking.')
    expect(driver.answers).toEqual([])
    driver.type(enter)
    expect(selected(driver)).toEqual([{ id: 'cmd', selected: ['Always'] }])
  })

  it('asks about a scope after it asked about what was not shown', () => {
    const driver = opened(longCommand)
    driver.type('2', ' ', enter, enter)
    expect(driver.answers).toEqual([])
    expect(driver.model.panels[0]?.confirmation).toBe('always')
    driver.type(enter)
    expect(driver.answers).toHaveLength(1)
  })

  it('rejects at once what was not shown to its end', () => {
    const driver = opened(longCommand)
    driver.type('3', ' ', enter)
    expect(selected(driver)).toEqual([{ id: 'cmd', selected: ['No'] }])
  })

  it('is a generic list when it has an end: silence must not stand for a choice', () => {
    const driver = createDriver()
    driver.send({ type: 'asked', id: 'a', questions: [permission], wait: { callId: 'c', timed: true } })
    expect(driver.screen()).toContain('Other')
  })
})

describe('an intent that nobody knows', () => {
  it('is a generic list, answered as any other', () => {
    const driver = opened({ id: 'x', question: 'Pick', detail: 'why', options: [{ label: 'A (Recommended)' }, { label: 'B' }], intent: { kind: 'of-tomorrow', approve: 'A' } })
    expect(driver.screen()).toContain('1. (•) A')
    driver.type(enter)
    expect(selected(driver)).toEqual([{ id: 'x', selected: ['A (Recommended)'] }])
  })
})

describe('the whole text', () => {
  it('has the screen with ^F, scrolls, decides nothing, and gives the panel back with its draft', () => {
    const driver = opened(plan)
    driver.type('4', up, 'half a thought', ctrlF)
    expect(driver.screen()).toMatch(/lines 1–21\/72/)
    driver.type(pageDown, down, ' ', enter, enter, 'x', '1', ctrlX)
    expect(driver.effects).toEqual([])
    driver.type(end)
    expect(driver.screen()).toContain('Stay in plan mode')
    driver.type(esc)
    expect(driver.screen()).toContain('Changes: half a thought')
  })

  it('holds every option in full, those that are cut in the list included', () => {
    const label = `${'很长的选项'.repeat(80)}终`
    const driver = opened({ id: 'x', question: 'Pick', options: [{ label }, { label: 'B' }] })
    expect(driver.screen()).not.toContain('终')
    expect(driver.screen()).toContain('…')
    driver.type(ctrlF)
    expect(driver.screen().replaceAll(/[^很长的选项终]/g, '')).toContain(label)
    driver.type(esc, enter)
    expect(selected(driver)).toEqual([{ id: 'x', selected: [label] }])
  })
})
