/** Every kind of ask, answered by keys in a real terminal on the running demo, in both languages. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTerminal, type Terminal } from './terminal.ts'

/** The panel holds keys back for so long after it appears. */
const GUARD = 600
/** Two Enters closer than this are one key held down. */
const APART = 180
/** An Enter that decides is taken for the last one, held down, when it comes sooner after it. */
const PAUSE = 850

const plan = (name: string, reversed: boolean) => ({
  name,
  questions: [{
    id: 'plan-review', header: name, question: `Approve ${name}?`, detail: '# Title\n\n1. **first** `step`\n2. second',
    options: reversed ? [{ label: 'Keep planning' }, { label: 'Approve' }] : [{ label: 'Approve' }, { label: 'Keep planning' }],
    intent: { kind: 'plan-review', approve: 'Approve' },
  }],
})
const permission = (name: string) => ({
  name,
  questions: [{
    id: 'cmd', question: `Run ${name}?`, detail: 'git push\u200b --force', options: [{ label: 'Allow' }, { label: 'Always' }, { label: 'Reject' }],
    intent: { kind: 'approval', approve: 'Allow', always: 'Always', reject: 'Reject', subject: { name: 'bash' } },
  }],
})
const single = (name: string) => ({ name, questions: [{ id: 's', question: `Which ${name}?`, options: [{ label: 'Alpha' }, { label: 'Beta', description: '第二' }] }] })
const multi = (name: string) => ({ name, questions: [{ id: 'm', question: `Which ${name}?`, multiSelect: true, options: [{ label: 'One' }, { label: 'Two' }, { label: 'Three' }] }] })

interface Play {
  readonly ask: { readonly name: string; readonly questions: readonly { readonly id: string; readonly question: string }[] }
  /** tmux's names of keys; a text in brackets is typed as it stands. */
  readonly keys: readonly string[]
  /** What the agent hears. */
  readonly heard: string
}

const PLAYS: readonly Play[] = [
  { ask: single('single'), keys: ['2', 'Enter'], heard: '[{"id":"s","selected":["Beta"]}]' },
  { ask: multi('multi'), keys: ['Space', 'Down', 'Down', 'Space', 'Enter'], heard: '[{"id":"m","selected":["One","Three"]}]' },
  { ask: { name: 'text', questions: [{ id: 't', question: 'Why text?' }] }, keys: ['[因为 "that"]', 'Enter'], heard: '[{"id":"t","selected":[],"custom":"因为 \\"that\\""}]' },
  { ask: single('other on single'), keys: ['2', 'Space', '[neither, really]', 'Enter'], heard: '[{"id":"s","selected":[],"custom":"neither, really"}]' },
  { ask: multi('other on multi'), keys: ['1', '3', '[and four]', 'Enter'], heard: '[{"id":"m","selected":["One","Three"],"custom":"and four"}]' },
  {
    ask: { name: 'batch with a skip', questions: [...single('first').questions, ...multi('second').questions, { id: 't', question: 'Anything third?' }] },
    keys: ['1', 'Enter', 'C-s', '[没有]', 'Enter', 'Enter'],
    heard: '[{"id":"s","selected":["Alpha"]},{"id":"m","selected":[]},{"id":"t","selected":[],"custom":"没有"}]',
  },
  { ask: plan('plan to approve', true), keys: ['2', 'Enter', 'Enter'], heard: '[{"id":"plan-review","selected":["Approve"]}]' },
  { ask: plan('plan to keep', false), keys: ['2', 'Enter', 'Enter'], heard: '[{"id":"plan-review","selected":["Keep planning"]}]' },
  { ask: plan('plan to change', false), keys: ['3', '[smaller steps]', 'Enter'], heard: '[{"id":"plan-review","selected":[],"custom":"smaller steps"}]' },
  { ask: plan('plan to talk about', false), keys: ['4', 'Enter', 'Enter'], heard: 'ASK_CANCELLED' },
  { ask: permission('once'), keys: ['1', 'Enter', 'Enter'], heard: '[{"id":"cmd","selected":["Allow"]}]' },
  { ask: permission('never'), keys: ['3', 'Enter', 'Enter'], heard: '[{"id":"cmd","selected":["Reject"]}]' },
  { ask: permission('always'), keys: ['2', 'Enter', 'Enter', 'Enter'], heard: '[{"id":"cmd","selected":["Always"]}]' },
  { ask: single('dismissed one'), keys: ['C-x', 'Enter'], heard: 'ASK_CANCELLED' },
]

let folder: string
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'ask-terminal-')) })
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(name: string, asks: readonly object[]): string {
  const path = join(folder, `${name}.json`)
  writeFileSync(path, JSON.stringify(asks))
  return path
}

/** The screen without its breaks and blanks: what the agent heard may be wrapped anywhere. */
const dense = (text: string) => text.replaceAll(/\s/g, '')

async function press(terminal: Terminal, keys: readonly string[]): Promise<void> {
  for (const [index, key] of keys.entries()) {
    const text = /^\[(.+)\]$/s.exec(key)?.[1]
    await (text === undefined ? terminal.press(key) : terminal.type(text))
    await delay(key === 'Enter' && keys[index + 1] === 'Enter' ? PAUSE : APART)
  }
}

describe.each(['en', 'zh'] as const)('the running demo, in %s', (locale) => {
  let terminal: Terminal
  beforeAll(async () => {
    terminal = await openTerminal({ command: `node lib/app/demo/main.js --locale ${locale} --asks ${fileOf(locale, PLAYS.map(({ ask }) => ask))}`, columns: 100, rows: 34 })
  })
  afterAll(() => terminal?.close())

  it.each(PLAYS)('takes the answer to: $ask.name', async ({ ask, keys, heard }) => {
    await terminal.until((screen) => screen.includes(ask.questions[0]!.question) && screen.includes('┌─'), ask.name)
    await delay(GUARD)
    await press(terminal, keys)
    await terminal.until((screen) => dense(screen).includes(dense(`agent · ${ask.name} → ${heard}`)), `what the agent heard of "${ask.name}": ${heard}`)
  })

  it('speaks the language throughout, and leaves with exit code 0', async () => {
    await terminal.until(locale === 'en' ? /no more questions/ : /没有更多问题/)
    await terminal.press('C-c')
    expect(await terminal.exitCode()).toBe(0)
    expect(await terminal.display('#{alternate_on} #{cursor_flag} #{mouse_any_flag}')).toBe('0 1 0')
  })
})

describe.each(['en', 'zh'] as const)('below the host\'s service, in %s', (locale) => {
  it('shows an intent that nobody knows as a list, and a queue in the order of asking', async () => {
    const unknown = { name: 'unknown', questions: [{ ...single('intent').questions[0], detail: 'why', intent: { kind: 'of-tomorrow', approve: 'Beta' } }] }
    const terminal = await openTerminal({ command: `node test/helpers/run.js test/e2e/desk.ts ${fileOf(`queue-${locale}`, [unknown, single('next'), multi('last')])} ${locale}`, columns: 80, rows: 24 })
    try {
      await terminal.until((screen) => screen.includes('Which intent?') && screen.includes(locale === 'en' ? '2 more waiting' : '还有 2 个在等'), 'the first of three')
      await delay(GUARD)
      await press(terminal, ['2', 'Enter'])
      await terminal.until((screen) => dense(screen).includes('agent·unknown→[{"id":"s","selected":["Beta"]}]') && screen.includes('Which next?'), 'the second of three')
      // What replaces another panel holds keys back longer.
      await delay(GUARD + 300)
      await press(terminal, ['Escape'])
      await terminal.until(locale === 'en' ? /2 questions open/ : /2 个提问待答/)
      await press(terminal, ['Tab', '1', 'Enter'])
      await terminal.until((screen) => dense(screen).includes('agent·next→[{"id":"s","selected":["Alpha"]}]') && screen.includes('Which last?'), 'the last of three')
      await delay(GUARD + 300)
      await press(terminal, ['3', 'Enter'])
      await terminal.until((screen) => dense(screen).includes('agent·last→[{"id":"m","selected":["Three"]}]'), 'the end of the queue')
      await terminal.press('C-c')
      expect(await terminal.exitCode()).toBe(0)
    } finally {
      await terminal.close()
    }
  })
})

describe('a terminal without a screen', () => {
  it('prints questions and reads lines on TERM=dumb', async () => {
    const terminal = await openTerminal({ command: `TERM=dumb node lib/app/demo/main.js --locale en --asks ${fileOf('dumb', [single('line'), permission('by line')])}`, columns: 100, rows: 40 })
    try {
      await terminal.until(/1\. Alpha\n2\. Beta - 第二\n3\. Other/)
      expect(await terminal.display('#{alternate_on}')).toBe('0')
      await delay(GUARD)
      await press(terminal, ['[2]', 'Enter'])
      await terminal.until((screen) => dense(screen).includes('agent·line→[{"id":"s","selected":["Beta"]}]'), 'the answer')
      await terminal.until(/\| git push<U\+200B> --force/)
      await delay(GUARD)
      await press(terminal, ['[1]', 'Enter'])
      await terminal.until(/Allow: is that your decision\?/)
      await delay(GUARD)
      await press(terminal, ['[yes]', 'Enter'])
      await terminal.until((screen) => dense(screen).includes('agent·byline→[{"id":"cmd","selected":["Allow"]}]'), 'the decision')
      expect(await terminal.exitCode()).toBe(0)
    } finally {
      await terminal.close()
    }
  })
})
