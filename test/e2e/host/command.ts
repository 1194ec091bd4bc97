/** One program run to its end. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface CommandOptions {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
  /** Milliseconds until it is ended; default two minutes. */
  readonly timeout?: number
}

/** @throws {Error} with both outputs when the program fails. */
export async function run(program: string, args: readonly string[], { cwd, env, timeout = 120_000 }: CommandOptions): Promise<{ stdout: string; stderr: string }> {
  try {
    return await execute(program, args, { cwd, timeout, maxBuffer: 64 * 1024 * 1024, ...(env ? { env } : {}) })
  } catch (error) {
    const { stdout = '', stderr = '' }: { stdout?: unknown; stderr?: unknown } = Object(error)
    throw new Error(`${program} ${args.join(' ')} failed\n${String(stdout)}${String(stderr)}`, { cause: error })
  }
}
