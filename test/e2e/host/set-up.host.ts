/** A profile set up by our own command, as it is installed beside the host: from its row to a card on the phone, and back. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runSimulator } from '../../../app/simulator.ts'
import { run } from './command.ts'
import { hostEnv, NODE } from './install.ts'
import { OWNER } from './phone.ts'
import { homeEnv } from './profile.ts'
import { createRig, type Rig } from './rig.ts'
import { answered, createTasks } from './tasks.ts'

let rig: Rig
let files: { readonly layer: string; readonly credentials: string }
let before: string

/** So that the host finds the secrets in its own file and nowhere else. */
const NO_SECRETS = { FEISHU_APP_SECRET: '', FEISHU_ENCRYPT_KEY: '', FEISHU_VERIFICATION_TOKEN: '' }

beforeAll(async () => {
  rig = await createRig({ feishu: false })
  const { home, name } = rig.profile
  files = { layer: join(home, 'profiles', name, 'cordis.patch.yml'), credentials: join(home, '.credentials.yaml') }
  before = readFileSync(files.layer, 'utf8')
})

afterAll(() => rig?.close())

async function setup(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { home, name } = rig.profile
  const program = join(home, 'profiles', name, 'node_modules/dsh-ask-anywhere/lib/app/cli.js')
  return (await run(NODE, [program, 'setup', '--profile', name, '--locale', 'en', ...args], { cwd: rig.folder, env: { ...hostEnv(), ...homeEnv(home), ...env } })).stdout
}

it('shows its row in the composed tree, and no secret with it', async () => {
  const { appId, webhook } = rig.phone.config
  const printed = await setup(['--domain', rig.phone.simulator.url, '--transport', 'webhook', '--app-id', String(appId), '--port', String(Object(webhook).port), '--operator', OWNER.openId, '--operator-name', OWNER.name, '--role', 'approve', '--yes'], rig.phone.env)
  const tree = await rig.profile.dumpConfig(NO_SECRETS)
  const row = tree.slice(tree.indexOf('id: ask-feishu'))
  for (const text of [`appId: ${String(appId)}`, `domain: ${rig.phone.simulator.url}`, 'transport: webhook', `id: ${OWNER.openId}`]) expect(row).toContain(text)
  for (const secret of Object.values(rig.phone.env)) expect(printed + tree + readFileSync(files.layer, 'utf8')).not.toContain(secret)
})

it('brings a question to the phone and the answer back, with the secrets from the host\'s own file', async () => {
  const { driven } = await rig.startHeadless({ env: NO_SECRETS, clicks: true })
  const tasks = createTasks(rig.model, () => driven)
  await tasks.ask('Paint the gate')
  const card = await rig.phone.card('Paint the gate: which colour?')
  expect(await rig.phone.submit(card, 'Green')).toMatchObject({ kind: 'answered', toast: { type: 'success' } })
  expect(await tasks.result('Paint the gate')).toBe(answered('Green'))
  await rig.stop()
})

it('finds everything there on a second run, and takes it back byte for byte', async () => {
  expect(await setup(['--yes'])).toContain('nothing to write')
  expect(await setup(['--undo', '--yes'])).toContain('Taken back.')
  expect(readFileSync(files.layer, 'utf8')).toBe(before)
  expect(existsSync(files.credentials)).toBe(false)
  expect(await rig.profile.dumpConfig(NO_SECRETS)).not.toContain(rig.phone.simulator.url)
})

it('starts with the layer that the simulator prints, which changes nothing in the profile', async () => {
  const ending = new AbortController()
  let printed = ''
  await runSimulator({ port: 0, webhook: 'http://127.0.0.1:8790/feishu/webhook', locale: 'en' }, { env: {}, stdout: { write: (text) => { printed += text; ending.abort() } }, signal: ending.signal })
  await run('sh', ['-c', /^cat [^]*?^END$/m.exec(printed)?.[0] ?? ''], { cwd: rig.folder })
  const [program, ...args] = rig.profile.command
  const { stdout } = await run(program, [...args, '--patch', 'simulator.yml', '--dump-config'], { cwd: rig.folder, env: { ...hostEnv(), ...homeEnv(rig.profile.home) } })
  expect(stdout).toContain(/appId: cli_\w+/.exec(printed)?.[0])
  expect(readFileSync(files.layer, 'utf8')).toBe(before)
})
