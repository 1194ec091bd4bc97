/**
 * A router as another plugin may bring it: provides `ctx.askSurfaces` and takes the host's slot. Surfaces that claim an
 * ask get it, everybody when nobody does; the first answer wins, the others hear who gave it.
 */
import type { Context } from '@deepseek-ai/cordis'
import type { AskUserQuestionAnswer, AskUserQuestionRequest } from '@deepseek-ai/dsh-user-questions'

export const name = 'foreign-router'
export const inject = ['userQuestions']

interface Surface {
  readonly name: string
  claim(request: AskUserQuestionRequest): boolean
  ask(request: AskUserQuestionRequest): Promise<AskUserQuestionAnswer>
  settled?(request: AskUserQuestionRequest, by: string): void
}

export function apply(ctx: Context): void {
  const surfaces = new Set<Surface>()
  const register = (surface: Surface): (() => void) => {
    surfaces.add(surface)
    return () => void surfaces.delete(surface)
  }
  ctx.provide('askSurfaces', { register })
  ctx.userQuestions.registerProvider({
    async ask(request) {
      const claimants = [...surfaces].filter((surface) => surface.claim(request))
      const asked = claimants.length > 0 ? claimants : [...surfaces]
      const { by, answer } = await Promise.any(asked.map(async (surface) => ({ by: surface.name, answer: await surface.ask(request) }))).catch((error: AggregateError) => {
        throw error.errors[0]
      })
      for (const surface of asked) if (surface.name !== by) surface.settled?.(request, by)
      return answer
    },
  })
}
