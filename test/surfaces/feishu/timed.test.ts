import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { settle } from '../../helpers/rounds.ts'
import { titleOf, toast } from './scene.ts'
import { DATABASE } from './known.ts'
import { createTimedScene, patchesOf, POSTGRES, repliesOf, type TimedScene } from './timed-scene.ts'

const textOf = (card: unknown): string => JSON.stringify(card)
/** One question too large for one card. */
const LONG: AskUserQuestionItem[] = Array.from({ length: 40 }, (_, index) => ({ id: `q${index}`, question: `${index} ${'Which one of them, and why? '.repeat(60)}` }))

async function shown(...asked: Parameters<TimedScene['ask']>): Promise<TimedScene> {
  const scene = createTimedScene()
  await scene.shown(...asked)
  return scene
}

describe('the card of a timed ask', () => {
  it('says up to which time of day the agent waits, what comes after, and offers to stop the clock', async () => {
    const { calls: [call] } = await shown()
    expect(textOf(call?.card)).toContain('The agent waits until 00:01:01 (UTC), then it goes on without an answer.\\nAn answer after that still reaches it as a message')
    expect(textOf(call?.card)).toContain('代理会等到 00:01:01 (UTC)')
    expect(textOf(call?.card)).toContain('"name":"hold_ask-1"')
    expect(textOf(call?.card)).toContain('慢慢来')
  })

  it('names the day where the window ends on another', async () => {
    const { calls: [call] } = await shown([DATABASE], { ms: 86_400_000 })
    expect(textOf(call?.card)).toContain('until 1970-01-02 00:00:01 (UTC)')
  })

  it('is sent without a time when the host has not told within 50 ms', async () => {
    const scene = createTimedScene()
    const window = { continues: true, attach: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) }) }
    scene.rounds.ask({ questions: [DATABASE], agent: { id: 's1', session: { id: 's1' } }, wait: { callId: 'c', timed: true } }, { window }).catch(() => undefined)
    await settle()
    scene.clock.tick(49)
    await settle()
    expect(scene.calls).toEqual([])
    scene.clock.tick(1)
    await settle()
    expect(textOf(scene.calls[0]?.card)).toContain('The agent waits for a limited time')
    expect(toast(scene.click('hold', 'ask-1'))).toEqual(['success', 'The clock stands now, here and everywhere. Take your time.'])
  })

  it('offers no clock where the host keeps it to itself, but says that the time is limited', async () => {
    const scene = createTimedScene()
    scene.rounds.ask({ questions: [DATABASE], wait: { callId: 'c', timed: true } }, { window: { continues: false } }).catch(() => undefined)
    await settle()
    expect(textOf(scene.calls[0]?.card)).toContain('The agent waits for a limited time')
    expect(textOf(scene.calls[0]?.card)).not.toContain('hold_')
  })

  it('has neither time nor clock when the ask is not timed', async () => {
    const scene = createTimedScene()
    scene.rounds.ask({ questions: [DATABASE], wait: { callId: 'c' } }).catch(() => undefined)
    expect(textOf(scene.calls[0]?.card)).not.toMatch(/waits|hold_/u)
  })

  it('is not sent for an ask that ended in that moment', async () => {
    const scene = createTimedScene()
    scene.rounds.ask({ questions: [DATABASE], wait: { callId: 'c', timed: true } }, { window: { continues: false, attach: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) }) } }).catch(() => undefined)
    await settle()
    scene.desk[0]?.submit(POSTGRES)
    scene.clock.tick(60)
    await settle()
    expect(scene.calls).toEqual([])
  })
})

describe('the clock of a timed ask', () => {
  it('stops for good by "Take your time", everywhere, without a new card', async () => {
    const scene = await shown()
    const reply = scene.click('hold', 'ask-1')
    expect(toast(reply)).toEqual(['success', 'The clock stands now, here and everywhere. Take your time.'])
    expect(reply.body.card).toBeUndefined()
    expect(scene.desk[0]?.countdown?.state).toBe('held')
    scene.clock.tick(3_600_000)
    await settle()
    expect(scene.calls).toHaveLength(1)
    expect(toast(scene.click('submit', 'ask-1', { form: { q0: '1' } }))).toEqual(['success', 'Your answer counts.'])
  })

  it('stops for nobody but operators, and for no copy of the card', async () => {
    const scene = await shown()
    expect(toast(scene.click('hold', 'ask-1', { person: 'ou_x' }))?.[0 as never]).toBe('warning')
    expect(toast(scene.click('hold', 'ask-1', { message: 'om_copy' }))).toEqual(['warning', 'This is a copy of the card. Act on the original message.'])
    expect(scene.desk[0]?.countdown?.state).toBe('counting')
  })

  it('stops by a submit with a gap: that person is at it', async () => {
    const scene = await shown()
    expect(toast(scene.click('submit', 'ask-1', { form: {} }))).toEqual(['warning', 'Not sent yet. Still to answer or skip: Which database?'])
    expect(scene.desk[0]?.countdown?.state).toBe('held')
  })

  it('stops by a saved part', async () => {
    const scene = createTimedScene()
    await scene.ask(LONG)
    for (let part = 1; part <= 2; part += 1) await scene.calls[part - 1]?.succeed({ messageId: `om_${part}`, chatId: 'oc_1' })
    expect(toast(scene.click('submit', 'ask-1', { form: {} }))?.[1 as never]).toContain('Part 1 is saved')
    expect(scene.desk[0]?.countdown?.state).toBe('held')
  })

  it('that somebody stops elsewhere repaints nothing here', async () => {
    const scene = await shown()
    scene.desk[0]?.countdown?.hold('for-good')
    scene.clock.tick(600_000)
    await settle()
    expect(scene.calls).toHaveLength(1)
  })
})

describe('after the window', () => {
  it('that closes before the card is on its way, a card comes that takes a late answer, one only', async () => {
    const scene = createTimedScene()
    const window = { continues: true, attach: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) }) }
    const host = new AbortController()
    scene.rounds.ask({ questions: [DATABASE], agent: { id: 's1', session: { id: 's1' } }, wait: { callId: 'c', timed: true }, signal: host.signal }, { window }).catch(() => undefined)
    await settle()
    host.abort(Object.assign(new Error('over'), { code: 'ASK_TIMED_OUT' }))
    await settle()
    scene.clock.tick(60_000)
    await settle()
    const sends = () => scene.calls.filter(({ what }) => what === 'card')
    expect(sends()).toHaveLength(1)
    expect(textOf(sends()[0]?.card)).toContain('The agent has gone on without an answer.')
    await sends()[0]?.succeed()
    expect(toast(scene.click('submit', 'ask-1', { form: { q0: '1' } }))).toEqual(['success', 'Your answer is on its way to the agent, as a message.'])
    expect(scene.host.taken).toEqual([POSTGRES])
  })

  it('the card stays as it was, and an answer is sent as a message; then the card is final', async () => {
    const scene = await shown()
    await scene.runOut()
    expect(scene.calls).toHaveLength(1)
    const reply = scene.click('submit', 'ask-1', { form: { q0: '1' } })
    expect(toast(reply)).toEqual(['success', 'Your answer is on its way to the agent, as a message.'])
    expect(reply.body.card).toBeUndefined()
    reply.sent()
    await settle()
    expect(scene.host.taken).toEqual([POSTGRES])
    expect(patchesOf(scene).map(({ card }) => titleOf(card))).toEqual(['Wang Fang answered late on Feishu'])
    expect(textOf(scene.calls[1]?.card)).toContain('The answer was sent to the agent as a message.')
    expect(repliesOf(scene)).toEqual([])
  })

  it('the second of two late answers hears who was first, when and with what', async () => {
    const scene = await shown()
    await scene.runOut()
    scene.click('submit', 'ask-1', { form: { q0: '1' } }).sent()
    await settle()
    scene.clock.tick(2_000)
    expect(toast(scene.click('submit', 'ask-1', { form: { q0: '0' }, person: 'ou_boss' }))).toEqual(['info', 'Wang Fang answered late on Feishu, 2 s ago: Postgres'])
    expect(scene.host.taken).toHaveLength(1)
  })

  it('so does one that comes while the first is being sent, and no card is made final for an answer that may fail', async () => {
    const scene = await shown()
    await scene.runOut()
    scene.host.answer = () => { throw Object.assign(new Error('no'), { code: 'BAD_ANSWER' }) }
    const first = scene.click('submit', 'ask-1', { form: { q0: '1' } })
    expect(toast(scene.click('submit', 'ask-1', { form: { q0: '0' }, person: 'ou_boss' }))).toEqual(['info', 'Wang Fang answered late on Feishu, 0 s ago: Postgres'])
    first.sent()
    await settle()
    expect(patchesOf(scene)).toEqual([])
  })

  it.each([
    ['BAD_ANSWER', 'the agent\'s host refused it', 0],
    ['REPLY_QUEUED', 'another answer to this question is already waiting to be read', 1],
  ])('an answer that fails with %s is told in words beside the card, with the answer itself', async (code, words, patches) => {
    const scene = await shown()
    await scene.runOut()
    scene.host.answer = () => { throw Object.assign(new Error('no'), { code }) }
    scene.click('submit', 'ask-1', { form: { q0_text: 'SQLite, but <b>new</b>' } }).sent()
    await settle()
    expect(repliesOf(scene)).toEqual([expect.stringContaining(words)])
    expect(repliesOf(scene)[0]).toContain('You answered:\nSQLite, but ＜b＞new＜/b＞')
    expect(patchesOf(scene)).toHaveLength(patches)
    if (patches === 0) expect(toast(scene.click('submit', 'ask-1', { form: { q0: '1' } }))?.[1 as never]).toContain('on its way')
  })

  it('an answer that the agent takes no more leaves the final card that says so', async () => {
    const scene = await shown()
    await scene.runOut()
    scene.host.answer = () => false
    scene.host.state = 'absent'
    scene.click('submit', 'ask-1', { form: { q0: '1' } }).sent()
    for (let second = 0; second < 12; second += 1) {
      await settle()
      scene.clock.tick(1_000)
    }
    await settle()
    expect(repliesOf(scene)).toEqual([expect.stringContaining('takes no answer to this question any more.\nYou answered:\nPostgres')])
    expect(patchesOf(scene).map(({ card }) => titleOf(card))).toEqual(['The agent takes no answer to this any more'])
  })

  it('there is nothing to put away and no clock to stop', async () => {
    const scene = await shown()
    await scene.runOut()
    expect(toast(scene.click('dismiss', 'ask-1'))?.[1 as never]).toContain('nothing to put away')
    expect(toast(scene.click('hold', 'ask-1'))?.[1 as never]).toContain('no clock runs any more')
    expect(scene.calls).toHaveLength(1)
  })

  it('a text that quotes the card answers it, too', async () => {
    const scene = await shown()
    await scene.runOut()
    await scene.hear('Postgres', { quotes: 'om_1' })
    expect(scene.host.taken).toEqual([POSTGRES])
    expect(repliesOf(scene)).toEqual(['Your answer is on its way to the agent, as a message.'])
    expect(patchesOf(scene)).toHaveLength(1)
  })

  it('and a text that fails is quoted', async () => {
    const scene = await shown()
    await scene.runOut()
    scene.host.answer = () => { throw Object.assign(new Error('no'), { code: 'REPLY_QUEUED' }) }
    await scene.hear('the old one', { quotes: 'om_1' })
    expect(repliesOf(scene)[1]).toContain('the old one')
  })

  it('the card of a host that takes no late answers is final', async () => {
    const scene = await shown([DATABASE], { continues: false })
    await scene.runOut()
    expect(patchesOf(scene).map(({ card }) => titleOf(card))).toEqual(['Time ran out'])
  })

  it('an answer elsewhere makes the card final with who, and where', async () => {
    const scene = await shown()
    await scene.runOut()
    scene.rounds.late.submit('ask-1', POSTGRES, { surface: 'terminal', name: 'Li' })
    await settle()
    expect(patchesOf(scene).map(({ card }) => titleOf(card))).toEqual(['Li answered late at the terminal'])
  })

  it('a reply that was thrown away brings a fresh card: the old one said that it was answered', async () => {
    const scene = await shown()
    await scene.runOut()
    scene.click('submit', 'ask-1', { form: { q0: '1' } }).sent()
    await settle()
    await patchesOf(scene)[0]?.succeed()
    scene.rounds.late.discarded('s1', 'call-1')
    await settle()
    const fresh = scene.calls.at(-1)
    expect([fresh?.what, titleOf(fresh?.card)]).toEqual(['card', 'The agent has a question'])
    expect(fresh?.key).not.toBe(scene.calls[0]?.key)
    await fresh?.succeed({ messageId: 'om_2', chatId: 'oc_1' })
    scene.click('submit', 'ask-1', { message: 'om_2', form: { q0: '0' } }).sent()
    await settle()
    expect(scene.host.taken).toHaveLength(2)
  })

  it('closing the surface leaves the card as it is', async () => {
    const scene = await shown()
    await scene.runOut()
    await Promise.race([scene.surface.close(), settle()])
    expect(patchesOf(scene)).toEqual([])
  })
})
