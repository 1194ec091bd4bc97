/** The languages that we speak; the asker's words are never translated. */
export type Locale = 'en' | 'zh'
