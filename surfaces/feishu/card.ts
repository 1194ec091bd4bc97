/** A card view in the platform's card JSON, schema 2.0. Every untrusted text ends in `plain_text` or is escaped. */
import { isEmptyPhrase, mapPhrase, type Phrase, verbatim } from './phrase.ts'
import { strongMarkdown } from './text.ts'
import type { ActName, Block, ButtonView, CardView } from './view.ts'
import type { Locale } from '../form/locale.ts'

/** One node of card JSON. */
export interface CardNode {
  readonly tag: string
  readonly [property: string]: unknown
}

/** A whole card, while it is made and checked. */
export interface Card {
  readonly schema: '2.0'
  readonly config: Readonly<Record<string, unknown>>
  readonly header: Readonly<Record<string, unknown>>
  readonly body: { readonly elements: readonly CardNode[] }
}

/**
 * A card as it leaves: made to JSON once, then measured, sent, answered to a click and patched. Kept is that alone: an
 * ended ask is remembered for long, and the tree takes many times the room.
 */
export class SealedCard {
  /** As JSON. Bytes, since texts of that length keep the collector busy. */
  readonly bytes: Buffer

  constructor(card: Card) {
    this.bytes = Buffer.from(JSON.stringify(card))
  }

  /** The tree, made anew: for whoever puts the card into other JSON. */
  toJSON(): Card {
    const card: Card = JSON.parse(this.bytes.toString())
    return card
  }
}

/** An input takes at most this many characters on the platform. */
const INPUT_MAX = 1000

const TAG_COLOURS = { blue: 'blue', green: 'green', grey: 'neutral', orange: 'orange', red: 'red' } as const

export function renderCard(view: CardView): Card {
  const { locale, form } = view
  const plain = (text: Phrase): CardNode => plainText(text, locale)
  const elements = (blocks: readonly Block[]): readonly CardNode[] => blocks.map((block) => renderBlock(block, locale))
  return {
    schema: '2.0',
    config: { update_multi: true, enable_forward: false, width_mode: 'fill', summary: { ...content(view.summary, locale) } },
    header: {
      title: plain(view.title),
      ...(view.subtitle === undefined ? {} : { subtitle: plain(view.subtitle) }),
      template: view.template,
      text_tag_list: [{ tag: 'text_tag', text: plain(view.tag), color: TAG_COLOURS[view.template] }],
    },
    body: {
      elements: [
        ...elements(view.body),
        ...(form === undefined ? [] : [{ tag: 'form', name: 'ask', elements: [...elements(form.blocks), ...form.buttons.map((button) => ({ ...renderButton(button, view), form_action_type: 'submit' }))] }]),
        ...view.buttons.map((button) => renderButton(button, view)),
      ],
    },
  }
}

/** One block as one element. */
export function renderBlock(block: Block, locale: Locale): CardNode {
  switch (block.kind) {
    case 'text':
      return { tag: 'div', text: plainText(block.text, locale) }
    case 'strong':
      return { tag: 'markdown', ...content(emphasised(block.text), locale) }
    case 'markdown':
      return { tag: 'markdown', content: block.content }
    case 'panel':
      return { tag: 'collapsible_panel', expanded: false, header: { title: plainText(block.title, locale) }, elements: [{ tag: 'markdown', content: block.content }] }
    case 'rule':
      return { tag: 'hr' }
    case 'button':
      return renderButton(block.button, { ask: block.ask, part: 1, locale })
    case 'select': {
      const options = block.options.map(({ text, value }) => ({ text: plainText(text, locale), value }))
      return { tag: block.many ? 'multi_select_static' : 'select_static', name: block.name, placeholder: plainText(block.placeholder, locale), required: false, options }
    }
    case 'input':
      return { tag: 'input', name: block.name, input_type: 'multiline_text', rows: 2, max_length: INPUT_MAX, required: false, placeholder: plainText(block.placeholder, locale) }
    case 'check':
      return { tag: 'checker', name: block.name, checked: false, text: plainText(block.text, locale) }
  }
}

/** What a button carries: the ask, the card's position among those of the ask, and what to do. */
export interface Target {
  readonly ask: string
  readonly act: ActName
  readonly part: number
}

/** A target as a name, for clicks that bring nothing else. The first card has no number. */
function targetName({ act, ask, part }: Target): string {
  return part === 1 ? `${act}_${ask}` : `${act}~${part}_${ask}`
}

/** It is disputed which of `name`, `value` and `behaviors` survives a form's submit: each names the target. */
function renderButton({ act, text, style, confirm }: ButtonView, { ask, part, locale }: Pick<CardView, 'ask' | 'part' | 'locale'>): CardNode {
  const value = { ask, act, ...(part === 1 ? {} : { part: String(part) }) }
  return {
    tag: 'button',
    name: targetName({ act, ask, part }),
    text: plainText(text, locale),
    value,
    behaviors: [{ type: 'callback', value }],
    type: style,
    ...(confirm === undefined ? {} : { confirm: { title: plainText(confirm.title, locale), text: plainText(confirm.text, locale) } }),
  }
}

/** Words of others are the same in every language, and are escaped once. */
function emphasised(text: Phrase): Phrase {
  const { en, zh } = text
  return en === zh ? verbatim(strongMarkdown(en)) : mapPhrase(text, strongMarkdown)
}

function plainText(text: Phrase, locale: Locale): CardNode {
  return { tag: 'plain_text', ...content(text, locale) }
}

/** The platform shows each viewer the text of their own language, and `content` where it has none. */
function content(text: Phrase, locale: Locale): Readonly<Record<string, unknown>> {
  const fallback = text[locale]
  return text.en === text.zh || isEmptyPhrase(text) ? { content: fallback } : { content: fallback, i18n_content: { zh_cn: text.zh, en_us: text.en } }
}
