/** The test's end of the driver row: reads its journal and gives it commands. */
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { DriverCommand } from './driver/commands.ts'
import type { DriverEvent } from './driver/journal.ts'

/** Longest wait for the host to do something, in milliseconds. */
const LIMIT = 20_000

export interface DrivenSession {
  readonly id: string
  /** Speaks as the user, which starts a turn. */
  say(text: string): Promise<void>
  interrupt(): Promise<void>
  planMode(active: boolean): Promise<void>
  /** The session's events so far whose type is `type`, oldest first. */
  events(type: string): readonly unknown[]
  /** Waits for the n-th turn to end (the first is 1); returns the kind of its reason. */
  turnEnd(turn?: number): Promise<string>
}

export interface DrivenHost {
  readonly pid: number
  /** From the start of the process until every row was up, in milliseconds. */
  readonly bootMs: number
  /** Creates a root session. */
  createSession(): Promise<DrivenSession>
  /** The session in which somebody, not necessarily this driver, has said `text`; waits for it. */
  sessionThatHeard(text: string): Promise<DrivenSession>
  /** Whether the model is offered a tool of this name. */
  hasTool(name: string): Promise<boolean>
  /** Bytes of the heap in use after a collection. */
  heap(): Promise<number>
  crash(how: 'exception' | 'rejection'): Promise<void>
}

/** Waits until the driver says that the tree is up. `ended` tells why it never will, e.g. with the process's output. */
export async function connectDriver(journal: string, cwd: string, ended: () => Promise<string | undefined>): Promise<DrivenHost> {
  const events = (): DriverEvent[] => (existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)) : [])
  const ready = await eventually('the host to be up', async () => {
    const reason = await ended()
    if (reason !== undefined) throw new Error(`the host has ended: ${reason}`)
    return events().find((event) => event.kind === 'ready')
  })

  const perform = async (command: DriverCommand): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${ready.port}/`, { method: 'POST', body: JSON.stringify(command) }).catch(async (error: unknown) => {
      throw new Error(`${command.do}: the host does not listen: ${await ended() ?? 'it still runs'}`, { cause: error })
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${command.do}: ${text}`)
    return JSON.parse(text)
  }

  const session = (id: string): DrivenSession => {
    const eventsOf = (type: string) => events().flatMap((event) => (event.kind === 'session' && event.session === id && event.type === type ? [event.data] : []))
    return {
      id,
      say: async (text) => void await perform({ do: 'say', session: id, text }),
      interrupt: async () => void await perform({ do: 'interrupt', session: id }),
      planMode: async (active) => void await perform({ do: 'plan', session: id, active }),
      events: eventsOf,
      async turnEnd(turn = 1) {
        const data = await eventually(`turn ${turn} to end`, () => eventsOf('turn/end')[turn - 1])
        const { reason }: { reason?: { kind?: unknown } } = Object(data)
        return String(reason?.kind)
      },
    }
  }

  return {
    pid: ready.pid,
    bootMs: ready.bootMs,
    createSession: async () => session(String(await perform({ do: 'create', cwd }))),
    sessionThatHeard: (text) => eventually(`a session that heard "${text}"`, () => {
      const heard = events().find((event) => event.kind === 'session' && event.type === 'user/message' && JSON.stringify(event.data).includes(text))
      return heard?.kind === 'session' ? session(heard.session) : undefined
    }),
    hasTool: async (name) => (await perform({ do: 'has-tool', name })) === true,
    heap: async () => Number(await perform({ do: 'heap' })),
    crash: async (how) => void await perform({ do: 'crash', how }),
  }
}

/** Polls until `look` finds something; returns it. */
export async function eventually<T>(what: string, look: () => T | undefined | Promise<T | undefined>, limit = LIMIT): Promise<T> {
  const deadline = Date.now() + limit
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`waited ${limit} ms in vain for ${what}`)
    await delay(20)
  }
}
