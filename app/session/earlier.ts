/** Sessions of this folder that a person may go on with. */
import type { Context } from '@deepseek-ai/cordis'
import { fieldOf, listOf, numberOf, textOf } from './fields.ts'
import { readUserMessage } from './message.ts'

export interface EarlierSession {
  readonly id: string
  /** Empty when it has none. */
  readonly title: string
  /** When something last happened in it, in milliseconds since the epoch. */
  readonly at: number
  /** Messages of people in it. */
  readonly messages: number
}

/** What is used of the host's `sessionQuery`. */
interface SessionQuery {
  listSessions(signal?: AbortSignal): Promise<readonly unknown[]>
  readSession(id: string): Promise<unknown>
}

/** Logs are read whole to tell what is in them, so only that many of the newest are looked at. */
const READ = 20
const AT_ONCE = 4

const USED: readonly unknown[] = ['user/message', 'turn/end']

/** Root sessions of a folder in which a person has spoken, the one used last first. Sessions that can't be read are left out. */
export async function earlierSessions(ctx: Context, cwd: string): Promise<readonly EarlierSession[]> {
  const query = queryOf(ctx)
  const newest = (await query?.listSessions() ?? []).map((record) => fieldOf(record, 'header'))
    .filter((header) => isRoot(header) && fieldOf(header, 'cwd') === cwd)
    .toSorted((left, right) => (numberOf(right, 'createdAt') ?? 0) - (numberOf(left, 'createdAt') ?? 0))
    .slice(0, READ)
  const found: EarlierSession[] = []
  const rest = newest.map((header) => textOf(header, 'id'))
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let id = rest.shift(); id !== undefined; id = rest.shift()) {
      const session = await readSession(query, id)
      if (session !== undefined && session.messages > 0) found.push(session)
    }
  }))
  return found.toSorted((left, right) => right.at - left.at)
}

/** Whether the host knows a session of this id that a person may drive. */
export async function isSessionKnown(ctx: Context, id: string): Promise<boolean> {
  const records = await queryOf(ctx)?.listSessions()
  // A host that can't list sessions may still have this one.
  return records === undefined || records.some((record) => fieldOf(record, 'header', 'id') === id && isRoot(fieldOf(record, 'header')))
}

function queryOf(ctx: Context): SessionQuery | undefined {
  return ctx.get('sessionQuery')
}

/** A fork of a session is a root as well; what another agent began is not. */
function isRoot(header: unknown): boolean {
  return fieldOf(header, 'origin') !== 'subagent' && (numberOf(header, 'delegationDepth') ?? 0) === 0
}

async function readSession(query: SessionQuery | undefined, id: string): Promise<EarlierSession | undefined> {
  try {
    const log = await query?.readSession(id)
    const events = listOf(log, 'events')
    const said = events.filter((event) => fieldOf(event, 'type') === 'user/message').map((event) => readUserMessage(fieldOf(event, 'data'))).filter(({ source }) => source === 'person')
    const title = events.findLast((event) => fieldOf(event, 'type') === 'session/title')
    return {
      id,
      title: textOf(title, 'data', 'title') || (said[0]?.text ?? ''),
      // Opening a session writes into it as well, and is no use of it.
      at: numberOf(events.findLast((event) => USED.includes(fieldOf(event, 'type'))), 'time') ?? numberOf(log, 'session', 'createdAt') ?? 0,
      messages: said.length,
    }
  } catch {
    // Written by another version, or damaged: the host tells when somebody asks for it by its id.
    return undefined
  }
}
