/** Who may answer on the phone, and who gets cards. */
import { join } from 'node:path'
import type { FeishuConfig, Operator, Recipient } from '../../../surfaces/feishu/config.ts'
import { createPairing } from '../../../surfaces/feishu/pairing.ts'
import { type Finding, finding } from '../finding.ts'

export interface People {
  readonly operators: readonly Operator[]
  readonly recipients: readonly Recipient[]
  readonly findings: readonly Finding[]
}

/** As the surface takes them: those of the config, and those that were paired, who get cards as well. */
export function checkPeople(config: Pick<FeishuConfig, 'operators' | 'recipients'>, folder: string): People {
  const file = join(folder, 'operators.json')
  let fault: string | undefined
  const paired = createPairing({ file, now: refuse, randomBytes: refuse, log: { info: () => undefined, warn: (line) => { fault = line } } }).operators()
  const operators = [...config.operators, ...paired]
  const known = new Set(config.recipients.map(({ id }) => id))
  const recipients = [...config.recipients, ...paired.filter(({ id }) => !known.has(id)).map(({ id }) => ({ id, idType: 'open_id' as const }))]
  return { operators, recipients, findings: [...(fault === undefined ? [] : [finding('people.file', { file, why: reasonOf(fault) })]), ...judge(operators, recipients)] }
}

function judge(operators: readonly Operator[], recipients: readonly Recipient[]): readonly Finding[] {
  if (operators.length === 0) return [finding('people.no-operator')]
  if (recipients.length === 0) return [finding('people.no-recipient')]
  const ids = new Set(operators.map(({ id }) => id))
  // A chat's members and the owner of a mail address are not known here.
  const count = recipients.filter(({ id, idType }) => idType !== 'chat_id' && idType !== 'email' && !ids.has(id) && hasIdOf(operators, idType)).length
  const found = [
    ...(operators.some(({ role }) => role === 'approve') ? [] : [finding('people.no-approver')]),
    ...(count > 0 ? [finding('people.only-reads', { count })] : []),
  ]
  return found.length > 0 ? found : [finding('people.ok', { operators: ids.size, recipients: recipients.length })]
}

/** Somebody named by another kind of id may be the same person; only ids of one kind can be compared. */
function hasIdOf(operators: readonly Operator[], idType: Recipient['idType']): boolean {
  return operators.every(({ id }) => idTypeOf(id) === idType)
}

/** By its looks: a user_id has none of its own. */
export function idTypeOf(id: string): 'open_id' | 'union_id' | 'user_id' {
  if (id.startsWith('ou_')) return 'open_id'
  return id.startsWith('on_') ? 'union_id' : 'user_id'
}

/** No code is ever offered here, so neither clock nor chance is asked. */
function refuse(): never {
  throw new Error('the doctor pairs nobody')
}

/** The surface's line holds the file and the next step as well; only the reason is wanted. */
function reasonOf(line: string): string {
  return /the file ([^;.]+)/u.exec(line)?.[1] ?? 'cannot be read'
}
