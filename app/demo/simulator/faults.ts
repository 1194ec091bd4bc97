/** What can be made to go wrong, how often, and for which requests. */
import { z } from 'zod'
import type { Transport } from './types.ts'

export const FAULT_NAMES = [
  'rate-limited',
  'failed-after-delivery',
  'failed-before-delivery',
  'slow',
  'refused-send',
  'expired-token',
  'dropped-callback',
  'late-callback',
  'duplicated-event',
  'wrong-signature',
  'reverted-patch',
  'dropped-link',
  'frozen-link',
  'unopened-link',
  'refused-link',
] as const

/**
 * `rate-limited`: HTTP 429 with `x-ogw-ratelimit-reset` · `failed-after-delivery`: done, but answered with HTTP 500 ·
 * `failed-before-delivery`: HTTP 502, nothing done · `slow`: done at once, answered late · `refused-send`: a send is
 * refused with a final code · `expired-token`: every token given so far is invalid · `dropped-callback`: a click or
 * message is lost on its way to the app · `late-callback`: it is held back on that way, and the phone gives up
 * meanwhile · `duplicated-event`: it reaches the app twice, with the same event id ·
 * `wrong-signature`: it is signed with another key, where it is signed at all · `reverted-patch`: a patch that arrives
 * while a click on its card is being answered is undone afterwards · `dropped-link`: a long connection is cut ·
 * `frozen-link`: a long connection goes half-open; these two hit the links that stand, and those that come · `unopened-link`: a new one is never
 * opened, as behind a proxy that knows no websockets · `refused-link`: the app is refused one for good.
 */
export type FaultName = (typeof FAULT_NAMES)[number]

/** Faults that only one transport can suffer; all others hit whatever is there. */
export const FAULT_TRANSPORTS: Readonly<Partial<Record<FaultName, Transport>>> = {
  'wrong-signature': 'webhook',
  'dropped-link': 'long-connection',
  'frozen-link': 'long-connection',
  'unopened-link': 'long-connection',
  'refused-link': 'long-connection',
}

export const OPERATIONS = ['token', 'send', 'reply', 'patch', 'buzz', 'bot', 'scopes', 'settings'] as const

/** The requests of an app, by what they do. */
export type Operation = (typeof OPERATIONS)[number]

/** One fault to switch on. */
export interface Fault {
  readonly name: FaultName
  /** How many requests, events or links it hits; without it, all until it is cleared. */
  readonly times?: number
  /** Which requests it hits; default send, reply and patch. Faults of events and links ignore it. */
  readonly on?: readonly Operation[]
  /** For `slow` and `late-callback`: how late it comes, in milliseconds; default 1000, and 1000 after the phone has given up. */
  readonly ms?: number
  /** For `rate-limited`: when to come back, in seconds; default 1. */
  readonly resetSeconds?: number
  /** For `refused-send`: the code; default 230013. */
  readonly code?: number
}

/** The same, as untrusted JSON. */
export const faultShape = z.strictObject({
  name: z.enum(FAULT_NAMES),
  times: z.int().positive().max(1000).exactOptional(),
  on: z.array(z.enum(OPERATIONS)).exactOptional(),
  ms: z.int().nonnegative().max(60_000).exactOptional(),
  resetSeconds: z.number().nonnegative().max(3600).exactOptional(),
  code: z.int().positive().exactOptional(),
})

/** The switches. */
export interface Faults {
  /** Switches a fault on; the same name again replaces it. */
  set(fault: Fault): void
  /** Switches one fault off, or all. */
  clear(name?: FaultName): void
  /** What is on, with the `times` that are left. */
  list(): readonly Fault[]
}

/** The side of the switches that the platform reads. */
export interface FaultSource {
  /** The fault if it hits here; counts as one of its times. */
  take(name: FaultName, operation?: Operation): Fault | undefined
}

const DEFAULT_OPERATIONS: readonly Operation[] = ['send', 'reply', 'patch']

export interface FaultListener {
  /** After each change, with a fault's last time too. */
  readonly changed: () => void
  /** Only when one is switched on: what stands already may be hit. */
  readonly switchedOn: () => void
}

export function createFaults({ changed, switchedOn }: FaultListener): Faults & FaultSource {
  const active = new Map<FaultName, Fault>()
  return {
    set(fault) {
      active.set(fault.name, fault)
      changed()
      switchedOn()
    },
    clear(name) {
      if (name === undefined) active.clear()
      else active.delete(name)
      changed()
    },
    list: () => [...active.values()],
    take(name, operation) {
      const fault = active.get(name)
      if (fault === undefined) return undefined
      if (operation !== undefined && !(fault.on ?? DEFAULT_OPERATIONS).includes(operation)) return undefined
      if (fault.times !== undefined) {
        if (fault.times > 1) active.set(name, { ...fault, times: fault.times - 1 })
        else active.delete(name)
        changed()
      }
      return fault
    },
  }
}
