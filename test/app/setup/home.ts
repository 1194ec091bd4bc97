/** A dsh home in a temporary folder with a profile that has our rows, and the command run on it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { homeFiles } from '../../../app/setup/home.ts'
import { runSetup, type SetupOptions } from '../../../app/setup/index.ts'

export const APP = 'cli_0123456789abcdef'
export const SECRETS = { FEISHU_APP_SECRET: 'app-secret-in-32-letters', FEISHU_ENCRYPT_KEY: 'encrypt-key', FEISHU_VERIFICATION_TOKEN: 'verification-token' }

/** As the host writes it into a new profile. */
export const FRESH_LAYER = '# Your patch layer for this dsh profile\n[]\n'

export interface Home {
  readonly folder: string
  readonly files: ReturnType<typeof homeFiles>
  /** Without a terminal; what it printed. @throws what the command throws. */
  run(options: Partial<SetupOptions>, env?: Readonly<Record<string, string>>): Promise<string>
  write(file: string, text: string): void
  /** Undefined when there is none. */
  read(file: string): string | undefined
  /** Every file below the home with its text. */
  all(): Readonly<Record<string, string>>
  dispose(): void
}

export function createHome({ profile = 'ask', layer = FRESH_LAYER }: { readonly profile?: string; readonly layer?: string } = {}): Home {
  const folder = mkdtempSync(join(tmpdir(), 'ask-setup-'))
  const files = homeFiles({ DSH_HOME: folder }, profile)
  const addProfile = (name: string) => {
    mkdirSync(join(folder, 'profiles', name), { recursive: true })
    writeFileSync(join(folder, 'profiles', name, 'package.json'), JSON.stringify({ dsh: { profile: { bundles: ['@deepseek-ai/dsh-base', 'dsh-ask-anywhere'] } } }))
  }
  addProfile(profile)
  addProfile('other')
  writeFileSync(files.layer, layer)
  return {
    folder, files,
    async run(options, env = SECRETS) {
      const output = new PassThrough({ encoding: 'utf8' })
      let printed = ''
      output.on('data', (text: string) => { printed += text })
      await runSetup({ profile, ...options }, { env: { DSH_HOME: folder, LANG: 'C.UTF-8', ...env }, folder, input: new PassThrough(), output, isTerminal: false })
      return printed
    },
    write: (file, text) => writeFileSync(file, text, { mode: 0o600 }),
    read(file) {
      try {
        return readFileSync(file, 'utf8')
      } catch {
        return undefined
      }
    },
    all: () => Object.fromEntries(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ parentPath, name }) => [join(parentPath, name).slice(folder.length + 1), readFileSync(join(parentPath, name), 'utf8')])),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}
