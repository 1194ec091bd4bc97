/** This machine: Node, the host, the terminal and the proxy of the environment. */
import { glyphSetOf } from '../../../surfaces/terminal/glyphs.ts'
import { type Finding, finding } from '../finding.ts'
import type { DoctorPorts, Environment, TerminalFacts } from '../situation.ts'

/** What the bundle needs, and what the host does. */
const NODE_MIN = [20, 19] as const
const NODE_HOST = [22, 19] as const

/** Cells below which a question takes many pages. */
const SMALL = { columns: 40, rows: 12 } as const
const FEW_COLOURS = 16

export function checkNode(version: string): readonly Finding[] {
  if (isOlder(version, NODE_MIN)) return [finding('host.node-old', { version })]
  return [finding(isOlder(version, NODE_HOST) ? 'host.node-demo-only' : 'host.node', { version })]
}

function isOlder(version: string, [major, minor]: readonly [number, number]): boolean {
  const [givenMajor = 0, givenMinor = 0] = version.split('.').map(Number)
  return givenMajor < major || (givenMajor === major && givenMinor < minor)
}

/** `linked`: the version that has linked itself into the dsh home when it last started there. */
export async function checkHost({ run }: Pick<DoctorPorts, 'run'>, linked: string | undefined, signal: AbortSignal): Promise<readonly Finding[]> {
  const ran = await run('dsh', ['--version'], signal)
  if (ran.kind === 'failed' && ran.code === 'ENOENT') return [linked === undefined ? finding('host.dsh-missing') : finding('host.dsh-elsewhere', { version: linked })]
  if (ran.kind === 'failed') return [finding('host.dsh-broken', { why: ran.code })]
  const version = /\d+\.\d+\.\d+\S*/u.exec(ran.stdout)?.[0]
  if (ran.code !== 0 || version === undefined) return [finding('host.dsh-broken', { why: `exit code ${ran.code}` })]
  return [finding('host.dsh', { version })]
}

export function checkTerminal({ isTerminal, columns, rows, colours }: TerminalFacts, env: Environment): readonly Finding[] {
  if (!isTerminal) return [finding('terminal.none')]
  const term = env['TERM'] ?? ''
  if (term === '' || term === 'dumb') return [finding('terminal.dumb', { term })]
  const glyphs = glyphSetOf(env)
  const found = [
    ...(columns < SMALL.columns || rows < SMALL.rows ? [finding('terminal.small', { columns, rows })] : []),
    ...(glyphs === 'ascii' ? [finding('terminal.ascii')] : []),
    ...(colours < FEW_COLOURS ? [finding('terminal.colours', { colours })] : []),
  ]
  return found.length > 0 ? found : [finding('terminal.ok', { term, columns, rows, colours, glyphs })]
}

/** Names of the proxies that the environment sets; never their values, which may hold a password. */
export function proxyNames(env: Environment): readonly string[] {
  return ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]).filter((name) => env[name])
}

export function checkProxy(env: Environment): readonly Finding[] {
  const names = proxyNames(env)
  return [names.length === 0 ? finding('proxy.none') : finding('proxy.ignored', { names: names.join(', ') })]
}
