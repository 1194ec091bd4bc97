/** The program as it is installed: compiled, on its own dependencies, without the host's packages. */
import { type ChildProcess, execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Simulator } from '../../app/demo/simulator/index.ts'
import { createHome, feishuRow, type Home, SECRETS, startPlatform } from './doctor/stand.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const ASKS = join(ROOT, 'test/asks/awkward.json')

interface Ended { readonly code: number; readonly stdout: string; readonly stderr: string }

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ask-cli-'))
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@deepseek-ai' && !name.startsWith('.')) symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  execFileSync(process.execPath, [join(ROOT, 'config/bundle.js'), join(folder, 'lib')])
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true }))

function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(folder, 'lib/app/cli.js'), ...args], { cwd: folder, env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env }, timeout: 30_000, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}

describe('preview', () => {
  it('prints the exact screen of each ask as text, without a host', async () => {
    const { code, stdout, stderr } = await run(['preview', ASKS, '--surface', 'terminal', '--cols', '60', '--rows', '16', '--locale', 'zh'])
    expect([code, stderr]).toEqual([0, ''])
    // Sixteen rows for each of the twelve asks, and a blank line between two.
    expect(stdout.split('\n')).toHaveLength(12 * 16 + 11 + 1)
    expect(stdout).toContain('┌─ 数据库 ─')
    expect(stdout).not.toContain('\u001b')
  })

  it('takes the language and the signs from the environment, and 80x24 by default', async () => {
    const { stdout } = await run(['preview', ASKS], { LANG: 'zh_CN.GBK' })
    expect(stdout.split('\n').slice(0, 24).join('\n')).toContain('> 1. (*) PostgreSQL')
    expect(stdout).toContain('其他: 输入你的答案')
  })

  it.each(['pending', 'answered', 'dismissed', 'aborted', 'timed-out', 'failed'])('prints the state %s on both surfaces', async (state) => {
    for (const surface of ['terminal', 'feishu']) {
      const { code, stdout } = await run(['preview', ASKS, '--surface', surface, '--state', state])
      expect([surface, code]).toEqual([surface, 0])
      expect(stdout.length).toBeGreaterThan(200)
    }
  })

  it('prints cards as JSON', async () => {
    const { stdout } = await run(['preview', ASKS, '--surface', 'feishu', '--locale', 'zh'])
    const cards: unknown = JSON.parse(stdout.slice(0, stdout.indexOf('\n]') + 2))
    expect(cards).toMatchObject([{ schema: '2.0' }])
  })
})

describe('doctor', () => {
  it('ends with 2 and says what to do where there is no profile, and takes no file of the home', async () => {
    const { code, stdout, stderr } = await run(['doctor', '--json'], { DSH_HOME: join(folder, 'empty') })
    expect([code, stderr]).toEqual([2, ''])
    const { findings }: { findings: { code: string; next: string }[] } = JSON.parse(stdout)
    expect(findings.find((each) => each.code === 'profile.missing')?.next).toContain('dsh plugin --profile ask add dsh-ask-anywhere')
    expect(existsSync(join(folder, 'empty'))).toBe(false)
  })
})

describe('doctor --live', () => {
  let home: Home
  let platform: Simulator
  beforeEach(async () => {
    home = createHome()
    platform = await startPlatform({ setup: { subscribed: [] } })
    home.patch([feishuRow(platform.url)])
  })
  afterEach(async () => {
    await platform.close()
    home.dispose()
  })

  /** Runs it; `act` is called once the card is out and its tap is waited for. */
  async function live(act: (child: ChildProcess) => void): Promise<Ended> {
    let child: ChildProcess | undefined
    const ended = new Promise<Ended>((resolve) => {
      child = execFile(process.execPath, [join(folder, 'lib/app/cli.js'), 'doctor', '--live', '--seconds', '60'], { env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', DSH_HOME: home.path, ...SECRETS }, timeout: 30_000 }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
      })
    })
    child?.stderr?.once('data', () => { if (child) act(child) })
    return ended
  }

  it('asks for the tap beside the report, and takes what the person types', async () => {
    const { code, stdout, stderr } = await live((child) => child.stdin?.write('200340\n'))
    expect(stderr).toContain('A test card went to Wang Fang')
    expect(stdout).toContain('[live.not-subscribed]')
    expect(code).toBe(2)
  }, 40_000)

  it('ends at once, its card put to rest, when it is interrupted', async () => {
    const { code, stdout } = await live((child) => child.kill('SIGINT'))
    expect(code).toBe(130)
    expect(stdout).toContain('[platform.token]')
    expect(stdout).not.toContain('[live.')
    expect(JSON.stringify(platform.messages()[0]?.card)).toContain('The test is over.')
  }, 40_000)
})

describe('bad input', () => {
  it.each<[string, string[], RegExp]>([
    ['no command', [], /^no command; see/],
    ['an unknown command', ['prevue'], /unknown command 'prevue'/],
    ['no file', ['preview'], /missing required argument 'file'/],
    ['a file that is not there', ['preview', '/nowhere/asks.json'], /cannot be read/],
    ['a file that is no JSON', ['preview', join(ROOT, 'LICENSE')], /not valid JSON/],
    ['an unknown surface', ['preview', ASKS, '--surface', 'fax'], /--surface: "fax" cannot be previewed; give terminal or feishu/],
    ['an inherited name as surface', ['preview', ASKS, '--surface', 'constructor'], /cannot be previewed/],
    ['columns that are none', ['preview', ASKS, '--cols', '-3'], /--cols.*whole number from 1 to 1000/],
    ['an unknown language', ['preview', ASKS, '--locale', 'fr'], /--locale.*zh or en/],
    ['an unknown state', ['preview', ASKS, '--state', 'open'], /--state.*pending/],
    ['a waiting time that is none', ['doctor', '--seconds', '0'], /--seconds.*whole number/],
    ['an address that is none', ['doctor', '--public', 'ftp://x'], /--public.*https URL/],
    ['an unknown option', ['preview', ASKS, '--colour'], /unknown option '--colour'/],
    ['a profile to set up that is not there', ['setup', '--profile', 'nowhere'], /^setup: --profile: run this first: dsh plugin --profile nowhere add dsh-ask-anywhere \(with the path of its tarball instead of the name, where no registry has it\)$/m],
  ])('%s gets one clear line and exit code 2', async (_, args, pattern) => {
    const { code, stdout, stderr } = await run(args)
    expect(stderr).toMatch(pattern)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect([code, stdout]).toEqual([2, ''])
  })
})

it('explains itself', async () => {
  expect((await run(['--help'])).stdout).toContain('preview')
  const { code, stdout } = await run(['preview', '--help'])
  for (const option of ['--surface', '--cols', '--rows', '--locale', '--state', '--no-color']) expect(stdout).toContain(option)
  expect(code).toBe(0)
})

it('starts with the line that a shell needs', () => {
  expect(execFileSync('head', ['-1', join(folder, 'lib/app/cli.js')], { encoding: 'utf8' })).toBe('#!/usr/bin/env node\n')
  expect(statSync(join(folder, 'lib/app/cli.js')).isFile()).toBe(true)
})

describe('log', () => {
  it('prints the journal of a home where no host is installed, and one line where there is none', async () => {
    mkdirSync(join(folder, 'home/ask-anywhere'), { recursive: true })
    writeFileSync(join(folder, 'home/ask-anywhere/journal.jsonl'), '{"v":1,"run":"r","n":1,"at":1,"kind":"asked","ask":"a","timed":false,"count":1,"session":"s1"}\n{"v":1,"run":"r","n":2,"at":1,"kind":"set')
    const { code, stdout, stderr } = await run(['log'], { DSH_HOME: join(folder, 'home') })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^19\d\d-\S+ \S+  a +s1 +asked 1 question\n$/u)
    const none = await run(['log', '--json'], { DSH_HOME: join(folder, 'nowhere') })
    expect([none.code, none.stdout, none.stderr.split('\n').length]).toEqual([2, '', 2])
    expect(none.stderr).toContain('set DSH_HOME')
  })
})
