/** The doctor on this process: its terminal, its programs, its clock. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { processStart } from '../../router/process-lock.ts'
import { DOMAINS } from '../../surfaces/feishu/config.ts'
import type { DoctorPorts, Ran } from './situation.ts'

/** Milliseconds. */
const CHECK_LIMIT = 30_000
const CALL_LIMIT = 8_000
/** Seconds. */
const PONG_TIMEOUT = 5

export function createDoctorPorts(host: NodeJS.Process, signal: AbortSignal): DoctorPorts {
  const { stdin, stdout, stderr } = host
  return {
    env: host.env,
    cwd: host.cwd(),
    now: Date.now,
    sleep: (ms, until) => delay(ms, undefined, until ? { signal: until } : {}),
    startOf: processStart,
    node: host.versions.node,
    version: readVersion(),
    terminal: { isTerminal: stdin.isTTY && stdout.isTTY, columns: stdout.columns ?? 0, rows: stdout.rows ?? 0, colours: stdout.isTTY ? 2 ** stdout.getColorDepth() : 2 },
    run,
    platforms: DOMAINS,
    limits: { check: CHECK_LIMIT, call: CALL_LIMIT },
    pongTimeout: PONG_TIMEOUT,
    say: (line) => void stderr.write(`${line}\n`),
    onLine: (listener) => {
      const lines = createInterface({ input: stdin })
      lines.on('line', listener)
      return () => lines.close()
    },
    signal,
  }
}

function run(program: string, args: readonly string[], signal: AbortSignal): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(program, [...args], { signal, timeout: CALL_LIMIT, windowsHide: true }, (error, stdout) => {
      if (error === null) resolve({ kind: 'ended', code: 0, stdout })
      else if (typeof error.code === 'number') resolve({ kind: 'ended', code: error.code, stdout })
      else resolve({ kind: 'failed', code: error.code ?? (error.killed ? 'no answer' : 'unknown') })
    })
  })
}

const manifest = z.object({ version: z.string() })

/** The manifest stands as far above the compiled file as above this source. */
function readVersion(): string {
  try {
    return manifest.parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).version
  } catch {
    return '?'
  }
}
