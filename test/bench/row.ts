/** One row of the table, in a process of its own: `row.js NAME full|quick`, tells its figures over IPC. */
import type { Figure } from './figure.ts'

/** How much time there is. */
export interface Effort {
  readonly pairs: number
  /** How many of `full` to do. */
  times(full: number): number
  /** Whether parts of the product that nothing judges are measured as well, where that takes long. */
  readonly parts: boolean
}

export type Measure = (effort: Effort) => Promise<readonly Figure[]>

const EFFORTS: Readonly<Record<string, Effort>> = {
  full: { pairs: 9, times: (full) => full, parts: true },
  quick: { pairs: 3, times: (full) => Math.max(1, Math.round(full / 10)), parts: false },
}

const [, , name = '', kind = ''] = process.argv
const effort = EFFORTS[kind]
if (effort === undefined || process.send === undefined) throw new Error('a row is started by the bench: npm run bench -- --only NAME')
// Nobody waits for the figures any more.
process.on('disconnect', () => process.exit(1))
const { measure }: { measure: Measure } = await import(`./rows/${name}.js`)
const figures = await measure(effort)
process.send(figures, undefined, undefined, () => process.exit(0))
