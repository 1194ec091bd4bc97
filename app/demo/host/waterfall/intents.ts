/** Holds declared intents against their questions, before anybody is asked. */
import { UserQuestionError } from '@deepseek-ai/dsh-user-questions'
import type { Question } from './types.ts'

/**
 * An intent that this host doesn't know is no fault: it is shown as a generic list.
 * @throws {UserQuestionError} `BAD_INTENT`.
 */
export function verifyIntents(questions: readonly Question[], timed: boolean): void {
  for (const question of questions) {
    const fault = faultOf(question, questions.length, timed)
    if (fault !== undefined) throw new UserQuestionError(`question ${question.id}: ${fault}`, 'BAD_INTENT')
  }
}

function faultOf({ intent, detail, options = [], multiSelect }: Question, count: number, timed: boolean): string | undefined {
  const labels = options.map(({ label }) => label)
  switch (intent?.kind) {
    case 'plan-review':
      if (!labels.some((label) => label === intent.approve)) return 'a plan review names the option that approves'
      return detail === undefined ? 'a plan review has the plan as its detail' : undefined
    case 'approval': {
      const named = [intent.approve, intent.reject, ...(intent.always === undefined ? [] : [intent.always])]
      if (count > 1 || multiSelect || timed) return 'an approval is one blocking single-select question'
      if (detail === undefined) return 'an approval has a detail'
      const exact = new Set(named).size === named.length && labels.length === named.length && named.every((label) => labels.some((offered) => offered === label))
      return exact ? undefined : 'an approval offers exactly the labels that it names'
    }
    case undefined:
    default:
      return undefined
  }
}
