import { expect, it } from 'vitest'
import { localeOf } from '../../../surfaces/form/locale.ts'

it.each([
  [{}, 'en'], [{ LANG: 'zh_CN.UTF-8' }, 'zh'], [{ LANG: 'ZH' }, 'zh'], [{ LANG: 'en_US.UTF-8' }, 'en'], [{ LANG: 'C.zh' }, 'en'],
  [{ LC_MESSAGES: 'zh_TW', LANG: 'en_US' }, 'zh'], [{ LC_MESSAGES: 'en_US', LANG: 'zh_CN' }, 'en'],
  [{ LC_ALL: 'zh_CN', LC_MESSAGES: 'en_US', LANG: 'en_US' }, 'zh'], [{ LC_ALL: 'en_US', LC_MESSAGES: 'zh_CN' }, 'en'],
  [{ LC_ALL: '', LC_MESSAGES: '', LANG: 'zh_CN' }, 'zh'], [{ LC_ALL: 'zh_CN' }, 'zh'], [{ LC_MESSAGES: 'zh_CN' }, 'zh'],
])('reads %j as %s, the most specific first, where an empty one says nothing', (env, locale) => {
  expect(localeOf(env)).toBe(locale)
})
