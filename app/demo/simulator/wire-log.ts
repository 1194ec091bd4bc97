/** The last requests in both directions, without bodies and with credentials masked. */
import type { WireLine } from './types.ts'

const MAX_LINES = 200

export interface WireLog {
  add(line: WireLine): void
  /** Oldest first. */
  lines(): readonly WireLine[]
}

export function createWireLog(): WireLog {
  let lines: readonly WireLine[] = []
  return {
    add(line) {
      lines = [...lines, line].slice(-MAX_LINES)
    },
    lines: () => lines,
  }
}

/** Enough of a credential to tell two apart, too little to use it. */
export function maskCredential(credential: string | undefined): string {
  if (credential === undefined || credential === '') return '—'
  return credential.length < 12 ? '••••' : `••••${credential.slice(-4)}`
}
