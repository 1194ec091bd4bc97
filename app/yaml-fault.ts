/** Where a YAML text is wrong. The parser's own words quote the line, which may hold a secret. */
import type { Document } from 'yaml'

/** Code and place of the first fault, both counted from 1; undefined where the text can be read. */
export function yamlFault(document: Pick<Document.Parsed, 'errors' | 'toJS'>): string | undefined {
  const [fault] = document.errors
  if (fault === undefined) return leadsAstray(document) ? 'BAD_ALIAS: one leads nowhere, back to itself or to too much' : undefined
  const place = fault.linePos?.[0]
  return `${fault.code}${place ? ` at line ${place.line}, column ${place.col}` : ''}`
}

/** The parser follows an alias only when values are made, and JSON alone cannot say what holds itself. */
function leadsAstray(document: Pick<Document.Parsed, 'toJS'>): boolean {
  try {
    JSON.stringify(document.toJS())
    return false
  } catch {
    return true
  }
}
