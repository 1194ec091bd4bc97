/** A panel as lines to be read from top to bottom, by eye or aloud: nothing is drawn and nothing moves. Pure. */
import { isBlank } from '../../router/answer.ts'
import { answerLines } from '../form/words.ts'
import { readDraft } from '../form/values.ts'
import type { Locale } from '../form/words.ts'
import type { Face, Item } from './face.ts'
import { confirmationText } from './panel-message.ts'
import { currentOf, draftOf, isBatch, isReview } from './panel.ts'
import type { Panel } from './panel.ts'
import { documentRows } from './prose.ts'
import { rowText } from './row.ts'
import { sanitiseLine, visibleLine } from './sanitise.ts'
import type { Words } from './words.ts'

/** Columns that prose is set to. */
const WIDTH = 78

/** The page shown, with what may be typed at its end. */
export function pageLines(panel: Panel, words: Words, locale: Locale): readonly string[] {
  if (panel.mode === 'confirming') return [`${confirmationText(panel, words)} ${words.lines.confirm}`]
  const current = currentOf(panel)
  if (isReview(panel) || current === undefined) return reviewLines(panel, words, locale)
  const { face, field } = current
  const place = isBatch(panel) ? ` ${panel.page + 1}/${panel.form.length}` : ''
  const commands = [words.lines.dismiss, ...(isBatch(panel) ? [words.lines.back, ...(face.weighty ? [] : [words.lines.skip])] : [])]
  return [
    `${face.header || (panel.decision?.kind === 'plan-review' ? words.plan : words.question)}${place}`,
    ...(isBlank(face.question) ? words.nothingVisible : face.question).split('\n').map((line) => quoted(line, words)),
    ...(face.detail.length === 0 ? [] : ['', ...documentRows(face.detail, WIDTH, words.glyphs).map((row) => quoted(rowText(row).trimEnd(), words)), '']),
    ...face.items.map((item, row) => `${row + 1}. ${itemText(face, item, words)}`),
    ...(panel.wait.kind === 'continued' ? [words.continued] : []),
    [field.kind === 'text' ? words.lines.text : field.kind === 'multi' ? words.lines.many : face.kind === 'approval' ? words.lines.number : words.lines.one, ...commands].join(' '),
  ]
}

/** Only what may be chosen begins with a number here: a list of the asker's own must not be taken for that. */
function quoted(line: string, { glyphs }: Words): string {
  return /^\s*\p{Nd}/u.test(line) ? `${glyphs.vertical} ${line}` : line
}

function itemText({ choices, kind }: Face, item: Item, words: Words): string {
  switch (item.kind) {
    case 'choice': {
      const choice = choices[item.index]
      if (choice === undefined) return ''
      const title = (choice.title || words.nothingVisible) + (choice.recommended ? ` (${words.recommended})` : '')
      return choice.description === '' ? title : `${title} - ${choice.description}`
    }
    case 'other':
      return kind === 'plan-review' ? words.changes + words.changesHint : words.other + words.otherHint
    case 'talk':
      return `${words.talk} - ${words.talkMeans}`
  }
}

function reviewLines(panel: Panel, words: Words, locale: Locale): readonly string[] {
  const filled = readDraft(panel.form, draftOf(panel))
  const said = filled.kind === 'complete' ? answerLines(panel.form, filled.answer, locale) : []
  return [
    words.review,
    ...panel.form.map((_, index) => {
      const face = panel.faces[index]
      return `${index + 1}. ${face?.header || sanitiseLine(face?.question ?? '')}: ${visibleLine(said[index] ?? words.missing, words.glyphs.hidden)}`
    }),
    words.lines.send,
  ]
}
