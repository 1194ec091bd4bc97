import { describe, expect, it } from 'vitest'
import type { AskOrder, AskUserQuestionItem } from '../../../router/types.ts'
import type { PairingClaim } from '../../../surfaces/feishu/pairing.ts'
import type { Reply } from '../../../surfaces/feishu/reply.ts'
import { SILENCE } from '../../../surfaces/feishu/strangers.ts'
import { wordsOf } from '../../../surfaces/feishu/words.ts'
import { settle } from '../../helpers/rounds.ts'
import { createJudged, type Judged, type JudgedOptions, saidIn } from './judged.ts'
import { ask, createScene, open, type Scene, titleOf } from './scene.ts'
import { DATABASE } from './known.ts'

const EN = wordsOf('en').reply
const QUOTING = { quotes: 'om_1' }
const STICKER = { type: 'sticker', content: { file_key: 'k' } }
const BATCH: AskUserQuestionItem[] = [DATABASE, { id: 'why', question: 'Why?' }]
const APPROVAL: AskUserQuestionItem = { id: 'run', question: 'Run it?', detail: 'ls', options: [{ label: 'Yes' }, { label: 'No' }], intent: { kind: 'approval', approve: 'Yes', reject: 'No' } }
const PLAN: AskUserQuestionItem = { id: 'plan', question: 'Go?', detail: '# Plan', options: [{ label: 'No' }, { label: 'Go' }], intent: { kind: 'plan-review', approve: 'Go' } }

/** What the bot has replied so far. */
const replies = ({ calls }: Scene): (string | undefined)[] => calls.filter(({ what }) => what === 'reply').map(({ text }) => text)

async function shown(questions: AskUserQuestionItem[] = [DATABASE]): Promise<{ scene: Scene; answer: Promise<unknown> }> {
  const scene = createScene()
  const answer = ask(scene, questions)
  answer.catch(() => { /* the test looks at it if it matters */ })
  await scene.calls[0]?.succeed()
  return { scene, answer }
}

describe('a text that quotes a card', () => {
  it.each([
    ['Postgres', { selected: ['Postgres'] }],
    [' Postgres\n', { selected: ['Postgres'] }],
    ['postgres', { selected: [], custom: 'postgres' }],
    ['2', { selected: [], custom: '2' }],
    ['MariaDB, "please"\nsoon', { selected: [], custom: 'MariaDB, "please"\nsoon' }],
  ])('of %j is the option of exactly that name, or an answer in own words; never a position', async (text, item) => {
    const { scene, answer } = await shown()
    scene.hear(text, QUOTING)
    expect(await answer).toEqual({ answers: [{ id: 'db', ...item }] })
    await settle()
    expect(replies(scene)).toEqual(['Your answer counts.'])
    expect(titleOf(scene.calls.find(({ what }) => what === 'patch')?.card)).toBe('Wang Fang answered on Feishu')
  })

  it('counts in a thread under the card too, as long as it replies to the card itself', async () => {
    const { scene, answer } = await shown()
    scene.hear('SQLite', { quotes: 'om_1', root: 'om_0' })
    expect(await answer).toEqual({ answers: [{ id: 'db', selected: ['SQLite'] }] })
  })

  it('that loses the race is told who was faster, and stays in the chat to copy', async () => {
    const { scene } = await shown()
    scene.desk[0]?.submit({ answers: [{ id: 'db', selected: ['SQLite'] }] }, { name: 'Li' })
    scene.tick(4_000)
    scene.hear('Postgres', QUOTING)
    expect(replies(scene)).toEqual(['Li answered at the terminal, 4 s ago: SQLite'])
  })

  it('cannot answer several questions', async () => {
    const { scene } = await shown(BATCH)
    scene.hear('Postgres', QUOTING)
    expect(replies(scene)).toEqual(['This card asks several questions, so a text cannot answer it. Fill in the card.'])
  })

  it.each(['Yes', 'No', 'yes please'])('of %j never decides on a permission', async (text) => {
    const { scene } = await shown([APPROVAL])
    scene.hear(text, { ...QUOTING, person: 'ou_boss' })
    expect(replies(scene)).toEqual(['A permission is never given by text. Use the buttons on the card.'])
    expect(scene.steps.some(({ step }) => step === 'acted')).toBe(false)
  })

  it('sends a plan back with its words, and never approves one', async () => {
    const { scene, answer } = await shown([PLAN])
    scene.hear(' Go ', { ...QUOTING, person: 'ou_boss' })
    expect(replies(scene)).toEqual(['A plan is not approved by text. Use the button on the card, or reply with what shall change.'])
    scene.hear('not before May', { ...QUOTING, person: 'ou_boss' })
    expect(await answer).toEqual({ answers: [{ id: 'plan', selected: [], custom: 'not before May' }] })
  })

  it('needs the role like a click', async () => {
    const { scene } = await shown([PLAN])
    scene.hear('not before May', QUOTING)
    expect(replies(scene)).toEqual(['This needs an operator with the role "approve". Nothing was sent.'])
  })

  it.each(['  ', '\u200B', STICKER, { type: 'image', content: { image_key: 'k' } }])('of %j is no answer, which is said once', async (text) => {
    const { scene } = await shown()
    scene.hear(text, QUOTING)
    scene.hear(text, QUOTING)
    expect(replies(scene)).toEqual(['Only a text with words can be an answer. Nothing was sent.'])
    expect(scene.steps.some(({ step }) => step === 'acted')).toBe(false)
  })

  it('that quotes another chat\'s copy of the card is none of ours', async () => {
    const { scene } = await shown()
    scene.hear('Postgres', { ...QUOTING, chat: 'oc_elsewhere' })
    expect(replies(scene)).toEqual(['This question is unknown here: it is long over, or from another run of the agent. Nothing was sent.'])
  })

  it('in a group counts like in private, and is heard from operators only', async () => {
    const { scene, answer } = await shown()
    scene.hear('Postgres', { ...QUOTING, group: true, person: 'ou_eve' })
    expect(replies(scene)).toEqual([])
    scene.hear('@_user_1 Postgres', { ...QUOTING, group: true, mentions: [{ key: '@_user_1' }] })
    expect(await answer).toEqual({ answers: [{ id: 'db', selected: ['Postgres'] }] })
  })
})

describe('a text that quotes a card of an ended process', () => {
  it('has to wait while it is found out what that has left', () => {
    const left = new Promise<never>(() => undefined)
    const scene = createScene({}, true, { journal: () => ({ deliveries: () => left, record: () => undefined, finish: () => undefined, seen: () => false, remember: () => undefined, ended: () => undefined }) })
    scene.surface.restore().catch(() => { /* never ends */ })
    scene.hear('Postgres', QUOTING)
    expect(replies(scene)).toEqual([expect.stringContaining('try again in a moment')])
  })
})

function saidTo(person: string, claim: PairingClaim): unknown {
  const scene = createScene({}, true, { pairing: { claim: () => claim, operators: () => [] } })
  scene.hear('ABCD2345', { person })
  return replies(scene)
}

describe('a pairing code', () => {
  it('gives its role, but takes none that was given before', () => {
    expect(['ou_eve', 'ou_wang', 'ou_boss'].map((person) => saidTo(person, { kind: 'paired', role: 'answer' }))).toEqual([[EN.paired('answer')], [EN.paired('answer')], [EN.paired('approve')]])
    expect(saidTo('ou_eve', { kind: 'paired', role: 'approve' })).toEqual([EN.paired('approve')])
  })

  it('that is wrong or cannot be kept is told as that', () => {
    expect([saidTo('ou_eve', { kind: 'wrong', triesLeft: 2 }), saidTo('ou_eve', { kind: 'not-kept' })]).toEqual([[EN.wrongCode(2)], [EN.notKept]])
  })
})

describe('a text that quotes another message in the thread of a card', () => {
  const IN_THREAD = { quotes: 'om_colleague', root: 'om_1' }

  it.each(['SQLite', 'yes', STICKER])('of %j is no answer, but told how to answer', async (text) => {
    const { scene } = await shown()
    scene.hear(text, IN_THREAD)
    expect(replies(scene)).toEqual([expect.stringContaining('reply to the card')])
    expect(scene.steps.some(({ step }) => step === 'acted')).toBe(false)
  })

  it('is told so once in a group, where people talk with each other', async () => {
    const { scene } = await shown()
    for (const text of ['SQLite, I think', 'or not']) scene.hear(text, { ...IN_THREAD, group: true })
    expect(replies(scene)).toEqual([expect.stringContaining('reply to the card')])
    scene.hear('me too', { ...IN_THREAD, group: true, person: 'ou_boss' })
    expect(replies(scene)).toHaveLength(2)
  })

  it('is never tried as a pairing code', () => {
    const tried: string[] = []
    const scene = createScene({}, true, { pairing: { claim: (text) => { tried.push(text); return undefined }, operators: () => [] } })
    for (const place of [IN_THREAD, { root: 'om_1' }, { quotes: 'om_1' }]) scene.hear('ABCD2345', place)
    expect(tried).toEqual([])
    scene.hear('ABCD2345')
    expect(tried).toEqual(['ABCD2345'])
  })
})

describe('a text that quotes nothing', () => {
  it('is never matched to an ask, but told how to answer', async () => {
    const { scene } = await shown()
    scene.hear('Postgres')
    expect(replies(scene)).toEqual([expect.stringContaining('reply to the card')])
    expect(scene.steps.some(({ step }) => step === 'acted')).toBe(false)
  })

  it('of a question mark brings a list of what is open, as a card of its own', async () => {
    const { scene } = await shown()
    open(scene, BATCH)
    scene.hear('?')
    scene.hear('？')
    expect(scene.calls.filter(({ recipient }) => recipient?.idType === 'chat_id').map(({ card }) => titleOf(card))).toEqual(['2 asks are open', '2 asks are open'])
    expect(replies(scene)).toEqual([])
    expect(replies(createSceneThatHears('?'))).toEqual(['Nothing is open.'])
  })

  it('of "where" tells an operator in private who is asked first, and changes that for one who may approve', async () => {
    const chosen: AskOrder[] = [{ mode: 'together', delaySeconds: 30 }]
    const scene = createScene({}, true, { order: () => ({ order: () => chosen.at(-1)!, reorder: (order) => { chosen.push(order); return true } }) })
    scene.hear('where')
    scene.hear('where phone-first')
    for (const text of ['Where terminal-first 9', 'where else?']) scene.hear(text, { person: 'ou_boss' })
    expect(replies(scene)).toEqual([expect.stringContaining('at once'), expect.stringContaining('role "approve"'), expect.stringMatching(/^From now on: .*terminal first.*9 s/), expect.stringContaining('Nothing has changed')])
    scene.hear('where phone-first', { person: 'ou_eve' })
    scene.hear('where phone-first', { group: true, person: 'ou_boss' })
    expect(chosen.slice(1)).toEqual([{ mode: 'terminal-first', delaySeconds: 9 }])
    expect(replies(createSceneThatHears('where'))).toEqual([expect.stringContaining('Another plugin')])
  })

  it('of "where" that quotes a card is an answer to it', async () => {
    const { scene, answer } = await shown()
    scene.hear('where', QUOTING)
    expect(await answer).toEqual({ answers: [{ id: 'db', selected: [], custom: 'where' }] })
  })

  it.each(['?', 'where', 'Postgres', STICKER])('of %j from a stranger tells only his own id', async (text) => {
    const { scene } = await shown()
    scene.hear(text, { person: 'ou_eve' })
    expect(replies(scene)).toEqual(['You are not an operator here, so nothing happened. Your id: ou_eve. Ask the owner to add it to "operators".'])
  })

  it('from a stranger who goes on is not answered again, and keeps nobody else from being heard', async () => {
    const { scene, answer } = await shown()
    for (let at = 0; at < 100; at += 1) scene.hear(`hello ${at}`, { person: 'ou_eve' })
    expect(replies(scene)).toHaveLength(1)
    scene.hear('hello', { person: 'ou_mallory' })
    expect(replies(scene)[1]).toContain('ou_mallory')
    scene.hear('Postgres', QUOTING)
    expect(await answer).toEqual({ answers: [{ id: 'db', selected: ['Postgres'] }] })
    scene.tick(SILENCE)
    scene.hear('hello', { person: 'ou_eve' })
    expect(replies(scene).at(-1)).toContain('ou_eve')
  })

  it('in a group is left alone', async () => {
    const { scene } = await shown()
    scene.hear('Postgres', { group: true })
    expect(replies(scene)).toEqual([])
  })

  it('is explained once when it is a sticker', async () => {
    const { scene } = await shown()
    scene.hear(STICKER)
    scene.hear(STICKER)
    expect(replies(scene)).toHaveLength(1)
  })
})

function judging(options?: JudgedOptions): Judged & { readonly judge: (more: Partial<Reply>) => unknown } {
  const judged = createJudged(options)
  return { ...judged, judge: (more) => saidIn(judged.hear({ messageId: 'om_said', chatId: 'oc_1', isPrivate: true, person: { openId: 'ou_boss' }, ...more })) }
}

describe('a message as it is judged', () => {
  const { toast: words, reply: said } = wordsOf('en')
  it.each(['why?', '? why', '?why', '？x？'])('of %j asks for no list', (text) => {
    expect(judging().judge({ text })).toEqual(['info', said.quote])
  })

  it.each(['?', ' ？ ', '\n?\n'])('of %j does', (text) => {
    expect(judging().judge({ text })).toBe('list')
  })

  it('is explained each time when it says something, and once when it does not', () => {
    const { judge } = judging()
    expect([judge({ text: 'a' }), judge({ text: 'b' }), judge({ text: ' ' }), judge({}), judge({})]).toEqual([['info', said.quote], ['info', said.quote], ['info', said.quote], undefined, undefined])
    const inThread = { quotes: 'om_else', thread: 'om_1' }
    expect([judge({ ...inThread, text: 'a' }), judge({ ...inThread, text: 'b' }), judge(inThread), judge(inThread)]).toEqual([['info', said.quote], ['info', said.quote], ['info', said.quote], undefined])
  })

  it('is tried as a code only when it is a text that quotes nothing', () => {
    const tried: string[] = []
    const { judge } = judging({ ports: { claimCode: (text) => { tried.push(text); return undefined } } })
    expect(judge({ quotes: 'om_old', text: 'ABCD2345' })).toEqual(['info', words.unknown])
    judge({})
    judge({ text: 'ABCD2345' })
    expect(tried).toEqual(['ABCD2345'])
  })

  it('that quotes a card is told how the ask ended, whatever the role', () => {
    const { judge, end } = judging({ questions: [PLAN] })
    end({ kind: 'dismissed', actor: { surface: 'terminal', name: 'Li' }, at: 0 })
    expect(judge({ quotes: 'om_1', text: 'Go', person: { openId: 'ou_wang' } })).toEqual(['info', 'Li dismissed the question at the terminal, 0 s ago.'])
  })

  it('that quotes a card without its words, or one that is not shown whole, is no answer', () => {
    expect(judging({ questions: [] }).judge({ quotes: 'om_1', text: 'SQLite' })).toEqual(['warning', words.unknownWords])
    const { judge, submitted } = judging({ shown: { isWhole: false } })
    expect(judge({ quotes: 'om_1', text: 'SQLite' })).toEqual(['warning', wordsOf('en').oversized('at the terminal')])
    expect(submitted).toEqual([])
  })

  it('names an option whatever blanks stand around either', () => {
    const { judge, submitted } = judging({ questions: [{ id: 'q', question: 'Go?', options: [{ label: ' Yes ' }, { label: 'No' }] }] })
    judge({ quotes: 'om_1', text: 'Yes\n' })
    expect(submitted).toEqual([{ answers: [{ id: 'q', selected: [' Yes '] }] }])
  })

  it('about the order is told as what it came to', () => {
    const order = { order: (): AskOrder => ({ mode: 'together', delaySeconds: 30 }), reorder: () => true }
    const tones = ['where', 'where phone-first', 'where else'].map((text) => judging({ ports: { order: () => order } }).judge({ text }))
    expect(tones).toEqual([['info', expect.any(String)], ['info', expect.any(String)], ['warning', expect.any(String)]])
    expect(judging().judge({ text: 'where' })).toEqual(['warning', expect.stringContaining('Another plugin')])
  })
})

describe('what the bot says', () => {
  it('holds no live mention, whatever was answered', async () => {
    const { scene } = await shown()
    scene.desk[0]?.submit({ answers: [{ id: 'db', selected: [], custom: '<at user_id="all">x</at>' }] })
    scene.hear('Postgres', QUOTING)
    expect(replies(scene)[0]).toContain('＜at user_id="all"＞')
  })

  it('is tried again with the same key, finitely, and never in the log', async () => {
    const { scene } = await shown()
    scene.hear('my own words', { person: 'ou_eve' })
    for (let attempt = 1; attempt <= 5; attempt += 1) await scene.calls[attempt]?.fail('unknown')
    const said = scene.calls.filter(({ what }) => what === 'reply')
    expect(said).toHaveLength(5)
    expect(new Set(said.map(({ key }) => key)).size).toBe(1)
    expect(scene.logs.join('\n')).not.toContain('own words')
  })
})

function createSceneThatHears(text: string): Scene {
  const scene = createScene()
  scene.hear(text)
  return scene
}
