/** The messages of one chat. A message is drawn anew only when it changed, and then forgets what was half filled in. */
import { byId, element } from './dom.js'
import { rowNode } from './message.js'

/** Messages within this time share one time line; in milliseconds. */
const SAME_MOMENT_MS = 5 * 60_000

/** @type {Map<string, { message: object, draft: object, row: HTMLElement }>} */
const drawn = new Map()

function timeLine(at, locale) {
  const format = new Intl.DateTimeFormat(locale === 'zh' ? 'zh-CN' : 'en-GB', { hour: '2-digit', minute: '2-digit' })
  return element('time', { class: 'time', datetime: new Date(at).toISOString() }, format.format(at))
}

function redraw(messageId, view) {
  const known = drawn.get(messageId)
  if (known === undefined) return
  const hadFocus = known.row.contains(document.activeElement)
  const row = drawRow(known.message, known.draft, view)
  known.row.replaceWith(row)
  known.row = row
  if (hadFocus) row.querySelector('.card')?.focus({ preventScroll: true })
}

function drawRow(message, draft, view) {
  return rowNode(message, draft, view, () => redraw(message.messageId, view))
}

/** Brings a message into view: its beginning when it is taller than the screen. */
function reveal(row) {
  const isTall = row.offsetHeight > byId('chat').clientHeight
  row.scrollIntoView({ block: isTall ? 'start' : 'end', behavior: 'instant' })
}

function newestRow(chat) {
  return chat.querySelector('.row:last-child')
}

/** Draws the whole chat; drafts of unchanged cards survive. */
export function drawChat(messages, view) {
  const chat = byId('chat')
  const newestBefore = newestRow(chat)?.dataset.row
  const { scrollTop } = chat
  const nodes = []
  let last = Number.NEGATIVE_INFINITY
  for (const message of messages) {
    if (message.createdAt - last > SAME_MOMENT_MS) nodes.push(timeLine(message.createdAt, view.locale))
    last = message.createdAt
    const known = drawn.get(message.messageId)
    const draft = known !== undefined && known.message.updatedAt === message.updatedAt ? known.draft : {}
    const row = drawRow(message, draft, view)
    drawn.set(message.messageId, { message, draft, row })
    nodes.push(row)
  }
  chat.replaceChildren(...(nodes.length > 0 ? nodes : [element('p', { class: 'empty' }, view.words.empty)]))
  const newest = newestRow(chat)
  if (newest?.dataset.row === newestBefore) chat.scrollTop = scrollTop
  else if (newest !== null) reveal(newest)
}

/** Adds a new message at the end. */
export function addMessage(message, view) {
  const chat = byId('chat')
  chat.querySelector('.empty')?.remove()
  const before = chat.lastElementChild?.dataset.row
  const previous = before === undefined ? undefined : drawn.get(before)
  if (previous === undefined || message.createdAt - previous.message.createdAt > SAME_MOMENT_MS) chat.append(timeLine(message.createdAt, view.locale))
  const draft = {}
  const row = drawRow(message, draft, view)
  row.classList.add('arrived')
  drawn.set(message.messageId, { message, draft, row })
  chat.append(row)
  reveal(row)
}

/** Shows a message as it is now. A changed card starts empty, as it does on a real phone. */
export function changeMessage(message, view) {
  const known = drawn.get(message.messageId)
  if (known === undefined) return
  const isSameCard = JSON.stringify(known.message.card) === JSON.stringify(message.card) && known.message.updatedAt === message.updatedAt
  known.message = message
  if (!isSameCard) known.draft = {}
  redraw(message.messageId, view)
  known.row.classList.add('changed')
}
