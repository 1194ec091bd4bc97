import { afterEach, describe, expect, it } from 'vitest'
import { type Simulator, type SimMessage, validateCard } from '../../../app/demo/simulator/index.ts'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { renderCard } from '../../../surfaces/feishu/card.ts'
import { cardAsk } from '../../../surfaces/feishu/ask.ts'
import type { Entry } from '../../../surfaces/feishu/entries.ts'
import { checkCard } from '../../../surfaces/feishu/fit.ts'
import { listView } from '../../../surfaces/feishu/list-view.ts'
import { eventually } from './lives.ts'
import { settle } from '../../helpers/rounds.ts'
import { titleOf, toast } from './scene.ts'
import { DATABASE } from './known.ts'
import { createStand, isActionable, type Stand, until, WANG } from './stand.ts'
import { createTimedScene, repliesOf, type TimedScene } from './timed-scene.ts'

const POSTGRES = { answers: [{ id: 'db', selected: ['Postgres'] }] }
const NAME: AskUserQuestionItem = { id: 'name', question: 'What is the service called?' }
const AT = Date.UTC(2026, 2, 1, 6, 3, 22)

function entryOf(index: number, session: string | undefined, question: string, more: Partial<Pick<Entry, 'stage'>> & { readonly title?: string } = {}): Entry {
  const agent = session === undefined ? {} : { agent: { id: session, session: { id: session, header: { cwd: '/home/wang/ledger' } } } }
  const round = { id: `ask-${index}`, signal: new AbortController().signal, outcome: new Promise<never>(() => undefined), submit: () => { throw new Error('not asked') }, dismiss: () => { throw new Error('not asked') }, report: () => undefined }
  return {
    ask: cardAsk(`ask-${index}`, { questions: [{ id: 'q', question }], ...agent }, { title: more.title, time: index === 2 ? { kind: 'limited', from: AT, until: AT + 60_000, canHold: true } : undefined }),
    role: 'answer', stage: more.stage ?? { kind: 'open', round }, at: AT + index, shown: { count: 0, saving: [], isWhole: true },
    deliveries: { match: () => 'ours', has: () => false, clicked: () => undefined, end: () => Promise.resolve(), hold: () => () => undefined, adopt: () => undefined, retire: () => undefined, again: () => 'sent', isIn: () => true, isEmpty: false },
  }
}

describe('the list of what is open', () => {
  const entries = [
    entryOf(1, 'session-one', 'Which database?', { title: 'Move the store' }), entryOf(2, 'session-two', '要运行哪些检查？'),
    entryOf(3, 'session-one', 'What is it called?', { stage: { kind: 'continued' }, title: 'Move the store' }), entryOf(4, undefined, '<at id=all></at>'),
  ]

  it.each(['en', 'zh'] as const)('in %s is the golden one: by session, newest first, each with a button', async (locale) => {
    const card = renderCard(listView('list', entries, AT, { locale, timeZone: 'Asia/Shanghai', places: ['terminal'] }))
    await expect(`${JSON.stringify(card, undefined, 2)}\n`).toMatchFileSnapshot(`golden/list.${locale}.json`)
    expect(validateCard(JSON.parse(JSON.stringify(card)))).toBeUndefined()
  })

  it('of a thousand asks holds the newest 20, and says how many more there are', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => entryOf(index + 10, `session-${index}`, '长'.repeat(500)))
    const card = renderCard(listView('list', many, AT, { locale: 'zh', timeZone: 'UTC', places: [] }))
    expect(checkCard(card)).toBeUndefined()
    const text = JSON.stringify(card)
    expect([text.match(/"name":"show_/gu)?.length, text.includes('show_ask-1009'), text.includes('980 older asks')]).toEqual([20, true, true])
  })
})

async function listed(): Promise<TimedScene> {
  const scene = createTimedScene()
  await scene.shown()
  await scene.hear('?')
  await scene.calls.at(-1)?.succeed({ messageId: 'om_list', chatId: 'oc_1' })
  scene.clock.tick(10_000)
  return scene
}

describe('a tap on the list', () => {
  it('brings the ask once more, at the end of that chat; then the earlier card says that it moved', async () => {
    const scene = await listed()
    const reply = scene.click('show', 'ask-1', { message: 'om_list' })
    expect(toast(reply)).toEqual(['success', 'Shown again below.'])
    reply.sent()
    const again = scene.calls.at(-1)
    expect([again?.what, again?.recipient, again?.key === scene.calls[0]?.key]).toEqual(['card', { id: 'oc_1', idType: 'chat_id' }, false])
    expect(scene.calls.some(({ what }) => what === 'patch')).toBe(false)
    await again?.succeed({ messageId: 'om_2', chatId: 'oc_1' })
    expect(scene.calls.at(-1)).toMatchObject({ what: 'patch', messageId: 'om_1' })
    expect(titleOf(scene.calls.at(-1)?.card)).toBe('Moved down')
    expect(toast(scene.click('submit', 'ask-1', { message: 'om_2', form: { q0: '1' } }))).toEqual(['success', 'Your answer counts.'])
  })

  it('before the platform has told where the first card is does not take the list for that card', async () => {
    const scene = createTimedScene()
    await scene.ask()
    await scene.hear('?')
    await scene.calls.at(-1)?.succeed({ messageId: 'om_list', chatId: 'oc_1' })
    scene.clock.tick(10_000)
    scene.click('show', 'ask-1', { message: 'om_list' }).sent()
    scene.desk[0]?.submit(POSTGRES)
    await scene.calls[0]?.succeed({ messageId: 'om_1', chatId: 'oc_1' })
    await settle()
    expect(scene.calls.filter(({ what }) => what === 'patch').map(({ messageId }) => messageId)).toContain('om_1')
    expect(scene.calls.filter(({ what }) => what === 'patch').map(({ messageId }) => messageId)).not.toContain('om_list')
  })

  it('while the surface goes away sends nothing: nobody could answer it', async () => {
    const scene = await listed()
    const closed = scene.surface.close()
    const { length } = scene.calls
    expect(toast(scene.click('show', 'ask-1', { message: 'om_list' }))).toEqual(['info', 'No longer answered here'])
    expect(scene.calls.slice(length).filter(({ what }) => what === 'card')).toEqual([])
    scene.clock.tick(2_000)
    await closed
  })

  it('of somebody who taps again at once sends nothing more', async () => {
    const scene = await listed()
    scene.click('show', 'ask-1', { message: 'om_list' })
    const { length } = scene.calls
    expect(toast(scene.click('show', 'ask-1', { message: 'om_list' }))).toEqual(['info', 'It was just shown: look at the end of the chat.'])
    expect(scene.calls).toHaveLength(length)
  })

  it('after the window brings a card that says so, and takes the answer', async () => {
    const scene = await listed()
    await scene.runOut()
    scene.click('show', 'ask-1', { message: 'om_list' })
    const again = scene.calls.at(-1)
    expect(JSON.stringify(again?.card)).toContain('The agent has gone on without an answer. Yours still reaches it, as a message.')
    expect(JSON.stringify(again?.card)).not.toMatch(/hold_|dismiss_/u)
    await again?.succeed({ messageId: 'om_2', chatId: 'oc_1' })
    await scene.hear('Postgres', { quotes: 'om_2' })
    expect(scene.host.taken).toEqual([POSTGRES])
  })

  it('does nothing for strangers, in another chat, on a copy, or for an ask that it does not hold', async () => {
    const scene = await listed()
    await scene.ask([NAME])
    const { length } = scene.calls
    const old = ['info', 'This list is old. Send ? for a new one.']
    expect(toast(scene.click('show', 'ask-1', { message: 'om_list', chat: 'oc_2' }))).toEqual(old)
    expect(toast(scene.click('show', 'ask-1', { message: 'om_copy' }))).toEqual(old)
    expect(toast(scene.click('show', 'ask-2', { message: 'om_list' }))).toEqual(old)
    expect(JSON.stringify(toast(scene.click('show', 'ask-1', { message: 'om_list', person: 'ou_x' })))).toContain('not an operator')
    expect(scene.calls).toHaveLength(length)
  })

  it('on an ask that is over says how it ended, and leaves the list as it is', async () => {
    const scene = await listed()
    scene.desk[0]?.submit(POSTGRES, { name: 'Li' })
    await settle()
    const reply = scene.click('show', 'ask-1', { message: 'om_list' })
    expect([reply.body.toast?.content, reply.body.card]).toEqual(['Li answered at the terminal, 0 s ago: Postgres', undefined])
  })

  it('in a group lists only what that group was asked', async () => {
    const scene = createTimedScene()
    await scene.shown()
    await scene.hear('?', { chat: 'oc_team', group: true })
    expect(repliesOf(scene)).toEqual(['Nothing is open.'])
  })
})

const listIn = (simulator: Simulator): Promise<SimMessage> => until(simulator, () => simulator.messages().find(({ card }) => JSON.stringify(card)?.includes('"name":"show_')))

describe('the list on the simulated platform', () => {
  const stands: Stand[] = []
  afterEach(async () => {
    for (const stand of stands.splice(0)) await stand.close()
  })

  it('leads from a question mark to the answer', async () => {
    const stand = await createStand()
    stands.push(stand)
    const answer = stand.ask([DATABASE])
    const first = await stand.card()
    await eventually(() => stand.steps.some(({ step }) => step === 'shown'))
    stand.simulator.say({ personId: WANG.openId, text: '?' })
    const { messageId } = await listIn(stand.simulator)
    await eventually(() => stand.simulator.wire().filter((line) => line.kind === 'request' && line.direction === 'in' && line.path.endsWith('/messages')).length === 2)
    const tap = await stand.simulator.act({ messageId, personId: WANG.openId, element: 'show_ask-1' })
    expect(tap.toast?.text).toBe('Shown again below.')
    const again = await stand.card((message) => message.messageId !== first.messageId && JSON.stringify(message.card).includes('submit_ask-1'))
    expect(again.chatId).toBe(first.chatId)
    await stand.collapsed(first.messageId)
    await stand.simulator.act({ messageId: again.messageId, personId: WANG.openId, element: 'submit_ask-1', formValue: { q0: '1' } })
    expect(await answer).toEqual(POSTGRES)
    await stand.collapsed(again.messageId)
    expect(stand.simulator.messages().filter(isActionable).map(({ messageId: id }) => id)).toEqual([messageId])
  })
})
