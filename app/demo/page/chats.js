/** The list of chats: chips above the chat on a phone, a column beside it on a desktop. */
import { byId, element } from './dom.js'
import { summaryOf } from './message.js'

/** Chats with messages. */
export function livelyChats({ chats, messages }) {
  return chats.filter(({ chatId }) => messages.some((message) => message.chatId === chatId))
}

/** The chat to show: the one on show while it has messages, else one that the person is in. */
export function chosenChat(state) {
  const lively = livelyChats(state)
  if (lively.some(({ chatId }) => chatId === state.chatId)) return state.chatId
  return (lively.find(({ members }) => members.includes(state.personId)) ?? lively[0])?.chatId
}

/** A private chat is named after who is at its other end: the bot. Somebody else's says whose it is as well. */
function nameOf({ name, members }, { botName, personId }) {
  if (members.length > 1) return name
  return members.includes(personId) ? botName : `${botName} · ${name}`
}

/** A single chat needs no switch, but for the column of the desktop. */
export function drawChats(state, view, onChat) {
  const lively = livelyChats(state)
  const lastWords = (chatId) => summaryOf(state.messages.findLast((message) => message.chatId === chatId), view)
  const list = byId('chats')
  list.hidden = lively.length < 2 && state.view === 'phone'
  list.setAttribute('aria-label', view.words.chats)
  list.replaceChildren(...lively.map((chat) => element('button', {
    type: 'button', class: 'choice', 'data-chat': chat.chatId, 'aria-pressed': String(chat.chatId === state.chatId), onclick: () => onChat(chat.chatId),
  }, element('span', { class: 'chat-name' }, nameOf(chat, view)), state.view === 'wide' ? element('span', { class: 'chat-news' }, lastWords(chat.chatId)) : undefined)))
}
