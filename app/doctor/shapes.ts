/**
 * What each of our rows may be configured with, as data: where the host is not installed, neither is its schema library.
 * A test holds these to the verdicts of `config/schema`.
 */
import { Expression } from './expression.ts'

type FieldShape =
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'flag' }
  | { readonly kind: 'number'; readonly min: number; readonly max?: number }
  | { readonly kind: 'text' }
  /** Looked into by the surface's own reader. */
  | { readonly kind: 'any' }

export type RowShape = Readonly<Record<string, FieldShape>>

const choice = (...of: readonly string[]): FieldShape => ({ kind: 'choice', of })
const [flag, text, any]: readonly [FieldShape, FieldShape, FieldShape] = [{ kind: 'flag' }, { kind: 'text' }, { kind: 'any' }]
const locale = choice('zh', 'en')

/** By the name that a row has in the bundle. */
export const ROW_SHAPES = {
  core: { approvals: choice('everywhere', 'terminal', 'off'), askTool: flag, journal: choice('full', 'ids', 'off'), journalSync: flag, journalBytes: { kind: 'number', min: 64_000 }, order: choice('together', 'terminal-first', 'phone-first'), delaySeconds: { kind: 'number', min: 1, max: 3_600 } },
  session: {},
  terminal: { locale, claim: choice('all', 'shown'), bell: choice('off', 'bell', 'full'), glyphs: choice('unicode', 'ascii'), mouse: choice('on', 'off'), lines: choice('auto', 'on', 'off') },
  feishu: {
    appId: text, appSecretRef: text, encryptKeyRef: text, verificationTokenRef: text, domain: text,
    transport: choice('webhook', 'long-connection'), recipients: any, operators: any, webhook: any, locale,
  },
} as const satisfies Readonly<Record<string, RowShape>>

export interface ShapeFault {
  readonly field: string
  /** The values that it may have, in the notation of a type: the same in every language. */
  readonly expected: string
}

/** The first fault of a config; nothing when it is valid as far as this tells. */
export function shapeFault(shape: RowShape, config: unknown): ShapeFault | undefined {
  if (config === undefined || config === null) return undefined
  if (typeof config !== 'object' || Array.isArray(config)) return { field: 'config', expected: '{ … }' }
  for (const [field, value] of Object.entries(config)) {
    const known = Object.hasOwn(shape, field) ? shape[field] : undefined
    if (known === undefined) return { field, expected: Object.keys(shape).join(' | ') || '{}' }
    const isGiven = value !== undefined && value !== null && !(value instanceof Expression)
    if (isGiven && !fits(known, value)) return { field, expected: expectedOf(known) }
  }
  return undefined
}

function fits(shape: FieldShape, value: unknown): boolean {
  switch (shape.kind) {
    case 'choice':
      return typeof value === 'string' && shape.of.includes(value)
    case 'flag':
      return typeof value === 'boolean'
    case 'number':
      return typeof value === 'number' && Number.isInteger(value) && value >= shape.min && value <= (shape.max ?? Infinity)
    case 'text':
      return typeof value === 'string'
    case 'any':
      return true
  }
}

function expectedOf(shape: FieldShape): string {
  switch (shape.kind) {
    case 'choice':
      return shape.of.join(' | ')
    case 'flag':
      return 'true | false'
    case 'number':
      return shape.max === undefined ? `>= ${shape.min}` : `${shape.min} … ${shape.max}`
    case 'text':
      return '"…"'
    case 'any':
      return '…'
  }
}
