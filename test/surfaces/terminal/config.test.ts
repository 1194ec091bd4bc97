import { describe, expect, it } from 'vitest'
import { localeOf } from '../../../surfaces/form/locale.ts'
import { readTerminalConfig } from '../../../surfaces/terminal/config.ts'

describe('the configuration', () => {
  it('may be absent', () => {
    expect([readTerminalConfig(undefined), readTerminalConfig(null)]).toEqual([{}, {}])
    expect(readTerminalConfig({ later: true })).toEqual({})
  })

  it('keeps what it knows', () => {
    const config = { locale: 'zh', claim: 'all', bell: 'full', glyphs: 'ascii', mouse: 'off', lines: 'on' }
    expect(readTerminalConfig({ ...config, later: true })).toEqual(config)
  })

  it.each([['zh', /the config must be an object/], [7, /the config must be an object/], [{ locale: 'fr' }, /"en" or "zh"/], [{ claim: 'none' }, /"all"/], [{ bell: true }, /`bell` must be "off" or "bell" or "full"/], [{ glyphs: 'emoji' }, /"ascii"/], [{ mouse: 1 }, /"on" or "off"/], [{ lines: null }, /"auto"/]])('refuses %j with what it may be', (config, message) => {
    expect(() => readTerminalConfig(config)).toThrow(message)
  })

  it('takes the language from the environment, the most specific first', () => {
    expect(localeOf({ LANG: 'zh_CN.UTF-8' })).toBe('zh')
    expect(localeOf({ LC_ALL: 'C.UTF-8', LANG: 'zh_CN.UTF-8' })).toBe('en')
    expect(localeOf({ LC_ALL: '', LC_MESSAGES: 'zh_TW', LANG: 'en_US' })).toBe('zh')
    expect(localeOf({})).toBe('en')
  })
})
