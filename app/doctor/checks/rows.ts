/** Our rows in the composed profile: there, on, and with a config that they take. */
import { BUNDLE } from '../../bundle.ts'
import { Expression, holdsExpression } from '../expression.ts'
import { type Finding, finding } from '../finding.ts'
import type { Row } from '../layers.ts'
import { ROW_SHAPES, shapeFault } from '../shapes.ts'

/** A row that the host would start, with what is known of its config. */
export interface ActiveRow {
  readonly id: string
  /** A row whose config is not valid runs with its defaults, so it is empty here as it is there. */
  readonly config: Readonly<Record<string, unknown>>
  /** Whether all of it is known. */
  readonly isKnown: boolean
}

export type RowKind = keyof typeof ROW_SHAPES

export interface CheckedRows {
  readonly findings: readonly Finding[]
  readonly active: Readonly<Record<RowKind, readonly ActiveRow[]>>
}

const KINDS: readonly RowKind[] = ['core', 'session', 'terminal', 'feishu']

export function checkRows(rows: readonly Row[], profile: string): CheckedRows {
  const findings: Finding[] = []
  const seen = new Set<string>()
  for (const { id } of rows) {
    if (id !== '' && seen.has(id)) findings.push(finding('profile.row-twice', { row: id }))
    seen.add(id)
  }
  const active: Record<RowKind, ActiveRow[]> = { core: [], session: [], terminal: [], feishu: [] }
  for (const kind of KINDS) {
    const found = rows.filter(({ name }) => name === `${BUNDLE}/${kind}`)
    if (found.length === 0) findings.push(finding('profile.row-missing', { row: `ask-${kind}`, profile }))
    for (const row of found) {
      const checked = checkRow(kind, row)
      findings.push(...checked.findings)
      if (checked.active !== undefined) active[kind].push(checked.active)
    }
  }
  return { findings, active }
}

function checkRow(kind: RowKind, { id, disabled, config }: Row): { readonly findings: readonly Finding[]; readonly active?: ActiveRow } {
  if (disabled === true) return { findings: [finding(kind === 'core' ? 'profile.core-disabled' : 'profile.row-disabled', { row: id })] }
  const isKnown = !(disabled instanceof Expression) && !holdsExpression(config)
  const fault = config instanceof Expression ? undefined : shapeFault(ROW_SHAPES[kind], config)
  const said = fault === undefined ? finding('profile.row', { row: id }) : finding('profile.row-config', { row: id, ...fault })
  return {
    findings: isKnown ? [said] : [finding('profile.expression', { row: id }), ...(fault === undefined ? [] : [said])],
    active: { id, config: fault === undefined ? fieldsOf(config) : {}, isKnown },
  }
}

function fieldsOf(config: unknown): Readonly<Record<string, unknown>> {
  if (typeof config !== 'object' || config === null || config instanceof Expression) return {}
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined && value !== null))
}
