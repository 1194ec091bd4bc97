/** Asks as nobody would write them: any number of questions and options, in any script, hostile where it can be. */
import fc from '../../helpers/properties.ts'
import type { AskUserQuestionItem } from '../../../router/types.ts'

const PIECES = [
  'word ', '数据库', '👨‍👩‍👧', '👍🏽', '⚠️', '🇨🇳', '1️⃣', '𠮷', 'e\u0301', 'مرحبا ', 'שלום ', 'ｶﾞ', '한글', '\u202e', '\u2066', '\u200b', '\ufeff', '\u3164',
  '\x1b[2J', '\x1b]0;owned\x07', '\x9b31m', '\x9d0;x\x9c', '\x1b[?1049l', '\x07', '\x08', '\0', '\r\n', '\r', '\n', '\t', '\u2028', '\ud800',
  '```', '\n```js\n', '# ', '\n- ', '\n1. ', '> ', '| a | b |\n|---|:-:|\n| 1 | 2 |', '**', '_', '~~', '[x](https://evil.example)', '![i](u)',
  '<at id=all></at>', '<br>', '&#27;[31m', '&#x202e;', '&lt;', '\n---\n', '\n    code', '    ', '\\', '`', '（推荐）', ' (Recommended)', 'a'.repeat(300), '长'.repeat(200),
]
const short = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((parts) => parts.join(''))
/** Up to 50 KB. */
const long = fc.tuple(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 60 }))
  .map(([parts, times]) => parts.join('').repeat(times).slice(0, 50_000))
const text = fc.oneof({ weight: 6, arbitrary: short }, { weight: 1, arbitrary: long })

const option = fc.record({ label: text.map((label) => label || 'x'), description: text }, { requiredKeys: ['label'] })
const options = fc.oneof({ weight: 5, arbitrary: fc.array(option, { maxLength: 6 }) }, { weight: 1, arbitrary: fc.array(option, { minLength: 30, maxLength: 200 }) })
const question = fc.record({ question: text, detail: text, header: text, options, multiSelect: fc.boolean(), intent: fc.constant({ kind: 'of-tomorrow' }) }, { requiredKeys: ['question'] })

const generic = fc.array(question, { minLength: 1, maxLength: 8 }).map((questions) => questions.map((each, index): AskUserQuestionItem => ({ id: `q${index}`, ...each })))

const plan = fc.record({ question: text, detail: text.map((detail) => `${detail}.`) }).chain((base) => fc.boolean().map((reversed): AskUserQuestionItem[] => [{
  id: 'plan', ...base, options: reversed ? [{ label: 'No' }, { label: 'Yes' }] : [{ label: 'Yes' }, { label: 'No' }], intent: { kind: 'plan-review', approve: 'Yes' },
}]))

const approval = fc.record({ question: text, detail: text.map((detail) => `${detail}.`), name: text }).map(({ question, detail, name }): AskUserQuestionItem[] => [{
  id: 'approval', question, detail, options: [{ label: 'No' }, { label: 'Always' }, { label: 'Yes' }],
  intent: { kind: 'approval', approve: 'Yes', reject: 'No', always: 'Always', subject: { name } },
}])

/** The questions of an ask, unique in their ids. */
export const anyAsk = fc.oneof({ weight: 4, arbitrary: generic }, { weight: 1, arbitrary: plan }, { weight: 1, arbitrary: approval })

export const anySize = fc.record({ columns: fc.integer({ min: 36, max: 124 }), rows: fc.integer({ min: 10, max: 42 }) })
export const anyLocale = fc.constantFrom('en' as const, 'zh' as const)
export const anyGlyphs = fc.constantFrom('unicode' as const, 'ascii' as const)
