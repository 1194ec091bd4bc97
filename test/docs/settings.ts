/** The table of settings: every field of every row, read from the schemas that the host is given. */
import type z from '@deepseek-ai/schemastery'
import { coreSchema, feishuSchema, sessionSchema, terminalSchema } from '../../config/schema.ts'
import type { Locale } from '../../surfaces/form/locale.ts'
import { SETTINGS_IN_CHINESE } from './settings-zh.ts'

export const SCHEMAS: Readonly<Record<string, z<never, unknown>>> = {
  'ask-core': coreSchema, 'ask-session': sessionSchema, 'ask-terminal': terminalSchema, 'ask-feishu': feishuSchema,
}

export interface Setting {
  readonly row: string
  /** Dotted; `[]` behind a list. */
  readonly path: string
  readonly values: string
  /** Undefined: none, or no sense without one. */
  readonly fallback: string | undefined
  readonly description: string
}

const HEADS: Readonly<Record<Locale, readonly string[]>> = {
  en: ['row', 'setting', 'values', 'default', 'meaning'],
  zh: ['行', '设置', '取值', '默认', '含义'],
}
const KINDS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en: { string: 'text', number: 'whole number', boolean: '`true`, `false`', array: 'list' },
  zh: { string: '文本', number: '整数', boolean: '`true`、`false`', array: '列表' },
}
const REQUIRED: Readonly<Record<Locale, string>> = { en: 'needed', zh: '必填' }
const COMMAS: Readonly<Record<Locale, string>> = { en: ', ', zh: '、' }

/** Every field in the order of the schemas. @throws {Error} naming a field that says nothing in that language. */
export function readSettings(locale: Locale): readonly Setting[] {
  return Object.entries(SCHEMAS).flatMap(([row, schema]) => fieldsOf(schema, row, '', locale))
}

export function settingsTable(locale: Locale): string {
  const rows = readSettings(locale).map(({ row, path, values, fallback, description }) => [`\`${row}\``, `\`${path}\``, values, fallback ?? '', description])
  return [HEADS[locale], HEADS[locale].map(() => '---'), ...rows].map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
}

function fieldsOf(schema: z<never, unknown>, row: string, prefix: string, locale: Locale): readonly Setting[] {
  return Object.entries(schema.dict ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    if (field.dict !== undefined) return fieldsOf(field, row, `${path}.`, locale)
    const setting: Setting = { row, path, values: valuesOf(field, locale), fallback: fallbackOf(field, locale), description: descriptionOf(field, row, path, locale) }
    return [setting, ...(field.inner === undefined ? [] : fieldsOf(field.inner, row, `${path}[].`, locale))]
  })
}

function valuesOf(field: z<never, unknown>, locale: Locale): string {
  if (field.type === 'union') return (field.list ?? []).map(({ value }) => `\`${String(value)}\``).join(COMMAS[locale])
  const kind = KINDS[locale][field.type]
  if (kind === undefined) throw new Error(`no word for a setting of the type ${field.type}`)
  const { min = 0, max } = field.meta
  return field.type !== 'number' || (min === 0 && max === undefined) ? kind : `${kind}${COMMAS[locale]}${min}${max === undefined ? '+' : ` … ${max}`}`
}

function fallbackOf({ meta }: z<never, unknown>, locale: Locale): string | undefined {
  if (meta.required === true) return REQUIRED[locale]
  if (meta.default === undefined) return undefined
  return `\`${typeof meta.default === 'string' && meta.default !== '' ? meta.default : JSON.stringify(meta.default).replaceAll('"', '\'')}\``
}

function descriptionOf({ meta }: z<never, unknown>, row: string, path: string, locale: Locale): string {
  const given = locale === 'zh' ? SETTINGS_IN_CHINESE[`${row} ${path}`] : meta.description
  if (typeof given !== 'string' || given === '') throw new Error(`the setting ${row} ${path} has no description in ${locale}`)
  return given
}
