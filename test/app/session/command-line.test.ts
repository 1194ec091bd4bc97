import { Context } from '@deepseek-ai/cordis'
import { expect, it } from 'vitest'
import { NO_COMMAND_LINE, readCommandLine } from '../../../app/session/arguments.ts'
import { createCommandLine } from '../../../app/session/command-line.ts'
import { isFollowed, launchOf, type CommandLine } from '../../../app/session/launch.ts'

/** What the words ask for, or what is printed instead. */
function read(...words: readonly string[]): CommandLine | string {
  let line: CommandLine | undefined
  let printed = ''
  const program = createCommandLine((taken) => { line = taken }).exitOverride().configureOutput({ writeOut: (text) => { printed += text }, writeErr: (text) => { printed += text } })
  try {
    program.parse(words, { from: 'user' })
  } catch {
    return printed
  }
  return line ?? printed
}

it.each<[readonly string[], CommandLine]>([
  [[], { terminal: true, from: { kind: 'new' } }],
  [['run the tests'], { terminal: true, from: { kind: 'new' }, task: 'run the tests' }],
  [['run', 'the', 'tests'], { terminal: true, from: { kind: 'new' }, task: 'run the tests' }],
  [[' -v fails'], { terminal: true, from: { kind: 'new' }, task: '-v fails' }],
  [['   '], { terminal: true, from: { kind: 'new' } }],
  [['--resume', 'session-1'], { terminal: true, from: { kind: 'named', id: 'session-1' } }],
  [['--resume', 'session-1', 'go', 'on'], { terminal: true, from: { kind: 'named', id: 'session-1' }, task: 'go on' }],
  [['--continue'], { terminal: true, from: { kind: 'latest' } }],
  [['--no-terminal', 'tidy up'], { terminal: false, from: { kind: 'new' }, task: 'tidy up' }],
])('reads %j', (words, line) => {
  expect(read(...words)).toEqual(line)
})

it.each([
  [['--resume', 'a', '--continue'], /^error: option '--resume <id>' cannot be used with option '--continue'\n$/],
  [['--resume'], /^error: option '--resume <id>' argument missing\n$/],
  [['--resume', ' '], /^error: --resume needs the id of a session; --continue goes on with the latest one\n$/],
  [['--colour'], /^error: unknown option '--colour'; put a blank before a task that begins with a dash\n$/],
  [['-v fails'], /^error: unknown option '-v fails'; put/],
])('answers %j with one line', (words, line) => {
  expect(read(...words)).toMatch(line)
})

it('explains itself', () => {
  const help = read('--help')
  for (const part of ['dsh --profile ask', '--resume <id>', '--continue', '--no-terminal', 'Examples:']) expect(help).toContain(part)
})

it('asks nothing of a host that has no command line, or an empty one', async () => {
  const ctx = new Context()
  expect(await readCommandLine(ctx)).toEqual(NO_COMMAND_LINE)
  ctx.provide('cmdlineArgs', { get: () => [] })
  ctx.provide('appExit', () => {})
  expect(await readCommandLine(ctx)).toEqual(NO_COMMAND_LINE)
})

it('lets a person drive where a screen can open, and runs a task alone where none can', () => {
  const line: CommandLine = { terminal: true, from: { kind: 'new' } }
  expect(launchOf(line, true).drive).toBe('person')
  expect(launchOf(line, false).drive).toBe('person')
  expect(launchOf({ ...line, task: 'do' }, true)).toEqual({ drive: 'person', terminal: true, from: { kind: 'new' }, task: 'do' })
  expect(launchOf({ ...line, task: 'do' }, false).drive).toBe('task')
  expect(launchOf({ ...line, task: 'do', terminal: false }, true)).toEqual({ drive: 'task', terminal: false, from: { kind: 'new' }, task: 'do' })
})

it.each<[Parameters<typeof isFollowed>[0], boolean]>([
  [{ tty: true, term: 'xterm', lines: 'off' }, true],
  [{ tty: true, term: undefined, lines: 'auto' }, true],
  [{ tty: true, term: 'dumb', lines: 'auto' }, true],
  [{ tty: true, term: 'dumb', lines: 'off' }, false],
  // A pipe that is read line by line answers questions; the task is still worked on once.
  [{ tty: false, term: 'xterm', lines: 'on' }, false],
])('knows whether a person can follow on %j', (given, expected) => {
  expect(isFollowed(given)).toBe(expected)
})
