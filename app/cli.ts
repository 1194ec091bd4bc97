#!/usr/bin/env node
/** `npx dsh-ask-anywhere`: what can be done without a host. Bad input gets one clear line and exit code 2. */
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { WEBHOOK } from './bundle.ts'
import type { DoctorOptions } from './doctor/index.ts'
import { oneOf, wholeNumber } from './option-values.ts'
import { STATES } from './preview/states.ts'
import type { LogOptions } from './log.ts'
import type { PreviewOptions } from './preview/index.ts'
import type { SetupOptions } from './setup/index.ts'
import type { SimulatorOptions } from './simulator.ts'
import { UsageError } from './usage-error.ts'

const size = wholeNumber(1, 1_000)
const port = wholeNumber(1, 65_535)

function webUrl(text: string): string {
  if (URL.canParse(text) && new URL(text).protocol === 'http:') return text
  throw new InvalidArgumentError('give an http URL on this machine')
}

function publicUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new InvalidArgumentError('give the https URL that the platform posts to')
}

/** Aborts when the person or the system ends the program. */
function interruption(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort())
  return ending.signal
}

/** `end` is told the exit code of a command that has more to say than success. */
function commands(end: (code: number) => void): Command {
  const program = new Command('dsh-ask-anywhere')
    .description('Asks of a dsh coding agent on every screen that can answer them.')
  program.command('preview')
    .description('Print what a file of asks looks like on a surface, one ask after the other.')
    .argument('<file>', 'JSON file of asks: [{ "questions": [...] }, ...]')
    .option('--surface <name>', 'which surface', 'terminal')
    .option('--cols <number>', 'columns of the screen', size, 80)
    .option('--rows <number>', 'rows of the screen', size, 24)
    .option('--locale <zh|en>', 'language (from LANG)', oneOf('zh', 'en'))
    .option('--state <state>', STATES.join(', '), oneOf(...STATES), 'pending')
    .option('--glyphs <set>', 'unicode or ascii (from the locale and TERM)', oneOf('unicode', 'ascii'))
    .option('--no-color', 'text alone, also on a terminal')
    .action(async (file: string, options: PreviewOptions) => (await import('./preview/index.ts')).runPreview(file, options, process))
  program.command('simulator')
    .description('Start a local Feishu with a phone in the browser, and print the config that points a profile at it.')
    .option('--port <number>', 'port of the phone and the platform', port, 8791)
    .option('--webhook <url>', 'where the profile listens for clicks', webUrl, `http://${WEBHOOK.host}:${WEBHOOK.port}${WEBHOOK.path}`)
    .option('--locale <zh|en>', 'language of the phone and of what is printed (from LANG)', oneOf('zh', 'en'))
    .action(async (options: SimulatorOptions) => (await import('./simulator.ts')).runSimulator(options, { env: process.env, stdout: process.stdout, signal: interruption() }))
  program.command('log')
    .description('Print what was asked, answered and delivered with this dsh home, oldest first.')
    .option('--session <id>', 'only asks of the session whose id begins so')
    .option('--json', 'one JSON object a line')
    .option('--locale <zh|en>', 'language (from LANG)', oneOf('zh', 'en'))
    .action(async (options: LogOptions) => (await import('./log.ts')).runLog(options, { env: process.env, print: (text) => void process.stdout.write(text) }))
  program.command('setup')
    .description('Connect a profile of dsh with a Feishu/Lark app: asks, shows every change, writes it when you agree. In a script give options and --yes; secrets are read from the environment.')
    .option('--profile <name>', 'profile of dsh', 'ask')
    .option('--domain <feishu|lark|url>', 'platform')
    .option('--transport <long-connection|webhook>', 'how taps come in')
    .option('--app-id <id>', 'App ID of the bot')
    .option('--port <number>', 'port of the webhook')
    .option('--path <path>', 'path of the webhook')
    .option('--public-url <url>', 'address at which the platform reaches this machine; shown in the steps')
    .option('--secrets <file|environment>', 'where secrets are kept: the host\'s .credentials.yaml, or variables where dsh is started')
    .option('--app-secret-ref <name>', 'name of the App Secret')
    .option('--encrypt-key-ref <name>', 'name of the Encrypt Key')
    .option('--verification-token-ref <name>', 'name of the Verification Token')
    .option('--operator <open_id|later>', 'who may answer; later: pair at the terminal')
    .option('--operator-name <name>', 'what other screens call this person')
    .option('--role <answer|approve>', 'what this person may do')
    .option('--print', 'show what would be written and the steps, and write nothing')
    .option('--yes', 'write without asking')
    .option('--undo', 'take back what setup wrote in the profile')
    .option('--locale <zh|en>', 'language (from LANG)', oneOf('zh', 'en'))
    .action(async (options: SetupOptions) => {
      const { stdin, stdout, env } = process
      end(await (await import('./setup/index.ts')).runSetup(options, { env, folder: process.cwd(), input: stdin, output: stdout, isTerminal: stdin.isTTY && stdout.isTTY }))
    })
  program.command('doctor')
    .description('Look at everything between a question and a phone, change nothing, and say what to do. Exit code 0: all well, 1: warnings, 2: faults.')
    .option('--profile <name>', 'which profile of the dsh home', 'ask')
    .option('--live', 'send a test card to the first operator and wait for the tap on it')
    .option('--seconds <number>', 'how long to wait for the tap', wholeNumber(1, 1_000), 60)
    .option('--public <url>', 'where the platform posts clicks to, to be tried as well', publicUrl)
    .option('--json', 'one JSON object')
    .option('--locale <zh|en>', 'language (from LANG)', oneOf('zh', 'en'))
    .action(async (options: DoctorOptions) => {
      const [{ runDoctor }, { createDoctorPorts }] = await Promise.all([import('./doctor/index.ts'), import('./doctor/process.ts')])
      end(await runDoctor(options, createDoctorPorts(process, interruption()), (text) => void process.stdout.write(text)))
    })
  for (const command of [program, ...program.commands]) command.exitOverride().configureOutput({ writeErr: () => {} })
  return program
}

/** Runs one command; resolves with the exit code. */
async function main(argv: readonly string[]): Promise<number> {
  try {
    let code = 0
    await commands((ended) => { code = ended }).parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const message = error instanceof CommanderError ? usageOf(error) : error instanceof UsageError ? error.message : undefined
    if (message === undefined) throw error
    process.stderr.write(`${message}\n`)
    return 2
  }
}

function usageOf({ code, message }: CommanderError): string {
  const what = code === 'commander.help' ? 'no command' : message.replace(/^error: /, '').replace(/\.?\s*$/, '').replace(/\s+/g, ' ')
  return `${what}; see dsh-ask-anywhere --help`
}

// Whoever reads may have seen enough, e.g. `| head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
process.exitCode = await main(process.argv.slice(2))
