/** The question service of the waterfall era as a cordis plugin; it can take the place of a host's own. */
import type { Context } from '@deepseek-ai/cordis'
import { createAskTool, type AskTool } from './ask-tool.ts'
import { applyEvent, NO_QUESTIONS, type QuestionsState, type SessionEvent } from './projection.ts'
import { WaterfallQuestions } from './service.ts'
import type { Clock } from './types.ts'

export const name = 'waterfall-questions'

interface Tools { register(tool: AskTool): unknown }

interface Projections {
  register(definition: {
    readonly key: string
    readonly schema: { parse(value: unknown): unknown }
    init(): QuestionsState
    apply(state: QuestionsState, event: SessionEvent): QuestionsState
    view(state: QuestionsState): unknown
    readonly stateVersion: number
  }): unknown
}

/** Provides `ctx.userQuestions`; the tool and the projection come with the host's services for them, where it has any. */
export function apply(ctx: Context, config: { readonly clock?: Clock } = {}): void {
  const questions = new WaterfallQuestions(ctx, config)
  ctx.inject(['tools'], (inner) => {
    const tools: Tools = inner.get('tools')
    tools.register(createAskTool(questions))
  })
  ctx.inject(['sessionProjections'], (inner) => {
    const projections: Projections = inner.get('sessionProjections')
    projections.register({
      key: 'userQuestions',
      schema: { parse: (value) => value },
      init: () => NO_QUESTIONS,
      apply: applyEvent,
      view: (state) => state.questions,
      stateVersion: 1,
    })
  })
}
