import { describe, expect, it } from 'vitest'
import type { AskRound, AskUserQuestionAnswer, AskUserQuestionItem } from '../../../router/types.ts'
import { CLOSING_TIME, createFeishuSurface } from '../../../surfaces/feishu/surface.ts'
import { createRounds, rejection, settle } from '../../helpers/rounds.ts'
import { createPlatformDouble } from './platform-double.ts'
import { ask, CONFIG, createScene, open, titleOf, toast } from './scene.ts'
import { clickOf, eventOf, sayingOf } from './sealed.ts'
import { DATABASE } from './known.ts'

const POSTGRES: AskUserQuestionAnswer = { answers: [{ id: 'db', selected: ['Postgres'] }] }
const BATCH: AskUserQuestionItem[] = [DATABASE, { id: 'why', header: 'Reason', question: 'Why?' }]

function claimOf(config: Partial<typeof CONFIG>): boolean {
  return createScene(config).surface.claim({ questions: [DATABASE] })
}

function broken(): never {
  throw new TypeError('Postgres')
}

describe('the Feishu surface', () => {
  it('claims with an operator and a recipient, and not without', () => {
    expect([claimOf({}), claimOf({ operators: [] }), claimOf({ recipients: [] })]).toEqual([true, false, false])
  })

  it('sends one card per recipient, and reports it shown', async () => {
    const scene = createScene({ recipients: [...CONFIG.recipients, { id: 'oc_team', idType: 'chat_id' }] })
    open(scene)
    expect(scene.calls.map(({ what, recipient }) => [what, recipient?.id])).toEqual([['card', 'ou_wang'], ['card', 'oc_team']])
    expect(new Set(scene.calls.map(({ key }) => key)).size).toBe(2)
    await scene.calls[0]?.succeed()
    expect(scene.steps).toContainEqual(expect.objectContaining({ step: 'shown', surface: 'feishu', detail: 'om_1' }))
  })

  it('answers the ask by a submit: verdict first, then the patch, once the answer has left', async () => {
    const scene = createScene()
    const answer = ask(scene)
    await scene.calls[0]?.succeed()
    const reply = scene.click('submit', 'ask-1', { form: { q0: '1' } })
    expect(toast(reply)).toEqual(['success', 'Your answer counts.'])
    expect(reply.body.toast?.i18n).toEqual({ zh_cn: '已采用你的回答。', en_us: 'Your answer counts.' })
    expect(await answer).toEqual(POSTGRES)
    await settle()
    expect(scene.calls).toHaveLength(1)
    reply.sent()
    await settle()
    expect(scene.calls[1]).toMatchObject({ what: 'patch', messageId: 'om_1', card: reply.body.card?.data })
    expect(titleOf(scene.calls[1]?.card)).toBe('Wang Fang answered on Feishu')
    await scene.calls[1]?.succeed()
    expect(scene.steps.map(({ step }) => step)).toEqual(['opened', 'claimed', 'claimed', 'shown', 'acted', 'settled', 'collapsed'])
  })

  it('makes its card final at once when another place answers', async () => {
    const scene = createScene()
    open(scene)
    await scene.calls[0]?.succeed()
    scene.desk[0]?.submit(POSTGRES, { name: 'Li' })
    await settle()
    expect(titleOf(scene.calls[1]?.card)).toBe('Li answered at the terminal')
  })

  it('tells a click that lost who was faster, where, when and with what', async () => {
    const scene = createScene()
    open(scene)
    await scene.calls[0]?.succeed()
    scene.desk[0]?.submit(POSTGRES)
    scene.tick(4_000)
    const reply = scene.click('submit', 'ask-1', { form: { q0: '0' } })
    expect(toast(reply)).toEqual(['info', 'Someone answered at the terminal, 4 s ago: Postgres'])
    expect(reply.body.toast?.i18n.zh_cn).toBe('有人 已在终端回答（4 秒前）：Postgres')
    expect(titleOf(reply.body.card)).toBe('Someone answered at the terminal')
  })

  it('gives a double click and a second operator the verdict, never silence or a second effect', async () => {
    const scene = createScene()
    const answer = ask(scene)
    await scene.calls[0]?.succeed()
    scene.click('submit', 'ask-1', { form: { q0: '1' } })
    expect(toast(scene.click('submit', 'ask-1', { form: { q0: '1' } }))).toEqual(['info', 'Wang Fang answered on Feishu, 0 s ago: Postgres'])
    expect(toast(scene.click('dismiss', 'ask-1', { person: 'ou_boss' }))).toEqual(['info', 'Wang Fang answered on Feishu, 0 s ago: Postgres'])
    expect(await answer).toEqual(POSTGRES)
  })

  it('passes a dismissal on as a human\'s decision', async () => {
    const scene = createScene()
    const error = rejection(ask(scene))
    await scene.calls[0]?.succeed()
    const reply = scene.click('dismiss', 'ask-1')
    expect(toast(reply)).toEqual(['success', 'Put away. The agent has been told.'])
    expect(titleOf(reply.body.card)).toBe('Wang Fang dismissed the question on Feishu')
    expect(await error).toMatchObject({ code: 'ASK_CANCELLED' })
  })

  it('names the gaps of a batch and leaves the half-filled card as it is', async () => {
    const scene = createScene()
    const answer = ask(scene, BATCH)
    await scene.calls[0]?.succeed()
    const reply = scene.click('submit', 'ask-1', { form: { q0: '1' } })
    expect(toast(reply)).toEqual(['warning', 'Not sent yet. Still to answer or skip: Reason'])
    expect(reply.body.card).toBeUndefined()
    reply.sent()
    await settle()
    expect(scene.calls).toHaveLength(1)
    scene.click('submit', 'ask-1', { form: { q0: '1', q1_skip: true } })
    expect(await answer).toEqual({ answers: [{ id: 'db', selected: ['Postgres'] }, { id: 'why', selected: [] }] })
  })

  it('does not take a batch in which everything is skipped for an answer', async () => {
    const scene = createScene()
    open(scene, BATCH)
    await scene.calls[0]?.succeed()
    expect(toast(scene.click('submit', 'ask-1', { form: { q0_skip: true, q1_skip: true } }))).toEqual(['warning', 'Every question is skipped. To put them all away, use Dismiss.'])
    expect(scene.steps.some(({ step }) => step === 'acted')).toBe(false)
  })

  it.each(['', '  \n', '\u200B', null])('does not take %j for an answer', async (text) => {
    const scene = createScene()
    open(scene, [{ id: 'why', question: 'Why?' }])
    await scene.calls[0]?.succeed()
    expect(toast(scene.click('submit', 'ask-1', { form: { q0_text: text } }))).toEqual(['warning', 'Not sent yet. Still to answer or skip: Why?'])
  })

  it('tells a stranger his own id and nothing of the ask', async () => {
    const scene = createScene()
    open(scene)
    await scene.calls[0]?.succeed()
    const reply = scene.click('submit', 'ask-1', { person: 'ou_eve', form: { q0: '1' } })
    expect(toast(reply)).toEqual(['warning', 'You are not an operator here, so nothing happened. Your id: ou_eve. Ask the owner to add it to "operators".'])
    expect(JSON.stringify(reply.body)).not.toMatch(/database|Postgres/u)
    expect(toast(scene.click('submit', 'no-such-ask', { person: 'ou_eve' }))).toEqual(toast(reply))
  })

  it('lets only an operator with the role decide on a permission', async () => {
    const scene = createScene()
    const approval: AskUserQuestionItem = { id: 'run', question: 'Run?', detail: 'ls', options: [{ label: 'Yes' }, { label: 'No' }], intent: { kind: 'approval', approve: 'Yes', reject: 'No' } }
    const answer = ask(scene, [approval])
    await scene.calls[0]?.succeed()
    expect(toast(scene.click('approve', 'ask-1'))).toEqual(['warning', 'This needs an operator with the role "approve". Nothing was sent.'])
    scene.click('approve', 'ask-1', { person: 'ou_boss' })
    expect(await answer).toEqual({ answers: [{ id: 'run', selected: ['Yes'] }] })
  })

  it('does not act on a copy: message and chat must be those of its card', async () => {
    const scene = createScene()
    open(scene)
    await scene.calls[0]?.succeed()
    for (const place of [{ message: 'om_copy' }, { chat: 'oc_other' }]) {
      expect(toast(scene.click('submit', 'ask-1', { ...place, form: { q0: '1' } }))).toEqual(['warning', 'This is a copy of the card. Act on the original message.'])
    }
    expect(scene.steps.some(({ step }) => step === 'acted')).toBe(false)
  })

  it('explains a click on an ask that it does not know, and one that it cannot read', () => {
    const scene = createScene()
    expect(toast(scene.click('submit', 'ask-9'))).toEqual(['info', 'This question is unknown here: it is long over, or from another run of the agent. Nothing was sent.'])
    expect(toast(scene.surface.handle({ nonsense: true }))).toEqual(['warning', 'This click could not be read. Nothing was sent.'])
  })

  it('does not act on a value that its card does not offer', async () => {
    const scene = createScene()
    open(scene)
    await scene.calls[0]?.succeed()
    expect(toast(scene.click('submit', 'ask-1', { form: { q0: '7' } }))).toEqual(['warning', 'This click could not be read. Nothing was sent.'])
  })

  it('keeps two asks with the same questions apart', async () => {
    const scene = createScene()
    const [first, second] = [ask(scene), ask(scene)]
    await scene.calls[0]?.succeed()
    await scene.calls[1]?.succeed({ messageId: 'om_2', chatId: 'oc_1' })
    scene.click('submit', 'ask-2', { message: 'om_2', form: { q0: '0' } })
    expect(await second).toEqual({ answers: [{ id: 'db', selected: ['SQLite'] }] })
    expect(toast(scene.click('submit', 'ask-2', { message: 'om_1', form: { q0: '1' } }))).toEqual(['warning', 'This is a copy of the card. Act on the original message.'])
    scene.click('submit', 'ask-1', { form: { q0: '1' } })
    expect(await first).toEqual(POSTGRES)
  })

  it('accepts a click that comes before the send\'s own answer', async () => {
    const scene = createScene()
    const answer = ask(scene)
    const reply = scene.click('submit', 'ask-1', { form: { q0: '1' } })
    expect(await answer).toEqual(POSTGRES)
    reply.sent()
    await settle()
    expect(scene.calls[1]).toMatchObject({ what: 'patch', messageId: 'om_1' })
    await scene.calls[0]?.succeed()
    await scene.calls[1]?.succeed()
    expect(scene.calls).toHaveLength(2)
  })

  describe('while the send is unanswered', () => {
    const COPY = ['warning', 'This is a copy of the card. Act on the original message.']
    const CHOICE = { form: { q0: '1' } }

    it('takes a click on a chat\'s card from that chat only', async () => {
      const scene = createScene({ recipients: [{ id: 'oc_team', idType: 'chat_id' }] })
      const answer = ask(scene)
      expect(toast(scene.click('submit', 'ask-1', { ...CHOICE, message: 'om_copy', chat: 'oc_other' }))).toEqual(COPY)
      expect(toast(scene.click('submit', 'ask-1', { ...CHOICE, person: 'ou_boss', message: 'om_1', chat: 'oc_team' }))).toEqual(['success', 'Your answer counts.'])
      expect(await answer).toEqual(POSTGRES)
    })

    it('takes a click on a person\'s card from that person only: nobody else is in the chat', () => {
      const scene = createScene()
      open(scene)
      expect(toast(scene.click('submit', 'ask-1', { ...CHOICE, person: 'ou_boss' }))).toEqual(COPY)
      expect(toast(scene.click('submit', 'ask-1', CHOICE))).toEqual(['success', 'Your answer counts.'])
    })

    it('takes none from a chat where the person\'s cards do not go', async () => {
      const scene = createScene()
      open(scene)
      await scene.calls[0]?.succeed()
      open(scene)
      expect(toast(scene.click('submit', 'ask-2', { ...CHOICE, message: 'om_copy', chat: 'oc_other' }))).toEqual(COPY)
      expect(toast(scene.click('submit', 'ask-2', { ...CHOICE, message: 'om_2' }))).toEqual(['success', 'Your answer counts.'])
    })

    it('takes none on a person\'s card from a chat that is known as a group', () => {
      const scene = createScene()
      scene.hear('hello', { group: true, person: 'ou_eve', chat: 'oc_group' })
      open(scene)
      expect(toast(scene.click('submit', 'ask-1', { ...CHOICE, message: 'om_copy', chat: 'oc_group' }))).toEqual(COPY)
      expect(scene.steps.some(({ step }) => step === 'acted')).toBe(false)
    })
  })

  it('makes a card final that was still being sent when the ask ended', async () => {
    const scene = createScene()
    open(scene)
    scene.desk[0]?.submit(POSTGRES)
    await settle()
    expect(scene.calls).toHaveLength(1)
    await scene.calls[0]?.succeed()
    expect(scene.calls[1]).toMatchObject({ what: 'patch', messageId: 'om_1' })
  })

  it('does not send again what surely did not arrive when the ask has ended meanwhile', async () => {
    const scene = createScene()
    open(scene)
    scene.desk[0]?.dismiss()
    await scene.calls[0]?.fail('retry')
    expect(scene.calls).toHaveLength(1)
  })

  it('sends again with the same key after a lost answer, final by then if the ask has ended', async () => {
    const scene = createScene()
    open(scene)
    scene.desk[0]?.submit(POSTGRES)
    await settle()
    await scene.calls[0]?.fail('unknown')
    expect(scene.calls[1]).toMatchObject({ what: 'card', key: scene.calls[0]?.key })
    expect(titleOf(scene.calls[1]?.card)).toBe('Someone answered at the terminal')
    await scene.calls[1]?.succeed()
    expect(scene.calls[2]).toMatchObject({ what: 'patch' })
  })

  it('accepts a click on a card whose send was given up for lost', async () => {
    const scene = createScene()
    const answer = ask(scene)
    for (let attempt = 0; attempt < 5; attempt += 1) await scene.calls[attempt]?.fail('unknown')
    expect(scene.calls).toHaveLength(5)
    expect(scene.waits).toEqual([500, 1_000, 2_000, 4_000])
    expect(scene.steps.some(({ step }) => step === 'shown')).toBe(false)
    const reply = scene.click('submit', 'ask-1', { form: { q0: '1' } })
    expect(toast(reply)).toEqual(['success', 'Your answer counts.'])
    expect(await answer).toEqual(POSTGRES)
    reply.sent()
    await settle()
    expect(scene.calls[5]).toMatchObject({ what: 'patch', messageId: 'om_1' })
  })

  it('fails alone when every recipient has failed for good', async () => {
    const scene = createScene({ recipients: [...CONFIG.recipients, { id: 'ou_li', idType: 'open_id' }] })
    const answer = ask(scene)
    await scene.calls[0]?.fail('final', 230013)
    await scene.calls[1]?.fail('final', 230002)
    expect(scene.logs).toEqual([expect.stringContaining('code 230013'), expect.stringContaining('code 230002')])
    scene.desk[0]?.submit(POSTGRES)
    expect(await answer).toEqual(POSTGRES)
    await settle()
    expect(scene.calls).toHaveLength(2)
  })

  it('rejects with its own error when it was the only place and could not reach anybody', async () => {
    const rounds = createRounds()
    const { client, calls } = createPlatformDouble()
    const silent = { info: () => undefined, warn: () => undefined }
    rounds.rounds.add(createFeishuSurface({ config: CONFIG, client, now: () => 0, sleep: async () => undefined, log: silent, timeZone: 'UTC', places: [] }))
    const error = rejection(rounds.rounds.ask({ questions: [DATABASE] }))
    await calls[0]?.fail('final', 230013)
    expect(await error).toMatchObject({ name: 'FeishuError', code: 230013 })
  })

  it('says in a text where to answer when the platform refuses the card', async () => {
    const scene = createScene()
    open(scene)
    await scene.calls[0]?.fail('refused-card', 230099)
    expect(scene.calls[1]).toMatchObject({ what: 'text', text: 'The agent asks: Which database?\nFeishu cannot show this question. Answer it at the terminal.' })
    expect(scene.calls[1]?.key).not.toBe(scene.calls[0]?.key)
  })

  it('waits as told and gives up finitely when a patch is limited', async () => {
    const scene = createScene()
    open(scene)
    await scene.calls[0]?.succeed()
    scene.desk[0]?.dismiss()
    await settle()
    for (let attempt = 1; attempt <= 5; attempt += 1) await scene.calls[attempt]?.fail('rate', 230020)
    expect(scene.calls.filter(({ what }) => what === 'patch')).toHaveLength(5)
    expect(scene.logs.at(-1)).toContain('patch of om_1 failed')
    expect(scene.steps.some(({ step, surface }) => step === 'collapsed' && surface === 'feishu')).toBe(false)
  })

  it.each([230031, 230011])('does not try again after the terminal code %i', async (code) => {
    const scene = createScene()
    open(scene)
    await scene.calls[0]?.succeed()
    scene.desk[0]?.dismiss()
    await settle()
    await scene.calls[1]?.fail('final', code)
    expect(scene.calls).toHaveLength(2)
  })

  it('holds a patch back while any click on the ask is being answered', async () => {
    const scene = createScene()
    open(scene)
    await scene.calls[0]?.succeed()
    const gap = scene.click('submit', 'ask-1', { form: {} })
    scene.desk[0]?.submit(POSTGRES)
    const late = scene.click('submit', 'ask-1', { form: { q0: '0' } })
    gap.sent()
    await settle()
    expect(scene.calls).toHaveLength(1)
    late.sent()
    late.sent()
    await settle()
    expect(scene.calls).toHaveLength(2)
  })

  it('asks nobody when the host has already withdrawn the ask', async () => {
    const scene = createScene()
    await rejection(ask(scene, [DATABASE], AbortSignal.abort({ kind: 'user' })))
    expect(scene.calls).toEqual([])
  })

  it('shows a withdrawal as one', async () => {
    const scene = createScene()
    const host = new AbortController()
    open(scene, [DATABASE], host.signal)
    await scene.calls[0]?.succeed()
    host.abort({ kind: 'user' })
    await settle()
    expect(titleOf(scene.calls[1]?.card)).toBe('Withdrawn by the agent: no answer is needed any more')
  })

  it.each([
    [{ kind: 'refused', code: 'BAD_ANSWER', reason: 'x', question: 'db' }, 'Nothing was sent: this answer does not fit “Which database?”.'],
    [{ kind: 'refused', code: 'BAD_ANSWER', reason: 'x' }, 'This answer does not fit the question. Nothing was sent.'],
    [{ kind: 'refused', code: 'NOT_ASKED', reason: 'x' }, 'This question is not open here any more.'],
  ] as const)('says in words that %j, and leaves the filled-in card as it is', async (verdict, words) => {
    const { surface, calls } = createScene()
    const round: AskRound = {
      id: 'ask-7', signal: new AbortController().signal, outcome: new Promise(() => undefined),
      submit: () => verdict, dismiss: () => verdict, report: () => undefined,
    }
    surface.ask({ questions: [DATABASE] }, round).catch(() => { /* this round never ends */ })
    await calls[0]?.succeed()
    const reply = surface.handle(eventOf(clickOf('submit', 'ask-7', { form: { q0: '1' } })))
    expect(toast(reply)).toEqual(['warning', words])
    expect(reply.body.card).toBeUndefined()
  })

  it('contains an arbiter that throws, and says that nothing was sent', async () => {
    const { surface, calls, logs } = createScene()
    const round: AskRound = { id: 'ask-7', signal: new AbortController().signal, outcome: new Promise(() => undefined), submit: broken, dismiss: broken, report: () => undefined }
    surface.ask({ questions: [DATABASE] }, round).catch(() => { /* this round never ends */ })
    await calls[0]?.succeed()
    expect(toast(surface.handle(eventOf(clickOf('submit', 'ask-7', { form: { q0: '1' } }))))).toEqual(['error', 'Something went wrong here. Nothing was sent; please try again.'])
    expect(logs).toEqual(['click on ask ask-7 broke: TypeError'])
  })

  it('waits for the final cards no longer than it may', async () => {
    const scene = createScene()
    open(scene)
    await scene.calls[0]?.succeed()
    await scene.surface.close()
    expect(scene.waits).toEqual([CLOSING_TIME])
  })

  it('closes with every open card final, and waits for that', async () => {
    const scene = createScene({}, false)
    open(scene)
    await scene.calls[0]?.succeed()
    let isClosed = false
    const closed = scene.surface.close().then(() => { isClosed = true; return isClosed })
    await settle()
    expect(titleOf(scene.calls[1]?.card)).toBe('No longer answered here')
    expect(isClosed).toBe(false)
    await scene.calls[1]?.succeed()
    expect(await closed).toBe(true)
  })

  it('tells whose events may have an effect: those of operators, clicks and messages alike', () => {
    const { surface } = createScene()
    const people = ['ou_wang', 'ou_boss', 'ou_eve', ''].map((person) => [eventOf(clickOf('submit', 'ask-1', { person })), eventOf(sayingOf('?', { person }))].map((payload) => surface.mayAct(payload)))
    expect([...people, [surface.mayAct(undefined)]]).toEqual([[true, true], [true, true], [false, false], [false, false], [false]])
  })

  it('never puts words of questions or answers in the log', async () => {
    const scene = createScene()
    open(scene, BATCH)
    await scene.calls[0]?.fail('unknown')
    await scene.calls[1]?.succeed()
    scene.click('submit', 'ask-1', { form: { q0_text: 'my own words', q1_text: 'secret plan' } }).sent()
    await settle()
    await scene.calls[2]?.fail('final', 230031)
    expect(scene.logs.length).toBeGreaterThan(1)
    expect(scene.logs.join('\n')).not.toMatch(/database|Postgres|words|plan|Wang/u)
  })
})
