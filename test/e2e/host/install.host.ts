/** The life of the package in a profile: added, booted, removed. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { run } from './command.ts'
import { hostEnv } from './install.ts'
import { createProfile } from './profile.ts'
import { createRig, type Rig } from './rig.ts'

let rig: Rig

beforeAll(async () => {
  rig = await createRig({ feishu: false })
})

afterAll(() => rig?.close())

const OURS = 'dsh-ask-anywhere'

it('joins the profile behind the base as one bundle, and the rows of its patch show in the composed tree', async () => {
  expect(rig.profile.bundles()[0]).toBe('@deepseek-ai/dsh-base')
  expect(rig.profile.bundles()).toContain(OURS)
  const tree = await rig.profile.dumpConfig(rig.phone.env)
  for (const row of ['ask-core', 'ask-terminal', 'ask-feishu']) expect(tree).toContain(`id: ${row}`)
})

it('brings no copy of the host along', () => {
  const modules = join(rig.profile.home, 'profiles', rig.profile.name, 'node_modules')
  expect(readdirSync(modules)).toContain(OURS)
  expect(readdirSync(modules)).not.toContain('@deepseek-ai')
})

it('brings a command line that starts where there is no host', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ask-alone-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    writeFileSync(join(folder, 'asks.json'), JSON.stringify([{ questions: [{ id: 'colour', question: 'Which colour?', options: [{ label: 'Red' }] }] }]))
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', inject('projectTarball')], { cwd: folder, env: hostEnv() })
    expect(existsSync(join(folder, 'node_modules/@deepseek-ai'))).toBe(false)
    const { stdout } = await run(join(folder, 'node_modules/.bin', OURS), ['preview', 'asks.json', '--locale', 'en'], { cwd: folder, env: hostEnv() })
    expect(stdout).toContain('Which colour?')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('boots without a terminal and without Feishu, and ends with 0', async () => {
  const { host } = await rig.startHeadless()
  process.kill(host.pid, 'SIGTERM')
  expect(await host.exit).toBe(0)
  expect(host.output()).toBe('')
})

it('boots in a terminal without Feishu, gives it back and ends with 0 on ^C', async () => {
  const { terminal } = await rig.startInTerminal()
  expect(await terminal.display('#{alternate_on}')).toBe('1')
  await terminal.press('C-c')
  expect(await terminal.exitCode()).toBe(0)
  expect(await terminal.display('#{alternate_on} #{cursor_flag}')).toBe('0 1')
})

it('writes no secret anywhere: neither into the composed tree nor below the home nor to a stream', async () => {
  rig.profile.patch([...rig.layer, { id: 'ask-feishu', config: rig.phone.config }])
  const { host } = await rig.startHeadless()
  await rig.phone.connected()
  process.kill(host.pid, 'SIGTERM')
  await host.exit
  const written = [await rig.profile.dumpConfig(rig.phone.env), host.output(), ...filesOf(rig.profile.home).map((file) => readFileSync(file, 'utf8'))]
  for (const secret of Object.values(rig.phone.env)) expect(written.filter((text) => text.includes(secret))).toEqual([])
})

it('leaves the stock tree behind when it is removed', async () => {
  const stock = await createStock()
  rig.profile.patch([])
  await rig.profile.remove(OURS)
  expect(rig.profile.bundles()).toEqual(['@deepseek-ai/dsh-base', 'ask-e2e-driver'])
  expect((await rig.profile.dumpConfig()).replaceAll(rig.profile.home, 'HOME')).toBe(stock)
  const { driven } = await rig.startHeadless()
  expect(await driven.hasTool('ask_user_question')).toBe(false)
})

/** The tree of a profile that never had us. */
async function createStock(): Promise<string> {
  const profile = createProfile(rig.profile.name)
  try {
    await profile.add(inject('driverTarball'))
    profile.patch([])
    return (await profile.dumpConfig()).replaceAll(profile.home, 'HOME')
  } finally {
    profile.dispose()
  }
}

/** Every file below a folder but what was installed. */
function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.name === 'node_modules') return []
    return entry.isDirectory() ? filesOf(path) : entry.isFile() ? [path] : []
  })
}
