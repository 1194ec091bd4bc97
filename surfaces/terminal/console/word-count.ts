/** How much text there is, as a reader would count it: words, and ideographs each by itself. Pure. */
const WORD = /\p{Script=Han}|[^\s\p{Script=Han}]*[\p{L}\p{N}][^\s\p{Script=Han}]*/gu

export function wordCount(text: string): number {
  return text.match(WORD)?.length ?? 0
}
