/** Plan reviews and approvals: questions that are one decision, recognised by shape and intent. Pure, shared by every surface. */
import type { ApprovalIntent, AskUserQuestionAnswer, AskUserQuestionItem, AskUserQuestionRequest, PlanReviewIntent } from '../../router/types.ts'
import type { Locale } from './locale.ts'

/** A plan to be approved or sent back. */
export interface PlanDecision {
  readonly kind: 'plan-review'
  /** Index of the option that approves, as the intent names it. */
  readonly approve: number
  readonly decline: number
}

/** A permission to be granted or refused; no free text, no skip. */
export interface ApprovalDecision {
  readonly kind: 'approval'
  readonly approve: number
  readonly reject: number
  /** A lasting grant, if the asker offers one. */
  readonly always?: number
  /** What asks for it, for recognition only; never an identity. */
  readonly subject?: string
  /** The asker's own texts in the reader's language, where it gave any; labels stay the answer. */
  display(locale: Locale): { readonly question?: string; readonly detail?: string; readonly approve?: string }
}

export type Decision = PlanDecision | ApprovalDecision

/**
 * The decision that an ask is, or undefined for everything that must stay a generic list. A plan review is one binary
 * single-select question with a detail; an approval is one blocking question with a detail whose options are exactly
 * the labels that its intent names.
 */
export function decisionOf({ questions, wait }: Pick<AskUserQuestionRequest, 'questions' | 'wait'>): Decision | undefined {
  const [question, more] = questions
  if (question === undefined || more !== undefined || question.multiSelect || !question.detail) return undefined
  const { intent } = question
  if (isPlanReview(intent)) return planOf(question, intent)
  if (isApproval(intent)) return wait?.timed ? undefined : approvalOf(question, intent)
  return undefined
}

/** Whether an ask wants somebody who may approve, whatever its shape: a malformed approval is no way around the role. */
export function needsApprover(questions: readonly AskUserQuestionItem[]): boolean {
  return questions.some(({ intent }) => intent?.kind === 'approval' || intent?.kind === 'plan-review')
}

/** What an answer decides. `changes`: a plan sent back with words of the human. */
export type Decided = 'approved' | 'approved-always' | 'rejected' | 'changes'

export function decidedBy(decision: Decision, question: AskUserQuestionItem, answer: AskUserQuestionAnswer): Decided {
  const [item] = answer.answers
  if (item?.custom !== undefined) return 'changes'
  const label = item?.selected[0]
  const labelAt = (index: number | undefined) => (index === undefined ? undefined : question.options?.[index]?.label)
  if (label !== undefined && label === labelAt(decision.approve)) return 'approved'
  if (decision.kind === 'approval' && label !== undefined && label === labelAt(decision.always)) return 'approved-always'
  return 'rejected'
}

function planOf({ options = [] }: AskUserQuestionItem, { approve }: PlanReviewIntent): PlanDecision | undefined {
  const labels = options.map(({ label }) => label)
  const index = labels.indexOf(approve)
  if (labels.length !== 2 || index < 0 || labels[0] === labels[1]) return undefined
  return { kind: 'plan-review', approve: index, decline: 1 - index }
}

function approvalOf({ options = [] }: AskUserQuestionItem, { approve, reject, always, subject, display }: ApprovalIntent): ApprovalDecision | undefined {
  const labels = options.map(({ label }) => label)
  const named = always === undefined ? [approve, reject] : [approve, reject, always]
  if (new Set(labels).size !== labels.length || labels.length !== named.length || named.some((label) => !labels.includes(label))) return undefined
  return {
    kind: 'approval',
    approve: labels.indexOf(approve),
    reject: labels.indexOf(reject),
    ...(always === undefined ? {} : { always: labels.indexOf(always) }),
    ...(subject === undefined ? {} : { subject: subject.name }),
    display: (locale) => {
      const [question, detail, granting] = [display?.question, display?.detail, display?.approve].map((text) => text?.[locale] ?? text?.en)
      return {
        ...(question === undefined ? {} : { question }),
        ...(detail === undefined ? {} : { detail }),
        ...(granting === undefined ? {} : { approve: granting }),
      }
    },
  }
}

/** Intents come from other processes: a tag alone does not make the fields. */
function isPlanReview(intent: AskUserQuestionItem['intent']): intent is PlanReviewIntent {
  return intent?.kind === 'plan-review' && typeof intent.approve === 'string'
}

function isApproval(intent: AskUserQuestionItem['intent']): intent is ApprovalIntent {
  if (intent?.kind !== 'approval') return false
  const { approve, reject, always, subject, display }: Partial<Record<keyof ApprovalIntent, unknown>> = intent
  return typeof approve === 'string' && typeof reject === 'string'
    && (always === undefined || typeof always === 'string')
    && (subject === undefined || (isRecord(subject) && typeof subject['name'] === 'string'))
    && (display === undefined || (isRecord(display) && [display['question'], display['detail'], display['approve']].every((text) => text === undefined || isLocalized(text))))
}

function isLocalized(value: unknown): boolean {
  return isRecord(value) && typeof value['en'] === 'string' && Object.values(value).every((text) => typeof text === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
