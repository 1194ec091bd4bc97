/** Text nodes of a card, in the viewer's language. */
import { element } from './dom.js'
import { markdownNodes } from './markdown.js'

const KEYS = { zh: 'zh_cn', en: 'en_us' }

/** The words of a text, markdown or summary node. */
export function contentOf(node, locale) {
  return node?.i18n_content?.[KEYS[locale]] ?? node?.content ?? ''
}

/** Plain text keeps its line breaks and nothing else; `lark_md` may mark up. */
export function textNode(node, { locale, words }) {
  const content = contentOf(node, locale)
  if (node.tag === 'lark_md') return element('div', { class: 'markdown' }, ...markdownNodes(content, words))
  return element('span', { class: 'plain' }, content)
}
