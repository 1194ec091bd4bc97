/** The program as a person starts it: what it prints, how it ends. */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = new URL('../../..', import.meta.url).pathname
const MAIN = join(ROOT, 'lib/app/demo/main.js')

interface Ended { readonly code: number; readonly stdout: string; readonly stderr: string }

function start(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { cwd: ROOT, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}

let folder: string
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ask-demo-'))
  execFileSync('npm', ['run', 'build'], { cwd: ROOT })
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true }))

describe('bad input', () => {
  it.each<[string, () => string[], RegExp]>([
    ['a malformed file of asks', () => ['--asks', file('bad.json', '[')], /bad\.json: not valid JSON/],
    ['an unknown field', () => ['--asks', file('field.json', '[{"question":[]}]')], /field\.json: asks\[0\]/],
    ['an ask without questions', () => ['--asks', file('none.json', '[{"questions":[]}]')], /asks\[0\]\.questions: needs at least one question/],
    ['a repeated question id', () => ['--asks', file('ids.json', '[{"questions":[{"id":"a","question":"?"},{"id":"a","question":"?"}]}]')], /asks\[0\]\.questions\[1\]\.id: repeats the id "a"/],
    ['a file that is not there', () => ['--asks', join(folder, 'gone.json')], /gone\.json: cannot be read/],
    ['an unknown option', () => ['--autoo'], /unknown option '--autoo'/],
    ['an argument', () => ['fast'], /too many arguments.*--help$/m],
    ['a port that is none', () => ['--port', '99999'], /--port .*whole number from 1 to 65535/],
    ['seconds on a host that waits for ever', () => ['--era', 'slot', '--asks', file('seconds.json', '[{"seconds":5,"questions":[{"id":"a","question":"?"}]}]')], /leave --era slot out/],
    ['a seed that is none', () => ['--auto', '--seed', 'x'], /--seed .*whole number/],
    ['an era that is none', () => ['--era', 'alpha'], /--era .*give slot or waterfall/],
    ['--json without --auto', () => ['--json', join(folder, 'out.json')], /add --auto/],
    ['a transport that --auto cannot play', () => ['--auto', '--transport', 'long-connection'], /leave --transport out/],
    ['a folder that is not there', () => ['--auto', '--json', join(folder, 'no/out.json')], /--json: the folder of .* cannot be written/],
  ])('%s gets one clear line and exit code 2', async (_title, args, pattern) => {
    const { code, stdout, stderr } = await start(...args())
    expect(stderr).toMatch(pattern)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stdout).toBe('')
    expect(code).toBe(2)
  })

  it.each([[[]], [['--auto']]])('a port in use gets one clear line and exit code 2, with arguments %j', async (more) => {
    const server = createServer()
    await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
    const { port } = server.address() as AddressInfo
    const { code, stderr } = await start('--port', String(port), ...more)
    await new Promise((resolve) => { server.close(resolve) })
    expect(stderr).toBe(`--port: ${port} is in use; choose another or leave --port out for any free one\n`)
    expect(code).toBe(2)
  })
})

it('explains its options', async () => {
  const { code, stdout, stderr } = await start('--help')
  for (const option of ['--port', '--asks', '--auto', '--json', '--seed', '--locale', '--era']) expect(stdout).toContain(option)
  expect([code, stderr]).toEqual([0, ''])
})

const oneAsk = () => file('one.json', JSON.stringify([{ name: 'one', questions: [{ id: 'a', question: 'Which way?', options: [{ label: 'X' }, { label: 'Y' }] }] }]))

/** Starts the demo; `seen` gets everything that was printed so far, whenever something more is. */
function play(stdin: 'ignore' | 'pipe', seen: (printed: string, type: (line: string) => void) => void): Promise<Ended> {
  return new Promise((resolve) => {
    const demo = spawn(process.execPath, [MAIN, '--locale', 'en', '--asks', oneAsk()], { cwd: ROOT, stdio: [stdin, 'pipe', 'pipe'] })
    const printed = { stdout: '', stderr: '' }
    demo.stdout?.on('data', (bytes: Buffer) => {
      printed.stdout += bytes.toString()
      seen(printed.stdout, (line) => demo.stdin?.write(`${line}\n`))
    })
    demo.stderr?.on('data', (bytes: Buffer) => { printed.stderr += bytes.toString() })
    demo.on('close', (code) => resolve({ code: code ?? -1, ...printed }))
  })
}

describe('without a terminal', () => {
  it('prints the questions after the phone\'s address and takes lines', async () => {
    let typed = false
    const { code, stdout } = await play('pipe', (printed, type) => {
      if (typed || !printed.includes('Type a number')) return
      typed = true
      type('2')
    })
    expect(stdout).toMatch(/^No full-screen panel here: questions are printed.*\nPhone: http:\/\/\S+\n\nQuestion\nWhich way\?\n/)
    expect(stdout).toContain('agent · one → [{"id":"a","selected":["Y"]}]')
    expect(code).toBe(0)
  }, 30_000)

  it('sends whoever cannot type to the phone, and promises nothing else', async () => {
    let dismissed: Promise<unknown> | undefined
    const { code, stdout } = await play('ignore', (printed) => {
      const url = /Phone: (\S+)\n/.exec(printed)?.[1]
      if (url !== undefined) dismissed ??= dismissOnPhone(url)
    })
    await dismissed
    expect(stdout).toMatch(/^Nothing can be typed here: questions are shown and answered on the phone\..*\nPhone: http:\/\/\S+\nagent · one → ASK_CANCELLED \(dismissed\)\n$/)
    expect(code).toBe(0)
  }, 30_000)

  it('plays to the end although nobody reads on', async () => {
    const path = join(folder, 'unread.json')
    const demo = spawn(process.execPath, [MAIN, '--auto', '--asks', oneAsk(), '--json', path], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    let stderr = ''
    demo.stderr.on('data', (bytes: Buffer) => { stderr += bytes.toString() })
    demo.stdout.destroy()
    const code = await new Promise((resolve) => { demo.on('close', resolve) })
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ ok: true })
  }, 30_000)
})

/** Waits for the card on the simulated phone and presses its button that puts the question away. */
async function dismissOnPhone(url: string): Promise<void> {
  for (;;) {
    const { people, messages } = await (await fetch(`${url}/sim/state`)).json() as { people: { openId: string }[]; messages: { messageId: string; card: unknown }[] }
    const element = /"name":"(dismiss[^"]*)"/.exec(JSON.stringify(messages[0]?.card))?.[1]
    if (element === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      continue
    }
    const body = JSON.stringify({ messageId: messages[0]?.messageId, personId: people[0]?.openId, element })
    await fetch(`${url}/sim/act`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return
  }
}

it('plays a file of asks, each answered by one human', async () => {
  const path = join(folder, 'rounds.json')
  const asks = file('asks.json', JSON.stringify([
    { name: 'one', questions: [{ id: 'a', question: 'Which?', options: [{ label: 'X (Recommended)' }, { label: 'Y' }] }] },
    { questions: [{ id: 'a', question: 'Which?', multiSelect: true, options: [{ label: 'X' }, { label: 'Y' }] }, { id: 'b', question: 'Why?' }] },
  ]))
  const { code, stdout } = await start('--auto', '--asks', asks, '--json', path)
  expect(stdout).toContain('2 of 2 rounds')
  expect(code).toBe(0)
  expect(JSON.parse(readFileSync(path, 'utf8')).rounds).toMatchObject([
    { name: 'one', by: 'feishu', answer: { answers: [{ id: 'a', selected: ['X (Recommended)'] }] } },
    { name: 'ask 2', by: 'terminal', answer: { answers: [{ id: 'a', selected: ['X', 'Y'] }, { id: 'b', selected: [], custom: 'last answer 2' }] } },
  ])
}, 60_000)
