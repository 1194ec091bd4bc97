/** What is planned for one ask, what everybody did about it, and how it came out. */
import { answerOf, type Pick } from '../../app/demo/auto/choice.ts'
import type { AskUserQuestionAnswer, AskUserQuestionItem } from '../../router/types.ts'
import type { Dice } from './dice.ts'

/** How a host's ask ended for the agent. `pending`: the window closed and the call goes on. */
export type End =
  | { readonly kind: 'answered'; readonly answer: AskUserQuestionAnswer }
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'pending' }

/** Something that a human, or a surface in a human's name, tried; written down before it is done. */
export interface Attempt {
  readonly place: string
  readonly what: AskUserQuestionAnswer | 'dismiss'
}

/** What the phone was told: the answer counts, the ask is put away, or the late answer is on its way. */
export interface Told {
  readonly eventId: string
  readonly word: 'won' | 'dismissed' | 'accepted'
  readonly attempt: Attempt
}

export interface Story {
  /** Stands in the words of each question, so that screens and cards can be told apart. */
  readonly tag: string
  readonly session: string
  /** Absent: the host names no tool call. */
  readonly call?: string
  /** Milliseconds that the host waits; absent: without end. */
  readonly windowMs?: number
  readonly questions: AskUserQuestionItem[]
  readonly attempts: Attempt[]
  readonly told: Told[]
  /** What the agent read after the window. */
  readonly late: AskUserQuestionAnswer[]
  /** Late answers that the host threw away unread. */
  discarded: number
  end?: End
  /** The agent took the ask back, or its turn ended. */
  withdrawn: boolean
  /** A surface or the router was away while it was open. */
  disturbed: boolean
  readonly trace: string[]
}

export function createStory(fields: Some<Story, 'tag' | 'session' | 'questions'> & Partial<Some<Story, 'call' | 'windowMs'>>): Story {
  return { ...fields, attempts: [], told: [], late: [], discarded: 0, withdrawn: false, disturbed: false, trace: [] }
}

type Some<T, K extends keyof T> = { readonly [P in K]: T[P] }

const LABELS = ['PostgreSQL', 'SQLite', 'MySQL', 'DuckDB']

/** One to three questions of any kind, whose words begin with the tag. */
export function createQuestions(tag: string, dice: Dice): AskUserQuestionItem[] {
  const count = dice.pick([1, 1, 1, 1, 1, 2, 3])
  return Array.from({ length: count }, (_, index): AskUserQuestionItem => {
    const question = { id: `q${index}`, question: `${tag}Q${index} Which shall it be?` }
    const kind = dice.pick(['single', 'single', 'multi', 'text'])
    if (kind === 'text') return question
    const options = LABELS.slice(0, dice.between(2, LABELS.length)).map((label) => ({ label: `${label} ${tag}` }))
    return { ...question, options, ...(kind === 'multi' ? { multiSelect: true } : {}) }
  })
}

/** `name` makes the words of a free text unlike those of any other attempt. */
export function createPicks(questions: readonly AskUserQuestionItem[], name: string, dice: Dice): Pick[] {
  return questions.map(({ options = [], multiSelect }): Pick => {
    if (options.length === 0) return { kind: 'text', text: `said by ${name}` }
    const first = dice.between(0, options.length - 1)
    const second = dice.between(0, options.length - 1)
    return { kind: 'options', indexes: multiSelect && first !== second ? [first, second].toSorted((a, b) => a - b) : [first] }
  })
}

/** Writes an attempt down; it is made after that. */
export function attempt(story: Story, place: string, picks: readonly Pick[] | 'dismiss'): Attempt {
  const made: Attempt = { place, what: picks === 'dismiss' ? picks : answerOf(story.questions, picks) }
  story.attempts.push(made)
  story.trace.push(`${place} tries ${JSON.stringify(made.what)}`)
  return made
}

/** The tag of the first question that a text shows, without the question's number. */
export function tagIn(text: string): { readonly tag: string; readonly question: number } | undefined {
  const found = /\b(K[0-9a-z]+)Q(\d)/u.exec(text)
  return found?.[1] === undefined ? undefined : { tag: found[1], question: Number(found[2]) }
}
