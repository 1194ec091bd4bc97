/** The findings as a person reads them and as a program does. */
import { z } from 'zod'
import type { Locale } from '../../surfaces/form/locale.ts'
import { exitCodeOf, FINDING_CODES, type Finding, levelOf, word, type Worded } from './finding.ts'
import type { Level } from './words/entry.ts'

/** The closed shape of `--json`; a change to it is a new `version`. */
export const reportShape = z.strictObject({
  version: z.literal(1),
  /** Of this package. */
  doctor: z.string(),
  profile: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  exitCode: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  counts: z.strictObject({ ok: z.number(), note: z.number(), warning: z.number(), fault: z.number() }),
  findings: z.array(z.strictObject({
    code: z.enum(FINDING_CODES),
    level: z.enum(['ok', 'note', 'warning', 'fault']),
    what: z.string(),
    why: z.string(),
    next: z.string(),
    facts: z.record(z.string(), z.union([z.string(), z.number()])),
  })),
})

export type Report = z.infer<typeof reportShape>

export interface ReportHead {
  readonly doctor: string
  readonly profile: string
  readonly at: number
  readonly locale: Locale
}

export function reportOf(findings: readonly Finding[], { doctor, profile, at, locale }: ReportHead): Report {
  return { version: 1, doctor, profile, at, exitCode: exitCodeOf(findings), counts: countsOf(findings), findings: findings.map((each) => word(each, locale)).map((each) => ({ ...each, facts: { ...each.facts } })) }
}

function countsOf(findings: readonly Finding[]): Record<Level, number> {
  const count = (level: Level): number => findings.filter((each) => levelOf(each) === level).length
  return { ok: count('ok'), note: count('note'), warning: count('warning'), fault: count('fault') }
}

const SIGNS: Readonly<Record<'unicode' | 'ascii', Readonly<Record<Level, string>>>> = {
  unicode: { ok: '✓', note: 'i', warning: '!', fault: '✕' },
  ascii: { ok: 'OK', note: 'i', warning: '!', fault: 'x' },
}

const WORDS = {
  en: { why: 'Why', next: 'Next', well: 'All is well.', sum: (faults: number, warnings: number) => `${faults === 1 ? '1 fault' : `${faults} faults`}, ${warnings === 1 ? '1 warning' : `${warnings} warnings`}. Begin with the first fault: others often follow from it.` },
  zh: { why: '原因', next: '下一步', well: '一切正常。', sum: (faults: number, warnings: number) => `${faults} 个错误，${warnings} 个警告。请从第一个错误开始，其余往往由它引起。` },
} as const

export function renderFinding({ code, level, what, why, next }: Worded, locale: Locale, glyphs: 'unicode' | 'ascii'): string {
  const words = WORDS[locale]
  return [
    `${SIGNS[glyphs][level].padEnd(2)} ${clean(what)}  [${code}]`,
    ...(why === '' ? [] : [`   ${words.why}: ${clean(why)}`]),
    ...(next === '' ? [] : [`   ${words.next}: ${clean(next)}`]),
  ].join('\n')
}

/** Control characters in what comes from files and from outside never reach the terminal. */
function clean(text: string): string {
  return text.replace(/\p{Cc}|\p{Cf}/gu, '?')
}

export function renderSum({ counts: { fault, warning } }: Report, locale: Locale): string {
  return fault + warning === 0 ? WORDS[locale].well : WORDS[locale].sum(fault, warning)
}
