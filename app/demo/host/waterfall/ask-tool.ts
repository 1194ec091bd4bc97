/** The model's `ask_user_question` of the waterfall era: with a timeout the agent goes on when the window closes. */
import type { Agent } from '@deepseek-ai/dsh-agent'
import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'
import type { WaterfallQuestions } from './service.ts'
import { parseToolArguments, TOOL } from './tool-call.ts'
import type { Answer, Pending } from './types.ts'

/** What the host's tool registry hands to a tool beside the arguments. */
export interface ToolRun {
  readonly callId: string
  readonly signal: AbortSignal
  readonly agent?: Agent
}

const label = { type: 'string', description: 'Short text of the option, which is also its value.' }

const parameters = {
  type: 'object',
  required: ['questions'],
  properties: {
    questions: {
      type: 'array',
      description: 'What to ask, in one batch.',
      items: {
        type: 'object',
        required: ['id', 'question'],
        properties: {
          id: { type: 'string', description: 'Echoed in the answer.' },
          question: { type: 'string' },
          header: { type: 'string', description: 'A short heading.' },
          options: { type: 'array', items: { type: 'object', required: ['label'], properties: { label, description: { type: 'string' } } } },
          multi_select: { type: 'boolean' },
        },
      },
    },
    timeout: { type: 'integer', description: 'Seconds to wait for the answer before going on; it may still come later as a message.' },
  },
}

const answers = {
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'selected'],
    properties: { id: { type: 'string' }, selected: { type: 'array', items: { type: 'string' } }, custom: { type: 'string' } },
  },
}

export interface AskTool {
  readonly name: string
  readonly description: string
  readonly parameters: typeof parameters
  readonly output: { readonly schema: object; render(args: unknown, value: unknown): { type: 'text'; text: string }[] }
  execute(args: unknown, run: ToolRun): Promise<Answer | Pending>
}

export function createAskTool(questions: WaterfallQuestions): AskTool {
  return {
    name: TOOL,
    description: 'Ask the user when a decision is theirs. Give each question a stable id.',
    parameters,
    output: {
      schema: { type: 'object', properties: { answers, pending: { type: 'boolean' }, callId: { type: 'string' } } },
      render: (_args, value) => [{ type: 'text', text: JSON.stringify(value) }],
    },
    async execute(args, { callId, signal, agent }) {
      const call = parseToolArguments(args)
      if (call === undefined) throw new UserQuestionError('the arguments need a list "questions", each with id and question', 'BAD_ARGUMENTS')
      const { questions: asked, timeout } = call
      if (agent === undefined) return questions.ask({ questions: asked, signal })
      if (timeout === undefined) return questions.ask({ questions: asked, agent, signal, wait: { callId } })
      return questions.askTimed({ questions: asked, agent, signal }, callId, timeout * 1_000)
    },
  }
}
