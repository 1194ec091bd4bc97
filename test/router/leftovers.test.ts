import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Ledger } from '../../router/journal/ledger.ts'
import type { Journal, HostView, JournalRecord } from '../../router/journal/types.ts'
import type { CallView } from '../../router/late-host.ts'
import { Leftovers, type LeftAsk } from '../../router/leftovers.ts'
import { accepted, asked, createHome, SQLITE, timedOut, type JournalHome, won } from '../helpers/journal-home.ts'

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

/** What an ended process has left, as a journal without files has it. */
function leave(...records: readonly JournalRecord[]) {
  const ledger = new Ledger()
  let [n, hasForgotten] = [0, false]
  const written: JournalRecord[] = []
  const apply = (record: JournalRecord, run: string) => ledger.apply({ ...record, v: 1, run, n: ++n, at: 1_000 })
  apply({ kind: 'started', pid: 1, start: 's' }, 'ended')
  for (const record of records) apply(record, 'ended')
  const left = [...ledger.asks()]
  const journal: Journal = {
    run: 'own', append: (...more) => { for (const record of more) { written.push(record); apply(record, 'own') } },
    state: () => ({ ask: (id) => (hasForgotten ? undefined : ledger.ask(id)), asks: () => ledger.asks(), run: (id) => ledger.run(id), seen: () => false }),
    leftovers: () => left, close: () => {},
  }
  return { journal, written, apply, forget: () => { hasForgotten = true } }
}

const place = (ask: string, data?: { readonly m: number }): JournalRecord => ({ kind: 'delivery', ask, surface: 'feishu', place: 'p', ...(data ? { data } : {}) })

function start({ journal }: { readonly journal: Journal }, view: (session: string, call: string) => CallView, canOpen = true) {
  const restored: LeftAsk[] = []
  const asked: string[] = []
  const left = new Leftovers({
    journal, now: () => 5_000, takesAnswers: () => true, canOpen, restore: (ask) => restored.push(ask),
    view: (session, call) => { asked.push(`${session} ${call}`); return Promise.resolve(view(session, call)) },
  })
  return { left, restored, asked }
}

it('has no doubt about an end that the host knows, and writes that down once', async () => {
  const given = leave(asked('a'), ...won('a'))
  const { left, restored } = start(given, () => ({ state: 'settled' }))
  await left.decide()
  expect([left.hasDoubts(), restored, given.written]).toEqual([false, [], [{ kind: 'decided', ask: 'a', decision: 'over' }]])
})

it('writes nothing where there is nothing new to say', async () => {
  const given = leave(asked('a'), timedOut('a'))
  const { left, restored } = start(given, () => ({ state: 'continued' }))
  await left.decide()
  expect([restored.length, given.written]).toEqual([1, []])
})

it('does not ask the host about an ask that names no session or no call, which has ended with its process', async () => {
  const nothing = { session: undefined, call: undefined } as object
  const given = leave(asked('a', nothing), asked('b', { call: undefined } as object), asked('c', { session: undefined } as object))
  const { left, restored, asked: views } = start(given, () => ({ state: 'unreadable' }))
  await left.decide()
  expect([views, restored, left.hasDoubts()]).toEqual([[], [], false])
  expect(given.written).toEqual(['a', 'b', 'c'].map((ask) => ({ kind: 'decided', ask, decision: 'over', why: 'restarted' })))
})

it('lets an answer wait for its session where nobody can open that, and sends it at once where somebody can', async () => {
  const records = [asked('a'), timedOut('a'), accepted('a'), asked('b'), timedOut('b')]
  let state: HostView = 'unreadable'
  const waiting = start(leave(...records), () => ({ state }), false)
  await waiting.left.decide()
  expect([waiting.restored.map(({ entry }) => entry.ask), waiting.left.hasDoubts()]).toEqual([['b'], true])
  state = 'continued'
  await waiting.left.reconsider('session-1')
  expect([waiting.restored.map(({ entry, decision }) => [entry.ask, decision.kind]), waiting.left.hasDoubts()]).toEqual([[['b', 'continued'], ['a', 'redeliver']], false])
  const sending = start(leave(...records), () => ({ state: 'unreadable' }))
  await sending.left.decide()
  expect([sending.restored.map(({ decision }) => decision.kind), sending.left.hasDoubts()]).toEqual([['redeliver', 'continued'], false])
})

it('keeps the other doubts of a session when one of them is cleared', async () => {
  const given = leave(asked('slow'), asked('unread'), ...won('slow'), ...won('unread'))
  const { left, restored } = start(given, () => ({ state: 'unreadable' }))
  await left.decide()
  await left.lookAgain((_session, call) => Promise.resolve({ state: call === 'call-slow' ? 'continued' : 'unreadable' }))
  expect([restored.map(({ entry }) => entry.ask), left.hasDoubts()]).toEqual([['slow'], true])
  await left.lookAgain(() => Promise.resolve({ state: 'continued' }))
  expect([restored.map(({ entry }) => entry.ask), left.hasDoubts()]).toEqual([['slow', 'unread'], false])
  await left.reconsider('session-1')
  expect(restored).toHaveLength(2)
})

it('decides no more about what the journal has forgotten meanwhile', async () => {
  const given = leave(asked('a'), ...won('a'))
  const { left, restored } = start(given, () => ({ state: 'unreadable' }))
  await left.decide()
  await left.lookAgain(() => { given.forget(); return Promise.resolve({ state: 'continued' }) })
  await left.lookAgain(() => Promise.resolve({ state: 'continued' }))
  await left.reconsider('session-1')
  expect([restored, given.written]).toEqual([[], []])
})

describe('what a surface has left', () => {
  it('is told with what is known of the ask, and without what is not', async () => {
    const given = leave(asked('bare', { session: undefined, project: undefined, questions: undefined, call: undefined } as object), place('bare', { m: 1 }), asked('whole'), place('whole', { m: 2 }))
    const { left } = start(given, () => ({ state: 'absent' }))
    await left.decide()
    const over = { decision: { kind: 'over', end: { kind: 'restarted', at: 5_000 } }, place: 'p', at: 1_000 }
    expect(left.deliveries('feishu')).toStrictEqual([
      { ask: 'bare', data: { m: 1 }, ...over },
      { ask: 'whole', data: { m: 2 }, session: 'session-1', project: '/home/me/secret-project', questions: [{ id: 'db', question: 'Which database?', options: [{ label: 'PostgreSQL' }, { label: 'SQLite' }] }], ...over },
    ])
    expect(left.deliveries('desk')).toEqual([])
  })

  it('is no place where nothing remains to be done, no ask of another process that runs, and each once', async () => {
    const given = leave(asked('a'), place('a', { m: 1 }), asked('b'), place('b', { m: 1 }), place('b'))
    for (const record of [asked('theirs'), place('theirs', { m: 3 })]) given.apply(record, 'other')
    for (const record of [asked('own'), place('own', { m: 4 })]) given.apply(record, 'own')
    const { left } = start(given, () => ({ state: 'open' }))
    await left.decide()
    expect(left.deliveries('feishu').map(({ ask, decision }) => [ask, decision.kind])).toEqual([['a', 'continued'], ['own', 'open']])
  })
})
