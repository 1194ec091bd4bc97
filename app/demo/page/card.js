/** A whole card: its header, its body and what its elements do. */
import { element } from './dom.js'
import { elementNode, fieldNames } from './elements.js'
import { markMissing, unmarkOnInput } from './fields.js'
import { contentOf, textNode } from './texts.js'

function headerNode(header, place) {
  const tags = header.text_tag_list ?? []
  return element('header', { class: `card-header template-${header.template ?? 'default'}`, 'data-template': header.template ?? 'default' },
    element('h2', {}, textNode(header.title, place),
      ...tags.map((tag) => element('span', { class: `tag tag-${tag.color ?? 'neutral'}`, 'data-tag': 'text_tag' }, contentOf(tag.text, place.locale)))),
    header.subtitle === undefined ? undefined : element('p', {}, textNode(header.subtitle, place)))
}

/** Keeps the card still while its answer is awaited. */
function setBusy(card, key, isBusy) {
  card.setAttribute('aria-busy', String(isBusy))
  for (const button of card.querySelectorAll('button.button')) {
    if (isBusy) button.dataset.wasDisabled = String(button.disabled)
    button.disabled = isBusy || button.dataset.wasDisabled === 'true'
    button.classList.toggle('loading', isBusy && (button.dataset.name ?? button.dataset.path) === key)
  }
}

/**
 * @param {object} message with a card
 * @param {object} context draft (kept until the card changes), locale, words, post(act) → reply, confirm(title, text) → yes or no, redraw()
 */
export function cardNode(message, { draft, locale, words, post, confirm, redraw }) {
  const { card, messageId } = message
  const node = element('article', { class: 'card', tabindex: -1, 'data-message-id': messageId, 'data-tag': 'card', 'aria-label': contentOf(card.header?.title, locale) || contentOf(card.config?.summary, locale) })
  const place = {
    messageId, draft, locale, words,
    onConfirm: confirm,
    onReset: () => {
      for (const key of Object.keys(draft)) delete draft[key]
      redraw()
    },
    async onAct({ element: key, submits, value }) {
      const focused = document.activeElement
      const formValue = submits && Object.fromEntries(fieldNames(submits).map((name) => [name, draft[name]]))
      setBusy(node, key, true)
      const reply = await post({ element: key, ...(formValue ? { formValue } : {}), ...(value === undefined ? {} : { value }) })
      setBusy(node, key, false)
      markMissing(node, reply?.fields ?? [])
      if (!reply?.fields?.length && node.contains(focused)) focused.focus()
    },
  }
  unmarkOnInput(node)
  if (card.header !== undefined) node.append(headerNode(card.header, place))
  node.append(element('div', { class: 'card-body' }, ...card.body.elements.map((child, index) => elementNode(child, { ...place, path: `body.elements.${index}` }))))
  return node
}
