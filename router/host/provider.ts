/** A place of the host that answers questions, seen as one more surface. */
import type { AskSurface, AskUserQuestionAnswer, AskUserQuestionRequest } from '../types.ts'

/** What hosts with a provider slot call. Rejects with the host's own errors. */
export interface QuestionProvider {
  ask(request: AskUserQuestionRequest): Promise<AskUserQuestionAnswer>
}

/** How outcomes name a place of the host's own: which of its screens it was, the host does not say. */
export const HOST_SURFACE = 'dsh'

/**
 * The provider as a surface that claims every ask. It has no `settled`: when another place wins, the abort of its
 * request takes the question off its screen, which is all that a provider understands.
 */
export function createProviderSurface(provider: QuestionProvider, name: string): AskSurface {
  return { name, claim: () => true, ask: (request) => provider.ask(request) }
}
