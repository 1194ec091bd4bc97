/** The harness on the host alone: nothing of this project is installed. */
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { join } from 'node:path'
import { connectDriver, type DrivenHost } from './driven.ts'
import { createFakeModel, type FakeModel } from './model.ts'
import { startHeadless, type HeadlessHost } from './process.ts'
import { createProfile, homeEnv, type Profile } from './profile.ts'

let profile: Profile
let model: FakeModel
let host: HeadlessHost
let driven: DrivenHost

beforeAll(async () => {
  model = await createFakeModel()
  profile = createProfile()
  await profile.add(inject('driverTarball'))
  const journal = join(profile.home, 'journal.jsonl')
  host = startHeadless({
    command: profile.command, cwd: profile.home,
    env: { ...homeEnv(profile.home), DEEPSEEK_BASE_URL: model.url, DEEPSEEK_API_KEY: 'x', ASK_E2E_JOURNAL: journal },
  })
  driven = await connectDriver(journal, profile.home, () => Promise.resolve(host.ended()))
})

afterAll(async () => {
  await host?.close()
  await model?.close()
  profile?.dispose()
})

it('makes a profile of the base and what was added', () => {
  expect(profile.bundles()).toEqual(['@deepseek-ai/dsh-base', 'ask-e2e-driver'])
})

it('streams the text of the model into the session', async () => {
  model.script('Say hello', { text: 'Hello from the model.' })
  const session = await driven.createSession()
  await session.say('Say hello')
  expect(await session.turnEnd()).toBe('completed')
  expect(JSON.stringify(session.events('assistant/message'))).toContain('Hello from the model.')
  expect(model.requests('Say hello')).toHaveLength(1)
})

it('offers the model no way to ask', async () => {
  expect(await driven.hasTool('ask_user_question')).toBe(false)
})

it('ends with 0 on SIGTERM', async () => {
  process.kill(host.pid, 'SIGTERM')
  expect(await host.exit).toBe(0)
})
