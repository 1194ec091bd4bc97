import type { Context } from '@deepseek-ai/cordis'
import type {} from 'dsh-ask-anywhere/cordis'
import type { AskSurface, AskUserQuestionAnswer, AskUserQuestionItem, Verdict } from 'dsh-ask-anywhere/types'

/** What is to be answered, somewhere a person sees it. */
export interface Board {
  /** Puts a note up; resolves when it is down again, which `until` asks for. */
  show(questions: AskUserQuestionItem[], note: { onAnswer(answer: AskUserQuestionAnswer): Verdict; until: AbortSignal }): Promise<AskUserQuestionAnswer>
  say(line: string): void
}

export const name = 'sticky-notes'
export const inject = ['askSurfaces']

export function apply(ctx: Context, { board, session }: { board: Board; session: string }): void {
  const surface: AskSurface = {
    name,
    claim: (request) => request.agent?.session.id === session,
    // `ask` returns a promise that lasts as long as the note; what comes of the human's act is told by the verdict.
    ask: (request, round) => board.show(request.questions, {
      onAnswer: (answer) => round.submit(answer, { name: 'Li Lei' }),
      until: round.signal,
    }),
    settled: (_request, by) => board.say(`${by} was first`),
  }
  ctx.askSurfaces.register(surface)
}
