/** What the doctor found: a stable code with facts, worded on the way out. Facts never hold a secret. */
import type { Locale } from '../../surfaces/form/locale.ts'
import { ARRIVAL } from './words/arrival.ts'
import type { Entry, Level, Texts } from './words/entry.ts'
import { HOME } from './words/home.ts'
import { HOST } from './words/host.ts'
import { LIVE } from './words/live.ts'
import { PLATFORM } from './words/platform.ts'
import { PROFILE } from './words/profile.ts'

const TABLE = { ...HOST, ...PROFILE, ...HOME, ...PLATFORM, ...ARRIVAL, ...LIVE }

/** Stable: scripts may rely on it. */
export type FindingCode = keyof typeof TABLE

export type Facts = Readonly<Record<string, string | number>>

export interface Finding {
  readonly code: FindingCode
  readonly facts: Facts
}

/** A finding in one language; `why` and `next` are empty where there is nothing to say. */
export interface Worded {
  readonly code: FindingCode
  readonly level: Level
  readonly what: string
  readonly why: string
  readonly next: string
  readonly facts: Facts
}

export const FINDING_CODES: readonly FindingCode[] = Object.keys(TABLE).filter(isCode)

function isCode(code: string): code is FindingCode {
  return Object.hasOwn(TABLE, code)
}

/** How a code is worded, with placeholders in it. */
export function entryOf(code: FindingCode): Entry {
  return TABLE[code]
}

export function finding(code: FindingCode, facts: Facts = {}): Finding {
  return { code, facts }
}

export function levelOf({ code }: Pick<Finding, 'code'>): Level {
  return TABLE[code].level
}

/** The finding in one language; a placeholder without a fact stays as it is. */
export function word({ code, facts }: Finding, locale: Locale): Worded {
  const texts: Texts = TABLE[code][locale]
  const [what, why = '', next = ''] = texts.map((text = '') => text.replace(/\{(\w+)\}/gu, (whole, name: string) => String(facts[name] ?? whole)))
  return { code, level: levelOf({ code }), what: what ?? code, why, next, facts }
}

/** 0: all well. 1: warnings. 2: faults. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  const levels = new Set(findings.map(levelOf))
  if (levels.has('fault')) return 2
  return levels.has('warning') ? 1 : 0
}
