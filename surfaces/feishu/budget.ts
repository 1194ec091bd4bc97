/** Keeps our calls under what the platform takes from an app: beyond it calls are refused, and those that try again come all at once. */
import type { FeishuClient } from './client.ts'
import { FeishuError } from './error.ts'
import type { Sleep } from './retry.ts'

/** At most `most` calls begin within any `within` milliseconds. */
interface Limit {
  readonly most: number
  readonly within: number
}

/** Of each kind of call the platform takes 50 in a second and 1,000 in a minute, by when they arrive: the first of a burst may take as long as a second. */
const LIMITS: readonly Limit[] = [{ most: 25, within: 1_000 }, { most: 900, within: 60_000 }]
const REMEMBERED = Math.max(...LIMITS.map(({ most }) => most))

export interface BudgetPorts {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly sleep: Sleep
}

/** Resolves when the caller may begin, in the order of asking. Never rejects; when `signal` aborts, everybody may. */
export type Budget = () => Promise<void>

export function createBudget({ now, sleep, signal }: BudgetPorts & { readonly signal: AbortSignal }): Budget {
  /** When the latest calls began, oldest first. */
  let begun: readonly number[] = []
  let turn: Promise<void> | undefined

  /** Milliseconds until another call may begin. */
  const missing = (): number => Math.max(0, ...LIMITS.map(({ most, within }) => {
    const first = begun.at(-most)
    // A clock that is set back makes nobody wait for longer than the limit's own time.
    return first === undefined ? 0 : Math.min(within, first + within - now())
  }))
  const begin = (): void => {
    begun = [...begun, now()].slice(-REMEMBERED)
  }
  const wait = async (): Promise<void> => {
    for (let left = missing(); left > 0 && !signal.aborted; left = missing()) await sleep(left, signal).catch(() => { /* aborted */ })
    begin()
  }

  return () => {
    // With nobody waiting and room left, a call begins in the same tick.
    if (turn === undefined && missing() === 0) {
      begin()
      return Promise.resolve()
    }
    const mine = (turn ?? Promise.resolve()).then(wait)
    turn = mine
    return mine.finally(() => {
      if (turn === mine) turn = undefined
    })
  }
}

/** The same client, whose calls wait until the platform takes them. Closing it lets go of whoever waits. */
export function withBudget(client: FeishuClient, ports: BudgetPorts): FeishuClient {
  const closing = new AbortController()
  const make = (): Budget => createBudget({ ...ports, signal: closing.signal })
  const [send, reply, patch] = [make(), make(), make()]
  const within = async <T>(budget: Budget, call: () => Promise<T>): Promise<T> => {
    await budget()
    if (closing.signal.aborted) throw new FeishuError({ kind: 'final', code: 0, reason: 'the client was closed' })
    return call()
  }
  return {
    ...client,
    sendCard: (...given) => within(send, () => client.sendCard(...given)),
    sendText: (...given) => within(send, () => client.sendText(...given)),
    replyText: (...given) => within(reply, () => client.replyText(...given)),
    patchCard: (...given) => within(patch, () => client.patchCard(...given)),
    close: () => {
      closing.abort()
      client.close()
    },
  }
}
