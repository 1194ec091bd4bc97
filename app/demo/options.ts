/** The demo's command line. */
import { accessSync, constants } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Locale } from '../../surfaces/form/locale.ts'
import type { ScriptedAsk } from '../asks.ts'
import { UsageError } from '../usage-error.ts'
import type { Era } from './host/index.ts'

export interface DemoOptions {
  /** Port of the phone's page; absent: any free one. */
  readonly port?: number
  /** What the agent asks; absent: the demo's own script. */
  readonly asks?: readonly ScriptedAsk[]
  /** Both humans are played. */
  readonly auto: boolean
  /** Where the rounds of `auto` are written. */
  readonly json?: string
  /** Order of the acts in `auto`. */
  readonly seed: number
  readonly locale?: Locale
  /** How the host hands out its questions. */
  readonly era: Era
  /** How clicks come in: posted to a webhook, or over a connection that the surface opens. */
  readonly transport: Transport
}

export type Transport = 'webhook' | 'long-connection'

const DEFAULTS: DemoOptions = { auto: false, seed: 1, era: 'slot', transport: 'webhook' }

/**
 * Reads the arguments after the script's name; undefined when help was printed and nothing is left to do.
 * @throws {UsageError} one line that names option and remedy.
 */
export async function readOptions(argv: readonly string[]): Promise<DemoOptions | undefined> {
  // The usual start has no arguments and paints sooner without the parser.
  if (argv.length === 0) return DEFAULTS
  const [{ Command, CommanderError }, { oneOf, wholeNumber }] = await Promise.all([import('commander'), import('../option-values.ts')])
  const command = new Command('npm start --')
    .description('An agent asks; answer in this terminal or on the page of the simulated phone, whichever is sooner.')
    .option('--port <port>', 'port of the phone\'s page (any free one)', wholeNumber(1, 65_535))
    .option('--asks <file>', 'JSON file with the asks, instead of the demo\'s own')
    .option('--auto', 'play both humans, print a timeline, end with 0 only if each round ended as scripted')
    .option('--json <file>', 'with --auto: write the rounds to this file')
    .option('--seed <number>', 'with --auto: order of the acts in the same instant', wholeNumber(0, 0xffff_ffff))
    .option('--locale <zh|en>', 'language of both screens (from LANG)', oneOf('zh', 'en'))
    .option('--era <slot|waterfall>', 'how the host hands out questions: to one provider (up to 0.1.1) or along a row (from 0.1.2)', oneOf('slot', 'waterfall'))
    .option('--transport <name>', 'webhook or long-connection: how clicks come in', oneOf('webhook', 'long-connection'))
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
  try {
    command.parse(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.helpDisplayed') return undefined
    throw new UsageError(`${error.message.replace(/^error: /, '').replace(/\.?\s*$/, '').replace(/\s+/g, ' ')}; see npm start -- --help`)
  }
  const given = command.opts<{ port?: number; asks?: string; auto?: true; json?: string; seed?: number; locale?: Locale; era?: Era; transport?: Transport }>()
  if (given.auto && given.transport === 'long-connection') {
    throw new UsageError('--auto sends clicks at an exact moment, which wants the webhook; leave --transport out')
  }
  if (given.json !== undefined) checkWritable(given.json, given.auto === true)
  const { asks: file, ...rest } = given
  if (file === undefined) return { ...DEFAULTS, ...rest }
  const asks = (await import('../asks.ts')).readAsksFile(file)
  if (asks.every(({ seconds }) => seconds === undefined)) return { ...DEFAULTS, ...rest, asks }
  if (given.era === 'slot') throw new UsageError(`${file}: "seconds" needs a host that can go on without an answer; leave --era slot out`)
  return { ...DEFAULTS, ...rest, asks, era: 'waterfall' }
}

function checkWritable(file: string, auto: boolean): void {
  if (!auto) throw new UsageError('--json writes the rounds of --auto; add --auto')
  try {
    accessSync(dirname(resolve(file)), constants.W_OK)
  } catch {
    // Whatever the reason, the remedy is the same.
    throw new UsageError(`--json: the folder of ${file} cannot be written; name a file in a folder that can`)
  }
}
