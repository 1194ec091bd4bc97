/** The terminal's configuration and what the environment says where it is silent. */
import type { Locale } from '../form/words.ts'
import type { AlarmSetting } from './alarm.ts'
import type { GlyphSet } from './glyphs.ts'

export interface TerminalConfig {
  /** Language of the panel's own words; default by `LC_ALL`, `LC_MESSAGES`, `LANG`. */
  readonly locale?: Locale
  /** Which sessions the terminal claims to drive: every one, the default, or the one that it shows. */
  readonly claim?: 'all' | 'shown'
  /** How an ask calls that doesn't have the keyboard: not at all, by the bell, or by bell and desktop. Default `bell`. */
  readonly bell?: AlarmSetting
  /** Signs of the panel; default by the charset of the locale and `TERM`. */
  readonly glyphs?: GlyphSet
  /** Whether clicks and the wheel are taken from the terminal. Default `on`. */
  readonly mouse?: 'on' | 'off'
  /**
   * Whether lists are printed and lines are read where there is no full-screen terminal. `auto`, the default: on a dumb
   * terminal only, since a host's pipes may be meant for something else. `on`: through pipes as well.
   */
  readonly lines?: 'auto' | 'on' | 'off'
}

/**
 * Reads a row's config; unknown fields are left to later versions.
 * @throws {TypeError} when a known field has an unknown value, with the values that it may have.
 */
export function readTerminalConfig(config: unknown): TerminalConfig {
  if (config === undefined || config === null) return {}
  if (typeof config !== 'object') throw new TypeError('ask-terminal: the config must be an object')
  const locale = settingOf(config, 'locale', ['en', 'zh'])
  const claim = settingOf(config, 'claim', ['all', 'shown'])
  const bell = settingOf(config, 'bell', ['off', 'bell', 'full'])
  const glyphs = settingOf(config, 'glyphs', ['unicode', 'ascii'])
  const mouse = settingOf(config, 'mouse', ['on', 'off'])
  const lines = settingOf(config, 'lines', ['auto', 'on', 'off'])
  return {
    ...(locale && { locale }), ...(claim && { claim }), ...(bell && { bell }),
    ...(glyphs && { glyphs }), ...(mouse && { mouse }), ...(lines && { lines }),
  }
}

function settingOf<Value extends string>(config: object, name: keyof TerminalConfig, values: readonly Value[]): Value | undefined {
  const given: unknown = Reflect.get(config, name)
  const value = values.find((each) => each === given)
  if (given === undefined || value !== undefined) return value
  throw new TypeError(`ask-terminal: \`${name}\` must be ${values.map((each) => JSON.stringify(each)).join(' or ')}`)
}
