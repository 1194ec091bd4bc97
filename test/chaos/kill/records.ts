/** What outlives a process beside the journal: the host's session logs, and what desk and agents wrote down at once. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseBatch, parseReply } from '../../../app/demo/host/waterfall/late-reply.ts'
import type { SessionEvent } from '../../../app/demo/host/waterfall/projection.ts'
import type { AskUserQuestionAnswer } from '../../../router/types.ts'
import type { Attempt, End } from '../story.ts'

export interface Records {
  readonly folder: string
  /** A whole line is there or it isn't: what a killed process has torn is skipped. */
  append(file: string, value: unknown): void
  read(file: string): readonly unknown[]
  events(session: string): readonly SessionEvent[]
  ends(): ReadonlyMap<string, End>
  attempts(): readonly { readonly tag: string; readonly attempt: Attempt }[]
}

export function openRecords(folder: string): Records {
  mkdirSync(folder, { recursive: true })
  const read = (file: string): readonly unknown[] => {
    const path = join(folder, file)
    if (!existsSync(path)) return []
    return readFileSync(path, 'utf8').split('\n').flatMap((row) => {
      try {
        return row === '' ? [] : [JSON.parse(row)]
      } catch {
        return [] // Torn by the kill.
      }
    })
  }
  return {
    folder, read,
    append: (file, value) => appendFileSync(join(folder, file), `\n${JSON.stringify(value)}\n`),
    events: (session) => read(`${session}.jsonl`) as SessionEvent[],
    ends: () => new Map((read('ends.jsonl') as { tag: string; end: End }[]).map(({ tag, end }) => [tag, end])),
    attempts: () => read('attempts.jsonl') as { tag: string; attempt: Attempt }[],
  }
}

const call = z.object({ callId: z.string() })
const result = z.object({ message: z.object({ source: call, content: z.array(z.object({ content: z.array(z.object({ text: z.string() })) })) }), error: z.object({ code: z.string() }).optional() })

/** Every answer that an agent has read to a call, in its tool call or after it. */
export function answersTo(events: readonly SessionEvent[], callId: string): readonly AskUserQuestionAnswer[] {
  return events.flatMap(({ type, data }): AskUserQuestionAnswer[] => {
    if (type === 'user/message') {
      const reply = parseReply(data)
      return reply?.callId === callId ? [{ answers: [...reply.answers] }] : []
    }
    const came = type === 'tool/result' ? result.safeParse(data).data : undefined
    if (came === undefined || came.message.source.callId !== callId || came.error) return []
    const answers = parseBatch(came.message.content[0]?.content[0]?.text ?? '')
    return answers ? [{ answers: [...answers] }] : []
  })
}

/** Calls that were under way when the process ended: what came of them nobody knows. */
export function unfinishedCalls(events: readonly SessionEvent[]): readonly string[] {
  const returned = new Set(events.flatMap(({ type, data }) => (type === 'tool/result' ? result.safeParse(data).data?.message.source.callId ?? [] : [])))
  return events.flatMap(({ type, data }) => (type === 'tool/call' ? call.safeParse(data).data?.callId ?? [] : [])).filter((callId) => !returned.has(callId))
}
