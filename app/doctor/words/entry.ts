/** How findings are worded: what is so, why that matters, and the one next step, in both languages. */
import type { Locale } from '../../../surfaces/form/locale.ts'

/** `note`: worth knowing, nothing to be done. Only `warning` and `fault` count against the result. */
export type Level = 'ok' | 'note' | 'warning' | 'fault'

/** `{name}` stands for a fact. Without a third text there is nothing to do, without a second nothing to explain. */
export type Texts = readonly [what: string, why?: string, next?: string]

export type Entry = { readonly level: Level } & { readonly [language in Locale]: Texts }

export type Entries = Readonly<Record<string, Entry>>
