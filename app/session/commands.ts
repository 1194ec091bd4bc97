/** Lines that a person typed: messages for the agent, commands of the host, and the few of our own. */
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { Locale } from '../../surfaces/form/locale.ts'
import type { Choice, CommandNews, ConsoleNews } from '../../surfaces/terminal/console/news.ts'
import { answerPair } from '../pair.ts'
import { chooseWhere } from '../where.ts'
import type { Conversation } from './conversation.ts'
import { earlierSessions } from './earlier.ts'
import { exitHost } from './exit.ts'
import { commandResult, hostCommands } from './host-commands.ts'
import { dayTime } from './day-time.ts'
import type { SessionWords } from './words.ts'

/** What a line may need. */
export interface Desk {
  readonly ctx: Context
  readonly cwd: string
  /** Ends what a command is still at. */
  readonly signal: AbortSignal
  readonly conversation: () => Conversation | undefined
  /** Keeps the line until there is an agent. */
  readonly wait: (line: string) => void
  readonly say: (choose: (words: SessionWords, locale: Locale) => string) => void
  readonly tell: (choose: (words: SessionWords) => ConsoleNews) => void
  /** Another session: the one of this id, or a new one. */
  readonly open: (id?: string) => void
}

/** As the host reads them: a slash in front, a name, and what follows after a blank. A path is none. */
const COMMAND = /^\/([a-z][a-z0-9_-]*)(?=$|\s)\s*([^]*)$/

type Own = (desk: Desk, argument: string) => void | Promise<void>

const OWN: Readonly<Record<string, Own>> = {
  sessions: (desk, id) => (id === '' ? offerSessions(desk) : ifAtRest(desk, () => desk.open(id))),
  new: (desk) => ifAtRest(desk, () => desk.open()),
  help: ({ ctx, conversation, say }) => say((words) => helpText(commandNews(ctx, conversation()?.agent, words), words)),
  pair: ({ ctx, say }, argument) => say((_words, locale) => answerPair(ctx, `/pair ${argument}`, locale) ?? ''),
  where: ({ ctx, say }, argument) => {
    const line = chooseWhere(ctx, argument)
    say((_words, locale) => line(locale))
  },
  quit: ({ ctx, say }) => {
    if (!exitHost(ctx, 0)) say((words) => words.noExit)
  },
}

/** The commands that a line may begin with: the host's for this agent, and our own. */
export function commandNews(ctx: Context, agent: Agent | undefined, words: SessionWords): readonly CommandNews[] {
  const own: readonly CommandNews[] = [
    { name: 'help', description: words.help },
    { name: 'new', description: words.fresh },
    { name: 'pair', description: words.pair, hint: '[approve]' },
    { name: 'quit', description: words.quit },
    { name: 'sessions', description: words.sessions, hint: words.sessionHint },
    { name: 'where', description: words.where, hint: words.whereHint },
  ]
  const hosts = agent === undefined ? [] : hostCommands(ctx, agent)
  return [...own, ...hosts.filter(({ name }) => !Object.hasOwn(OWN, name))].toSorted((left, right) => (left.name < right.name ? -1 : 1))
}

/** Does what the line says. What fails is said. */
export function runLine(line: string, desk: Desk): void {
  const [, name, argument = ''] = COMMAND.exec(line) ?? []
  if (name === undefined) return say(line, desk)
  run(line, name, argument.trim(), desk).catch((error: unknown) => {
    if (!desk.signal.aborted) desk.say((words) => words.commandFailed(name, error instanceof Error ? error.message : String(error)))
  })
}

function say(line: string, { conversation, wait }: Desk): void {
  const text = line.trim()
  const agent = conversation()
  if (text === '') return
  if (agent === undefined) wait(line)
  else agent.say(text)
}

async function run(line: string, name: string, argument: string, desk: Desk): Promise<void> {
  const own = Object.hasOwn(OWN, name) ? OWN[name] : undefined
  if (own !== undefined) return own(desk, argument)
  const agent = desk.conversation()?.agent
  // The agent is not there yet, and its commands come with it: the line waits as a message would.
  if (agent === undefined) return desk.wait(line)
  const result = await commandResult(desk.ctx, agent, line.trimEnd(), desk.signal)
  if (result === undefined) return desk.say((words) => words.unknownCommand(name))
  if (!result.ok) return desk.say((words) => words.commandFailed(name, result.text))
  desk.say((words) => (result.text === '' ? words.commandDone(name) : result.text))
}

/** A session is not left while its agent works: that would end the work unasked. */
function ifAtRest({ conversation, say }: Desk, go: () => void): void {
  if (conversation()?.isRunning === true) say((words) => words.busy)
  else go()
}

async function offerSessions({ ctx, cwd, conversation, say, tell }: Desk): Promise<void> {
  const here = conversation()?.id
  const sessions = (await earlierSessions(ctx, cwd)).filter(({ id }) => id !== here)
  if (sessions.length === 0) return say((words) => words.noSessions)
  const choicesIn = (words: SessionWords) => sessions.map(({ id, title, at, messages }): Choice => ({ value: id, label: title, detail: `${dayTime(new Date(at))}, ${words.messages(messages)}` }))
  tell((words) => ({ type: 'choices-offered', command: 'sessions', choices: choicesIn(words) }))
}

function helpText(commands: readonly CommandNews[], words: SessionWords): string {
  const widest = Math.max(...commands.map(({ name }) => name.length))
  return [words.helpTitle, ...commands.map(({ name, description }) => `  /${name.padEnd(widest)}  ${description}`), words.helpText].join('\n')
}
