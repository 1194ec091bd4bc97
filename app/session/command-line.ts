/** `dsh --profile NAME ["first task"] [--resume ID | --continue] [--no-terminal]`. */
import { Command, Option } from 'commander'
import type { CommandLine } from './launch.ts'

const UNKNOWN = 'error: unknown option'
/** The host takes a `--` for its own. */
const DASHED = 'put a blank before a task that begins with a dash'

/** The program; `take` gets what was asked for, not called on help and bad use. */
export function createCommandLine(take: (line: CommandLine) => void): Command {
  const program = new Command('dsh --profile ask')
    .description('Give the agent work, read along, answer its questions at the terminal or on the phone.')
    .helpOption('-h, --help', 'show this help')
    .argument('[task...]', 'the first message; without a terminal its answer is printed and the process ends')
    .addOption(new Option('--resume <id>', 'go on with an earlier session').conflicts('continue'))
    .option('--continue', 'go on with the latest session of this folder')
    .option('--no-terminal', 'stay away from the terminal: other places answer')
    .configureOutput({ outputError: (text, write) => write(text.startsWith(UNKNOWN) ? text.replace(/\n/, `; ${DASHED}\n`) : text) })
    .addHelpText('after', [
      '', 'Examples:',
      '  dsh --profile ask                           open the console',
      '  dsh --profile ask "run the tests"           open it with work',
      '  dsh --profile ask --continue                go on where you stopped',
      '  dsh --profile ask --no-terminal "tidy up"   work alone, print the answer, end',
    ].join('\n'))
  return program.action((words: readonly string[], options: { readonly resume?: string; readonly continue?: true; readonly terminal: boolean }) => {
    const task = words.join(' ').trim()
    const id = options.resume?.trim()
    if (id === '') program.error('error: --resume needs the id of a session; --continue goes on with the latest one')
    take({
      terminal: options.terminal,
      from: id !== undefined ? { kind: 'named', id } : options.continue === true ? { kind: 'latest' } : { kind: 'new' },
      ...(task === '' ? {} : { task }),
    })
  })
}
