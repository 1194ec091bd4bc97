/** A card view in the platform's card JSON, schema 2.0. Every untrusted text ends in `plain_text` or is escaped. */
import { escapeMarkdown } from './text.ts'
import type { CardView, FieldView, OpenCardView, StillCardView } from './view.ts'

/** One node of card JSON. */
export interface CardNode {
  readonly tag: string
  readonly [property: string]: unknown
}

/** A whole card, as sent, as answered to a click and as patched. */
export interface Card {
  readonly schema: '2.0'
  readonly config: Readonly<Record<string, unknown>>
  readonly header: Readonly<Record<string, unknown>>
  readonly body: { readonly elements: readonly CardNode[] }
}

/** What an act button carries: which ask, and what to do with it. */
export type ActName = 'submit' | 'dismiss'

/** An input takes at most this many characters on the platform. */
const INPUT_MAX = 1000

const TAG_COLOURS = { blue: 'blue', green: 'green', grey: 'neutral', orange: 'orange', red: 'red' } as const

export function renderCard(view: CardView): Card {
  return {
    schema: '2.0',
    config: { update_multi: true, enable_forward: false, width_mode: 'fill', summary: { content: view.summary } },
    header: {
      title: plainText(view.title),
      ...(view.subtitle === undefined ? {} : { subtitle: plainText(view.subtitle) }),
      template: view.template,
      text_tag_list: [{ tag: 'text_tag', text: plainText(view.tag), color: TAG_COLOURS[view.template] }],
    },
    body: { elements: view.kind === 'open' ? openElements(view) : stillElements(view) },
  }
}

/**
 * The form holds the fields and the submit button; dismiss stands outside, so that no unfilled field can block it.
 * Both buttons name their ask in `name`, `value` and `behaviors`, because it is disputed which of them survives a submit.
 */
function openElements(view: OpenCardView): readonly CardNode[] {
  const submit = { ...actButton('submit', view.ask, view.submit), type: 'primary', form_action_type: 'submit' }
  const { text, confirmTitle, confirmText } = view.dismiss
  const dismiss = { ...actButton('dismiss', view.ask, text), type: 'default', confirm: { title: plainText(confirmTitle), text: plainText(confirmText) } }
  const fields = view.fields.flatMap((field, index) => [...(index === 0 ? [] : [{ tag: 'hr' }]), ...fieldElements(field)])
  return [line(view.intro), { tag: 'form', name: 'ask', elements: [...fields, submit] }, dismiss]
}

function fieldElements(field: FieldView): readonly CardNode[] {
  return [
    ...(field.heading === '' ? [] : [strong(field.heading)]),
    ...(field.question === '' ? [] : [line(field.question)]),
    ...(field.detail === undefined ? [] : [line(field.detail)]),
    ...(field.notes.length === 0 ? [] : [line(field.notes.join('\n'))]),
    ...(field.select === undefined ? [] : [select(field, field.select)]),
    ...(field.input === undefined ? [] : [input(field.input)]),
    ...(field.skip === undefined ? [] : [{ tag: 'checker', name: field.skip.name, checked: false, text: plainText(field.skip.text) }]),
  ]
}

function select(field: FieldView, { name, many, placeholder }: NonNullable<FieldView['select']>): CardNode {
  const options = field.options.map(({ text, value }) => ({ text: plainText(text), value }))
  return { tag: many ? 'multi_select_static' : 'select_static', name, placeholder: plainText(placeholder), required: false, options }
}

function input({ name, placeholder }: NonNullable<FieldView['input']>): CardNode {
  return { tag: 'input', name, input_type: 'multiline_text', rows: 2, max_length: INPUT_MAX, required: false, placeholder: plainText(placeholder) }
}

function stillElements(view: StillCardView): readonly CardNode[] {
  const items = view.items.flatMap(({ question, answer }) => [{ tag: 'hr' }, strong(question), ...(answer === undefined ? [] : [line(answer)])])
  return [...view.lines.map(line), ...items]
}

function actButton(act: ActName, ask: string, text: string): CardNode {
  const value = { ask, act }
  return { tag: 'button', name: `${act}_${ask}`, text: plainText(text), value, behaviors: [{ type: 'callback', value }] }
}

function line(content: string): CardNode {
  return { tag: 'div', text: plainText(content) }
}

/** Bold text, line by line since emphasis does not span paragraphs. */
function strong(content: string): CardNode {
  const lines = content.split('\n').filter((each) => each.trim() !== '')
  return { tag: 'markdown', content: lines.map((each) => `**${escapeMarkdown(each.trim())}**`).join('\n') }
}

function plainText(content: string): CardNode {
  return { tag: 'plain_text', content }
}
