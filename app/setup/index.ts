/** `dsh-ask-anywhere setup`: from an empty profile to one whose asks reach a phone, and back. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Locale, localeOf } from '../../surfaces/form/locale.ts'
import { BUNDLE } from '../bundle.ts'
import { UsageError } from '../usage-error.ts'
import { confirmed } from './answer.ts'
import { changesText } from './changes-text.ts'
import { type Environment, hasBundle, homeFiles, type HomeFiles, packageToAdd, readText } from './home.ts'
import { type AnswerOptions, interview } from './interview.ts'
import { readLayer, type WantedRow } from './layer.ts'
import { inFile, type Plan, planSetup, planUndo } from './plan.ts'
import { createPrompt, Interrupted, type Prompt, type PromptStreams } from './prompt.ts'
import { readSecrets } from './secrets.ts'
import { quoted, stepsText } from './steps.ts'
import { SETUP_WORDS, type SetupWords } from './words.ts'
import { writePlan } from './writing.ts'

export interface SetupOptions extends AnswerOptions {
  readonly profile: string
  /** Takes back what earlier runs wrote. */
  readonly undo?: boolean
  /** Shows everything and writes nothing. */
  readonly print?: boolean
  /** Writes without asking. */
  readonly yes?: boolean
  readonly locale?: Locale
}

export interface SetupPorts extends PromptStreams {
  readonly env: Environment
  /** Where the command was started. */
  readonly folder: string
  /** Whether a person can be asked. */
  readonly isTerminal: boolean
}

/** Process ended otherwise than with what it was asked for: 1 declined, 130 left. */
export type SetupExit = 0 | 1 | 130

/** Resolves with the exit code. @throws {UsageError} one line; then nothing was written. */
export async function runSetup(options: SetupOptions, ports: SetupPorts): Promise<SetupExit> {
  const words = SETUP_WORDS[options.locale ?? localeOf(ports.env)]
  const files = homeFiles(ports.env, options.profile)
  const prompt = ports.isTerminal && !(options.undo === true && options.yes === true) ? createPrompt(ports) : undefined
  const run: Run = { options, files, words, prompt, env: ports.env, folder: ports.folder, say: (text) => void ports.output.write(`${text}\n`) }
  try {
    return await (options.undo === true ? undo(run) : setUp(run))
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    run.say(`\n${words.interrupted}`)
    return 130
  } finally {
    prompt?.close()
  }
}

interface Run {
  readonly options: SetupOptions
  readonly files: HomeFiles
  readonly words: SetupWords
  readonly prompt: Prompt | undefined
  readonly env: Environment
  readonly folder: string
  readonly say: (text: string) => void
}

async function setUp(run: Run): Promise<SetupExit> {
  const { options, files, words, prompt, env, say } = run
  if (!hasBundle(files)) await createProfile(run)
  const { config, hasEntry } = inFile(files.layer, () => readLayer(readText(files.layer) ?? ''))
  const stored = inFile(files.credentials, () => readSecrets(readText(files.credentials) ?? ''))
  if (prompt !== undefined) say(hasEntry ? words.found(files.layer) : words.fresh)
  const answers = await interview({ options, config, stored, credentialsFile: files.credentials, env, prompt, words })
  const { row } = answers
  noteEnvironment(run, answers.keep, Object.values(row.refs), answers.secrets)
  const code = await carryOut(run, planSetup(files, options.profile, row, answers.secrets), words.changes, words.upToDate, words.written)
  if (code === 0) {
    if (isOverridden(files)) say(`\n${words.overridden(files.homeLayer)}`)
    say(`\n${stepsText({ profile: options.profile, ...pointsOf(row), ...(answers.publicUrl === undefined ? {} : { publicUrl: answers.publicUrl }), hasOperator: hasOperator(row, config) }, options.locale ?? localeOf(env))}`)
  }
  return code
}

async function undo(run: Run): Promise<SetupExit> {
  const { options, files, words } = run
  return carryOut(run, planUndo(files, options.profile), words.undoing, words.nothingToUndo(options.profile), words.undone)
}

/** Shows the plan, asks once, writes it. */
async function carryOut({ options, words, prompt, say }: Run, plan: Plan, title: string, nothing: string, done: string): Promise<SetupExit> {
  const changes = changesText(plan, words)
  say(changes === '' ? `\n${nothing}` : `\n${title}\n\n${changes}\n`)
  if (options.print === true) return 0
  // What only we know of is nothing to ask about.
  if (options.yes !== true && changes !== '') {
    if (prompt === undefined) throw new UsageError(words.needsYes)
    if (!await confirmed(prompt, words.write, undefined, words)) {
      say(words.declined)
      return 1
    }
  }
  await writePlan(plan)
  if (changes !== '') say(done)
  return 0
}

/** Has the host make it, if the person agrees. @throws {UsageError} when it is not there afterwards. */
async function createProfile({ options, files, words, prompt, env, folder, say }: Run): Promise<void> {
  const added = packageToAdd(folder)
  const args = ['plugin', '--profile', options.profile, 'add', added]
  const line = `dsh ${args.map(quoted).join(' ')}`
  const advice = added === BUNDLE ? `${line} ${words.orTarball}` : line
  if (prompt === undefined) throw new UsageError(`setup: --profile: ${words.runItFirst(advice)}`)
  say(words.missingProfile(options.profile, line))
  if (!await confirmed(prompt, words.runIt, 'y', words)) throw new UsageError(`setup: ${words.runItFirst(advice)}`)
  const child = spawn('dsh', args, { stdio: ['ignore', 'inherit', 'inherit'], cwd: folder, env: { ...env }, signal: prompt.left })
  await once(child, 'close').catch(() => undefined)
  if (prompt.left.aborted) throw new Interrupted('left')
  if (!hasBundle(files)) throw new UsageError(words.creationFailed(advice))
}

function noteEnvironment({ words, env, say }: Run, keep: 'file' | 'environment', refs: readonly string[], secrets: Readonly<Record<string, string>>): void {
  if (keep === 'environment') say(`\n${words.fromEnvironment(refs.map((ref) => words.isSet(ref, Boolean(env[ref]))).join(', '))}`)
  else for (const ref of refs) if (env[ref] && secrets[ref] !== undefined && env[ref] !== secrets[ref]) say(`\n${words.shadowed(ref)}`)
}

/** The layer of all profiles comes last. */
function isOverridden(files: HomeFiles): boolean {
  return inFile(files.homeLayer, () => readLayer(readText(files.homeLayer) ?? '')).hasEntry
}

function pointsOf({ domain, appId, transport, webhook }: WantedRow): Pick<WantedRow, 'domain' | 'appId' | 'transport' | 'webhook'> {
  return { domain, appId, transport, ...(webhook === undefined ? {} : { webhook }) }
}

function hasOperator({ person }: WantedRow, config: Readonly<Record<string, unknown>>): boolean {
  return person !== undefined || (Array.isArray(config['operators']) && config['operators'].length > 0)
}
