/** The terminal's configuration and what the environment says where it is silent. */
import type { Locale } from '../form/words.ts'

export interface TerminalConfig {
  /** Language of the panel's own words; default by `LC_ALL`, `LC_MESSAGES`, `LANG`. */
  readonly locale?: Locale
  /** Which sessions the terminal claims to drive. */
  readonly claim?: 'all'
}

/**
 * Reads a row's config; unknown fields are left to later versions.
 * @throws {TypeError} when a known field has an unknown value, with the values that it may have.
 */
export function readTerminalConfig(config: unknown): TerminalConfig {
  if (config === undefined || config === null) return {}
  if (typeof config !== 'object') throw new TypeError('ask-terminal: the config must be an object')
  const { locale, claim }: { locale?: unknown; claim?: unknown } = config
  if (locale !== undefined && locale !== 'en' && locale !== 'zh') throw new TypeError('ask-terminal: `locale` must be "en" or "zh"')
  if (claim !== undefined && claim !== 'all') throw new TypeError('ask-terminal: `claim` must be "all"')
  return { ...(locale === undefined ? {} : { locale }), ...(claim === undefined ? {} : { claim }) }
}

/** The language of an environment, by the order that POSIX gives. */
export function localeOf(env: Readonly<Record<string, string | undefined>>): Locale {
  return /^zh/i.test(env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '') ? 'zh' : 'en'
}
