/** A conversation with an agent at the console: what it writes, thinks and does, and how it is told more. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRig, type Rig, type TerminalRun } from './rig.ts'
import { interrupt, leave, send } from './typing.ts'
import { atRate, endlessLines, holdBack } from './writing.ts'

const opening = holdBack(
  { reasoning: 'The shed is full.\nSo it has to be emptied first.' },
  { text: 'First the shed is emptied, ' },
  { text: 'then it is swept.\n' },
  { text: 'It is clean now.' },
)

/** Its row in grey. */
const DIM_THOUGHT = new RegExp(String.raw`\x1B\[90m[^\n]*So it has to be emptied first`)

let rig: Rig
let run: TerminalRun

beforeAll(async () => {
  rig = await createRig({ feishu: false })
  rig.model.script('Tidy the shed', { deltas: opening.deltas })
  run = await rig.startInTerminal({ args: ['Tidy the shed'] })
})

afterAll(() => rig?.close())

function linesOfReply(screen: string): readonly string[] {
  return screen.split('\n').filter((row) => /line \d+ of the reply/.test(row))
}

/** How many lines the console says to be below what is shown. */
function linesBelow(screen: string): number {
  return Number(/(\d[\d,]*) more/.exec(screen)?.[1]?.replaceAll(',', ''))
}

it('runs the first task of the command line at once', async () => {
  await run.terminal.until(/Tidy the shed/)
  expect(rig.model.requests('Tidy the shed')).toHaveLength(1)
})

it('names project, model, permissions and state in the title row', async () => {
  const screen = await run.terminal.until(/running/)
  const [title = ''] = screen.split('\n')
  for (const part of ['workshop', 'deepseek-v4-flash', 'workspace-write', 'running']) expect(title).toContain(part)
})

it('shows what the model thinks dimmed and folds it once the model speaks', async () => {
  await run.terminal.until(/emptied first/)
  expect(await run.terminal.styled()).toMatch(DIM_THOUGHT)
  opening.release()
  await run.terminal.until((screen) => screen.includes('First the shed is emptied,') && !screen.includes('So it has to be'), 'the folded thought')
})

it('shows the text as it comes', async () => {
  opening.release()
  const early = await run.terminal.until(/First the shed is emptied, then it is swept\./)
  expect(early).toContain('running')
  expect(early).not.toContain('It is clean now')
  opening.release()
  await run.terminal.until((screen) => screen.includes('It is clean now.') && screen.includes('idle'), 'the whole reply at rest')
})

it('unfolds the thought and folds it again on ^O', async () => {
  await run.terminal.press('C-o')
  await run.terminal.until(/So it has to be emptied first/)
  await run.terminal.press('C-o')
  await run.terminal.until((screen) => !screen.includes('So it has to be'), 'the folded thought')
})

it('takes a typed message as the next turn of the same conversation', async () => {
  rig.model.script('And the roof?', { text: 'The roof is fine.' })
  await send(run.terminal, 'And the roof?')
  await run.terminal.until((screen) => screen.includes('The roof is fine.') && screen.includes('idle'), 'the reply')
  expect(rig.model.requests('And the roof?')[0]?.messages.map(({ content }) => content)).toEqual(expect.arrayContaining(['Tidy the shed']))
})

it('shows a tool call on one line with its outcome, and its result folded below', async () => {
  const command = 'seq 1 9 | sed s/^/board-/'
  rig.model.script('Count the boards', { calls: [{ id: 'count', name: 'bash', arguments: { command, description: 'Counts' } }] }, { text: 'Nine boards.' })
  await send(run.terminal, 'Count the boards')
  const screen = await run.terminal.until((text) => text.includes('Nine boards.') && text.includes('idle'), 'the reply')
  const line = screen.split('\n').find((row) => row.includes('bash') && row.includes(command))
  expect(line).toMatch(/✓/)
  expect(screen).toContain('board-1')
  expect(screen).toMatch(/\b8 more lines/)
  expect(screen).not.toContain('board-9')
})

it('says at the call that it failed', async () => {
  rig.model.script('Break it', { calls: [{ id: 'break', name: 'read', arguments: { file_path: '/nowhere/at-all.txt' } }] }, { text: 'It is not there.' })
  await send(run.terminal, 'Break it')
  const screen = await run.terminal.until(/It is not there\./)
  expect(screen.split('\n').find((row) => row.includes('read') && row.includes('at-all.txt'))).toMatch(/✕ failed/)
})

it('shows the list of what is to be done', async () => {
  const todos = [
    { content: 'Buy paint', status: 'completed' },
    { content: 'Paint', status: 'in_progress' },
    { content: 'Rest', status: 'pending' },
  ]
  rig.model.script('List the steps', { calls: [{ id: 'list', name: 'todo_write', arguments: { todos } }] }, { text: 'Three steps.' })
  await send(run.terminal, 'List the steps')
  const screen = await run.terminal.until(/Three steps\./)
  for (const item of [/☑ Buy paint/, /◐ Paint/, /☐ Rest/]) expect(screen).toMatch(item)
})

it('shows a message typed while the agent works as waiting, and the model gets it in the same turn', async () => {
  const slow = holdBack({ text: 'Looking ' }, { text: 'around.' })
  rig.model.script('Look around', { calls: [{ id: 'look', name: 'bash', arguments: { command: 'sleep 3; echo seen', description: 'Looks' } }] })
  rig.model.script('Mind the paint', { deltas: slow.deltas })
  const session = await run.driven.sessionThatHeard('Tidy the shed')
  const ended = session.events('turn/end').length
  await send(run.terminal, 'Look around')
  await run.terminal.until(/sleep 3/)
  await send(run.terminal, 'Mind the paint')
  await run.terminal.until(/waiting.*Mind the paint/)
  const taken = await run.terminal.until((screen) => screen.includes('Looking') && !/waiting.*Mind the paint/.test(screen), 'the message in the transcript')
  expect(taken).toContain('Mind the paint')
  expect(session.events('turn/end')).toHaveLength(ended)
  slow.release()
  await run.terminal.until((screen) => screen.includes('Looking around.') && screen.includes('idle'), 'the end of the turn')
  expect(session.events('turn/end')).toHaveLength(ended + 1)
})

it('stays where it was read back to while text streams, and follows again at the end', async () => {
  rig.model.script('Tell me a lot', { deltas: atRate(endlessLines(4), 200) })
  await send(run.terminal, 'Tell me a lot')
  await run.terminal.until(/line 60 of the reply/)
  await run.terminal.press('PPage')
  const shown = await run.terminal.until((screen) => /line \d+ of/.test(screen) && /\d+ more/.test(screen), 'what was read back to')
  const before = linesOfReply(shown)
  expect(before.length).toBeGreaterThan(5)
  const later = await run.terminal.until((screen) => linesBelow(screen) > linesBelow(shown) + 20, 'more lines below')
  expect(linesOfReply(later).slice(0, 5)).toEqual(before.slice(0, 5))
  await run.terminal.press('End')
  await run.terminal.until((screen) => !/\d+ more/.test(screen), 'the end of the transcript')
})

it('says on the first ^C what a second does, and on the second that the turn was interrupted', async () => {
  await interrupt(run.terminal)
  await run.terminal.until((screen) => /interrupted/i.test(screen.split('\n').slice(1).join('\n')), 'the mark in the transcript')
  const session = await run.driven.sessionThatHeard('Tidy the shed')
  expect(session.events('turn/end').at(-1)).toMatchObject({ reason: { kind: 'aborted' } })
})

it('takes the next message after an interrupt', async () => {
  rig.model.script('Go on', { text: 'Gladly.' })
  await send(run.terminal, 'Go on')
  await run.terminal.until((screen) => screen.includes('Gladly.') && screen.includes('idle'), 'the reply')
})

it('says in one line why a turn failed', async () => {
  rig.model.script('Fail now', { status: 401, message: 'This key is not known' })
  await send(run.terminal, 'Fail now')
  await run.terminal.until(/This key is not known/)
})

it('offers the host\'s commands as they are typed, and completes one with Tab', async () => {
  await run.terminal.type('/')
  const list = await run.terminal.until((screen) => ['/compact', '/plan', '/sessions'].some((command) => screen.includes(command)), 'a list of commands')
  expect(list).toMatch(/\/\w+ +\S/)
  await run.terminal.type('comp')
  await run.terminal.until((screen) => screen.includes('/compact') && !screen.includes('/plan'), 'the matching command alone')
  await run.terminal.press('Tab')
  await run.terminal.until(/› \/compact/)
  await run.terminal.press('C-c')
  await run.terminal.until((screen) => !screen.includes('/compact'), 'an empty input')
})

it('runs a command of the host', async () => {
  await send(run.terminal, '/permission read-only')
  await run.terminal.until((screen) => screen.split('\n')[0]?.includes('read-only') === true, 'the preset in the title')
  await send(run.terminal, '/permission workspace-write')
  await run.terminal.until((screen) => screen.split('\n')[0]?.includes('workspace-write') === true, 'the preset in the title')
})

it('says in one line that there is no such command', async () => {
  await send(run.terminal, '/no-such-thing')
  await run.terminal.until(/no-such-thing.*\/help/)
  expect(rig.model.requests('/no-such-thing')).toEqual([])
})

it('recalls what was sent with the arrow keys, and gives the line back that was left for it', async () => {
  await run.terminal.press('Up')
  await run.terminal.until(/› \/no-such-thing/)
  await run.terminal.press('Down')
  await run.terminal.until(/›\s*$/m)
})

it('ends on ^C at rest with 0 and gives the terminal back', async () => {
  expect(await leave(run.terminal)).toBe(0)
  expect(await run.terminal.display('#{alternate_on} #{cursor_flag}')).toBe('0 1')
})
