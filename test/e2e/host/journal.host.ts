/** The journal of a profile on the real host: what it says of a round, and what a start makes of a process that was killed. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from './driven.ts'
import { NODE } from './install.ts'
import { createRig, ERAS, type Rig, type TerminalRun } from './rig.ts'
import { answered, createTasks, pick, type Tasks } from './tasks.ts'

interface JournalRow { readonly kind: string; readonly ask?: string; readonly [field: string]: unknown }

describe.each(ERAS)('on a host of the %s era', (era) => {
  let rig: Rig
  let run: TerminalRun
  let tasks: Tasks

  beforeAll(async () => {
    rig = await createRig({ era, feishu: false })
    run = await rig.startInTerminal()
    tasks = createTasks(rig.model, () => run.driven)
  })
  afterAll(() => rig?.close())

  const file = () => join(rig.profile.home, 'ask-anywhere/journal.jsonl')
  const rows = (): JournalRow[] => (existsSync(file()) ? readFileSync(file(), 'utf8').split('\n').filter(Boolean).map((row) => JSON.parse(row)) : [])
  const about = (question: string) => {
    const ask = rows().find(({ kind, questions }) => kind === 'asked' && JSON.stringify(questions).includes(question))?.ask
    return rows().filter((row) => row.ask === ask)
  }

  it('says what was asked, who acted and how it ended, for this user alone', async () => {
    await tasks.ask('Paint the door')
    await run.terminal.until(/Paint the door: which colour\?/)
    await pick(run.terminal, 2)
    expect(await tasks.result('Paint the door')).toBe(answered('Green'))
    expect(about('Paint the door').map(({ kind, verdict, outcome }) => [kind, verdict ?? outcome])).toEqual([['asked', undefined], ['acted', 'won'], ['settled', 'answered']])
    expect(about('Paint the door')[0]).toMatchObject({ project: rig.folder })
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('is read by the command, which needs no host', async () => {
    const cli = join(rig.profile.home, 'profiles/ask/node_modules/dsh-ask-anywhere/lib/app/cli.js')
    const text = await new Promise<string>((resolve, reject) => {
      execFile(NODE, [cli, 'log', '--locale', 'en'], { env: rig.env, timeout: 20_000 }, (error, stdout) => (error ? reject(error) : resolve(stdout)))
    })
    expect(text).toMatch(/asked 1 question.*Paint the door: which colour\?/)
    expect(text).toMatch(/answered · .*\(terminal\) · colour=Green/)
  })

  it('says after a kill what became of the question that was open', async () => {
    await tasks.ask('Paint the wall')
    await run.terminal.until(/Paint the wall: which colour\?/)
    process.kill(run.driven.pid, 'SIGKILL')
    await rig.stop()
    run = await rig.startInTerminal()
    const decided = await eventually('a decision', () => about('Paint the wall').find(({ kind }) => kind === 'decided'))
    // Only the later era lets a call go on without its process.
    const goesOn = about('Paint the wall')[0]?.['call'] !== undefined
    expect(decided).toMatchObject(goesOn ? { decision: 'continued' } : { decision: 'over', why: 'restarted' })
    // And lets the host be asked whether it has kept an end of a moment ago.
    expect(about('Paint the door').filter(({ kind }) => kind === 'decided').map(({ decision, why }) => [decision, why])).toEqual(goesOn ? [['over', undefined]] : [])
  })
})
