/** The service `ctx.askSurfaces`: what plugins see of the router. */
import { Service, type Context } from '@deepseek-ai/cordis'
import type {} from './cordis.ts'
import { release } from './release.ts'
import type { Rounds } from './rounds.ts'
import type { AskSurface, AskSurfaces } from './types.ts'

export class AskSurfacesService extends Service implements AskSurfaces {
  private readonly rounds: Rounds
  private readonly names: string[] = []

  constructor(ctx: Context, rounds: Rounds) {
    super(ctx, 'askSurfaces')
    this.rounds = rounds
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
