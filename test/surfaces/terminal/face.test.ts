import { describe, expect, it } from 'vitest'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { decisionOf } from '../../../surfaces/form/decision.ts'
import { formOf } from '../../../surfaces/form/fields.ts'
import { plainDocument } from '../../../surfaces/terminal/document.ts'
import { faceOf } from '../../../surfaces/terminal/face.ts'
import type { Face } from '../../../surfaces/terminal/face.ts'
import { wordsOf } from '../../../surfaces/terminal/words.ts'
import { indent, permission, remarks } from './asks.ts'

const READER = { locale: 'en', words: wordsOf('en', 'ascii') } as const
const face = (question: AskUserQuestionItem): Face => faceOf(formOf([question])[0]!, question, decisionOf({ questions: [question] }), READER)
const told = (detail: string): AskUserQuestionItem => ({ ...permission, detail: 'ls', intent: { kind: 'approval', approve: '允许一次', always: '总是允许', reject: '拒绝', display: { detail: { en: detail } } } })

describe('what is shown of a question', () => {
  it('has its detail without the blanks behind it where nobody has read that', () => {
    expect(face({ ...indent, detail: '  a\n ' }).detail).toEqual(plainDocument('  a'))
  })

  it('offers a row for each option and one for other words, and none where words are all that is wanted', () => {
    expect([face(indent).items, face(remarks).items]).toEqual([[{ kind: 'choice', index: 0 }, { kind: 'choice', index: 1 }, { kind: 'other' }], []])
  })

  it('is the same, and light, where the question itself is not at hand', () => {
    expect(faceOf(formOf([indent])[0]!, undefined, undefined, READER)).toEqual(face(indent))
  })
})

describe('what is shown of an approval', () => {
  it('is its command, and what is told about that without the blanks behind it', () => {
    expect(face(told('  It lists.\n ')).detail).toEqual([{ kind: 'code', text: 'ls' }, ...plainDocument('  It lists.')])
  })

  it('is the command once where nothing else is told, and no command where it has none', () => {
    expect(face(told('ls')).detail).toEqual([{ kind: 'code', text: 'ls' }])
    expect(face({ ...permission, detail: '' }).detail).toEqual([])
  })
})
