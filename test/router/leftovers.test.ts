import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Journal, HostView } from '../../router/journal/types.ts'
import type { CallView } from '../../router/late-host.ts'
import { Leftovers, type LeftAsk } from '../../router/leftovers.ts'
import { asked, createHome, SQLITE, timedOut, type JournalHome, won } from '../helpers/journal-home.ts'

let home: JournalHome
beforeEach(() => { home = createHome() })
afterEach(() => home.remove())

function leftoversOf(journal: Journal, view: (session: string, call: string) => CallView) {
  const restored: LeftAsk[] = []
  const left = new Leftovers({ journal, now: () => home.now, view: (session, call) => Promise.resolve(view(session, call)), takesAnswers: () => true, canOpen: true, restore: (ask) => restored.push(ask) })
  return { left, restored }
}

it('tells each surface what it has left, with what becomes of it', async () => {
  const first = home.open()
  first.append(asked('goes-on'), asked('ends'))
  for (const ask of ['goes-on', 'ends']) first.append({ kind: 'delivery', ask, surface: 'feishu', place: 'ou_1', data: { message: `om-${ask}` } })
  first.append({ kind: 'delivery', ask: 'ends', surface: 'other', place: '1', data: {} })
  home.kill(first)
  const { left, restored } = leftoversOf(home.open(), (_session, call) => ({ state: call === 'call-goes-on' ? 'continued' : 'absent', ...(call === 'call-goes-on' ? { questions: [{ id: 'db', question: 'As the host has it?' }] } : {}) }))
  expect(left.deliveries('feishu')).toEqual([])
  await left.decide()
  await left.decided
  expect(left.deliveries('feishu').map(({ ask, session, data, decision }) => [ask, session, data['message'], decision.kind])).toEqual([
    ['goes-on', 'session-1', 'om-goes-on', 'continued'], ['ends', 'session-1', 'om-ends', 'over'],
  ])
  expect(left.deliveries('other').map(({ decision }) => decision)).toEqual([{ kind: 'over', end: { kind: 'restarted', at: home.now } }])
  expect(left.deliveries('feishu').map(({ project, questions }) => [project, questions?.[0]?.question])).toEqual(Array.from({ length: 2 }, () => ['/home/me/secret-project', 'Which database?']))
  expect(restored.map(({ entry, questions }) => [entry.ask, entry.phase, questions?.[0]?.question])).toEqual([['goes-on', 'continued', 'As the host has it?']])
})

it('tells a surface that comes back in the same process what it has left, and which ask is open', async () => {
  const journal = home.open()
  const { left } = leftoversOf(journal, () => ({ state: 'continued' }))
  await left.decide()
  journal.append(asked('open'), asked('goes-on'), timedOut('goes-on'), asked('over'), ...won('over'))
  for (const ask of ['open', 'goes-on', 'over']) journal.append({ kind: 'delivery', ask, surface: 'feishu', place: 'ou_1', data: { message: `om-${ask}` } })
  expect(left.deliveries('feishu').map(({ ask, data, decision }) => [ask, data['message'], decision.kind])).toEqual([['open', 'om-open', 'open'], ['goes-on', 'om-goes-on', 'continued'], ['over', 'om-over', 'over']])
  journal.append({ kind: 'delivery', ask: 'over', surface: 'feishu', place: 'ou_1' })
  expect(left.deliveries('feishu').map(({ ask }) => ask)).toEqual(['open', 'goes-on'])
})

it('asks about an end again when its session is opened, and then once', async () => {
  const first = home.open()
  first.append(asked('a'), ...won('a'))
  home.kill(first)
  let state: HostView = 'unreadable'
  const { left, restored } = leftoversOf(home.open(), () => ({ state }))
  await left.decide()
  expect([restored.length, left.hasDoubts()]).toEqual([0, true])
  await left.reconsider('another-session')
  await left.reconsider('session-1')
  expect([restored.length, left.hasDoubts()]).toEqual([0, true])
  state = 'continued'
  await left.reconsider('session-1')
  await left.reconsider('session-1')
  expect(left.hasDoubts()).toBe(false)
  expect(restored.map(({ decision }) => decision)).toEqual([expect.objectContaining({ kind: 'redeliver', answer: SQLITE })])
})

it('asks a host that was only slow once more about an end in doubt, unless its session was opened meanwhile', async () => {
  const first = home.open()
  first.append(asked('slow', { session: 's1' }), asked('opened', { session: 's2' }), asked('unread', { session: 's3' }), ...won('slow'), ...won('opened'), ...won('unread'))
  home.kill(first)
  let state: HostView = 'unreadable'
  const { left, restored } = leftoversOf(home.open(), () => ({ state }))
  await left.decide()
  const waiting: (() => void)[] = []
  const looked = left.lookAgain((session) => new Promise((resolve) => { waiting.push(() => resolve({ state: session === 's3' ? 'unreadable' : 'continued' })) }))
  state = 'continued'
  await left.reconsider('s2')
  expect(restored.map(({ entry: { ask } }) => ask)).toEqual(['opened'])
  for (const answer of waiting) answer()
  await looked
  expect([restored.map(({ entry: { ask }, decision }) => [ask, decision.kind]), left.hasDoubts()]).toEqual([[['opened', 'redeliver'], ['slow', 'redeliver']], true])
  await left.reconsider('s3')
  expect([restored.length, left.hasDoubts()]).toEqual([3, false])
})

it('decides about 1,000 continued asks in less than two seconds, start included', async () => {
  const first = home.open()
  for (let count = 0; count < 1_000; count += 1) first.append(asked(`a${count}`, { session: `s${count}` }), timedOut(`a${count}`))
  home.kill(first)
  const before = performance.now()
  const { left, restored } = leftoversOf(home.open(), () => ({ state: 'continued' }))
  await left.decide()
  expect(performance.now() - before).toBeLessThan(2_000)
  expect(restored).toHaveLength(1_000)
})
