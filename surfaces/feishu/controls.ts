/** The controls of a card, by the names under which their values come back. Pure. */
import type { Field } from '../form/fields.ts'
import type { Block } from './view.ts'

/** Options of one select that a phone can still scroll through. */
export const MAX_OPTIONS = 50

/** Names of a field's controls on the wire. Options beyond the first `MAX_OPTIONS` have further selects. */
export function controlNames(index: number): { readonly select: (list: number) => string; readonly text: string; readonly skip: string } {
  return { select: (list) => (list === 0 ? `q${index}` : `q${index}_${list}`), text: `q${index}_text`, skip: `q${index}_skip` }
}

/** How many selects a field needs. */
export function listsOf({ choices }: Pick<Field, 'choices'>): number {
  return Math.ceil(choices.length / MAX_OPTIONS)
}

/** Whether a block is filled in rather than read. */
export function isControl({ kind }: Block): boolean {
  return kind === 'select' || kind === 'input' || kind === 'check'
}
