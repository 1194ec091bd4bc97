/** The service `ctx.askSurfaces`: what plugins see of the router. */
import { Service, type Context } from '@deepseek-ai/cordis'
import type {} from './cordis.ts'
import { release } from './release.ts'
import type { Rounds } from './rounds.ts'
import type { StandingOrder } from './standing-order.ts'
import type { AskOrder, AskSurface, AskSurfaces } from './types.ts'

/** Belongs to the router's context; each registration to the plugin that made it. */
export class AskSurfacesService extends Service implements AskSurfaces {
  private readonly rounds: Rounds
  private readonly standing: StandingOrder
  private readonly names: string[] = []

  constructor(ctx: Context, rounds: Rounds, standing: StandingOrder) {
    super(ctx, 'askSurfaces')
    this.rounds = rounds
    this.standing = standing
  }

  /**
   * Adds a surface, which at once joins the open rounds that it claims or that nobody claimed.
   * `this.ctx` is the calling plugin's context: the surface leaves with that plugin at the latest.
   * @returns takes the surface back; its open rounds go on without it.
   * @throws {AskError} `BAD_SURFACE` when it lacks a name, `claim` or `ask`.
   */
  register(surface: AskSurface): () => void {
    const remove = this.ctx.effect(() => this.added(surface), 'askSurfaces.register()')
    return () => release(this.ctx, remove)
  }

  /** The names of all that are registered, oldest first. */
  places(): readonly string[] {
    return [...this.names]
  }

  /** The order in force. */
  order(): AskOrder {
    return this.standing.current
  }

  /**
   * Another order from now on, also for surfaces that wait for their turn in an open ask.
   * @returns whether it outlives this process.
   * @throws {TypeError} when it is no order.
   */
  reorder(order: AskOrder): boolean {
    const isKept = this.standing.choose(order)
    this.rounds.reorder(this.standing.current)
    this.ctx.emit('ask-surfaces/order')
    return isKept
  }

  private added(surface: AskSurface): () => void {
    const { name } = surface
    const remove = this.rounds.add(surface)
    this.names.push(name)
    this.ctx.emit('ask-surfaces/places')
    return () => {
      remove()
      this.names.splice(this.names.indexOf(name), 1)
      this.ctx.emit('ask-surfaces/places')
    }
  }
}
