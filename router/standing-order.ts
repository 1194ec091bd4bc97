/** The order of asking that is in force: the row's, until a person chooses another, which outlives the process. */
import { codeOf, labelOf } from './errors.ts'
import { fieldOf } from './field.ts'
import { isOrder, isSameOrder } from './order.ts'
import type { KeptFile } from './own-file.ts'
import type { AskOrder } from './types.ts'

export interface StandingOrderPorts {
  /** What the row says. */
  readonly configured: AskOrder
  /** Where a choice is kept; without it none outlives the process. */
  readonly file?: KeptFile
  /** One line with the next step. */
  readonly log: (line: string) => void
}

/** Bytes; what we write is far below. */
const LARGEST = 4_096

export class StandingOrder {
  private readonly ports: StandingOrderPorts
  private order: AskOrder

  /** Reads the file at once. A choice made under another config counts no more: what was said last does. */
  constructor(ports: StandingOrderPorts) {
    this.ports = ports
    this.order = readChoice(ports) ?? ports.configured
  }

  get current(): AskOrder {
    return this.order
  }

  /**
   * In force at once; false when it ends with this process.
   * @throws {TypeError} when it is no order.
   */
  choose(order: AskOrder): boolean {
    if (!isOrder(order)) throw new TypeError('an order of asking is { mode: together | terminal-first | phone-first, delaySeconds: 1 to 3600 }')
    const { mode, delaySeconds } = order
    this.order = { mode, delaySeconds }
    const { file, configured, log } = this.ports
    if (file === undefined) return false
    try {
      file.write(`${JSON.stringify({ ...this.order, over: configured })}\n`)
      return true
    } catch (error) {
      log(`the order of asking cannot be kept in ${file.path} (${labelOf(error)}): see that the folder can be written, or set "order" in the row ask-core`)
      return false
    }
  }
}

function readChoice({ file, configured, log }: StandingOrderPorts): AskOrder | undefined {
  if (file === undefined) return undefined
  try {
    const { text, isOwn } = file.read(LARGEST)
    if (!isOwn) throw new TypeError('no file of ours')
    const read: unknown = JSON.parse(text)
    const over = fieldOf(read, 'over')
    if (!isOrder(read) || !isOrder(over)) throw new TypeError('no order')
    return isSameOrder(over, configured) ? { mode: read.mode, delaySeconds: read.delaySeconds } : undefined
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') log(`the order of asking in ${file.path} cannot be read (${codeOf(error) ?? 'not ours'}), so that of the row counts: remove the file, or choose again with /where`)
    return undefined
  }
}
