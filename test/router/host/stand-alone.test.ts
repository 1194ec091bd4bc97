/** Surfaces without our router: alone on hosts of both eras, under another plugin's router, in either order of bundles. */
import { Context, Service } from '@deepseek-ai/cordis'
import { AgentRegistry } from '@deepseek-ai/dsh-agent'
import { UserQuestionService } from '@deepseek-ai/dsh-user-questions'
import { describe, expect, it } from 'vitest'
import { createDemoAgent } from '../../../app/demo/host/agent.ts'
import * as waterfall from '../../../app/demo/host/waterfall/index.ts'
import { questionsOf } from '../../../app/demo/host/waterfall/service.ts'
import { standAlone } from '../../../router/host/stand-alone.ts'
import * as router from '../../../router/index.ts'
import type { AskSurface, AskUserQuestionAnswer, AskUserQuestionRequest } from '../../../router/types.ts'
import { rejection, settle } from '../../helpers/rounds.ts'
import { DATABASE, database, thirdParty, type ThirdParty } from '../../helpers/third-party.ts'

type Ask = (request: AskUserQuestionRequest) => Promise<AskUserQuestionAnswer>

interface Host { readonly ctx: Context; readonly ask: Ask }

const eras: Record<string, () => Promise<Host>> = {
  async slot() {
    const ctx = new Context()
    await ctx.plugin(AgentRegistry)
    await ctx.plugin(UserQuestionService)
    return { ctx, ask: (request) => ctx.userQuestions.ask(request as never) }
  },
  async waterfall() {
    const ctx = new Context()
    await ctx.plugin(AgentRegistry)
    await ctx.plugin(waterfall)
    return { ctx, ask: (request) => questionsOf(ctx).ask(request as never) }
  },
}

/** A plugin as a surface's row is one. */
function row(surface: AskSurface) {
  return { name: `row of ${surface.name}`, apply: (ctx: Context) => { standAlone(ctx, surface) } }
}

async function mount(ctx: Context, plugin: { name: string; apply(ctx: Context): void }) {
  const fiber = ctx.plugin(plugin)
  await fiber
  await settle()
  return fiber
}

/** A router of another plugin, which knows nothing of rounds: first answer wins, losers are told. */
class ForeignRouter extends Service {
  readonly surfaces = new Set<AskSurface>()

  constructor(ctx: Context) {
    super(ctx, 'askSurfaces')
  }

  register(surface: AskSurface): () => void {
    const remove = this.ctx.effect(() => {
      this.surfaces.add(surface)
      return () => this.surfaces.delete(surface)
    })
    return () => void remove()
  }

  /** `Promise.any` without its way of gathering errors: the first error is the ask's. */
  ask(request: AskUserQuestionRequest): Promise<AskUserQuestionAnswer> {
    const errors: unknown[] = []
    return new Promise((resolve, reject) => {
      for (const surface of this.surfaces) {
        const asked: Promise<AskUserQuestionAnswer> = Reflect.apply(surface.ask, surface, [request])
        const won = (answer: AskUserQuestionAnswer) => {
          resolve(answer)
          for (const other of this.surfaces) if (other !== surface) other.settled?.(request, surface.name)
        }
        asked.then(won, (error: unknown) => {
          errors.push(error)
          if (errors.length === this.surfaces.size) reject(errors[0])
        })
      }
    })
  }
}

/** Lets a surface's `ask` promise end when its round does, as a real surface's does: dispose waits for it. */
function cleansUp(surface: ThirdParty): void {
  for (const { round, reject } of surface.shown) round.outcome.then(() => reject(new Error('cleaned up')), () => {})
}

const foreign = (ctx: Context): ForeignRouter => ctx.get('askSurfaces') as never

describe.each(Object.keys(eras))('a surface alone on a host of the %s era', (era) => {
  it('answers by itself', async () => {
    const { ctx, ask } = await eras[era]!()
    const desk = thirdParty('desk')
    await mount(ctx, row(desk))
    const answer = ask(DATABASE)
    await settle()
    desk.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
  })

  it('answers permission requests, and none when it is told so', async () => {
    const { ctx } = await eras[era]!()
    const desk = thirdParty('terminal')
    const fiber = await mount(ctx, row(desk))
    const agent = { id: 's1', session: { id: 's1', events: [] } }
    const request = () => ctx.waterfall('approval/request', { agent, toolName: 'bash' }, async () => 'unavailable' as const)
    const outcome = request()
    cleansUp(desk)
    desk.shown[0]!.round.dismiss()
    expect(await outcome).toBe('cancelled')
    await fiber.dispose()
    await mount(ctx, { name: 'row', apply: (inner) => { standAlone(inner, desk, { approvals: 'off' }) } })
    expect(await request()).toBe('unavailable')
  })

  it('races another that is alone, too', async () => {
    const { ctx, ask } = await eras[era]!()
    const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
    await mount(ctx, row(desk))
    await mount(ctx, row(phone))
    const agent = createDemoAgent(ctx)
    for (const [index, winner] of [desk, phone].entries()) {
      const answer = ask({ ...DATABASE, agent })
      await settle()
      expect([desk.shown.length, phone.shown.length]).toEqual([index + 1, index + 1])
      winner.shown[index]!.round.submit(database('SQLite'))
      expect(await answer).toEqual(database('SQLite'))
      const loser = winner === desk ? phone : desk
      expect((await loser.shown[index]!.round.outcome).kind).toMatch(/answered|aborted/)
    }
  })

  it('gives way when the router appears: it is asked once, through the router', async () => {
    const { ctx, ask } = await eras[era]!()
    const desk = thirdParty('desk')
    await mount(ctx, row(desk))
    await mount(ctx, router)
    const answer = ask(DATABASE)
    await settle()
    expect(desk.shown).toHaveLength(1)
    desk.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
    expect(ctx.logger.buffer.filter(({ args }) => String(args[0]).includes('opened'))).toHaveLength(1)
  })

  it('never stands in for a router that is there first, and does when that one goes', async () => {
    const { ctx, ask } = await eras[era]!()
    const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
    const routing = await mount(ctx, router)
    ctx.askSurfaces.register(phone)
    await mount(ctx, row(desk))
    const routed = ask(DATABASE)
    await settle()
    expect([desk.shown.length, phone.shown.length]).toEqual([1, 1])
    cleansUp(phone)
    desk.shown[0]!.resolve(database('SQLite'))
    await routed
    await routing.dispose()
    await settle()
    const alone = ask(DATABASE)
    await settle()
    expect([desk.shown.length, phone.shown.length]).toEqual([2, 1])
    desk.shown[1]!.resolve(database('PostgreSQL'))
    expect(await alone).toEqual(database('PostgreSQL'))
  })

  it('lets two surfaces give way at once', async () => {
    const { ctx, ask } = await eras[era]!()
    const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
    await mount(ctx, row(desk))
    await mount(ctx, row(phone))
    await mount(ctx, router)
    const answer = ask(DATABASE)
    await settle()
    expect([desk.shown.length, phone.shown.length]).toEqual([1, 1])
    phone.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
    expect(desk.told).toEqual(['phone'])
  })

  it('finishes an ask that was open when the router appeared', async () => {
    const { ctx, ask } = await eras[era]!()
    const desk = thirdParty('desk')
    await mount(ctx, row(desk))
    const answer = ask(DATABASE)
    await settle()
    await mount(ctx, router)
    expect(desk.shown).toHaveLength(1)
    desk.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
  })

  it('ends with itself also what it was asked before a router came and went', async () => {
    const { ctx, ask } = await eras[era]!()
    const desk = thirdParty('desk')
    const fiber = await mount(ctx, row(desk))
    const open = rejection(ask(DATABASE))
    await settle()
    const routing = await mount(ctx, router)
    await routing.dispose()
    await settle()
    cleansUp(desk)
    await fiber.dispose()
    expect(await open).toMatchObject({ code: 'ASK_ABORTED' })
    expect(await rejection(ask(DATABASE))).toMatchObject({ code: 'NO_PROVIDER' })
  })

  it('ends its open asks as aborted when it unloads, and leaves the host to itself', async () => {
    const { ctx, ask } = await eras[era]!()
    const desk = thirdParty('desk')
    const fiber = await mount(ctx, row(desk))
    const open = rejection(ask(DATABASE))
    await settle()
    cleansUp(desk)
    await fiber.dispose()
    expect(await open).toMatchObject({ name: 'UserQuestionError', code: 'ASK_ABORTED' })
    expect(await rejection(ask(DATABASE))).toMatchObject({ code: 'NO_PROVIDER' })
  })

  it('is taken down by hand, with its asks cleaned up', async () => {
    const { ctx, ask } = await eras[era]!()
    const desk = thirdParty('desk')
    let leave: (() => Promise<void>) | undefined
    await mount(ctx, { name: 'row', apply: (inner) => { leave = standAlone(inner, desk) } })
    const open = rejection(ask(DATABASE))
    await settle()
    let cleaned = false
    desk.shown[0]!.round.outcome.then(() => setImmediate(() => { cleaned = true; desk.shown[0]!.reject(new Error('cleaned up')) }), () => {})
    await leave?.()
    expect(cleaned).toBe(true)
    expect(await open).toMatchObject({ code: 'ASK_ABORTED' })
  })

  it('goes down with a whole host without a word in the log', async () => {
    const { ctx } = await eras[era]!()
    await mount(ctx, router)
    await mount(ctx, row(thirdParty('desk')))
    await ctx.fiber.dispose()
    await settle()
    expect(ctx.logger.buffer.filter(({ args }) => args.some((arg) => arg instanceof Error))).toEqual([])
  })
})

/** Two of our surfaces under a foreign router. */
async function pair() {
  const { ctx } = await eras['slot']!()
  await ctx.plugin(ForeignRouter)
  const [desk, phone] = [thirdParty('desk'), thirdParty('phone')]
  await mount(ctx, row(desk))
  await mount(ctx, row(phone))
  const turn = new AbortController()
  const answer = foreign(ctx).ask({ ...DATABASE, signal: turn.signal })
  answer.catch(() => {
    // Looked at by the tests that expect it.
  })
  return { desk, phone, turn, answer, at: { desk: desk.shown[0]!, phone: phone.shown[0]! } }
}

describe('another plugin\'s router', () => {
  it('gets our surfaces, and our router provides nothing', async () => {
    const { ctx } = await eras['slot']!()
    await ctx.plugin(ForeignRouter)
    const routing = await mount(ctx, router)
    const desk = thirdParty('desk')
    await mount(ctx, row(desk))
    expect([...foreign(ctx).surfaces].map(({ name }) => name)).toEqual(['desk'])
    expect(ctx.logger.buffer.map(({ args }) => String(args[0])).join('\n')).toContain('another plugin routes asks')
    await routing.dispose()
    expect(foreign(ctx).surfaces.size).toBe(1)
  })

  it.each(['before', 'after'])('that comes %s the surface is the only one to ask it', async (order) => {
    const { ctx, ask } = await eras['slot']!()
    const desk = thirdParty('desk')
    if (order === 'after') await mount(ctx, row(desk))
    await ctx.plugin(ForeignRouter)
    ctx.userQuestions.registerProvider({ ask: (request) => foreign(ctx).ask(request) })
    if (order === 'before') await mount(ctx, row(desk))
    await settle()
    const answer = ask(DATABASE)
    await settle()
    expect(desk.shown).toHaveLength(1)
    desk.shown[0]!.round.submit(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
  })

  it('takes back what it gave: the surface stands alone again', async () => {
    const { ctx, ask } = await eras['slot']!()
    const routing = ctx.plugin(ForeignRouter)
    await routing
    const desk = thirdParty('desk')
    await mount(ctx, row(desk))
    await routing.dispose()
    await settle()
    const answer = ask(DATABASE)
    await settle()
    desk.shown[0]!.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
  })

  it('hears an act, whose verdict is there at once, and tells the loser who it was', async () => {
    const { at, answer, desk } = await pair()
    expect(at.phone.round.submit(database('SQLite'), { name: 'Li' })).toMatchObject({ kind: 'won', outcome: { kind: 'answered', actor: { surface: 'phone', name: 'Li' } } })
    expect(at.phone.round.submit(database('PostgreSQL')).kind).toBe('lost')
    expect(await answer).toEqual(database('SQLite'))
    expect(desk.told).toEqual(['phone'])
    expect(await at.desk.round.outcome).toMatchObject({ kind: 'answered', actor: { surface: 'phone' } })
    expect(at.desk.round.signal.aborted).toBe(true)
    expect(at.desk.round.submit(database('PostgreSQL'))).toMatchObject({ kind: 'lost', outcome: { actor: { surface: 'phone' } } })
  })

  it('hears an answer that a surface resolves with, and never a bad one', async () => {
    const { at, answer } = await pair()
    expect(at.desk.round.submit(database('Oracle'))).toMatchObject({ kind: 'refused', code: 'BAD_ANSWER' })
    at.desk.resolve(database('Oracle'))
    await settle()
    at.phone.resolve(database('SQLite'))
    expect(await answer).toEqual(database('SQLite'))
  })

  it('hears of dismissals and failures as the host\'s own errors', async () => {
    const { at, answer } = await pair()
    at.desk.round.dismiss()
    at.phone.reject(new Error('no screen'))
    expect(await rejection(answer)).toMatchObject({ name: 'UserQuestionError', code: 'ASK_CANCELLED' })
    expect((await at.phone.round.outcome).kind).toBe('failed')
  })

  it.each([
    ['withdraws', { kind: 'user' }, { kind: 'aborted', cause: 'withdrawn' }],
    ['lets the window close', Object.assign(new Error('late'), { code: 'ASK_TIMED_OUT' }), { kind: 'timed-out' }],
  ])('ends the rounds of both when the host %s', async (_title, reason, outcome) => {
    const { at, turn, answer } = await pair()
    turn.abort(reason)
    expect(await at.desk.round.outcome).toMatchObject(outcome)
    expect(await at.phone.round.outcome).toMatchObject(outcome)
    expect(await rejection(answer)).toMatchObject({ name: 'UserQuestionError' })
  })

  it('shows nothing for an ask that was withdrawn before', async () => {
    const { ctx } = await eras['slot']!()
    await ctx.plugin(ForeignRouter)
    const desk = thirdParty('desk')
    await mount(ctx, row(desk))
    expect(await rejection(foreign(ctx).ask({ ...DATABASE, signal: AbortSignal.abort() }))).toMatchObject({ code: 'ASK_ABORTED' })
    expect(desk.shown).toEqual([])
  })
})
