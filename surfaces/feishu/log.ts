/** The surface's log: ids, counts and codes only, never what people say. */
export interface Log {
  info(line: string): void
  warn(line: string): void
}

/** Takes known secrets and bearer tokens out of a line that others wrote. */
export function redact(line: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret !== '').reduce((text, secret) => text.replaceAll(secret, '[secret]'), line)
  return known.replace(/\b(?:Bearer\s+\S+|[tua]-[\w\-.]{16,})/gu, '[secret]')
}
