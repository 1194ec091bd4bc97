/** The router as a plugin on the real cordis with the host's real question service. */
import { Context, symbols } from '@deepseek-ai/cordis'
import { AgentRegistry } from '@deepseek-ai/dsh-agent'
import { UserQuestionError, UserQuestionService } from '@deepseek-ai/dsh-user-questions'
import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import * as router from '../../../router/index.ts'
import type { AskUserQuestionAnswer, AskUserQuestionRequest, Step } from '../../../router/types.ts'
import { rejection, settle } from '../../helpers/rounds.ts'
import { DATABASE, database, thirdParty } from '../../helpers/third-party.ts'

async function host() {
  const ctx = new Context()
  await ctx.plugin(UserQuestionService)
  const routing = ctx.plugin(router)
  await routing
  return { ctx, routing }
}

describe('the router in the slot era', () => {
  it('answers the host\'s ask with what the first surface says', async () => {
    const { ctx } = await host()
    const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
    ctx.askSurfaces.register(desk)
    ctx.askSurfaces.register(phone)
    const answer = ctx.userQuestions.ask(DATABASE)
    await settle()
    phone.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
    expect(desk.told).toEqual(['phone'])
  })

  it('names the surfaces that are registered, oldest first, until they are taken back', async () => {
    const { ctx } = await host()
    expect(ctx.askSurfaces.places?.()).toEqual([])
    const leave = ctx.askSurfaces.register(thirdParty('desk'))
    ctx.askSurfaces.register(thirdParty('phone'))
    expect(ctx.askSurfaces.places?.()).toEqual(['desk', 'phone'])
    leave()
    leave()
    expect(ctx.askSurfaces.places?.()).toEqual(['phone'])
  })

  it('gives the host its own error class for every end but an answer', async () => {
    const { ctx } = await host()
    const nobody = await rejection(ctx.userQuestions.ask(DATABASE))
    expect(nobody).toBeInstanceOf(UserQuestionError)
    expect(nobody).toMatchObject({ code: 'NO_PROVIDER' })
    const desk = thirdParty('desk')
    ctx.askSurfaces.register(desk)
    const turn = new AbortController()
    const aborted = rejection(ctx.userQuestions.ask({ ...DATABASE, signal: turn.signal }))
    const dismissed = rejection(ctx.userQuestions.ask(DATABASE))
    await settle()
    turn.abort({ kind: 'user' })
    desk.shown[1]!.round.dismiss()
    expect(await aborted).toBeInstanceOf(UserQuestionError)
    expect(await aborted).toMatchObject({ code: 'ASK_ABORTED' })
    expect(await dismissed).toMatchObject({ name: 'UserQuestionError', code: 'ASK_CANCELLED' })
  })

  it('passes what a surface threw as it is', async () => {
    const { ctx } = await host()
    const error = new TypeError('the platform is down')
    ctx.askSurfaces.register(thirdParty('phone', { ask: () => Promise.reject(error) }))
    expect(await rejection(ctx.userQuestions.ask(DATABASE))).toBe(error)
  })

  it('takes a surface back when the plugin that registered it unloads', async () => {
    const { ctx } = await host()
    const desk = thirdParty('desk')
    const plugin = ctx.plugin({ name: 'desk', inject: ['askSurfaces'], apply: (inner: Context) => { inner.askSurfaces.register(desk) } })
    await plugin
    const answer = rejection(ctx.userQuestions.ask(DATABASE))
    await settle()
    expect(desk.shown).toHaveLength(1)
    await plugin.dispose()
    expect(await answer).toMatchObject({ code: 'SURFACE_LEFT' })
  })

  it('ends open asks as aborted when it unloads, lets go of the slot and takes it again when loaded anew', async () => {
    const { ctx, routing } = await host()
    const desk = thirdParty('desk')
    const plugin = ctx.plugin({ name: 'desk', inject: ['askSurfaces'], apply: (inner: Context) => { inner.askSurfaces.register(desk) } })
    await plugin
    const answer = rejection(ctx.userQuestions.ask(DATABASE))
    await settle()
    desk.shown[0]!.round.outcome.then(() => desk.shown[0]!.reject(new Error('cleaned up')), () => {})
    await routing.dispose()
    expect(await answer).toMatchObject({ code: 'ASK_ABORTED' })
    expect(await desk.shown[0]!.round.outcome).toMatchObject({ kind: 'aborted', cause: 'disposed' })
    expect(await rejection(ctx.userQuestions.ask(DATABASE))).toMatchObject({ code: 'NO_PROVIDER' })
    await ctx.plugin(router)
    await settle()
    const again = ctx.userQuestions.ask(DATABASE)
    await settle()
    desk.shown[1]!.resolve(database('SQLite'))
    expect(await again).toEqual(database('SQLite'))
  })

  it('waits for a host that has no question service yet', async () => {
    const ctx = new Context()
    await ctx.plugin(router)
    ctx.askSurfaces.register(thirdParty('desk', { ask: async () => database('SQLite') }))
    await ctx.plugin(UserQuestionService)
    await settle()
    expect(await ctx.userQuestions.ask(DATABASE)).toEqual(database('SQLite'))
  })

  it('routes the asks of live root agents and leaves the host\'s refusals to the host', async () => {
    const { ctx } = await host()
    await ctx.plugin(AgentRegistry)
    const desk = thirdParty('desk')
    ctx.askSurfaces.register(desk)
    const agent = { id: 's1', session: { id: 's1' } } as never
    expect(await rejection(ctx.userQuestions.ask({ ...DATABASE, agent }))).toMatchObject({ code: 'CALLER_NOT_LIVE' })
    expect(await rejection(ctx.userQuestions.ask({ questions: [] }))).toMatchObject({ code: 'EMPTY_QUESTIONS' })
    expect(desk.shown).toEqual([])
  })

  it('logs one line a step with the ask\'s short id, and never a word of question or answer', async () => {
    const { ctx } = await host()
    const steps: Step[] = []
    ctx.on('ask-surfaces/step', (step) => { steps.push(step) })
    const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
    ctx.askSurfaces.register(desk)
    ctx.askSurfaces.register(phone)
    const answer = ctx.userQuestions.ask(DATABASE)
    await settle()
    for (const { shown } of [desk, phone]) shown[0]!.round.report('shown', 'm1')
    phone.shown[0]!.round.submit(database('SQLite'), { name: 'Wang Fang' })
    desk.shown[0]!.round.report('collapsed')
    await answer
    expect(steps.map(({ step, surface }) => (surface ? `${step} ${surface}` : step))).toEqual(
      ['opened', 'claimed desk', 'claimed phone', 'shown desk', 'shown phone', 'acted phone', 'settled', 'collapsed desk'])
    const lines = ctx.logger.buffer.map(({ args }) => String(args[0]))
    const short = steps[0]!.ask.slice(0, 8)
    expect(lines.filter((line) => line.startsWith(short))).toHaveLength(steps.length)
    expect(lines.join('\n')).not.toMatch(/SQLite|PostgreSQL|database|Wang/)
  })
})

/** A plugin with a provider of its own, as the host's web profile has one. */
function gateway(answer?: (request: AskUserQuestionRequest) => Promise<AskUserQuestionAnswer>) {
  const asked: AskUserQuestionRequest[] = []
  const withdrawn: AskUserQuestionRequest[] = []
  const provider = {
    ask: (request: AskUserQuestionRequest) => {
      asked.push(request)
      return answer?.(request) ?? new Promise<AskUserQuestionAnswer>((_resolve, reject) => {
        request.signal?.addEventListener('abort', () => {
          withdrawn.push(request)
          reject(new Error('withdrawn'))
        })
      })
    },
  }
  const plugin = { name: 'gateway', inject: ['userQuestions'], apply: (inner: Context) => { inner.userQuestions.registerProvider(provider) } }
  return { asked, withdrawn, plugin }
}

/** What the service has in its slot, past every proxy. */
function slotOf(ctx: Context): { provider: unknown; registerProvider: unknown; own: boolean } {
  const raw = Reflect.get(ctx.userQuestions, symbols.original) as { provider: unknown; registerProvider: unknown }
  return { provider: raw.provider, registerProvider: raw.registerProvider, own: Object.hasOwn(raw, 'registerProvider') }
}

describe('the takeover of the slot', () => {
  it('adopts a provider that is there: it is asked with the surfaces, and withdrawn when one of them wins', async () => {
    const ctx = new Context()
    await ctx.plugin(UserQuestionService)
    const browser = gateway()
    await ctx.plugin(browser.plugin)
    await ctx.plugin(router)
    await settle()
    const desk = thirdParty('desk')
    ctx.askSurfaces.register(desk)
    const answer = ctx.userQuestions.ask(DATABASE)
    await settle()
    expect(browser.asked).toHaveLength(1)
    desk.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
    expect(browser.withdrawn).toEqual(browser.asked)
  })

  it('makes one more surface of a provider that registers later, which may win', async () => {
    const { ctx } = await host()
    await settle()
    const desk = thirdParty('desk')
    ctx.askSurfaces.register(desk)
    const browser = gateway(async () => database('PostgreSQL'))
    await ctx.plugin(browser.plugin)
    expect(await ctx.userQuestions.ask(DATABASE)).toEqual(database('PostgreSQL'))
    expect(desk.told).toEqual(['dsh'])
  })

  it('gives a provider that comes while a question is open that question', async () => {
    const { ctx } = await host()
    await settle()
    ctx.askSurfaces.register(thirdParty('desk'))
    const answer = ctx.userQuestions.ask(DATABASE)
    await settle()
    await ctx.plugin(gateway(async () => database('PostgreSQL')).plugin)
    expect(await answer).toEqual(database('PostgreSQL'))
  })

  it('keeps the slot when an adopted provider unloads, though the host empties it', async () => {
    const ctx = new Context()
    await ctx.plugin(UserQuestionService)
    const browser = gateway()
    const plugin = ctx.plugin(browser.plugin)
    await plugin
    await ctx.plugin(router)
    await settle()
    ctx.askSurfaces.register(thirdParty('desk', { ask: async () => database('SQLite') }))
    await plugin.dispose()
    expect(await ctx.userQuestions.ask(DATABASE)).toEqual(database('SQLite'))
    expect(browser.asked).toEqual([])
  })

  it('keeps the slot when a provider that came later unloads', async () => {
    const { ctx } = await host()
    await settle()
    ctx.askSurfaces.register(thirdParty('desk', { ask: async () => database('SQLite') }))
    const browser = gateway()
    const plugin = ctx.plugin(browser.plugin)
    await plugin
    await plugin.dispose()
    expect(await ctx.userQuestions.ask(DATABASE)).toEqual(database('SQLite'))
    expect(browser.asked).toEqual([])
  })

  it('leaves the service as it was when it unloads', async () => {
    const ctx = new Context()
    await ctx.plugin(UserQuestionService)
    const before = slotOf(ctx)
    const routing = ctx.plugin(router)
    await routing
    await settle()
    expect(slotOf(ctx)).toMatchObject({ own: true })
    await routing.dispose()
    expect(slotOf(ctx)).toEqual(before)
    const first = gateway(async () => database('SQLite'))
    const plugin = ctx.plugin(first.plugin)
    await plugin
    expect(await ctx.userQuestions.ask(DATABASE)).toEqual(database('SQLite'))
    expect(() => ctx.userQuestions.registerProvider({ ask: async () => database('SQLite') })).toThrow(expect.objectContaining({ code: 'DUPLICATE_PROVIDER' }))
    await plugin.dispose()
    expect(await rejection(ctx.userQuestions.ask(DATABASE))).toMatchObject({ code: 'NO_PROVIDER' })
  })

  it('hands the slot back to the provider that it found there', async () => {
    const ctx = new Context()
    await ctx.plugin(UserQuestionService)
    const browser = gateway(async () => database('PostgreSQL'))
    const plugin = ctx.plugin(browser.plugin)
    await plugin
    const routing = ctx.plugin(router)
    await routing
    await settle()
    await routing.dispose()
    expect(await ctx.userQuestions.ask(DATABASE)).toEqual(database('PostgreSQL'))
    await plugin.dispose()
    expect(await rejection(ctx.userQuestions.ask(DATABASE))).toMatchObject({ code: 'NO_PROVIDER' })
  })

  it('hands the slot to a provider that came later, and takes it in again when loaded anew', async () => {
    const { ctx, routing } = await host()
    await settle()
    const browser = gateway(async () => database('PostgreSQL'))
    const plugin = ctx.plugin(browser.plugin)
    await plugin
    await routing.dispose()
    expect(await ctx.userQuestions.ask(DATABASE)).toEqual(database('PostgreSQL'))
    await ctx.plugin(router)
    await settle()
    const desk = thirdParty('desk')
    ctx.askSurfaces.register(desk)
    expect(await ctx.userQuestions.ask(DATABASE)).toEqual(database('PostgreSQL'))
    expect(browser.asked).toHaveLength(2)
    await plugin.dispose()
    const answer = ctx.userQuestions.ask(DATABASE)
    await settle()
    desk.shown[1]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
    expect(browser.asked).toHaveLength(2)
  })

  it('lets go of a provider that takes itself back', async () => {
    const { ctx } = await host()
    await settle()
    const desk = thirdParty('desk')
    ctx.askSurfaces.register(desk)
    const asked: AskUserQuestionRequest[] = []
    const remove = ctx.userQuestions.registerProvider({ ask: (request) => { asked.push(request); return new Promise(() => {}) } })
    remove()
    remove()
    ctx.userQuestions.ask(DATABASE).catch(() => {})
    await settle()
    expect([asked.length, desk.shown.length]).toEqual([0, 1])
  })

  it('leaves an open question with a provider when another one comes', async () => {
    const { ctx } = await host()
    await settle()
    const [first, second] = [gateway(), gateway()]
    await ctx.plugin(first.plugin)
    ctx.userQuestions.ask(DATABASE).catch(() => {})
    await settle()
    await ctx.plugin({ ...second.plugin, name: 'second gateway' })
    await settle()
    expect([first.asked.length, first.withdrawn.length, second.asked.length]).toEqual([1, 0, 1])
  })

  it('leaves the slot empty when the provider goes that it was handed to', async () => {
    const { ctx, routing } = await host()
    await settle()
    const browser = gateway(async () => database('PostgreSQL'))
    const plugin = ctx.plugin(browser.plugin)
    await plugin
    await routing.dispose()
    expect(slotOf(ctx).provider).toBeDefined()
    await plugin.dispose()
    expect(slotOf(ctx)).toMatchObject({ provider: undefined, own: false })
    expect(await rejection(ctx.userQuestions.ask(DATABASE))).toMatchObject({ code: 'NO_PROVIDER' })
  })

  it('takes in one that the host has put into the slot between two routers, beside those that it knows', async () => {
    const { ctx, routing } = await host()
    await settle()
    const [first, second, third] = [gateway(), gateway(), gateway()]
    const heir = ctx.plugin(first.plugin)
    await heir
    await ctx.plugin({ ...second.plugin, name: 'second gateway' })
    await routing.dispose()
    await heir.dispose()
    await ctx.plugin({ ...third.plugin, name: 'third gateway' })
    await ctx.plugin(router)
    await settle()
    ctx.userQuestions.ask(DATABASE).catch(() => {})
    await settle()
    expect([first, second, third].map(({ asked }) => asked.length)).toEqual([0, 1, 1])
  })

  it('makes the host\'s field neither invisible nor fixed', async () => {
    const ctx = new Context()
    await ctx.plugin(UserQuestionService)
    const describe = () => {
      const { enumerable, configurable } = Object.getOwnPropertyDescriptor(Reflect.get(ctx.userQuestions, symbols.original), 'provider') ?? {}
      return { enumerable, configurable }
    }
    const before = describe()
    const routing = ctx.plugin(router)
    await routing
    await settle()
    expect(describe()).toEqual({ enumerable: true, configurable: true })
    await routing.dispose()
    expect(describe()).toEqual(before)
  })

  it('takes the slot of a question service that comes anew', async () => {
    const ctx = new Context()
    const service = ctx.plugin(UserQuestionService)
    await service
    await ctx.plugin(router)
    ctx.askSurfaces.register(thirdParty('desk', { ask: async () => database('SQLite') }))
    await settle()
    await service.dispose()
    await ctx.plugin(UserQuestionService)
    await settle()
    expect(await ctx.userQuestions.ask(DATABASE)).toEqual(database('SQLite'))
  })

  it('takes a provider\'s failure for that provider\'s own', async () => {
    const { ctx } = await host()
    await settle()
    await ctx.plugin(gateway(() => Promise.reject(new UserQuestionError('an agent is needed', 'ASK_MISSING_AGENT'))).plugin)
    const desk = thirdParty('desk')
    ctx.askSurfaces.register(desk)
    const answer = ctx.userQuestions.ask(DATABASE)
    await settle()
    desk.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
  })
})

describe('a hundred thousand asks on one turn', () => {
  it('leave no listener and less than a megabyte behind', async () => {
    const { ctx } = await host()
    ctx.askSurfaces.register(thirdParty('desk', { ask: async () => database('SQLite') }))
    ctx.askSurfaces.register({ name: 'phone', claim: () => true, ask: (_request, round) => round.outcome.then(() => database('SQLite')), settled: () => {} })
    const turn = new AbortController()
    const heapAfter = async (asks: number) => {
      for (let i = 0; i < asks; i++) await ctx.userQuestions.ask({ ...DATABASE, signal: turn.signal })
      await settle()
      globalThis.gc!()
      return process.memoryUsage().heapUsed
    }
    const before = await heapAfter(5_000)
    const after = await heapAfter(100_000)
    expect(getEventListeners(turn.signal, 'abort')).toHaveLength(0)
    expect(after - before).toBeLessThan(1_000_000)
  }, 60_000)
})
