/** A text that grows without end, remembered by its length and two sums, to tell it from another one. Pure. */

export interface Print {
  readonly length: number
  readonly sums: readonly [number, number]
}

export const BLANK: Print = { length: 0, sums: [0x811c9dc5, 0] }

/** The print of the text with more behind it, in whatever pieces it comes. */
export function extended({ length, sums }: Print, more: string): Print {
  let [first, second] = sums
  for (let at = 0; at < more.length; at++) {
    const unit = more.charCodeAt(at)
    first = Math.imul(first ^ unit, 0x01000193)
    second = (Math.imul(second, 31) + unit) | 0
  }
  return { length: length + more.length, sums: [first, second] }
}

export function isPrintOf(print: Print, text: string): boolean {
  if (print.length !== text.length) return false
  const { sums: [first, second] } = extended(BLANK, text)
  return print.sums[0] === first && print.sums[1] === second
}
