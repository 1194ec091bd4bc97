/** What can be typed: the programs that documents speak of, with the options that each one takes. */
import { readFileSync } from 'node:fs'
import { createCommandLine } from '../../app/session/command-line.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(read('package.json'))

/** Sources that hold the options of a script. */
const SCRIPT_SOURCES: Readonly<Record<string, string>> = {
  start: 'app/demo/options.ts', bench: 'test/bench/main.ts', chaos: 'test/chaos/main.ts', fuzz: 'test/fuzz/main.ts', load: 'test/load/main.ts', docs: 'test/docs/main.ts', mutation: 'test/mutation/main.ts',
}

/** `.option('--name …')`, and the fields that `parseArgs` is given. */
function optionsIn(source: string): ReadonlySet<string> {
  const declared = [...source.matchAll(/\.option\('(--[a-z-]+)/g)].map(([, name = '']) => name)
  const parsed = [...source.matchAll(/'?([a-z-]+)'?: \{ type: '(?:string|boolean)'/g)].map(([, name = '']) => `--${name}`)
  return new Set([...declared, ...parsed, '--help'])
}

/** The commands of `dsh-ask-anywhere`, with their options. */
const PROGRAM: ReadonlyMap<string, ReadonlySet<string>> = new Map(read('app/cli.ts').split(/\.command\('/).slice(1).map((part) => [part.slice(0, part.indexOf('\'')), optionsIn(part)]))

const HOST: ReadonlySet<string> = new Set(['--profile', '--patch', '--help', ...createCommandLine(() => {}).options.map(({ long }) => long ?? '')])

export const EVERY_OPTION: ReadonlySet<string> = new Set([
  ...PROGRAM.values(), HOST, ...Object.values(SCRIPT_SOURCES).map((path) => optionsIn(read(path))),
].flatMap((options) => [...options]))

/** Why a line of a document cannot be typed; undefined where it can, or where it is none of these programs. */
export function faultOf(line: string): string | undefined {
  return line.split(' && ').map(faultOfCommand).find((fault) => fault !== undefined)
}

function faultOfCommand(line: string): string | undefined {
  const words = line.replace(/\s+#.*$/, '').trim().split(/\s+/)
  const options = words.filter((word) => word.startsWith('--') && word !== '--').map((word) => word.replace(/=.*/, ''))
  const [program = '', first = '', second = ''] = words
  switch (program) {
    case 'npm': {
      if (['install', 'ci', 'pack'].includes(first)) return undefined
      const script = first === 'run' ? second : first
      if (scripts[script] === undefined) return `there is no script ${script}`
      const source = SCRIPT_SOURCES[script]
      return stray(options, source === undefined ? new Set() : optionsIn(read(source)))
    }
    case 'npx': {
      if (first !== 'dsh-ask-anywhere') return ['vitest', 'tsc', 'oxlint'].includes(first) ? undefined : `nothing is known of npx ${first}`
      if (second === '') return undefined
      const known = PROGRAM.get(second)
      return known === undefined ? `there is no command ${second}` : stray(options, known)
    }
    case 'dsh':
      if (first !== 'plugin') return stray(options, HOST)
      return words.some((word) => word === 'add' || word === 'remove') ? stray(options, new Set(['--profile'])) : `nothing is known of ${line}`
    default:
      return undefined
  }
}

function stray(options: readonly string[], known: ReadonlySet<string>): string | undefined {
  const found = options.find((option) => !known.has(option))
  return found === undefined ? undefined : `there is no option ${found}`
}
