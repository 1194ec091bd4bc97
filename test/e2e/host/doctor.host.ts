/** The doctor as it is installed in a profile of the real host: it reads what the host composes. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reportShape, type Report } from '../../../app/doctor/report.ts'
import { hostEnv, NODE } from './install.ts'
import { homeEnv } from './profile.ts'
import { createRig, type Rig } from './rig.ts'

let rig: Rig

beforeAll(async () => {
  rig = await createRig({ feishu: false })
})

afterAll(() => rig?.close())

async function doctor(env: Readonly<Record<string, string>> = {}): Promise<{ readonly code: number; readonly report: Report; readonly text: string }> {
  const cli = join(rig.profile.home, 'profiles', rig.profile.name, 'node_modules/dsh-ask-anywhere/lib/app/cli.js')
  const { code, text } = await new Promise<{ code: number; text: string }>((resolve) => {
    execFile(NODE, [cli, 'doctor', '--profile', rig.profile.name, '--json', '--locale', 'en'], { cwd: rig.profile.home, env: { ...hostEnv(), ...homeEnv(rig.profile.home), ...env }, timeout: 60_000 }, (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code), text: stdout })
    })
  })
  return { code, text, report: reportShape.parse(JSON.parse(text)) }
}

const codesOf = (report: Report): readonly string[] => report.findings.map(({ code }) => code)

it('finds the profile and its rows before the host has ever started with it', async () => {
  const { report } = await doctor()
  expect(codesOf(report)).toEqual(expect.arrayContaining(['host.node', 'profile.unresolved', 'profile.read', 'profile.row', 'feishu.off']))
  expect(report.findings.filter(({ level }) => level === 'fault')).toEqual([])
  expect(codesOf(report)).not.toContain('profile.entry-lost')
})

it('takes the config of a row as the host composes it, and reaches the platform with its secrets', async () => {
  rig.profile.patch([...rig.layer, { id: 'ask-feishu', config: rig.phone.config }])
  const tree = await rig.profile.dumpConfig(rig.phone.env)
  const { report, text } = await doctor(rig.phone.env)
  expect(codesOf(report)).toEqual(expect.arrayContaining(['host.dsh-elsewhere', 'secrets.found', 'platform.token', 'bot.ok', 'people.ok']))
  // The host has linked its own bundles in by now, and no entry of any layer is lost.
  for (const code of ['profile.unresolved', 'profile.entry-lost']) expect(codesOf(report)).not.toContain(code)
  expect(tree).toContain(String(report.findings.find(({ code }) => code === 'platform.token')?.facts['app']))
  for (const secret of Object.values(rig.phone.env)) expect(text).not.toContain(secret)
})

it('says what would keep the host from starting', async () => {
  rig.profile.patch([...rig.layer, { insert: [{ id: 'ask-core', name: 'dsh-ask-anywhere/core' }] }])
  await expect(rig.startHeadless()).rejects.toThrow()
  const { code, report } = await doctor()
  expect([code, codesOf(report)]).toEqual([2, expect.arrayContaining(['profile.row-twice'])])
})
