/** Sessions that are opened for answers after the window. */
import { Context } from '@deepseek-ai/cordis'
import { expect, it } from 'vitest'
import { createResumeSession } from '../../app/resume.ts'
import { rejection, settle } from '../helpers/rounds.ts'
import { createScriptedHost } from './session/scripted-host.ts'
import { SessionId } from '@deepseek-ai/dsh-session'

/** A host with a session on its disk, and the app's row. */
async function stand() {
  const host = await createScriptedHost()
  const { dispose } = await host.ctx.agents.create({ sessionId: SessionId('s1'), meta: { cwd: '/project' } })
  await dispose()
  let resume: ((session: string) => Promise<void>) | undefined
  const row = host.ctx.plugin({ name: 'row', apply: (ctx: Context) => { resume = createResumeSession(ctx) } })
  await row
  await settle()
  return { host, row, resume: resume! }
}

it('opens the session with an agent that lives as long as the row', async () => {
  const { host, row, resume } = await stand()
  await resume('s1')
  expect(host.agents.map(({ id, session }) => [id, session.header.cwd])).toEqual([['s1', '/project']])
  await row.dispose()
  expect(host.agents).toEqual([])
})

it('opens it once for two answers at the same time, and shares one that is live already', async () => {
  const { host, resume } = await stand()
  await Promise.all([resume('s1'), resume('s1')])
  await resume('s1')
  expect(host.agents).toHaveLength(1)
})

it('tells a session that is gone from one that can\'t be opened now', async () => {
  const { host, resume } = await stand()
  expect(await rejection(resume('nobody'))).toMatchObject({ code: 'SESSION_GONE' })
  host.fault = new Error('no model')
  expect(await rejection(resume('s1'))).toBe(host.fault)
  host.fault = undefined
  await resume('s1')
  expect(host.agents).toHaveLength(1)
})

it('says NO_SESSION where the host has no agents, and once the row has gone', async () => {
  expect(await rejection(createResumeSession(new Context())('s1'))).toMatchObject({ code: 'NO_SESSION' })
  const { row, resume } = await stand()
  await row.dispose()
  expect(await rejection(resume('s1'))).toMatchObject({ code: 'NO_SESSION' })
})
