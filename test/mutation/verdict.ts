/** What a run has found, held against what is known. Pure. */
import { z } from 'zod'

const place = z.object({ line: z.number(), column: z.number() })

/** The part of the report that is read; positions count from 1. */
export const reportShape = z.object({
  files: z.record(z.string(), z.object({
    source: z.string(),
    mutants: z.array(z.object({ mutatorName: z.string(), replacement: z.string().optional(), status: z.string(), location: z.object({ start: place, end: place }) })),
  })),
})
export type Report = z.infer<typeof reportShape>

/** A change that no test finds, for a reason: what is there, what it becomes, and why that makes no difference that counts. */
export const survivorShape = z.object({ file: z.string(), was: z.string(), becomes: z.string(), why: z.string().min(1) })
export type Survivor = z.infer<typeof survivorShape>

export interface Found {
  readonly file: string
  readonly line: number
  readonly mutator: string
  readonly was: string
  readonly becomes: string
}

export interface Verdict {
  readonly killed: number
  /** Those that count: all but what was ignored, could not run, or is listed with a reason. */
  readonly total: number
  readonly listed: number
  readonly survived: readonly Found[]
  /** Listed for the files that were tried, and no change that survived: something finds it now, or the source is another. */
  readonly stale: readonly Survivor[]
}

const KILLED = new Set(['Killed', 'Timeout'])
const ALIVE = new Set(['Survived', 'NoCoverage'])

export function judge(report: Report, survivors: readonly Survivor[]): Verdict {
  let killed = 0
  let listed = 0
  const survived: Found[] = []
  const stale = new Set(survivors.filter((known) => Object.hasOwn(report.files, known.file)))
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    for (const { status, location, mutatorName, replacement = '' } of mutants) {
      if (KILLED.has(status)) killed += 1
      if (!ALIVE.has(status)) continue
      const found: Found = { file, line: location.start.line, mutator: mutatorName, was: oneLine(textAt(source, location)), becomes: oneLine(replacement) }
      const known = survivors.find((each) => each.file === file && each.was === found.was && each.becomes === found.becomes)
      if (known === undefined) {
        survived.push(found)
        continue
      }
      listed += 1
      stale.delete(known)
    }
  }
  return { killed, listed, survived, stale: [...stale], total: killed + survived.length }
}

/** In percent; a run that tried nothing holds nothing. */
export function scoreOf({ killed, total }: Verdict): number {
  return total === 0 ? 0 : (killed / total) * 100
}

function textAt(source: string, { start, end }: Report['files'][string]['mutants'][number]['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines.map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined)).join('\n')
}

/** Line breaks and the blanks around them count for nothing. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}
