/** Permission requests on the real cordis, dispatched as the host's approval service does, with a real session's log. */
import { Context } from '@deepseek-ai/cordis'
import { agentCarrier, type Agent } from '@deepseek-ai/dsh-agent'
import { createScope } from '@deepseek-ai/dsh-scope'
import { Session, SessionId } from '@deepseek-ai/dsh-session'
import { describe, expect, it } from 'vitest'
import type { ApprovalOutcome } from '../../../router/host/approval-question.ts'
import type { ApprovalRequest } from '../../../router/host/approvals.ts'
import { standAlone } from '../../../router/host/stand-alone.ts'
import * as router from '../../../router/index.ts'
import type { RouterConfig } from '../../../router/index.ts'
import type { AskSurface, AskUserQuestionAnswer } from '../../../router/types.ts'
import { decisionOf } from '../../../surfaces/form/decision.ts'
import { settle } from '../../helpers/rounds.ts'
import { thirdParty } from '../../helpers/third-party.ts'

const GRANT = answered('Allow once')
const REFUSAL = answered('Reject')

function answered(...selected: string[]): AskUserQuestionAnswer {
  return { answers: [{ id: 'approval', selected }] }
}

/** An agent whose session holds one call of `bash`. */
function bashCaller(args: string): Agent {
  const session = Session.create(SessionId('s1'))
  session.append('tool/call', { turn: 1, step: 1, callId: 'c1' as never, name: 'bash', arguments: args })
  return { id: session.id, session } as unknown as Agent
}

async function host(config: Partial<RouterConfig>, ...surfaces: AskSurface[]) {
  const ctx = new Context()
  const routing = ctx.plugin(router, config)
  await routing
  for (const surface of surfaces) ctx.askSurfaces.register(surface)
  const agent = bashCaller('{"command":"rm -r build"}')
  const request = (more: Partial<ApprovalRequest> = {}): Promise<ApprovalOutcome> =>
    ctx.waterfall(agentCarrier(agent), 'approval/request', { agent, toolName: 'bash', callId: 'c1', ...more }, failClosed)
  return { ctx, routing, agent, request }
}

/** The end of the row. */
async function failClosed(): Promise<ApprovalOutcome> {
  return 'unavailable'
}

/** The prompts of another answerer of the host, such as a browser. */
function prompt(ctx: Context) {
  const prompts: { readonly request: ApprovalRequest; decide(outcome: ApprovalOutcome): void }[] = []
  ctx.on('approval/request', (request) => new Promise((resolve) => {
    prompts.push({ request, decide: resolve })
    request.signal?.addEventListener('abort', () => resolve('cancelled'))
  }))
  return prompts
}

describe('a permission request', () => {
  it('shows on every surface as an approval with the tool and its arguments', async () => {
    const [desk, phone] = [thirdParty('terminal'), thirdParty('phone')]
    const { request } = await host({}, desk, phone)
    const outcome = request({ reason: 'The sandbox denied it.' })
    const [shown] = desk.shown
    expect(phone.shown[0]!.request.questions).toEqual(shown!.request.questions)
    expect(decisionOf(shown!.request)).toMatchObject({ kind: 'approval', approve: 0, reject: 1, subject: 'bash' })
    expect(shown!.request.questions).toEqual([expect.objectContaining({
      question: 'Allow the tool "bash" to run this once?',
      detail: 'command:\n\n    rm -r build\n\nReason:\n\n    The sandbox denied it.',
      options: [{ label: 'Allow once' }, { label: 'Reject' }],
    })])
    expect(decisionOf(shown!.request)).not.toHaveProperty('always')
    phone.shown[0]!.round.submit(GRANT)
    expect(await outcome).toBe('allowed-once')
    expect(desk.told).toEqual(['phone'])
  })

  it('has its words in both languages, and the same labels as its answer', async () => {
    const desk = thirdParty('terminal')
    const { request } = await host({}, desk)
    const outcome = request()
    const decision = decisionOf(desk.shown[0]!.request)
    expect(decision).toMatchObject({ kind: 'approval' })
    if (decision?.kind !== 'approval') throw new Error('not an approval')
    expect(decision.display('zh')).toEqual({ question: '允许工具“bash”执行这一次吗？', detail: 'command:\n\n    rm -r build', approve: '允许一次' })
    expect(decision.display('en').approve).toBe('Allow once')
    desk.shown[0]!.round.submit(REFUSAL)
    expect(await outcome).toBe('rejected')
  })

  it.each<[string, ApprovalOutcome, (shown: ReturnType<typeof thirdParty>['shown'][number], turn: AbortController) => void]>([
    ['approves', 'allowed-once', ({ round }) => round.submit(GRANT)],
    ['resolves with the approval', 'allowed-once', ({ resolve }) => resolve(GRANT)],
    ['rejects', 'rejected', ({ round }) => round.submit(REFUSAL)],
    ['says something instead', 'rejected', ({ round }) => round.submit({ answers: [{ id: 'approval', selected: [], custom: 'Allow once' }] })],
    ['skips it', 'cancelled', ({ round }) => round.submit(answered())],
    ['dismisses it', 'cancelled', ({ round }) => round.dismiss()],
    ['sees it withdrawn', 'cancelled', (_shown, turn) => turn.abort({ kind: 'user' })],
    ['cannot show it', 'unavailable', ({ reject }) => reject(new Error('no screen'))],
    ['answers nonsense', 'unavailable', ({ resolve }) => resolve(answered('Allow once', 'Reject'))],
    ['answers another question', 'unavailable', ({ resolve }) => resolve({ answers: [{ id: 'other', selected: ['Allow once'] }] })],
    ['runs out of time', 'unavailable', (_shown, turn) => turn.abort(Object.assign(new Error('late'), { code: 'ASK_TIMED_OUT' }))],
  ])('whose human %s is %s', async (_title, outcome, act) => {
    const desk = thirdParty('terminal')
    const { request } = await host({}, desk)
    const turn = new AbortController()
    const asked = request({ signal: turn.signal })
    act(desk.shown[0]!, turn)
    expect(await asked).toBe(outcome)
  })

  it('is cancelled, not granted, when the router unloads', async () => {
    const desk = thirdParty('terminal')
    const { request, routing } = await host({}, desk)
    const asked = request()
    desk.shown[0]!.round.outcome.then(() => desk.shown[0]!.reject(new Error('cleaned up')), () => {})
    await routing.dispose()
    expect(await asked).toBe('cancelled')
  })

  it('is cancelled without asking anybody when it was withdrawn before', async () => {
    const desk = thirdParty('terminal')
    const { request } = await host({}, desk)
    expect(await request({ signal: AbortSignal.abort() })).toBe('cancelled')
    expect(desk.shown).toEqual([])
  })

  it('is unavailable where nobody can answer', async () => {
    const { request } = await host({})
    expect(await request()).toBe('unavailable')
  })

  it('is never granted by a surface that answers for a different ask', async () => {
    const desk = thirdParty('terminal')
    const { request } = await host({}, desk)
    const [first, second] = [request(), request({ callId: 'c2' })]
    expect(desk.shown[0]!.round.id).not.toBe(desk.shown[1]!.round.id)
    desk.shown[0]!.round.submit(GRANT)
    expect(desk.shown[0]!.round.submit(GRANT).kind).toBe('lost')
    expect(await first).toBe('allowed-once')
    desk.shown[1]!.round.submit(REFUSAL)
    expect(await second).toBe('rejected')
  })
})

describe('whoever else answers permission requests', () => {
  it('is asked at the same time, and withdrawn when one of ours decides', async () => {
    const desk = thirdParty('terminal')
    const { ctx, request } = await host({}, desk)
    const browser = prompt(ctx)
    const outcome = request()
    expect([desk.shown.length, browser.length]).toEqual([1, 1])
    desk.shown[0]!.round.submit(GRANT)
    expect(await outcome).toBe('allowed-once')
    expect(browser[0]!.request.signal?.aborted).toBe(true)
  })

  it.each<[ApprovalOutcome, string]>([['allowed-once', 'answered'], ['rejected', 'answered'], ['cancelled', 'dismissed']])('may decide: %s', async (decision, kind) => {
    const desk = thirdParty('terminal')
    const { ctx, request } = await host({}, desk)
    const browser = prompt(ctx)
    const outcome = request()
    browser[0]!.decide(decision)
    expect(await outcome).toBe(decision)
    expect(desk.told).toEqual(['dsh'])
    expect(await desk.shown[0]!.round.outcome).toMatchObject({ kind, actor: { surface: 'dsh' } })
  })

  it('is asked with a copy: the host\'s request stays as it was', async () => {
    const desk = thirdParty('terminal')
    const { ctx, agent } = await host({}, desk)
    const browser = prompt(ctx)
    const { signal } = new AbortController()
    const own: ApprovalRequest = Object.freeze({ agent, toolName: 'bash', callId: 'c1', reason: 'why', signal })
    const outcome = ctx.waterfall(agentCarrier(agent), 'approval/request', own, failClosed)
    expect(browser[0]!.request).toEqual({ ...own, signal: expect.any(AbortSignal) })
    expect(browser[0]!.request.signal).not.toBe(signal)
    browser[0]!.decide('rejected')
    expect(await outcome).toBe('rejected')
  })

  it('goes on alone when ours have failed', async () => {
    const desk = thirdParty('terminal', { ask: () => Promise.reject(new Error('no screen')) })
    const { ctx, request } = await host({}, desk)
    const browser = prompt(ctx)
    const outcome = request()
    await settle()
    browser[0]!.decide('allowed-once')
    expect(await outcome).toBe('allowed-once')
  })

  it('stands aside without a word where there is nobody', async () => {
    const desk = thirdParty('terminal')
    const { ctx, request } = await host({}, desk)
    const failed: unknown[] = []
    ctx.on('ask-surfaces/step', ({ step, surface }) => { if (step === 'failed') failed.push(surface) })
    const outcome = request()
    await settle()
    desk.shown[0]!.round.submit(REFUSAL)
    expect([await outcome, failed]).toEqual(['rejected', []])
  })

  it('fails alone', async () => {
    const desk = thirdParty('terminal')
    const { ctx, request } = await host({}, desk)
    ctx.on('approval/request', () => { throw new Error('boom') })
    const outcome = request()
    await settle()
    desk.shown[0]!.round.submit(GRANT)
    expect(await outcome).toBe('allowed-once')
  })

  it.each<[string, Partial<RouterConfig>, AskSurface[]]>([
    ['when there is none of ours', {}, []],
    ['when only the terminal may and there is none', { approvals: 'terminal' }, [thirdParty('phone')]],
    ['when ours are switched off', { approvals: 'off' }, [thirdParty('terminal')]],
  ])('is asked alone %s, with the host\'s own request', async (_title, config, surfaces) => {
    const { ctx, agent, request } = await host(config, ...surfaces)
    const browser = prompt(ctx)
    const { signal } = new AbortController()
    const outcome = request({ signal })
    await settle()
    expect(browser[0]!.request).toEqual({ agent, toolName: 'bash', callId: 'c1', signal })
    expect(browser[0]!.request.signal).toBe(signal)
    browser[0]!.decide('rejected')
    expect(await outcome).toBe('rejected')
  })

  it('may be another router of ours: each asks its surfaces once', async () => {
    const [desk, phone] = [thirdParty('terminal'), thirdParty('phone')]
    const { ctx, request } = await host({}, desk)
    await ctx.plugin({ name: 'phone', apply: (inner: Context) => { standAlone(inner.isolate('askSurfaces'), phone) } })
    await settle()
    const outcome = request()
    await settle()
    expect([desk.shown.length, phone.shown.length]).toEqual([1, 1])
    desk.shown[0]!.round.submit(GRANT)
    expect(await outcome).toBe('allowed-once')
    expect((await phone.shown[0]!.round.outcome).kind).toBe('answered')
  })
})

describe('the option `approvals`', () => {
  it('"terminal" asks the terminal alone, even one that comes later than a phone', async () => {
    const [desk, phone, tablet] = [thirdParty('terminal'), thirdParty('phone'), thirdParty('tablet')]
    const { ctx, request } = await host({ approvals: 'terminal' }, phone, desk)
    const outcome = request()
    ctx.askSurfaces.register(tablet)
    await settle()
    expect([desk.shown.length, phone.shown.length, tablet.shown.length]).toEqual([1, 0, 0])
    desk.shown[0]!.round.submit(GRANT)
    expect(await outcome).toBe('allowed-once')
  })

  it('is refused with the values that it may have', () => {
    expect(() => router.apply(new Context(), { approvals: 'always' })).toThrow('ask-router: `approvals` must be "everywhere", "terminal" or "off"')
    expect(() => router.apply(new Context(), 'off')).toThrow('ask-router: the config must be an object')
  })
})

/** What is shown beside the question when the model wrote these arguments. */
async function detailOf(args: string, more: Partial<ApprovalRequest> = {}): Promise<string | undefined> {
  const desk = thirdParty('terminal')
  const { request } = await host({}, desk)
  const outcome = request({ agent: bashCaller(args), ...more })
  desk.shown[0]!.round.dismiss()
  await outcome
  return desk.shown[0]!.request.questions[0]!.detail
}

/** What is shown where the log of the session holds these events. */
const ofLog = (...events: readonly object[]) => detailOf('{}', { agent: { id: 's2', session: { id: 's2', events } } })
const loggedCall = (args: unknown, callId?: string) => ({ type: 'tool/call', data: { arguments: args, ...(callId ? { callId } : {}) } })

describe('the arguments of the call', () => {
  it('show each under its name, text as it is and the rest as JSON', async () => {
    expect(await detailOf('{"command":"echo a\\necho b","timeout":30,"env":{"CI":"1"}}')).toBe(
      'command:\n\n    echo a\n    echo b\n\ntimeout:\n\n    30\n\nenv:\n\n    {\n      "CI": "1"\n    }')
  })

  it('cannot pose as our words, whatever ends their lines', async () => {
    expect(await detailOf(JSON.stringify({ command: 'x\n```\n**Reason**\nsafe\n````' }))).toBe('command:\n\n    x\n    ```\n    **Reason**\n    safe\n    ````')
    expect(await detailOf(JSON.stringify({ command: 'x\rReason:\r\nsafe\u2028so' }))).toBe('command:\n\n    x\r    Reason:\r\n    safe\u2028    so')
  })

  it.each(['[1]', '"ls"', '{', '{}', '{"**Reason**\\n safe":"x"}'])('show as the model wrote them when they are no object of plain names: %s', async (args) => {
    expect(await detailOf(args)).toBe(`Arguments:\n\n    ${args}`)
  })

  it('come from a host that hands out snapshots of its log', async () => {
    const events = bashCaller('{"command":"ls"}').session.events
    const agent = { id: 's2', session: { id: 's2', snapshotEvents: () => events } }
    expect(await detailOf('{}', { agent })).toBe('command:\n\n    ls')
  })

  it('are those of the very call, as text', async () => {
    expect(await ofLog(loggedCall('first', 'c1'), loggedCall('second', 'c1'), loggedCall('other', 'c2'), { type: 'tool/result', data: { callId: 'c1', arguments: 'result' } })).toBe('Arguments:\n\n    second')
    const missing = 'The arguments of this call are not in the session\'s log.'
    expect([await ofLog(loggedCall({ command: 'ls' }, 'c1')), await ofLog(), await detailOf('{}', { agent: { id: 's2', session: { id: 's2' } } })]).toEqual([missing, missing, missing])
    expect(await detailOf('{}', { callId: undefined, agent: { id: 's2', session: { id: 's2', events: [loggedCall('nobody\'s')] } } } as never)).toBe(missing)
  })

  it.each([['without a call', { callId: undefined }], ['of a call that is not in the log', { callId: 'c9' }]])('%s are said to be missing', async (_title, more) => {
    const detail = await detailOf('{"command":"ls"}', more as never)
    expect(detail).toBe('The arguments of this call are not in the session\'s log.')
  })
})

it('hears the requests of every agent, as a plugin outside their scopes', async () => {
  const desk = thirdParty('terminal')
  const { ctx, agent, request } = await host({}, desk)
  const other = bashCaller('{}')
  createScope(ctx, other).ctx.on('approval/request', async () => 'allowed-once')
  const outcome = request()
  desk.shown[0]!.round.submit(REFUSAL)
  expect(await outcome).toBe('rejected')
  expect(desk.shown[0]!.request.agent).toBe(agent)
})
