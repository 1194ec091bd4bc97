/** Holds the declared intents of an ask against its questions, as hosts do before anybody is asked. Pure. */
import type { AskUserQuestionItem } from '../router/types.ts'
import type { ScriptedAsk } from './asks.ts'

/** What is wrong, and in which field of the ask. */
export interface IntentFault {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** The first fault; undefined when every intent fits its question. An intent that nobody knows is no fault. */
export function intentFault({ questions, wait }: Pick<ScriptedAsk, 'questions' | 'wait'>): IntentFault | undefined {
  for (const [index, question] of questions.entries()) {
    const fault = faultOf(question, questions.length > 1 || wait?.timed === true)
    if (fault !== undefined) return { ...fault, path: ['questions', index, ...fault.path] }
  }
  return undefined
}

function faultOf(question: AskUserQuestionItem, isOneOfManyOrTimed: boolean): IntentFault | undefined {
  switch (question.intent?.kind) {
    case 'plan-review':
      return labelFault(question, 'approve') ?? detailFault(question, 'a plan review has the plan as its detail')
    case 'approval':
      return labelFault(question, 'approve') ?? labelFault(question, 'reject') ?? lastingFault(question)
        ?? detailFault(question, 'an approval says in its detail what is to be approved')
        ?? shapeFault(question, isOneOfManyOrTimed)
    case undefined:
    default:
      return undefined
  }
}

/** Intents come from a file: a kind alone does not make the fields. */
function named({ intent }: AskUserQuestionItem, field: string): unknown {
  return intent === undefined ? undefined : Reflect.get(intent, field)
}

function labelFault(question: AskUserQuestionItem, field: 'approve' | 'reject' | 'always'): IntentFault | undefined {
  const labels = (question.options ?? []).map(({ label }) => label)
  if (labels.some((label) => label === named(question, field))) return undefined
  const offered = labels.length === 0 ? 'there are none' : labels.map((label) => JSON.stringify(label)).join(', ')
  return { path: ['intent', field], message: `must be the label of an option (${offered})` }
}

function lastingFault(question: AskUserQuestionItem): IntentFault | undefined {
  return named(question, 'always') === undefined ? undefined : labelFault(question, 'always')
}

function detailFault({ detail }: AskUserQuestionItem, message: string): IntentFault | undefined {
  return detail ? undefined : { path: ['detail'], message }
}

function shapeFault(question: AskUserQuestionItem, isOneOfManyOrTimed: boolean): IntentFault | undefined {
  if (isOneOfManyOrTimed || question.multiSelect) return { path: ['intent'], message: 'an approval is the only question of its ask, single-select and not timed' }
  const wanted = ['approve', 'reject', 'always'].map((field) => named(question, field)).filter((label) => label !== undefined)
  const isExact = new Set(wanted).size === wanted.length && question.options?.length === wanted.length
  return isExact ? undefined : { path: ['options'], message: 'an approval offers each label that it names once, and no other' }
}
