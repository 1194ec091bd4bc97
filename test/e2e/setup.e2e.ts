/** Setting a profile up by keys in a real terminal: what is asked, what is shown, and what is never shown. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { readYaml } from '../../app/setup/yaml-text.ts'
import { APP, createHome, FRESH_LAYER, type Home, SECRETS } from '../app/setup/home.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const PROGRAM = new URL('../../lib/app/cli.js', import.meta.url).pathname

let home: Home
let terminal: Terminal

afterEach(async () => {
  await terminal?.close()
  home?.dispose()
})

async function open(args = '', { folder = '', lang = 'C.UTF-8' } = {}): Promise<void> {
  // What the line editor leaves behind shows in the settings of the terminal.
  terminal = await openTerminal({ command: `cd ${home.folder} && PATH=${folder}:$PATH node ${PROGRAM} setup ${args}; code=$?; stty -a | grep -ow -- '-\\?echo' | sed 's/^/terminal: /'; (exit $code)`, columns: 110, rows: 90, env: { DSH_HOME: home.folder, LANG: lang } })
}

/** Waits for a question, the last thing on the screen, and types the answer. */
async function reply(question: RegExp, line: string): Promise<void> {
  await terminal.until((screen) => new RegExp(`${question.source}[^>]*> $|${question.source}[^>]*>$`).test(screen.trimEnd()), String(question))
  if (line !== '') await terminal.type(line)
  await terminal.press('Enter')
}

it('asks again for what is none, shows every change but no secret, writes it when told to, and takes it back', async () => {
  home = createHome()
  const before = home.all()
  await open()
  await reply(/Which platform\?/, '')
  await reply(/How shall taps on the phone come in\?/, '2')
  await reply(/App ID\?/, 'cli_short')
  await reply(/an App ID looks like/, APP)
  await reply(/Port on 127\.0\.0\.1/, '99999')
  await reply(/whole number from 1 to 65535/, '9001')
  await reply(/Path of the webhook/, '')
  await reply(/Address at which the platform/, 'https://ask.example.com')
  await reply(/Where are the secrets kept\?/, '')
  await reply(/App Secret\?/, APP)
  await reply(/this is the App ID/, SECRETS.FEISHU_APP_SECRET)
  await reply(/Encrypt Key\?/, SECRETS.FEISHU_ENCRYPT_KEY)
  await reply(/Verification Token\?/, SECRETS.FEISHU_VERIFICATION_TOKEN)
  await reply(/Who may answer\?/, 'ou_wang')
  await reply(/What shall other screens call/, '王芳')
  await reply(/What may this person do\?/, 'approve')
  const asked = await terminal.until(/Write them\? \(y\/n\)/)
  expect(asked).toContain('+ FEISHU_APP_SECRET: (not shown)')
  expect(asked).toContain('operators: [ { id: ou_wang, name: 王芳, role: approve } ]')
  expect(home.all()).toEqual(before)
  await terminal.type('perhaps')
  await terminal.press('Enter')
  await terminal.until(/answer y or n/)
  await terminal.type('y')
  await terminal.press('Enter')
  const screen = await terminal.until(/\[exit code 0\]/)
  expect(screen).toContain('terminal: echo\n')
  for (const secret of Object.values(SECRETS)) expect(asked + screen).not.toContain(secret)
  expect(readYaml(home.read(home.files.credentials) ?? '')).toEqual(SECRETS)
  expect(home.read(home.files.layer)).toContain('port: 9001')
  await terminal.close()

  await open('--undo')
  await terminal.until(/to take the setup back:[^]*Write them\? \(y\/n\)/)
  await terminal.type('y')
  await terminal.press('Enter')
  expect(await terminal.exitCode()).toBe(0)
  expect(home.all()).toEqual(before)
})

it('knows on the next run what is there: Enter keeps each of it', async () => {
  home = createHome()
  await home.run({ appId: APP, yes: true })
  const before = home.all()
  await open()
  await terminal.until(/Settings in \S+ are kept as defaults/)
  await reply(/Which platform\?/, '')
  await reply(/How shall taps/, '')
  await reply(/App ID\?/, '')
  await reply(/Where are the secrets/, '')
  await reply(/App Secret\?[^]*\(stored; Enter keeps it\)/, '')
  await reply(/Who may answer\?/, '')
  await terminal.until(/Everything is there already/)
  expect(await terminal.exitCode()).toBe(0)
  expect(home.all()).toEqual(before)
})

it.each([['^C', 'C-c'], ['^D', 'C-d']])('leaves on %s in the middle of a secret: nothing is written, and the terminal is as it was', async (_title, key) => {
  home = createHome()
  const before = home.all()
  await open(`--app-id ${APP} --domain feishu --transport long-connection --secrets file`)
  await terminal.until(/App Secret\?[^]*> *$/m)
  if (key === 'C-c') await terminal.type('half-a-secret')
  await terminal.press(key)
  expect(await terminal.exitCode()).toBe(130)
  const screen = await terminal.screen()
  expect(screen).toContain('Left; nothing was written.')
  expect(screen).toContain('terminal: echo\n')
  expect(screen).not.toContain('half-a-secret')
  expect(home.all()).toEqual(before)
})

it('writes nothing when it is declined, in Chinese as well', async () => {
  home = createHome()
  await open(`--app-id ${APP} --domain lark --transport long-connection --secrets environment --app-secret-ref BOT --operator later`, { lang: 'zh_CN.UTF-8' })
  await terminal.until(/写入？\(y\/n\)/)
  await terminal.type('n')
  await terminal.press('Enter')
  expect(await terminal.exitCode()).toBe(1)
  expect(await terminal.screen()).toContain('未写入任何内容')
  expect(home.read(home.files.layer)).toBe(FRESH_LAYER)
})

it('has the host make a profile that is not there, once the person agrees', async () => {
  home = createHome()
  const folder = join(home.folder, 'bin')
  mkdirSync(folder)
  const made = join(home.folder, 'profiles/new')
  // Stands in for the host's own command, which would ask a registry.
  writeFileSync(join(folder, 'dsh'), `#!/bin/sh\n[ "$*" = 'plugin --profile new add dsh-ask-anywhere' ] && mkdir -p ${made} && printf '%s' '{"dsh":{"profile":{"bundles":["dsh-ask-anywhere"]}}}' > ${made}/package.json && echo made\n`)
  chmodSync(join(folder, 'dsh'), 0o755)
  await open('--profile new', { folder })
  await terminal.until(/dsh plugin --profile new add dsh-ask-anywhere[^]*Run it now\?/)
  expect(existsSync(made)).toBe(false)
  await terminal.press('Enter')
  await terminal.until(/made[^]*Which platform\?/)
  await terminal.press('C-c')
  expect(await terminal.exitCode()).toBe(130)
})
