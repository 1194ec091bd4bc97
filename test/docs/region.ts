/** Parts of a document that a script writes, between two comments: `<!-- name -->` and `<!-- /name -->`. */

function bounds(document: string, name: string): readonly [start: number, end: number] {
  const [begin, close] = [`<!-- ${name} -->\n`, `\n<!-- /${name} -->`]
  const [start, end] = [document.indexOf(begin), document.indexOf(close)]
  if (start < 0 || end < start || document.indexOf(begin, start + 1) >= 0) throw new Error(`the document must have the region "${name}" once`)
  return [start + begin.length, end]
}

/** @throws {Error} when the document has no such region, or two. */
export function regionOf(document: string, name: string): string {
  return document.slice(...bounds(document, name))
}

/** The document with other words in that region. @throws {Error} as `regionOf`. */
export function withRegion(document: string, name: string, content: string): string {
  const [start, end] = bounds(document, name)
  return `${document.slice(0, start)}${content}${document.slice(end)}`
}
