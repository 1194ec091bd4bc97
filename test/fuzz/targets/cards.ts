/** What is sent to the phone: nothing in it may be live that the surface has not put there. */
import MarkdownIt from 'markdown-it'
import { marked } from 'marked'
import { formOf } from '../../../surfaces/form/fields.ts'
import { previewCard } from '../../../surfaces/feishu/preview.ts'
import { safeMarkdown } from '../../../surfaces/feishu/safe-markdown.ts'
import { escapeMarkdown, escapeMessageText } from '../../../surfaces/feishu/text.ts'
import type { AskUserQuestionItem } from '../../../router/types.ts'
import { jsonBytes, jsonIn } from '../mutate.ts'
import { hold, type Target } from '../target.ts'
import { questionsOf } from './any-ask.ts'

const markdownIt = new MarkdownIt({ html: true, linkify: true })
/** Of these headings, lists, emphasis, code and tables are made; every other tag would be alive. */
const DEAD = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'del', 's', 'code', 'pre', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td'])
/** Bytes that the platform takes of a card. */
const CARD_BYTES = 30 * 1024

function holdDead(markdown: string): void {
  for (const html of [marked.parse(markdown, { async: false, gfm: true }), markdownIt.render(markdown)]) {
    const live = [...html.matchAll(/<\/?([a-z][\w-]*)/giu)].map(([, tag = '']) => tag.toLowerCase()).find((tag) => !DEAD.has(tag))
    hold(live === undefined, () => `<${live}> is live in ${JSON.stringify(markdown.slice(0, 400))}`)
  }
  // Not every renderer keeps to markdown: these count even where they would be code.
  hold(!/<\s*\/?\s{0,9}(?:at|a|img|link|person)\b/iu.test(markdown), () => `a tag of the platform stands in ${JSON.stringify(markdown.slice(0, 400))}`)
}

function markdownsIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  const own = 'tag' in node && node.tag === 'markdown' && 'content' in node && typeof node.content === 'string' ? [node.content] : []
  return [...own, ...Object.values(node).flatMap((each) => markdownsIn(each))]
}

const plan = (detail: string): AskUserQuestionItem[] => [{ id: 'plan', question: 'Go on?', detail, options: [{ label: 'Yes' }, { label: 'No' }], intent: { kind: 'plan-review', approve: 'Yes' } }]

export const cards: Target = {
  name: 'cards',
  share: 0.12,
  open: () => ({
    make: (random) => jsonBytes(questionsOf(random)),
    run: (input) => {
      const questions: AskUserQuestionItem[] = JSON.parse(input.toString())
      const answers = formOf(questions).map(({ id, choices }) => ({ id, selected: choices.slice(0, 1).map(({ label }) => label), custom: questions[0]?.question ?? '' }))
      const outcome = { kind: 'answered' as const, answer: { answers }, actor: { surface: 'terminal', name: questions[0]?.question ?? '' }, at: 0 }
      for (const state of ['open', 'left', outcome] as const) {
        for (const card of previewCard({ questions }, state, 'en')) {
          const json = JSON.stringify(card)
          hold(Buffer.byteLength(json) <= CARD_BYTES, () => `a card of ${Buffer.byteLength(json)} bytes`)
          for (const markdown of markdownsIn(jsonIn(Buffer.from(json)))) holdDead(markdown)
        }
      }
      for (const { question, detail = '' } of questions) {
        for (const text of [question, detail]) {
          holdDead(escapeMarkdown(text))
          holdDead(safeMarkdown(text, 6_000).join('\n\n'))
          hold(!/[<>]/u.test(escapeMessageText(text)), () => 'a message may hold a mention')
        }
      }
    },
    sinks: {
      escapeMarkdown, escapeMessageText,
      safeMarkdown: (text) => safeMarkdown(text, 6_000),
      'a plan on a card': (text) => previewCard({ questions: plan(text) }, 'open', 'zh'),
      'a question on a card': (text) => previewCard({ questions: [{ id: 'q', question: text, options: [{ label: text }] }] }, 'open', 'zh'),
      'code on a card': (text) => safeMarkdown(`\`\`\`\n${text}\n\`\`\``, 6_000),
    },
    pieces: ['\n\n\n', '      ', '<      ', '`a`', '\u00a0'],
  }),
}
