/** The phone's page: keeps the state that the simulator tells, and draws it. */
import { addMessage, changeMessage, drawChat, summaryOf } from './chat.js'
import { drawFaults, drawPeople, drawWire } from './desk.js'
import { byId, element } from './dom.js'
import { announce, askConfirm, showToast } from './overlay.js'
import { clearFault, openEvents, postAct, setFault } from './wire.js'
import { wordsOf } from './words.js'

const MAX_WIRE_LINES = 200
const SLOW_MS = 2000

const asked = new URLSearchParams(location.search)
const state = { botName: '', people: [], chats: [], messages: [], faultNames: [], faults: [], wire: [], personId: asked.get('person'), chatId: undefined, locale: undefined }

const words = () => wordsOf(state.locale)
const view = () => ({ locale: state.locale, words: words(), post, confirm: (title, text) => askConfirm(title, text, words()) })
const shown = () => state.messages.filter(({ chatId }) => chatId === state.chatId)

/** Does an act for the person who holds the phone; toasts come as events, codes of the phone from here. */
async function post({ messageId }, act) {
  try {
    const reply = await postAct({ messageId, personId: state.personId, locale: state.locale, ...act })
    if (reply.phoneCode !== undefined) showToast('error', words().failed(reply.phoneCode))
    return reply
  } catch {
    // The simulator is gone or knows the card no more; the chat itself shows which.
    showToast('error', words().unreachable)
    return undefined
  }
}

function readLocale(people) {
  const wanted = asked.get('lang')
  if (wanted === 'zh' || wanted === 'en') return wanted
  return people.find(({ openId }) => openId === state.personId)?.locale ?? 'zh'
}

function drawHead() {
  const person = state.people.find(({ openId }) => openId === state.personId)
  const chat = state.chats.find(({ chatId }) => chatId === state.chatId)
  const isMember = chat === undefined || chat.members.includes(state.personId)
  document.documentElement.lang = state.locale === 'zh' ? 'zh-CN' : 'en'
  document.title = state.botName
  byId('bot-name').textContent = state.botName
  byId('bot-badge').textContent = words().bot
  byId('holder').textContent = (isMember ? words().holds : words().borrowed)(person?.name ?? '')
  byId('holder').classList.toggle('borrowed', !isMember)
  byId('offline').textContent = words().offline
  byId('chat').setAttribute('aria-label', state.botName)
}

/** Chats that have messages; a single one needs no switch. */
function drawChats() {
  const open = state.chats.filter(({ chatId }) => state.messages.some((message) => message.chatId === chatId))
  if (!open.some(({ chatId }) => chatId === state.chatId)) {
    state.chatId = (open.find(({ members }) => members.includes(state.personId)) ?? open[0])?.chatId
  }
  byId('chats').hidden = open.length < 2
  byId('chats').setAttribute('aria-label', words().chats)
  byId('chats').replaceChildren(...open.map(({ chatId, name }) => element('button', {
    type: 'button', class: 'choice', 'data-chat': chatId, 'aria-pressed': String(chatId === state.chatId),
    onclick: () => {
      state.chatId = chatId
      drawAll()
    },
  }, name)))
}

function drawDesk() {
  drawPeople({ ...state, words: words() }, {
    onPerson(personId) {
      state.personId = personId
      const own = state.chats.filter(({ members }) => members.includes(personId)).map(({ chatId }) => chatId)
      state.chatId = state.messages.findLast(({ chatId }) => own.includes(chatId))?.chatId ?? state.chatId
      redrawKeepingFocus()
    },
    onLocale(locale) {
      state.locale = locale
      redrawKeepingFocus()
    },
  })
  drawFaults({ ...state, words: words() }, async (name, isOn, isLasting) => {
    try {
      await (isOn ? clearFault(name) : setFault({ name, ...(isLasting ? {} : { times: 1 }), ...(name === 'slow' ? { ms: SLOW_MS } : {}) }))
    } catch {
      // The lost connection is shown above the chat.
    }
  })
  drawWire({ ...state, words: words() })
}

function drawAll() {
  drawChats()
  drawHead()
  drawDesk()
  drawChat(shown(), view())
}

/** The desk's buttons are made anew: the one that was pressed gets its focus back. */
function keepFocus(draw) {
  const { person, locale, fault, chat } = document.activeElement?.dataset ?? {}
  draw()
  const [name, value] = Object.entries({ person, locale, fault, chat }).find(([, one]) => one !== undefined) ?? []
  if (name !== undefined) document.querySelector(`button[data-${name}="${CSS.escape(value)}"]`)?.focus()
}

const redrawKeepingFocus = () => keepFocus(drawAll)

function storeMessage(message) {
  const index = state.messages.findIndex(({ messageId }) => messageId === message.messageId)
  if (index < 0) state.messages.push(message)
  else state.messages[index] = message
}

function messageHappened({ kind, message }) {
  storeMessage(message)
  if (kind === 'message-sent') {
    const before = state.chatId
    drawChats()
    drawHead()
    if (before !== state.chatId) drawChat(shown(), view())
    else if (message.chatId === state.chatId) addMessage(message, view())
    return
  }
  if (message.chatId !== state.chatId) return
  changeMessage(message, view())
  if (kind !== 'person-buzzed') announce(`${words().updated}: ${summaryOf(message, state.locale)}`)
}

function happened(event) {
  switch (event.kind) {
    case 'message-sent':
    case 'message-patched':
    case 'message-recalled':
    case 'card-replaced':
    case 'person-buzzed':
      return messageHappened(event)
    case 'toast-shown':
      return event.personId === state.personId ? showToast(event.toast.type, event.toast.text) : undefined
    case 'wire':
      state.wire = [...state.wire, event.line].slice(-MAX_WIRE_LINES)
      return drawWire({ ...state, words: words() })
    case 'faults-changed':
      state.faults = event.faults
      return keepFocus(drawDesk)
    default:
      return undefined
  }
}

openEvents({
  onState(told) {
    Object.assign(state, told)
    if (!state.people.some(({ openId }) => openId === state.personId)) state.personId = state.people[0]?.openId
    state.locale ??= readLocale(state.people)
    drawAll()
    document.body.dataset.ready = 'true'
  },
  onEvent: happened,
  onConnection(isOpen) {
    byId('offline').hidden = isOpen
  },
})
