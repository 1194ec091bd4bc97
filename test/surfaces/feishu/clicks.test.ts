import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { MAX_CARDS } from '../../../surfaces/feishu/fit.ts'
import type { JournalPort } from '../../../surfaces/feishu/slips.ts'
import type { CardAct } from '../../../surfaces/feishu/action.ts'
import { wordsOf } from '../../../surfaces/feishu/words.ts'
import { rejection, settle } from '../../helpers/rounds.ts'
import { createJudged, saidIn } from './judged.ts'
import { ask, CONFIG, createScene, open, type Scene, titleOf, toast } from './scene.ts'
import { eventOf } from './sealed.ts'
import { DATABASE } from './known.ts'

const PLAN: AskUserQuestionItem = {
  id: 'plan', question: 'Leave plan mode?', detail: '# Plan', options: [{ label: 'Keep planning' }, { label: 'Approve' }], intent: { kind: 'plan-review', approve: 'Approve' },
}
const APPROVAL: AskUserQuestionItem = {
  id: 'run', question: 'Run it?', detail: 'rm -rf build', options: [{ label: 'No' }, { label: 'Yes' }, { label: 'Always' }],
  intent: { kind: 'approval', approve: 'Yes', reject: 'No', always: 'Always' },
}
const BOSS = { person: 'ou_boss' }

const endedElsewhere = (): JournalPort => ({
  deliveries: () => Promise.resolve([]), record: () => undefined, finish: () => undefined, seen: () => false, remember: () => undefined,
  ended: () => ({ kind: 'restarted', at: 1 }),
})

function request(session: string): { questions: AskUserQuestionItem[]; agent: { id: string; session: { id: string } } } {
  return { questions: [DATABASE], agent: { id: session, session: { id: session } } }
}

async function shown(question: AskUserQuestionItem): Promise<{ scene: Scene; answer: Promise<unknown> }> {
  const scene = createScene()
  const answer = ask(scene, [question])
  answer.catch(() => { /* the test looks at it if it matters */ })
  await scene.calls[0]?.succeed()
  return { scene, answer }
}

describe('a click on a plan review', () => {
  it.each([
    ['approve', {}, { selected: ['Approve'] }, 'Boss approved on Feishu'],
    ['reject', { q0_text: '  ' }, { selected: ['Keep planning'] }, 'Boss rejected on Feishu'],
    ['reject', { q0_text: 'Keep the old table\nuntil May' }, { selected: [], custom: 'Keep the old table\nuntil May' }, 'Boss asked for changes on Feishu'],
  ] as const)('%s with %j decides, by the label that the intent names', async (act, form, item, title) => {
    const { scene, answer } = await shown(PLAN)
    const reply = scene.click(act, 'ask-1', { ...BOSS, form })
    expect(await answer).toEqual({ answers: [{ id: 'plan', ...item }] })
    expect(titleOf(reply.body.card)).toBe(title)
  })

  it('never drops what was typed: to approve, it has to be cleared', async () => {
    const { scene } = await shown(PLAN)
    expect(toast(scene.click('approve', 'ask-1', { ...BOSS, form: { q0_text: 'but first …' } }))).toEqual(['warning', 'Not sent. You wrote what shall change: clear it to approve, or send it with the other button.'])
    expect(scene.steps.some(({ step }) => step === 'acted')).toBe(false)
  })

  it('to talk first is a dismissal and no refusal', async () => {
    const { scene, answer } = await shown(PLAN)
    const error = rejection(answer)
    scene.click('dismiss', 'ask-1', BOSS)
    expect(await error).toMatchObject({ code: 'ASK_CANCELLED' })
  })

  it('needs the role, whatever it says', async () => {
    const { scene } = await shown(PLAN)
    for (const act of ['approve', 'reject', 'dismiss'] as const) expect(toast(scene.click(act, 'ask-1'))).toEqual(['warning', 'This needs an operator with the role "approve". Nothing was sent.'])
  })

  it('on a plan that is decided tells how, whatever the role of who may act', async () => {
    const { scene } = await shown(PLAN)
    scene.desk[0]?.submit({ answers: [{ id: 'plan', selected: ['Approve'] }] }, { name: 'Li' })
    await settle()
    for (const act of ['approve', 'dismiss'] as const) expect(toast(scene.click(act, 'ask-1'))).toEqual(['info', 'Li approved at the terminal, 0 s ago: Approve'])
  })

  it('takes no form of a list and no lasting grant', async () => {
    const { scene } = await shown(PLAN)
    for (const act of ['submit', 'always'] as const) expect(toast(scene.click(act, 'ask-1', { ...BOSS, form: { q0: '1' } }))).toEqual(['warning', 'This click could not be read. Nothing was sent.'])
  })
})

describe('a click on an approval', () => {
  it.each([
    ['approve', 'Yes', 'Boss approved on Feishu'],
    ['always', 'Always', 'Boss approved for good on Feishu'],
    ['reject', 'No', 'Boss rejected on Feishu'],
  ] as const)('%s answers with exactly the label %j', async (act, label, title) => {
    const { scene, answer } = await shown(APPROVAL)
    const reply = scene.click(act, 'ask-1', BOSS)
    expect(await answer).toEqual({ answers: [{ id: 'run', selected: [label] }] })
    expect(titleOf(reply.body.card)).toBe(title)
    expect(toast(scene.click('reject', 'ask-1', BOSS))).toEqual(['info', `${title}, 0 s ago: ${label}`])
  })

  it('brings no text: what a forged click carries is no part of the answer', async () => {
    const { scene, answer } = await shown(APPROVAL)
    scene.click('reject', 'ask-1', { ...BOSS, form: { q0_text: 'yes, and more' } })
    expect(await answer).toEqual({ answers: [{ id: 'run', selected: ['No'] }] })
  })

  it('knows no submit, no dismissal, and no lasting grant that was not offered', async () => {
    const { scene } = await shown({ ...APPROVAL, options: [{ label: 'No' }, { label: 'Yes' }], intent: { kind: 'approval', approve: 'Yes', reject: 'No' } })
    for (const act of ['submit', 'dismiss', 'always'] as const) expect(toast(scene.click(act, 'ask-1', { ...BOSS, form: { q0: '1' } }))).toEqual(['warning', 'This click could not be read. Nothing was sent.'])
    expect(scene.steps.some(({ step }) => step === 'acted')).toBe(false)
  })

  it('cannot approve what is not shown whole, but can refuse it', async () => {
    const { scene, answer } = await shown({ ...APPROVAL, detail: 'x'.repeat(40_000) })
    for (const act of ['approve', 'always'] as const) {
      expect(toast(scene.click(act, 'ask-1', BOSS))).toEqual(['warning', 'This cannot be shown whole here, so it cannot be approved here. Approve it at the terminal.'])
    }
    scene.click('reject', 'ask-1', BOSS)
    expect(await answer).toEqual({ answers: [{ id: 'run', selected: ['No'] }] })
  })

  it('that is malformed is a list which takes its options only, from somebody who may approve', async () => {
    const { scene, answer } = await shown({ ...APPROVAL, multiSelect: true })
    expect(JSON.stringify(scene.calls[0]?.card)).not.toContain('q0_text')
    expect(JSON.stringify(scene.calls[0]?.card)).toContain('"Send this decision?"')
    expect(toast(scene.click('submit', 'ask-1', { form: { q0: ['1'] } }))).toEqual(['warning', 'This needs an operator with the role "approve". Nothing was sent.'])
    expect(toast(scene.click('submit', 'ask-1', { ...BOSS, form: { q0: ['1'], q0_text: 'more' } }))).toEqual(['warning', 'This click could not be read. Nothing was sent.'])
    scene.click('submit', 'ask-1', { ...BOSS, form: { q0: ['1'] } })
    expect(await answer).toEqual({ answers: [{ id: 'run', selected: ['Yes'] }] })
  })
})

describe('an ask on several cards', () => {
  const LONG: AskUserQuestionItem[] = [
    { ...DATABASE, detail: 'd'.repeat(20_000) },
    { id: 'file', question: 'Which file?', detail: 'd'.repeat(8_000), options: Array.from({ length: 120 }, (_, index) => ({ label: `file ${index}` })) },
  ]
  const start = async (): Promise<{ scene: Scene; answer: Promise<unknown> }> => {
    const scene = createScene()
    const answer = ask(scene, LONG)
    answer.catch(() => { /* the test looks at it if it matters */ })
    await scene.calls[0]?.succeed()
    await scene.calls[1]?.succeed({ messageId: 'om_2', chatId: 'oc_1' })
    return { scene, answer }
  }
  const second = { part: 2, message: 'om_2' }

  it('is sent in order, and shown when the last card has arrived', async () => {
    const scene = createScene()
    open(scene, LONG)
    expect(scene.calls).toHaveLength(1)
    await scene.calls[0]?.succeed()
    expect(scene.calls).toHaveLength(2)
    expect(scene.steps.some(({ step }) => step === 'shown')).toBe(false)
    await scene.calls[1]?.succeed({ messageId: 'om_2', chatId: 'oc_1' })
    expect(scene.steps).toContainEqual(expect.objectContaining({ step: 'shown', detail: 'om_2' }))
    expect(scene.calls[0]?.key).not.toBe(scene.calls[1]?.key)
  })

  it('saves each part in any order, and the last missing one sends the answer', async () => {
    const { scene, answer } = await start()
    const first = scene.click('submit', 'ask-1', { ...second, form: { q1_2: '119' } })
    expect(toast(first)).toEqual(['info', 'Part 2 is saved. Still to save: part 1.'])
    expect(first.body.card).toBeUndefined()
    const last = scene.click('submit', 'ask-1', { form: { q0: '1' } })
    expect(toast(last)).toEqual(['success', 'Your answer counts.'])
    expect(await answer).toEqual({ answers: [{ id: 'db', selected: ['Postgres'] }, { id: 'file', selected: ['file 119'] }] })
    last.sent()
    first.sent()
    await settle()
    expect(scene.calls.slice(2).map(({ what, messageId }) => [what, messageId])).toEqual([['patch', 'om_1'], ['patch', 'om_2']])
    expect(scene.steps.some(({ step }) => step === 'collapsed')).toBe(false)
    await scene.calls[2]?.succeed()
    await scene.calls[3]?.succeed()
    expect(scene.steps.filter(({ step }) => step === 'collapsed')).toHaveLength(1)
  })

  it('names the gaps once all is saved, and a part can be saved again', async () => {
    const { scene, answer } = await start()
    scene.click('submit', 'ask-1', { form: {} })
    expect(toast(scene.click('submit', 'ask-1', { ...second, form: { q1: '0', q1_1: '' } }))).toEqual(['warning', 'Not sent yet. Still to answer or skip: Which database?'])
    scene.click('submit', 'ask-1', { form: { q0: '0' } })
    expect(await answer).toEqual({ answers: [{ id: 'db', selected: ['SQLite'] }, { id: 'file', selected: ['file 0'] }] })
  })

  it('takes one option of a single-select question, whichever list it stands in', async () => {
    const { scene } = await start()
    scene.click('submit', 'ask-1', { form: { q0: '0' } })
    expect(toast(scene.click('submit', 'ask-1', { ...second, form: { q1: '0', q1_1: '50' } }))).toEqual(['warning', 'Not sent yet. Choose from one list only: Which file?'])
  })

  it('never mixes the parts of two people', async () => {
    const { scene } = await start()
    scene.click('submit', 'ask-1', { form: { q0: '0' } })
    expect(toast(scene.click('submit', 'ask-1', { ...second, ...BOSS, form: { q1: '0' } }))).toEqual(['info', 'Part 2 is saved. Still to save: part 1.'])
  })

  it('takes a part only from the card that shows it', async () => {
    const { scene } = await start()
    expect(toast(scene.click('submit', 'ask-1', { part: 2, form: { q1: '0' } }))).toEqual(['warning', 'This is a copy of the card. Act on the original message.'])
    expect(toast(scene.click('submit', 'ask-1', { part: 3, form: {} }))).toEqual(['warning', 'This is a copy of the card. Act on the original message.'])
  })

  it.each([0, -1, 1.5, MAX_CARDS + 1, 1e9, Infinity, 'NaN', '1e9', [[2]], {}, true])('is not known to have a card at position %j, so that none is made for it', (part) => {
    const scene = createScene({}, true, { journal: endedElsewhere })
    const click = (action: object): unknown => toast(scene.surface.handle(eventOf({ operator: { open_id: 'ou_wang' }, action, context: { open_message_id: 'om_1', open_chat_id: 'oc_1' } })))
    const unreadable = ['warning', 'This click could not be read. Nothing was sent.']
    expect(click({ value: { ask: 'old', act: 'submit', part } })).toEqual(unreadable)
    if (typeof part === 'number' && part > MAX_CARDS) expect(click({ name: `submit~${part}_old` })).toEqual(unreadable)
    expect(click({ value: { ask: 'old', act: 'submit', part: MAX_CARDS } })).toEqual(['info', expect.stringContaining('Ended with a restart')])
  })

  it('of which one card surely does not arrive has failed here, and the others say where to answer', async () => {
    const scene = createScene()
    open(scene, LONG)
    await scene.calls[0]?.succeed()
    await scene.calls[1]?.fail('final', 230013)
    expect(scene.calls[2]).toMatchObject({ what: 'patch', messageId: 'om_1' })
    expect(JSON.stringify(scene.calls[2]?.card)).toContain('cannot be answered here. Answer it at the terminal.')
    expect(JSON.stringify(scene.calls[2]?.card)).not.toContain('"button"')
  })

  it('that ends while its first card is on its way sends no second', async () => {
    const scene = createScene()
    open(scene, LONG)
    scene.desk[0]?.dismiss()
    await scene.calls[0]?.succeed()
    expect(scene.calls.map(({ what }) => what)).toEqual(['card', 'patch'])
  })
})

describe('a click on a card of an ended process', () => {
  it('has to wait while it is found out what that has left', () => {
    const scene = createScene({}, true, { journal: () => ({ ...endedElsewhere(), deliveries: () => new Promise(() => undefined) }) })
    expect(toast(scene.click('submit', 'old'))).toEqual(['info', expect.stringContaining('Ended with a restart')])
    scene.surface.restore().catch(() => { /* never ends */ })
    expect(toast(scene.click('submit', 'old'))).toEqual(['warning', expect.stringContaining('try again in a moment')])
  })
})

const clickWith = (act: CardAct['act'], more: Partial<CardAct> = {}): CardAct => ({ act, ask: 'ask-1', part: 1, person: { openId: 'ou_boss' }, place: {}, form: {}, ...more })

describe('a click as it is judged', () => {
  const { toast: words } = wordsOf('en')

  it.each(['approve', 'always', 'reject'] as const)('%s on a list of questions decides nothing, whatever was filled in', (act) => {
    const { click, submitted } = createJudged()
    expect(saidIn(click(clickWith(act, { form: { q0: '0' } })))).toEqual(['warning', words.unreadable])
    expect(submitted).toEqual([])
  })

  it('approves a permission though a forged text comes with it, and sends nothing but the label', () => {
    const { click, submitted } = createJudged({ questions: [APPROVAL] })
    expect(saidIn(click(clickWith('approve', { form: { q0_text: 'but' } })))).toEqual(['success', words.won])
    expect(submitted).toStrictEqual([{ answers: [{ id: 'run', selected: ['Yes'] }] }])
  })

  it('holds the clock for whoever is told of gaps, and not for an answer', () => {
    const { click, holds } = createJudged()
    click(clickWith('submit'))
    expect(holds).toEqual(['touched'])
    expect(saidIn(click(clickWith('submit', { form: { q0: '0' } })))).toEqual(['success', words.won])
    expect(holds).toEqual(['touched'])
  })

  it('is told so where a restart has brought back the card without its words', () => {
    const { click, submitted } = createJudged({ questions: [] })
    expect(saidIn(click(clickWith('submit', { form: { q0: '0' } })))).toEqual(['warning', words.unknownWords])
    expect(submitted).toEqual([])
  })

  it('brings an ask once more, whatever has become of it', () => {
    expect(saidIn(createJudged({ isEmpty: true }).click(clickWith('show')))).toEqual(['info', 'shown again'])
  })

  it('has to wait while it is found out which cards there are, but not where they are known', () => {
    const filled = clickWith('submit', { form: { q0: '0' } })
    expect(saidIn(createJudged({ isEmpty: true, isRestoring: true }).click(filled))).toEqual(['warning', words.starting])
    expect(saidIn(createJudged({ isRestoring: true }).click(filled))).toEqual(['success', words.won])
    expect(saidIn(createJudged({ isEmpty: true }).click(filled))).toEqual(['warning', words.stale])
  })

  it('sends the form where it is not known which of the cards ask', () => {
    expect(saidIn(createJudged({ shown: { saving: [] } }).click(clickWith('submit', { form: { q0: '0' } })))).toEqual(['success', words.won])
  })

  it('saves nothing from a card that is only to be read', () => {
    const { click } = createJudged({ shown: { count: 3, saving: [2, 3] } })
    expect(saidIn(click(clickWith('submit', { part: 1, form: { q0: '0' } })))).toEqual(['warning', words.unreadable])
    expect(saidIn(click(clickWith('submit', { part: 2, form: { q0: '0' } })))).toEqual(['info', words.saved(2, '3')])
  })
})

describe('who gets a card', () => {
  const team = { id: 'oc_team', idType: 'chat_id', session: 's1' } as const

  it('is a chat only for the session that it is named for', () => {
    const scene = createScene({ recipients: [...CONFIG.recipients, team] })
    for (const session of ['s1', 's2']) scene.rounds.ask(request(session)).catch(() => { /* never ends */ })
    expect(scene.calls.map(({ recipient }) => recipient?.id)).toEqual(['ou_wang', 'oc_team', 'ou_wang'])
  })

  it('is nobody for a session that no recipient is named for, so that others are asked', () => {
    const { surface } = createScene({ recipients: [team] })
    expect([surface.claim(request('s1')), surface.claim(request('s2'))]).toEqual([true, false])
  })

  it('is nobody while clicks could not come back, and open asks stay', async () => {
    let isUp = true
    const scene = createScene({}, true, { isReachable: () => isUp })
    const answer = ask(scene)
    await scene.calls[0]?.succeed()
    isUp = false
    expect(scene.surface.claim(request('s1'))).toBe(false)
    open(scene)
    expect(scene.calls).toHaveLength(1)
    scene.click('submit', 'ask-1', { form: { q0: '0' } })
    expect(await answer).toEqual({ answers: [{ id: 'db', selected: ['SQLite'] }] })
  })
})
