/** The host as a process: in a real terminal, or with none. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openTerminal, type Terminal } from '../terminal.ts'
import { eventually } from './driven.ts'
import { hostEnv } from './install.ts'

export interface HostOptions {
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export interface Size {
  readonly columns: number
  readonly rows: number
}

export interface HeadlessHost {
  readonly pid: number
  /** Everything written so far, both streams. */
  output(): string
  stdout(): string
  stderr(): string
  /** Exit code, or the signal that ended it. */
  readonly exit: Promise<number | NodeJS.Signals>
  /** How it ended and what it wrote, once it has ended. */
  ended(): string | undefined
  /** Ends it if it still runs. */
  close(): Promise<void>
}

/** Without a terminal: no input, both outputs are pipes. */
export function startHeadless({ command: [program, ...args], cwd, env }: HostOptions): HeadlessHost {
  const child = spawn(program, args, { cwd, env: { ...hostEnv(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const written: { readonly stream: unknown; readonly chunk: Buffer }[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => written.push({ stream, chunk }))
  const textOf = (...streams: readonly unknown[]) => Buffer.concat(written.flatMap(({ stream, chunk }) => (streams.includes(stream) ? [chunk] : []))).toString()
  const output = () => textOf(child.stdout, child.stderr)
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const exit = once(child, 'close').then(([code, signal]): number | NodeJS.Signals => code ?? signal)
  // A start that fails shows where a test waits for the host.
  exit.catch(() => {})
  return {
    pid: child.pid ?? 0,
    output,
    stdout: () => textOf(child.stdout),
    stderr: () => textOf(child.stderr),
    exit,
    ended: () => (isOver() ? `${child.exitCode ?? child.signalCode}\n${output()}` : undefined),
    async close() {
      if (!isOver()) child.kill('SIGKILL')
      await exit
    },
  }
}

/** In a terminal, 100 columns by 30 rows unless told otherwise. `begin` is a shell command that runs before it. */
export function startInTerminal({ command, cwd, env }: HostOptions, { columns, rows }: Size = { columns: 100, rows: 30 }, begin = 'true'): Promise<Terminal> {
  return openTerminal({ command: `cd ${quote(cwd)}; ${begin}; ${command.map(quote).join(' ')}`, columns, rows, env: { TERM: 'xterm-256color', ...env } })
}

/** Kills a process that may have ended already; resolves when it is gone. */
export async function endProcess(pid: number): Promise<void> {
  await eventually(`process ${pid} to be gone`, () => !isKilled(pid) || undefined)
}

/** False when there is no such process any more. */
function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
