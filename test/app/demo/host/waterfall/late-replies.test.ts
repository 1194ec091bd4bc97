/** Questions whose window closed: what the projection says of them, and replies that come late. */
import { Service, type Context } from '@deepseek-ai/cordis'
import { Session } from '@deepseek-ai/dsh-session'
import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'
import { describe, expect, it } from 'vitest'
import { foldQuestions, type QuestionsState } from '../../../../../app/demo/host/waterfall/projection.ts'
import type { AskTool } from '../../../../../app/demo/host/waterfall/ask-tool.ts'
import { rejection, settle } from '../../../../helpers/rounds.ts'
import { logCall, logHeader, logMessage, logResult, userMessage } from './session-log.ts'
import { answerer, createStand, picked, QUESTIONS, type TestAgent } from './stand.ts'

/** A stand with an agent whose call `c1` of the timed tool is open. */
async function asked() {
  const stand = await createStand()
  const agent = stand.agent()
  logHeader(agent.session, stand.questions)
  logCall(agent.session, 'c1')
  return { ...stand, asker: agent, session: agent.session, state: () => foldQuestions(agent.session.events).questions }
}

async function continued() {
  const stand = await asked()
  logResult(stand.session, 'c1', { pending: true, callId: 'c1' })
  return stand
}

const active = (state: string) => ({ active: [{ callId: 'c1', questions: QUESTIONS, state }], settled: [] })
const settledWith = (answers: unknown[]) => ({ active: [], settled: [{ callId: 'c1', answers }] })

describe('the projection', () => {
  it('opens a question with the call of a timed tool', async () => {
    expect((await asked()).state()).toEqual(active('open'))
  })

  it('ignores calls of the blocking tool, of other tools and with unreadable arguments', async () => {
    const { questions, session, state } = await asked()
    logCall(session, 'c2', { command: 'ls' }, 'bash')
    logCall(session, 'c3', '{"questions":')
    logCall(session, 'c4', { questions: [] })
    expect(state()).toEqual(active('open'))
    logHeader(session, questions, 'blocking')
    logCall(session, 'c5')
    expect(state()).toEqual(active('open'))
  })

  it('continues a question whose result is pending', async () => {
    expect((await continued()).state()).toEqual(active('continued'))
  })

  it('continues a question whose outcome was lost with the process', async () => {
    const { session, state } = await asked()
    logResult(session, 'c1', 'unknown', { name: 'ToolOutcomeUnknownError', code: 'TOOL_OUTCOME_UNKNOWN' })
    expect(state()).toEqual(active('continued'))
  })

  it('settles a question with the batch that its result carries', async () => {
    const { session, state } = await asked()
    logResult(session, 'c1', picked('SQLite'))
    expect(state()).toEqual(settledWith([{ id: 'db', selected: ['SQLite'] }]))
  })

  it('drops a question whose call failed otherwise', async () => {
    const { session, state } = await asked()
    logResult(session, 'c1', 'put away', { name: 'UserQuestionError', code: 'ASK_CANCELLED' })
    expect(state()).toEqual({ active: [], settled: [] })
  })

  it('settles with the message of a late reply, and without answers when its text cannot be read', async () => {
    const read = await continued()
    read.questions.answer(read.asker, 'c1', picked('SQLite'))
    logMessage(read.session, read.asker.steered[0])
    expect(read.state()).toEqual(settledWith([{ id: 'db', selected: ['SQLite'] }]))
    const garbled = await continued()
    logMessage(garbled.session, userMessage('…', { kind: 'user-question-reply', callId: 'c1' }))
    expect(garbled.state()).toEqual(settledWith([]))
  })

  it('is left alone by a reply to a call that it does not hold, and by any other message', async () => {
    const { session, state } = await continued()
    logMessage(session, userMessage('…', { kind: 'user-question-reply', callId: 'c9' }))
    logMessage(session, userMessage('SQLite'))
    expect(state()).toEqual(active('continued'))
  })

  it('is registered under its key where the host keeps projections', async () => {
    const stand = await asked()
    let key: string | undefined
    let stateOf: ((session: Session) => QuestionsState) | undefined
    class Projections extends Service {
      constructor(ctx: Context) { super(ctx, 'sessionProjections') }
      register(unit: { key: string; init(): QuestionsState; apply(state: QuestionsState, event: unknown): QuestionsState }) {
        key = unit.key
        stateOf = (session) => session.events.reduce((state, event) => unit.apply(state, event), unit.init())
      }
    }
    await stand.ctx.plugin(Projections)
    await settle()
    expect(key).toBe('userQuestions')
    expect(stateOf?.(stand.session).questions).toEqual(active('open'))
  })
})

describe('a late reply', () => {
  it('steers a message of the user that names the call', async () => {
    const { questions, asker } = await continued()
    expect(questions.answer(asker, 'c1', picked('SQLite'))).toBe(true)
    expect(asker.steered).toEqual([expect.objectContaining({ role: 'user', source: { kind: 'user-question-reply', callId: 'c1', outcome: 'answered' } })])
    expect(JSON.stringify(asker.steered)).toContain('answer_to_pending_question')
  })

  it('has no deadline', async () => {
    const { questions, asker, clock } = await continued()
    clock.tick(30 * 24 * 3_600_000)
    expect(questions.answer(asker, 'c1', picked('SQLite'))).toBe(true)
  })

  it('is refused with false while the call is open, when it is settled and when it is unknown', async () => {
    const open = await asked()
    expect(open.questions.answer(open.asker, 'c1', picked('SQLite'))).toBe(false)
    logResult(open.session, 'c1', picked('SQLite'))
    expect(open.questions.answer(open.asker, 'c1', picked('SQLite'))).toBe(false)
    expect(open.questions.answer(open.asker, 'c9', picked('SQLite'))).toBe(false)
    expect(open.asker.steered).toEqual([])
  })

  it.each([
    ['none', []],
    ['one twice', [...picked('SQLite').answers, ...picked('SQLite').answers]],
    ['another', [{ id: 'cache', selected: [] }]],
    ['one too many', [...picked('SQLite').answers, { id: 'cache', selected: [] }]],
  ])('throws BAD_ANSWER when it names %s of the questions', async (_title, answers) => {
    const { questions, asker } = await continued()
    expect(() => questions.answer(asker, 'c1', { answers })).toThrow(expect.objectContaining({ code: 'BAD_ANSWER' }))
    expect(asker.steered).toEqual([])
  })

  it('throws REPLY_QUEUED while an earlier one waits', async () => {
    const { questions, asker } = await continued()
    questions.answer(asker, 'c1', picked('SQLite'))
    expect(() => questions.answer(asker, 'c1', picked('PostgreSQL'))).toThrow(expect.objectContaining({ code: 'REPLY_QUEUED' }))
    expect(asker.steered).toHaveLength(1)
  })

  it('may come again when the queued one was discarded', async () => {
    const { questions, asker } = await continued()
    questions.answer(asker, 'c1', picked('SQLite'))
    asker.steered.length = 0
    expect(questions.answer(asker, 'c1', picked('PostgreSQL'))).toBe(true)
  })

  it('is over once the agent has read it', async () => {
    const { questions, asker, session } = await continued()
    questions.answer(asker, 'c1', picked('SQLite'))
    logMessage(session, asker.steered.shift())
    expect(questions.answer(asker, 'c1', picked('PostgreSQL'))).toBe(false)
  })

  it('reads the log of a host that hands out snapshots', async () => {
    const { questions, session, ctx } = await continued()
    const steered: unknown[] = []
    const agent = {
      id: 's2', session: { id: 's2', header: {}, snapshotEvents: () => session.events },
      inbox: { nextTurn: [], nextStep: [] }, steer: (message: unknown) => steered.push(message),
    } as unknown as TestAgent
    ctx.agents.register(agent)
    expect(questions.answer(agent, 'c1', picked('SQLite'))).toBe(true)
    expect(steered).toHaveLength(1)
  })
})

/** A stand whose host has a tool registry. */
async function mounted() {
  const stand = await createStand()
  let tool: AskTool | undefined
  class Tools extends Service {
    constructor(ctx: Context) { super(ctx, 'tools') }
    register(definition: AskTool) { tool = definition }
  }
  await stand.ctx.plugin(Tools)
  await settle()
  return { ...stand, tool: tool! }
}

describe('the tool ask_user_question', () => {
  const run = { callId: 'c1', signal: new AbortController().signal }
  const args = { questions: [{ ...QUESTIONS[0]!, multi_select: true }] }

  it('declares a timeout, which the projection looks for', async () => {
    const { tool } = await mounted()
    expect(tool.name).toBe('ask_user_question')
    expect(Object.keys(tool.parameters.properties)).toEqual(['questions', 'timeout'])
  })

  it('asks without end when it has no timeout, keyed by its call', async () => {
    const { ctx, tool, agent } = await mounted()
    const seen: unknown[] = []
    await answerer(ctx, async (request) => { seen.push(request); return picked('SQLite') })
    expect(await tool.execute(args, { ...run, agent: agent() })).toEqual(picked('SQLite'))
    expect(seen).toEqual([expect.objectContaining({ wait: { callId: 'c1' }, questions: [{ ...QUESTIONS[0], multiSelect: true }] })])
  })

  it('returns pending when its window closes', async () => {
    const { ctx, tool, agent, clock } = await mounted()
    await answerer(ctx, (request) => new Promise((_resolve, reject) => {
      request.signal?.addEventListener('abort', () => reject(new Error('left')))
    }))
    const result = tool.execute({ ...args, timeout: 30 }, { ...run, agent: agent() })
    await settle()
    clock.tick(30_000)
    expect(await result).toEqual({ pending: true, callId: 'c1' })
  })

  it('renders what it returns as JSON for the model', async () => {
    const { tool } = await mounted()
    expect(tool.output.render({}, picked('SQLite'))).toEqual([{ type: 'text', text: '{"answers":[{"id":"db","selected":["SQLite"]}]}' }])
  })

  it('refuses arguments that are not its own', async () => {
    const { tool } = await mounted()
    const error = await rejection(tool.execute({ questions: 'which?' }, run))
    expect(error).toBeInstanceOf(UserQuestionError)
    expect(error).toMatchObject({ code: 'BAD_ARGUMENTS' })
  })
})
