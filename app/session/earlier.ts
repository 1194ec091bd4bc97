/** Sessions of this folder that a person may go on with. */
import type { Context } from '@deepseek-ai/cordis'
import { stat } from 'node:fs/promises'
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

/** What is used of the host's `sessionPersistence`; hosts may lack either. */
interface Store {
  /** Where a session is written, without a look at the disk. */
  locate?(header: unknown): unknown
  /** Reads one session alone, where `readSession` looks through all of them first. */
  inspect?(id: string): Promise<unknown>
}

/** A session that has not been read. */
interface Listed {
  readonly id: string
  readonly createdAt: number
  /** When its log was last written; absent where the host doesn't tell. */
  readonly writtenAt?: number
}

/** Sessions that a person picks from. */
const MOST = 50
/** Logs are read whole to tell what is in them: beyond so many nobody waits. */
const READ = 200
const AT_ONCE = 4

const USED: readonly unknown[] = ['user/message', 'turn/end']

/**
 * Root sessions of a folder in which a person has spoken, the one used last first, `most` at most. Sessions that can't be
 * read are left out. Opening a session writes to its log as well, so those written last are read first, and no more of
 * them than may have been used later than what has been found.
 */
export async function earlierSessions(ctx: Context, cwd: string, most = MOST): Promise<readonly EarlierSession[]> {
  const records = await queryOf(ctx)?.listSessions() ?? []
  const headers = records.map((record) => fieldOf(record, 'header')).filter((header) => isRoot(header) && fieldOf(header, 'cwd') === cwd)
  const listed = await Promise.all(headers.map((header) => listedOf(ctx, header)))
  const rest = listed.toSorted((left, right) => lastOf(right) - lastOf(left)).slice(0, READ)
  const found: EarlierSession[] = []
  const isEnough = ({ writtenAt = Infinity }: Listed): boolean => {
    const least = found.toSorted(later)[most - 1]
    // Where the host doesn't tell, an old session may have been used last.
    return least !== undefined && (writtenAt <= least.at || found.length >= MOST)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let next = rest.shift(); next !== undefined && !isEnough(next); next = rest.shift()) {
      const session = await readSession(ctx, next)
      if (session !== undefined && session.messages > 0) found.push(session)
    }
  }))
  return found.toSorted(later).slice(0, most)
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

function storeOf(ctx: Context): Store | undefined {
  return ctx.get('sessionPersistence')
}

/** A fork of a session is a root as well; what another agent began is not. */
function isRoot(header: unknown): boolean {
  return fieldOf(header, 'origin') !== 'subagent' && (numberOf(header, 'delegationDepth') ?? 0) === 0
}

async function listedOf(ctx: Context, header: unknown): Promise<Listed> {
  const listed: Listed = { id: textOf(header, 'id'), createdAt: numberOf(header, 'createdAt') ?? 0 }
  try {
    const path = textOf(storeOf(ctx)?.locate?.(header), 'path')
    return path === '' ? listed : { ...listed, writtenAt: Math.ceil((await stat(path)).mtimeMs) }
  } catch {
    // Not written down yet, or not in a file.
    return listed
  }
}

function lastOf({ createdAt, writtenAt = createdAt }: Listed): number {
  return writtenAt
}

function later(left: EarlierSession, right: EarlierSession): number {
  return right.at - left.at
}

async function readSession(ctx: Context, { id, createdAt, writtenAt = Infinity }: Listed): Promise<EarlierSession | undefined> {
  try {
    const log = await (storeOf(ctx)?.inspect?.(id) ?? queryOf(ctx)?.readSession(id))
    const events = listOf(log, 'events')
    const said = events.filter((event) => fieldOf(event, 'type') === 'user/message').map((event) => readUserMessage(fieldOf(event, 'data'))).filter(({ source }) => source === 'person')
    const title = events.findLast((event) => fieldOf(event, 'type') === 'session/title')
    // Opening a session writes into it as well, and is no use of it.
    const used = numberOf(events.findLast((event) => USED.includes(fieldOf(event, 'type'))), 'time') ?? createdAt
    return {
      id,
      title: textOf(title, 'data', 'title') || (said[0]?.text ?? ''),
      // The host ends a turn that a crash has cut short when it reads it.
      at: Math.min(used, writtenAt),
      messages: said.length,
    }
  } catch {
    // Written by another version, or damaged: the host tells when somebody asks for it by its id.
    return undefined
  }
}
