/** Reads what the host asks: a snapshot that no surface can change under another, refused before anybody is asked. */
import { copyPlain } from './copy.ts'
import { AskError } from './errors.ts'
import type { AskUserQuestionItem } from './types.ts'

/** Questions of an ask, and options of a question: more than anybody could look at, and a limit to what holds up everybody else. */
const MOST_ITEMS = 10_000

/**
 * Copies the questions. Unknown fields are kept: hosts may send more than we know.
 * @throws {AskError} `EMPTY_QUESTIONS`, `BAD_QUESTION` or `DUPLICATE_QUESTION`.
 */
export function readQuestions(questions: unknown): AskUserQuestionItem[] {
  try {
    return readEach(questions)
  } catch (error) {
    if (error instanceof AskError) throw error
    // A getter or a proxy that throws when it is read, a ring, or a list without an end.
    throw new AskError('the questions cannot be read; give plain lists and objects', 'BAD_QUESTION', { cause: error })
  }
}

function readEach(questions: unknown): AskUserQuestionItem[] {
  if (!Array.isArray(questions) || questions.length === 0) {
    throw new AskError('the ask has no questions; give at least one', 'EMPTY_QUESTIONS')
  }
  if (questions.length > MOST_ITEMS) throw new RangeError('too many questions')
  const seen = new Set<string>()
  return questions.map((given: unknown, index) => {
    // The copy is what is held: a getter may say something else the next time.
    const question = copyPlain(given)
    if (!isQuestion(question)) {
      throw new AskError(`questions[${index}] needs a text id and question, texts for header and detail where it has them, and options with a text label each`, 'BAD_QUESTION')
    }
    if (seen.has(question.id)) {
      throw new AskError(`questions[${index}] repeats the id ${JSON.stringify(question.id)}; ids are unique within an ask`, 'DUPLICATE_QUESTION')
    }
    seen.add(question.id)
    return question
  })
}

function isQuestion(value: unknown): value is AskUserQuestionItem {
  if (typeof value !== 'object' || value === null) return false
  const { id, question, header, detail, options } = value as Partial<Record<keyof AskUserQuestionItem, unknown>>
  if (typeof id !== 'string' || id === '' || typeof question !== 'string' || !isOptionalText(header) || !isOptionalText(detail)) return false
  return options === undefined || (Array.isArray(options) && options.length <= MOST_ITEMS && options.every(isOption))
}

function isOption(option: unknown): boolean {
  if (typeof option !== 'object' || option === null) return false
  const { label, description } = option as Partial<Record<'label' | 'description', unknown>>
  return typeof label === 'string' && isOptionalText(description)
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}
