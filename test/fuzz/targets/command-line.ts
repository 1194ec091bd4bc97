/** Arguments of the demo and of the console: a complaint is one line of ours, never a stack. */
import { CommanderError } from 'commander'
import { readOptions } from '../../../app/demo/options.ts'
import { createCommandLine } from '../../../app/session/command-line.ts'
import { UsageError } from '../../../app/usage-error.ts'
import { textOf } from '../pieces.ts'
import { hold, type Target } from '../target.ts'

const WORDS = [
  '--port', '--port=80', '--asks', '--auto', '--json', '--seed', '--seed=1', '--locale', '--locale=zh', '--era', 'slot', 'waterfall', '--transport', 'webhook', 'long-connection', '--resume', '--resume=', '--continue', '--no-terminal', '--terminal',
  '--', '-', '---', '-h=1', '-x', '--=', '--__proto__', '--constructor=1', '1', '0x10', '1e3', '-1', '', ' ', 'a task', '/nowhere/asks.json',
] as const

export const commandLine: Target = {
  name: 'command-line',
  share: 0.5,
  open: () => ({
    make: (random) => Buffer.from(JSON.stringify(Array.from({ length: random.below(6) }, () => (random.below(5) === 0 ? textOf(random, undefined, 4) : random.pick(WORDS))))),
    run: async (input) => {
      const words: string[] = JSON.parse(input.toString())
      try {
        await readOptions(words)
      } catch (error) {
        if (!(error instanceof UsageError)) throw error
        hold(!/[\n\r]/u.test(error.message), () => `more than one line: ${JSON.stringify(error.message)}`)
      }
      try {
        let taken = 0
        createCommandLine(({ from, task }) => {
          taken += 1
          hold(task !== '' && (from.kind !== 'named' || from.id !== ''), () => 'an empty task or session was taken')
        }).exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined }).parse(words, { from: 'user' })
        hold(taken === 1, () => `the command line was taken ${taken} times`)
      } catch (error) {
        if (!(error instanceof CommanderError)) throw error
      }
    },
  }),
}
