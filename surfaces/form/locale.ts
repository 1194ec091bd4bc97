/** The languages that we speak; the asker's words are never translated. */
export type Locale = 'en' | 'zh'

/** The language of an environment, by the order that POSIX gives. */
export function localeOf(env: Readonly<Record<string, string | undefined>>): Locale {
  return /^zh/i.test(env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '') ? 'zh' : 'en'
}
