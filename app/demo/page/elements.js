/** One card element as nodes, by its tag. */
import { element } from './dom.js'
import { checkerField, inputField, marks, multiSelectField, selectField } from './fields.js'
import { markdownNodes } from './markdown.js'
import { contentOf, textNode } from './texts.js'

function elementNodes(nodes, place, path) {
  return nodes.map((node, index) => elementNode(node, { ...place, path: `${path}.${index}` }))
}

function button(node, place) {
  const { locale, form, onAct, onConfirm } = place
  const type = String(node.type ?? 'default').replaceAll('_', '-')
  const press = async () => {
    if (node.confirm !== undefined) {
      const isSure = await onConfirm(contentOf(node.confirm.title, locale), contentOf(node.confirm.text, locale))
      if (!isSure) return
    }
    if (node.form_action_type === 'reset') place.onReset()
    else onAct({ element: node.name ?? place.path, ...(form && node.form_action_type === 'submit' ? { submits: form } : {}) })
  }
  return element('button', {
    type: 'button', class: `button button-${type}${node.width === 'fill' ? ' wide' : ''}`, ...marks(node, place), disabled: node.disabled === true,
    onclick: () => {
      press().catch(reportError)
    },
  }, contentOf(node.text, locale))
}

function cellText(value) {
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
}

function table(node) {
  return element('div', { class: 'table', tabindex: 0 }, element('table', {},
    element('thead', {}, element('tr', {}, ...node.columns.map((column) => element('th', { scope: 'col' }, column.display_name ?? column.name)))),
    element('tbody', {}, ...node.rows.map((row) => element('tr', {}, ...node.columns.map(({ name }) => element('td', {}, cellText(row[name]))))))))
}

function panel(node, place) {
  return element('details', { class: 'panel', open: node.expanded === true },
    element('summary', {}, textNode(node.header.title, place)),
    element('div', { class: 'panel-body' }, ...elementNodes(node.elements, place, `${place.path}.elements`)))
}

function columnSet(node, place) {
  return element('div', { class: `columns flex-${node.flex_mode ?? 'none'}` }, ...node.columns.map((column, index) => {
    const at = { ...place, path: `${place.path}.columns.${index}` }
    const grow = column.width === 'auto' ? 'auto' : Math.min(5, Math.max(1, Math.round(column.weight ?? 1)))
    return element('div', { class: `column grow-${grow}`, ...marks(column, at) }, ...elementNodes(column.elements, at, `${at.path}.elements`))
  }))
}

const MAKERS = {
  markdown: (node, place) => element('div', { class: 'markdown' }, ...markdownNodes(contentOf(node, place.locale), place.words)),
  div: (node, place) => element('div', { class: `text size-${node.text.text_size ?? 'normal'} ink-${node.text.text_color ?? 'default'}` }, textNode(node.text, place)),
  hr: () => element('hr'),
  form: (node, place) => element('div', { class: 'form', role: 'group' },
    ...elementNodes(node.elements, { ...place, form: node }, `${place.path}.elements`)),
  input: inputField,
  select_static: selectField,
  multi_select_static: multiSelectField,
  checker: checkerField,
  button,
  collapsible_panel: panel,
  column_set: columnSet,
  table,
}

/** Controls mark themselves; everything else is marked on its outermost node. */
const MARKED = new Set(['input', 'select_static', 'multi_select_static', 'checker', 'button'])

/**
 * @param {object} node the element's JSON
 * @param {object} place where it stands: messageId, path, form, draft, locale, words, and what to call on an act
 */
export function elementNode(node, place) {
  const made = MAKERS[node.tag](node, place)
  if (!MARKED.has(node.tag)) {
    for (const [name, value] of Object.entries(marks(node, place))) {
      if (value !== undefined) made.setAttribute(name, value)
    }
  }
  return made
}

/** The names of the fields inside a form. */
export function fieldNames(node) {
  const inside = [...(node.elements ?? []), ...(node.columns ?? [])]
  const own = MARKED.has(node.tag) && node.tag !== 'button' && node.name ? [node.name] : []
  return [...own, ...inside.flatMap(fieldNames)]
}
