/** Who may act: the configured operators, matched by any of the ids that the platform sends. */
import type { AskUserQuestionItem } from '../../router/types.ts'
import { needsApprover } from '../form/decision.ts'
import type { Operator, OperatorRole } from './config.ts'
import { shortId } from './text.ts'

/** The ids of the person who clicked; `user_id` comes only with a scope of its own. */
export interface PersonIds {
  readonly openId?: string | undefined
  readonly unionId?: string | undefined
  readonly userId?: string | undefined
}

/** An operator who has acted. */
export interface ActingOperator {
  readonly id: string
  /** The configured name, or a shortened id. */
  readonly name: string
  readonly role: OperatorRole
}

/**
 * The operator behind these ids, or nothing when the person is a stranger. An empty list knows nobody. Whoever is
 * listed more than once, by config and by pairing, has the strongest of the roles and the name that was given.
 */
export function readOperator(operators: readonly Operator[], person: PersonIds): ActingOperator | undefined {
  const listed = operators.filter(({ id }) => isIdOf(id, person))
  const [first] = listed
  if (first === undefined) return undefined
  const name = listed.find((operator) => operator.name !== undefined)?.name
  const role = listed.some((operator) => operator.role === 'approve') ? 'approve' : 'answer'
  return { id: person.openId ?? first.id, name: name ?? shortId(first.id), role }
}

/** A tenant chooses its user ids as it likes: one that looks like an open or a union id is none. */
function isIdOf(id: string, { openId, unionId, userId }: PersonIds): boolean {
  if (id === '') return false
  if (id.startsWith('ou_')) return id === openId
  if (id.startsWith('on_')) return id === unionId
  return id === openId || id === unionId || id === userId
}

/** The id to tell a stranger, so that the owner can add it. */
export function ownId(person: PersonIds): string {
  return person.openId ?? person.unionId ?? person.userId ?? '?'
}

/** Plan reviews and permission requests let the agent act, so they need the stronger role. */
export function neededRole(questions: readonly AskUserQuestionItem[]): OperatorRole {
  return needsApprover(questions) ? 'approve' : 'answer'
}

/** `approve` includes `answer`. */
export function isAllowed(role: OperatorRole, needed: OperatorRole): boolean {
  return role === 'approve' || needed === 'answer'
}
