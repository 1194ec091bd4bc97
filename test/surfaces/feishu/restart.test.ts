import { afterEach, describe, expect, it } from 'vitest'
import type { SimReply } from '../../../app/demo/simulator/index.ts'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { Leftovers } from '../../../router/leftovers.ts'
import { createDeferred } from '../../../surfaces/feishu/deferred.ts'
import { settle } from '../../helpers/rounds.ts'
import { createLives, endless, eventually, type Life, type Lives, titleIn, untilTitle } from './lives.ts'
import { toast } from './scene.ts'
import type { JournalPort } from '../../../surfaces/feishu/slips.ts'
import { DATABASE } from './known.ts'
import { isActionable, until, WANG } from './stand.ts'
import { createTimedScene, patchesOf } from './timed-scene.ts'

const POSTGRES = { answers: [{ id: 'db', selected: ['Postgres'] }] }
const RESTARTED = 'Ended with a restart: ask again'
const CHAT = 'oc_'

/** The card, once the process knows where it is. */
const cardOf = async (life: Life): Promise<string> => {
  const { messageId } = await life.card(isActionable)
  await eventually(() => life.steps.some(({ step }) => step === 'shown'))
  return messageId
}

describe('cards that an ended process has left', () => {
  let lives: Lives
  afterEach(() => lives.close())

  const act = (messageId: string, element: string, formValue: Record<string, string> = {}): Promise<SimReply> =>
    lives.simulator.act({ messageId, personId: WANG.openId, element, formValue })
  const deliveriesIn = (): unknown[] => lives.home.records().filter(({ kind }) => kind === 'delivery').map(({ data }) => data)

  it('say that they ended with a restart, and a click on them is told so', async () => {
    lives = await createLives()
    const first = await lives.begin()
    first.asks('c1').catch(() => undefined)
    const messageId = await cardOf(first)
    await first.kill()
    const decided = createDeferred<void>()
    await lives.begin({ decided: decided.promise })
    expect((await act(messageId, 'submit_ask-1', { q0: '1' })).toast?.text).toContain('has just started and is still looking up its questions')
    await lives.simulator.say({ personId: WANG.openId, text: 'Postgres', quotes: messageId }).delivery
    await until(lives.simulator, () => lives.simulator.messages().find(({ text }) => text?.includes('still looking up its questions')))
    decided.resolve()
    const final = await untilTitle(lives.simulator, messageId, RESTARTED)
    expect(JSON.stringify(final.card)).toContain('Which database')
    expect(lives.simulator.messages().filter(isActionable)).toEqual([])
    await eventually(() => deliveriesIn().at(-1) === undefined)
  })

  it('stay as they are and answerable where the host says that the call goes on', async () => {
    lives = await createLives()
    const first = await lives.begin()
    first.asks('c1', 60_000).catch(() => undefined)
    const messageId = await cardOf(first)
    await first.kill()
    const second = await lives.begin({ view: () => 'continued' })
    await settle()
    const reply = await act(messageId, 'submit_ask-1', { q0: '1' })
    expect(reply.toast?.text).toBe('Your answer is on its way to the agent, as a message.')
    expect(second.taken).toEqual([POSTGRES])
    await untilTitle(lives.simulator, messageId, 'Wang Fang answered late on Feishu')
    const { history } = lives.simulator.messages()[0]!
    expect(history.map(({ cause }) => cause)).toEqual(['sent', 'patched'])
  })

  it('are answerable by a quoting text', async () => {
    lives = await createLives()
    const first = await lives.begin()
    first.asks('c1', 60_000).catch(() => undefined)
    const messageId = await cardOf(first)
    await first.kill()
    const second = await lives.begin({ view: () => 'continued' })
    await settle()
    await lives.simulator.say({ personId: WANG.openId, text: 'Postgres', quotes: messageId }).delivery
    expect(second.taken).toEqual([POSTGRES])
  })

  it('whose answer had not reached the agent become final once it has', async () => {
    lives = await createLives()
    const first = await lives.begin()
    const answer = first.asks('c1', 60_000)
    const messageId = await cardOf(first)
    lives.simulator.faults.set({ name: 'failed-before-delivery', on: ['patch'] })
    // The phone doesn't take the card from the answer: it is lost on its way.
    first.rounds.late.close()
    await act(messageId, 'submit_ask-1', { q0: '1' })
    await answer
    await first.kill()
    lives.simulator.faults.clear()
    const second = await lives.begin({ view: () => 'continued' })
    await untilTitle(lives.simulator, messageId, 'Wang Fang answered late on Feishu')
    expect(second.taken).toEqual([POSTGRES])
  })

  it('that were not confirmed are claimed by their key within the hour, as final cards', async () => {
    lives = await createLives()
    const first = await lives.begin({ sleep: endless })
    lives.simulator.faults.set({ name: 'failed-after-delivery', on: ['send'] })
    first.asks('c1').catch(() => undefined)
    const { messageId } = await lives.simulator.waitForMessage(() => true)
    await first.kill()
    await lives.begin()
    await untilTitle(lives.simulator, messageId, RESTARTED)
    expect(lives.simulator.messages()).toHaveLength(1)
  })

  it('that were not confirmed are never sent again after the hour; a click still makes them final', async () => {
    lives = await createLives()
    lives.home.now = Date.now() - 2 * 3_600_000
    const first = await lives.begin({ sleep: endless })
    lives.simulator.faults.set({ name: 'failed-after-delivery', on: ['send'] })
    first.asks('c1').catch(() => undefined)
    const { messageId } = await lives.simulator.waitForMessage(() => true)
    await first.kill()
    await lives.begin()
    await settle()
    expect(lives.simulator.messages().map(titleIn)).toEqual(['The agent has a question'])
    const reply = await act(messageId, 'submit_ask-1', { q0: '1' })
    expect([reply.toast?.text, reply.cardReplaced]).toEqual([expect.stringContaining(RESTARTED), true])
    await until(lives.simulator, () => lives.simulator.messages()[0]?.history.some(({ cause }) => cause === 'patched') || undefined)
    expect(lives.simulator.messages()).toHaveLength(1)
  })

  it('are on record by ids, never by words', async () => {
    lives = await createLives()
    const first = await lives.begin()
    first.asks('c1').catch(() => undefined)
    await cardOf(first)
    await first.kill()
    const state = lives.home.open().leftovers()
    expect(JSON.stringify(state)).toContain('"app":"cli_0123456789abcdef"')
    expect(JSON.stringify(deliveriesIn())).not.toMatch(/database|Postgres/iu)
    expect(JSON.stringify(deliveriesIn())).toContain(CHAT)
  })

  it('that are final are forgotten, but a click on one is told how its ask ended, by the journal', async () => {
    lives = await createLives()
    const first = await lives.begin()
    const answer = first.asks('c1')
    const messageId = await cardOf(first)
    // The final card gets lost on the phone, as the platform allows.
    const late = { messageId, personId: WANG.openId, element: 'submit_ask-1', formValue: { q0: '0' } }
    const callback = lives.simulator.buildCallback(late)
    await act(messageId, 'submit_ask-1', { q0: '1' })
    await answer
    await eventually(() => deliveriesIn().includes(undefined))
    await first.kill()
    const second = await lives.begin()
    await settle()
    if (second.state.kind !== 'started') throw new Error('not started')
    const response = await fetch(second.state.webhook, { method: 'POST', body: new Uint8Array(callback.body), headers: callback.headers })
    const text = await response.text()
    expect(text).toContain('Wang Fang answered on Feishu')
    expect(text).not.toContain('Postgres')
    expect(DATABASE.options?.length).toBe(2)
  })

  it('an event that had its effect before the restart has none after it, and hears how it stands', async () => {
    lives = await createLives()
    const first = await lives.begin()
    first.asks('c1', 60_000).catch(() => undefined)
    const messageId = await cardOf(first)
    const click = lives.simulator.buildCallback({ messageId, personId: WANG.openId, element: 'submit_ask-1', formValue: {} })
    const post = async (life: Life): Promise<string> => {
      if (life.state.kind !== 'started') throw new Error('not started')
      return (await fetch(life.state.webhook, { method: 'POST', body: new Uint8Array(click.body), headers: click.headers })).text()
    }
    expect(await post(first)).toContain('Still to answer or skip')
    await first.kill()
    const second = await lives.begin({ view: () => 'continued' })
    await settle()
    expect(await post(second)).toContain('This was already taken before a restart. The question is still open.')
    expect(second.taken).toEqual([])
  })

  it('are decided in under two seconds when there are a thousand, and made final one after another', async () => {
    lives = await createLives()
    const first = lives.home.open()
    for (let index = 0; index < 1_000; index += 1) {
      first.append({ kind: 'asked', ask: `old-${index}`, timed: index % 2 === 0, count: 1, session: `s${index}`, call: `c${index}`, questions: [DATABASE] })
      first.append({ kind: 'delivery', ask: `old-${index}`, surface: 'feishu', place: 'open_id:ou_wang#1', data: { app: 'cli_0123456789abcdef', to: WANG.openId, type: 'open_id', part: 1, parts: 1, key: `k${index}`, saving: [1], whole: true, message: `om_${index}`, chat: 'oc_1' } })
    }
    lives.home.kill(first)
    const journal = lives.home.open()
    const scene = createTimedScene({ journal: () => port })
    const left = new Leftovers({
      journal, now: Date.now, takesAnswers: () => true, canOpen: true,
      view: (_session, call) => Promise.resolve({ state: Number(call.slice(1)) % 2 === 0 ? 'continued' : 'absent' }),
      restore: ({ entry: { ask, session = '', call = '', at, questions } }) => scene.rounds.late.open({ id: ask, session, callId: call, since: at, ...(questions ? { questions } : {}) }),
    })
    const port: JournalPort = { deliveries: (surface) => left.decided.then(() => left.deliveries(surface)), record: () => undefined, finish: () => undefined, ended: () => undefined, seen: () => false, remember: () => undefined }
    const started = process.cpuUsage()
    await left.decide()
    await scene.surface.restore()
    const { user, system } = process.cpuUsage(started)
    expect(user + system).toBeLessThan(2_000_000)
    expect(scene.rounds.late.list()).toHaveLength(500)
    expect(toast(scene.click('submit', 'old-998', { message: 'om_998', form: { q0: '1' } }))).toEqual(['success', 'Your answer is on its way to the agent, as a message.'])
    const patched = (): number => patchesOf(scene).length
    await settle()
    const before = patched()
    for (let tenth = 0; tenth < 10; tenth += 1) {
      scene.clock.tick(100)
      await settle()
    }
    expect(patched() - before).toBe(10)
  })

  it('whose words were not kept are answerable as soon as their session is open', async () => {
    lives = await createLives()
    const first = await lives.begin({ journal: { mode: 'ids' } })
    first.asks('c1', 60_000).catch(() => undefined)
    const messageId = await cardOf(first)
    await first.kill()
    let words: AskUserQuestionItem[] | undefined
    const second = await lives.begin({ view: () => 'continued', words: () => words, journal: { mode: 'ids' } })
    await settle()
    expect((await act(messageId, 'submit_ask-1', { q0: '1' })).toast?.text).toContain('Open the session where the agent runs, then answer')
    words = [DATABASE]
    second.rounds.late.observe('s1')
    expect((await act(messageId, 'submit_ask-1', { q0: '1' })).toast?.text).toContain('on its way')
    await untilTitle(lives.simulator, messageId, 'Wang Fang answered late on Feishu')
  })

  it('whose answer was accepted and lost with its words say so, and ask for it again', async () => {
    lives = await createLives()
    const first = await lives.begin({ journal: { mode: 'ids' } })
    const answer = first.asks('c1', 60_000)
    const messageId = await cardOf(first)
    lives.simulator.faults.set({ name: 'failed-before-delivery', on: ['patch'] })
    const click = lives.simulator.buildCallback({ messageId, personId: WANG.openId, element: 'submit_ask-1', formValue: { q0: '1' } })
    if (first.state.kind !== 'started') throw new Error('not started')
    await fetch(first.state.webhook, { method: 'POST', body: new Uint8Array(click.body), headers: click.headers })
    await answer
    await first.kill()
    const second = await lives.begin({ view: () => 'continued', words: () => [DATABASE], journal: { mode: 'ids' } })
    await until(lives.simulator, () => second.said().find((text) => text.includes('its words were lost')))
    expect((await act(messageId, 'submit_ask-1', { q0: '0' })).toast?.text).toContain('on its way')
    expect(second.taken).toHaveLength(1)
  })

  it('of a timed ask say at an orderly end that nothing is answered here, and come again where the host goes on', async () => {
    lives = await createLives()
    const first = await lives.begin()
    first.asks('c1', 60_000).catch(() => undefined)
    const messageId = await cardOf(first)
    await first.unload()
    await untilTitle(lives.simulator, messageId, 'No longer answered here')
    await eventually(() => deliveriesIn().some((data) => JSON.stringify(data)?.includes('"left":true')))
    await first.kill()
    const second = await lives.begin({ view: () => 'continued' })
    const again = await second.card(isActionable)
    expect([again.messageId === messageId, JSON.stringify(again.card).includes('The agent has gone on without an answer.')]).toEqual([false, true])
    await act(again.messageId, 'submit_ask-1', { q0: '1' })
    expect(second.taken).toEqual([POSTGRES])
    await untilTitle(lives.simulator, again.messageId, 'Wang Fang answered late on Feishu')
  })

  it('of a timed ask that the host does not go on with stay as they are after an orderly end', async () => {
    lives = await createLives()
    const first = await lives.begin()
    first.asks('c1', 60_000).catch(() => undefined)
    await cardOf(first)
    await first.unload()
    await first.kill()
    await lives.begin()
    await eventually(() => deliveriesIn().at(-1) === undefined)
    expect(lives.simulator.messages().map(titleIn)).toEqual(['No longer answered here'])
  })
})
