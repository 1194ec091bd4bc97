/** The markdown of asks, read before they are shown. The parser costs a start-up 40 ms, so the first markdown loads it. */
import { labelOf } from '../../router/errors.ts'
import type { AskUserQuestionItem } from '../../router/types.ts'
import { plainDocument } from './document.ts'
import type { Document } from './document.ts'
import { markdownOf } from './face.ts'

export type Parse = (markdown: string) => Document
export type Details = readonly (Document | undefined)[]

/** The detail of each question as a document, where it has one that is markdown. */
export function readDetails(questions: readonly AskUserQuestionItem[], parse: Parse): Details {
  return questions.map((question) => {
    const markdown = markdownOf(question)
    return markdown === '' ? undefined : parse(markdown)
  })
}

export interface DetailReader {
  /** Calls `show` with what was read: at once where nothing has to be loaded, and always in the order of the calls. */
  read(questions: readonly AskUserQuestionItem[], show: (details: Details) => void): void
}

/** `load` gives the parser; where it fails, texts are shown as they stand and `log` gets one line. */
export function createDetailReader(load: () => Promise<Parse>, log: (line: string) => void): DetailReader {
  let parse: Parse | undefined
  let loading = false
  const waiting: (() => void)[] = []

  function loaded(parser: Parse): void {
    parse = parser
    loading = false
    for (const next of waiting.splice(0)) next()
  }

  return {
    read(questions, show) {
      const now = (): void => show(readDetails(questions, parse ?? plainDocument))
      if (!loading && (parse !== undefined || questions.every((question) => markdownOf(question) === ''))) {
        now()
        return
      }
      waiting.push(now)
      if (loading) return
      loading = true
      load().catch((error: unknown) => {
        log(`markdown is shown as it was written: ${labelOf(error)}`)
        return plainDocument
      }).then(loaded).catch((error: unknown) => log(`an ask was not shown: ${labelOf(error)}`))
    },
  }
}
