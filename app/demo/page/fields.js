/** The elements that a person operates. Each keeps its value in the message's draft, so that only a new card resets it. */
import { element } from './dom.js'
import { contentOf } from './texts.js'

/** What every element of a card carries, for tests and for styles. */
export function marks(node, { messageId, path }) {
  return { 'data-message-id': messageId, 'data-tag': node.tag, 'data-name': node.name, 'data-path': path }
}

function keyOf(node, { path }) {
  return node.name ?? path
}

/** Reads and writes one field of the draft. Outside a form each change is an act of its own. */
function draftField(node, place, initial) {
  const key = keyOf(node, place)
  place.draft[key] ??= initial
  return {
    get: () => place.draft[key],
    set(value) {
      place.draft[key] = value
    },
    commit(value) {
      place.draft[key] = value
      if (!place.form) place.onAct({ element: key, value })
    },
  }
}

function requiredMark(node, words) {
  return node.required === true ? element('span', { class: 'required', title: words.requiredMark, 'aria-hidden': 'true' }, '*') : undefined
}

/** A label, the control and room for what is missing. */
function framed(node, place, control, labelText) {
  const { words, locale } = place
  const label = node.label === undefined ? undefined : contentOf(node.label, locale)
  if (label === undefined) control.setAttribute('aria-label', labelText)
  return element('div', { class: 'field', 'data-field': keyOf(node, place) },
    label === undefined
      ? element('span', { class: 'field-mark' }, requiredMark(node, words))
      : element('label', { class: 'field-label', for: control.id }, label, requiredMark(node, words)),
    control,
    element('p', { class: 'missing', hidden: true, id: `${control.id}-missing` }, words.required))
}

let serial = 0
const nextId = () => `field-${(serial += 1)}`

export function inputField(node, place) {
  const field = draftField(node, place, node.default_value ?? '')
  const isLong = node.input_type === 'multiline_text'
  const placeholder = contentOf(node.placeholder, place.locale)
  const control = element(isLong ? 'textarea' : 'input', {
    id: nextId(), class: 'control', ...marks(node, place), maxlength: node.max_length ?? 1000, placeholder,
    ...(isLong ? { rows: node.rows ?? 2 } : { type: node.input_type === 'password' ? 'password' : 'text' }),
    disabled: node.disabled === true, 'aria-required': node.required === true,
    oninput: () => field.set(control.value),
    onchange: () => field.commit(control.value),
  })
  control.value = field.get()
  return framed(node, place, control, placeholder || node.name || node.tag)
}

export function selectField(node, place) {
  const { locale, words } = place
  const field = draftField(node, place, node.initial_option ?? node.options[(node.initial_index ?? 0) - 1]?.value ?? '')
  const placeholder = contentOf(node.placeholder, locale) || words.choose
  const control = element('select', {
    id: nextId(), class: 'control', ...marks(node, place), disabled: node.disabled === true, 'aria-required': node.required === true,
    onchange: () => {
      control.classList.toggle('unset', control.value === '')
      field.commit(control.value)
    },
  }, element('option', { value: '' }, placeholder), ...node.options.map(({ text, value }) => element('option', { value }, contentOf(text, locale))))
  control.value = field.get()
  control.classList.toggle('unset', control.value === '')
  return framed(node, place, control, placeholder)
}

/** On a phone a multiple choice reads best as a list of boxes. */
export function multiSelectField(node, place) {
  const { locale, words } = place
  const field = draftField(node, place, node.selected_values ?? [])
  const placeholder = contentOf(node.placeholder, locale) || words.choose
  const box = ({ text, value }) => {
    const input = element('input', {
      type: 'checkbox', value, disabled: node.disabled === true, checked: field.get().includes(value),
      onchange: () => {
        const chosen = new Set(field.get())
        if (input.checked) chosen.add(value)
        else chosen.delete(value)
        field.commit(node.options.map((option) => option.value).filter((one) => chosen.has(one)))
      },
    })
    return element('label', { class: 'box' }, input, element('span', {}, contentOf(text, locale)))
  }
  const id = nextId()
  return element('fieldset', { id, class: 'field boxes', ...marks(node, place), 'data-field': keyOf(node, place) },
    element('legend', {}, placeholder, requiredMark(node, words)),
    ...node.options.map(box),
    element('p', { class: 'missing', hidden: true, id: `${id}-missing` }, words.required))
}

export function checkerField(node, place) {
  const field = draftField(node, place, node.checked === true)
  const input = element('input', {
    type: 'checkbox', ...marks(node, place), checked: field.get(), disabled: node.disabled === true,
    onchange: () => field.commit(input.checked),
  })
  return element('label', { class: 'box checker', 'data-field': keyOf(node, place) }, input, element('span', {}, contentOf(node.text, place.locale)))
}

function markField(field, isMissing) {
  const note = field.querySelector('.missing')
  field.classList.toggle('is-missing', isMissing)
  if (note !== null) note.hidden = !isMissing
  for (const control of field.querySelectorAll('.control, input')) {
    if (isMissing) control.setAttribute('aria-invalid', 'true')
    else control.removeAttribute('aria-invalid')
    if (isMissing && note !== null) control.setAttribute('aria-describedby', note.id)
    else control.removeAttribute('aria-describedby')
  }
}

/** Marks the fields that keep a form on the phone, and goes to the first of them. */
export function markMissing(card, names) {
  for (const field of card.querySelectorAll('[data-field]')) markField(field, names.includes(field.dataset.field))
  card.querySelector('.is-missing :is(.control, input)')?.focus()
}

/** Takes the mark off a field as soon as somebody works on it. */
export function unmarkOnInput(card) {
  card.addEventListener('input', ({ target }) => {
    const field = target.closest('[data-field]')
    if (field !== null) markField(field, false)
  })
}
