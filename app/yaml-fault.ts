/** Where a YAML text is wrong. The parser's own words quote the line, which may hold a secret. */
import type { Document } from 'yaml'

/** Code and place of the first fault, both counted from 1; undefined where the text can be read. */
export function yamlFault({ errors: [fault] }: Pick<Document.Parsed, 'errors'>): string | undefined {
  const place = fault?.linePos?.[0]
  return fault && `${fault.code}${place ? ` at line ${place.line}, column ${place.col}` : ''}`
}
