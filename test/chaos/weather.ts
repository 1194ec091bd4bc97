/** What goes wrong around the asks: a fault of the platform now and then, and things that happen to the process. */
import type { Fault, Simulator } from '../../app/demo/simulator/index.ts'
import type { Dice } from './dice.ts'
import type { FastClock } from './fast-clock.ts'

/** Short in real time: what waits for a slow platform waits really. */
const FAULTS: readonly ((dice: Dice) => Fault)[] = [
  (dice) => ({ name: 'rate-limited', times: dice.between(1, 4), resetSeconds: dice.between(1, 3) }),
  (dice) => ({ name: 'failed-after-delivery', times: dice.between(1, 4) }),
  (dice) => ({ name: 'failed-before-delivery', times: dice.between(1, 6) }),
  (dice) => ({ name: 'slow', times: dice.between(1, 4), ms: dice.between(20, 200) }),
  (dice) => ({ name: 'refused-send', times: dice.between(1, 2) }),
  () => ({ name: 'expired-token', times: 1 }),
  (dice) => ({ name: 'dropped-callback', times: dice.between(1, 3) }),
  (dice) => ({ name: 'duplicated-event', times: dice.between(1, 5) }),
  () => ({ name: 'wrong-signature', times: 1 }),
  () => ({ name: 'reverted-patch', times: 1 }),
  () => ({ name: 'dropped-link', times: 1 }),
]

export interface Calamity {
  /** How often, as a part of all calamities. */
  readonly weight: number
  strike(): void | Promise<void>
}

export interface WeatherPorts {
  readonly simulator: Simulator
  readonly clock: FastClock
  readonly dice: Dice
  readonly signal: AbortSignal
  /** Things that happen to the process, one at a time. */
  readonly calamities: readonly Calamity[]
}

/** Until the signal aborts; a calamity that has begun is brought to its end. Rejects when one fails. */
export async function playWeather({ simulator, clock, dice, signal, calamities }: WeatherPorts): Promise<void> {
  const pool = calamities.flatMap((calamity) => Array.from({ length: calamity.weight }, () => calamity))
  while (!signal.aborted) {
    await clock.sleep(dice.between(500, 3_000), signal).catch(() => { /* the run is over */ })
    if (signal.aborted) return
    if (dice.chance(0.8)) simulator.faults.set(dice.pick(FAULTS)(dice))
    else if (pool.length > 0) await dice.pick(pool).strike()
  }
}
