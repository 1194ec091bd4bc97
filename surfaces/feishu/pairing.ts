/** Makes operators of people who send a code that only the owner's terminal showed. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { codeOf, labelOf } from '../../router/errors.ts'
import { readOwn, writeOwn } from '../../router/own-file.ts'
import type { Operator, OperatorRole } from './config.ts'
import type { Log } from './log.ts'
import type { PersonIds } from './operators.ts'

/** What came of a message that looked like a code. */
export type PairingClaim =
  | { readonly kind: 'paired'; readonly role: OperatorRole }
  /** Not the code, or too late. With no tries left the code is void. */
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  /** The right code, but the file cannot be written; nothing has changed, and the code stays valid. */
  | { readonly kind: 'not-kept' }

export interface Pairing {
  /**
   * A new code, which takes the place of an earlier one: valid for `CODE_LIFETIME` and once.
   * @throws {Error} when the file cannot be trusted; the message is one line with the next step.
   */
  offer(role?: OperatorRole): string
  /** Tries a text as the code. Nothing when it is none by its looks, or when none was offered lately. */
  claim(text: string, person: PersonIds): PairingClaim | undefined
  /** Everybody who was paired, from the file and since. */
  operators(): readonly Operator[]
}

export interface PairingPorts {
  /** Where paired operators are kept, readable by the owner alone. */
  readonly file: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly randomBytes: (size: number) => Uint8Array
  readonly log: Log
}

/** Milliseconds that a code is valid. */
export const CODE_LIFETIME = 5 * 60_000
/** Wrong codes until the right one is void too. */
export const MAX_TRIES = 5
/** Bytes of the file: thousands of people. */
const LARGEST = 1_000_000
const CODE_LENGTH = 8
/** No letter or digit that can be taken for another; 30 of them, which is what `mintCode` counts on. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const LOOKS = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`, 'u')

const kept = z.object({ operators: z.array(z.object({ id: z.string().min(1), role: z.enum(['answer', 'approve']) })) })

type Offer = { readonly code: string; readonly role: OperatorRole; readonly until: number; readonly triesLeft: number }

/** Reads the file at once. One that others could have written is not believed. */
export function createPairing({ file, now, randomBytes, log }: PairingPorts): Pairing {
  let offer: Offer | undefined
  const read = readOperators(file)
  if (read.fault !== undefined) log.warn(read.fault)
  let operators = read.operators

  const pair = (id: string, role: OperatorRole): PairingClaim => {
    const next = [...operators.filter((operator) => operator.id !== id), { id, role }]
    try {
      writeOwn(file, `${JSON.stringify({ operators: next }, undefined, 2)}\n`)
    } catch (error) {
      log.warn(`paired operators cannot be kept: ${labelOf(error)}`)
      return { kind: 'not-kept' }
    }
    operators = next
    offer = undefined
    // Whoever showed the code is to see at the terminal that it was taken, whoever took it.
    log.warn(`an operator was paired with the role ${role}; ${next.length} in all`)
    return { kind: 'paired', role }
  }

  return {
    operators: () => operators,
    offer: (role = 'answer') => {
      if (read.fault !== undefined) throw new Error(read.fault)
      offer = { code: mintCode(randomBytes), role, until: now() + CODE_LIFETIME, triesLeft: MAX_TRIES }
      return offer.code
    },
    claim: (text, { openId }) => {
      const given = text.trim().toUpperCase()
      if (offer === undefined || openId === undefined || !LOOKS.test(given)) return undefined
      const isLate = now() >= offer.until
      if (!isLate && isSame(given, offer.code)) return pair(openId, offer.role)
      const triesLeft = isLate ? 0 : offer.triesLeft - 1
      offer = triesLeft === 0 ? undefined : { ...offer, triesLeft }
      return { kind: 'wrong', triesLeft }
    },
  }
}

/** Bytes that would favour the first letters are thrown away. */
function mintCode(randomBytes: PairingPorts['randomBytes']): string {
  let code = ''
  while (code.length < CODE_LENGTH) {
    for (const byte of randomBytes(CODE_LENGTH)) {
      if (byte < 240 && code.length < CODE_LENGTH) code += ALPHABET.charAt(byte % ALPHABET.length)
    }
  }
  return code
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}

function readOperators(file: string): { readonly operators: readonly Operator[]; readonly fault?: string } {
  const untrusted = (why: string): ReturnType<typeof readOperators> => ({
    operators: [],
    fault: `paired operators in ${file} are not believed: the file ${why}. Remove it or mend it, then start again.`,
  })
  try {
    const { text, isOwn, isPrivate } = readOwn(file, LARGEST)
    if (!isPrivate) return untrusted(isOwn ? 'is open to others; run chmod 600 on it' : 'is another user\'s or open to others; run chown and chmod 600 on it')
    const result = kept.safeParse(JSON.parse(text))
    return result.success ? { operators: result.data.operators } : untrusted('does not hold a list of operators')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { operators: [] }
    return untrusted(error instanceof SyntaxError ? 'is no JSON' : 'cannot be read')
  }
}
