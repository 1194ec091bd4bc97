/** What refused requests may cost us: lines in the log, and the reading of what comes unsigned. */
import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Log } from './log.ts'
import type { RefusalReason } from './verify.ts'

export interface Refusals {
  /** Counts one, and tells the log as long as that is short. */
  note(reason: RefusalReason, from: string): void
  /** Whether so much of an address was refused lately that nothing unsigned from there is read. Signed requests never ask. */
  isLimited(from: string): boolean
}

export interface RefusalsPorts {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Log
}

/** Milliseconds that a count lasts. */
const WINDOW = 60_000
/** Refusals in a window after which an address is limited. */
export const MAX_REFUSED = 60
/** Lines in a window; what comes after them is told as a number. */
export const MAX_LINES = 20
/** Addresses that are counted at a time. */
const COUNTED = 10_000

interface Count {
  readonly since: number
  refused: number
}

export function createRefusals({ now, log }: RefusalsPorts): Refusals {
  const counts = new LRUCache<string, Count>({ max: COUNTED })
  let told: Count = { since: now(), refused: 0 }
  // A clock that is set back begins a new window, too.
  const isOver = ({ since }: Count): boolean => Math.abs(now() - since) >= WINDOW

  const tell = (reason: RefusalReason): void => {
    if (isOver(told)) {
      if (told.refused > MAX_LINES) log.warn(`requests refused: ${told.refused - MAX_LINES} more until a minute had passed; if these are clicks, check the Encrypt Key, the Verification Token and this machine's clock`)
      told = { since: now(), refused: 0 }
    }
    told.refused += 1
    if (told.refused <= MAX_LINES) log.warn(`request refused: ${reason}`)
  }

  return {
    note: (reason, from) => {
      const network = networkOf(from)
      const known = counts.get(network)
      const count = known === undefined || isOver(known) ? { since: now(), refused: 0 } : known
      count.refused += 1
      counts.set(network, count)
      tell(reason)
    },
    isLimited: (from) => {
      const count = counts.get(networkOf(from))
      return count !== undefined && !isOver(count) && count.refused >= MAX_REFUSED
    },
  }
}

/** Whoever has one address of IPv6 has the 2^64 beside it; one of IPv4 may be written as one of IPv6. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(bare)?.[1]
  if (mapped !== undefined || !isIPv6(bare)) return mapped ?? bare
  const [head = '', tail = ''] = bare.toLowerCase().split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail)]
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/u, '')).join(':')
}

function groupsOf(part: string): readonly string[] {
  return part.split(':').filter((group) => group !== '')
}
