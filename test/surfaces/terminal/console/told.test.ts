import { describe, expect, it } from 'vitest'
import { IDLE_CONSOLE } from '../../../../surfaces/terminal/console/model.ts'
import type { ConsoleNews } from '../../../../surfaces/terminal/console/news.ts'
import { told } from '../../../../surfaces/terminal/console/told.ts'
import { EMPTY_TRANSCRIPT, remarked } from '../../../../surfaces/terminal/console/transcript.ts'
import { createModel } from '../../../../surfaces/terminal/model.ts'
import type { Model } from '../../../../surfaces/terminal/model.ts'

/** A screen without an agent. */
const BARE = createModel({ locale: 'en', size: { columns: 80, rows: 24 } })
const after = (...news: readonly ConsoleNews[]): Model => news.reduce((model, each) => told(model, each)[0], BARE)

describe('news of an agent', () => {
  it.each<ConsoleNews>([
    { type: 'session-opened', id: 's' }, { type: 'streamed', kind: 'text', delta: 'x' }, { type: 'user-said', source: 'context', text: '' }, { type: 'turn-ended', how: 'completed' },
  ])('makes the screen one that an agent is driven from: %j', (news) => {
    expect(after(news).console).toEqual(IDLE_CONSOLE)
  })

  it('changes what it tells of, and keeps the rest', () => {
    const { console } = after({ type: 'headed', heading: { project: 'shop' } }, { type: 'headed', heading: { session: 's' } }, { type: 'state-changed', state: 'running' }, { type: 'queue-changed', texts: ['one'] }, { type: 'commands-listed', commands: [] }, { type: 'session-opened', id: 's' })
    expect(console).toEqual({ ...IDLE_CONSOLE, heading: { project: 'shop', session: 's' }, state: 'running', queue: ['one'] })
  })

  it('of another session begins the transcript anew, at its end', () => {
    const model: Model = { ...BARE, transcript: remarked(BARE.transcript, 'before'), reading: { entry: 0, row: 0 } }
    const [next] = told(model, { type: 'session-opened', id: 's' })
    expect([next.transcript, next.reading]).toEqual([EMPTY_TRANSCRIPT, undefined])
    expect(told(model, { type: 'turn-ended', how: 'completed' })[0].reading).toEqual({ entry: 0, row: 0 })
  })
})
