/** The phone's page: keeps the state that the simulator tells, and draws it. */
import { addMessage, changeMessage, drawChat } from './chat.js'
import { chosenChat, drawChats } from './chats.js'
import { drawComposer, openComposer, quote, stopQuoting } from './composer.js'
import { drawFaults, drawPeople, drawTransport, drawWire } from './desk.js'
import { byId } from './dom.js'
import { summaryOf } from './message.js'
import { announce, askConfirm, showToast } from './overlay.js'
import { clearFault, openEvents, postAct, postSaying, recall, setFault } from './wire.js'
import { wordsOf } from './words.js'

const MAX_WIRE_LINES = 200
const SLOW_MS = 2000

const asked = new URLSearchParams(location.search)
const state = {
  botName: '', people: [], chats: [], messages: [], faultNames: [], faultTransports: {}, faults: [], wire: [], transport: undefined, links: 0,
  personId: asked.get('person'), chatId: undefined, locale: undefined, view: asked.get('view') === 'wide' ? 'wide' : 'phone',
}

const words = () => wordsOf(state.locale)
const chat = () => state.chats.find(({ chatId }) => chatId === state.chatId)
/** Without a chat on show the person writes into their own. */
const isMember = () => chat()?.members.includes(state.personId) ?? true

/** What the parts of the chat need to know, and what they call. */
const view = () => ({
  locale: state.locale,
  words: words(),
  personId: state.personId,
  people: state.people,
  botName: state.botName,
  isGroup: (chat()?.members.length ?? 1) > 1,
  canSpeak: isMember(),
  find: (messageId) => state.messages.find((message) => message.messageId === messageId),
  post,
  confirm: (title, text) => askConfirm(title, text, words()),
  onQuote: (message) => quote(message, view()),
  onRecall: ({ messageId }) => reaching(recall(messageId)),
})
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

/** Whether it got through to the simulator; the phone says so when it didn't. */
async function reaching(request) {
  try {
    await request
    return true
  } catch {
    // The simulator is gone or refuses; the chat itself shows which.
    showToast('error', words().unreachable)
    return false
  }
}

/** Somebody else's chat can't be written into: the words go to the person's own. */
function say(content, quotes) {
  const where = state.chatId !== undefined && isMember() ? { chatId: state.chatId, ...(quotes === undefined ? {} : { quotes }) } : {}
  return reaching(postSaying({ personId: state.personId, ...where, ...content }))
}

function readLocale(people) {
  const wanted = asked.get('lang')
  if (wanted === 'zh' || wanted === 'en') return wanted
  return people.find(({ openId }) => openId === state.personId)?.locale ?? 'zh'
}

function drawHead() {
  const person = state.people.find(({ openId }) => openId === state.personId)
  document.documentElement.lang = state.locale === 'zh' ? 'zh-CN' : 'en'
  document.title = state.botName
  byId('bot-name').textContent = view().isGroup ? chat().name : state.botName
  byId('bot-badge').hidden = view().isGroup
  byId('bot-badge').textContent = words().bot
  byId('holder').textContent = (isMember() ? words().holds : words().borrowed)(person?.name ?? '')
  byId('holder').classList.toggle('borrowed', !isMember())
  byId('offline').textContent = words().offline
  byId('chat').setAttribute('aria-label', state.botName)
}

function drawList() {
  state.chatId = chosenChat(state)
  drawChats(state, view(), openChat)
}

function openChat(chatId) {
  state.chatId = chatId
  stopQuoting()
  drawAll()
}

function drawDesk() {
  drawPeople({ ...state, words: words() }, {
    onPerson(personId) {
      state.personId = personId
      const own = state.chats.filter(({ members }) => members.includes(personId)).map(({ chatId }) => chatId)
      state.chatId = state.messages.findLast(({ chatId }) => own.includes(chatId))?.chatId ?? state.chatId
      stopQuoting()
      redrawKeepingFocus()
    },
    onLocale(locale) {
      state.locale = locale
      redrawKeepingFocus()
    },
    onView(chosen) {
      state.view = chosen
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
  drawTransport({ ...state, words: words() })
  drawWire({ ...state, words: words() })
}

function drawAll() {
  document.body.dataset.view = state.view
  drawList()
  drawHead()
  drawDesk()
  drawChat(shown(), view())
  drawComposer(view())
}

/** The desk's buttons are made anew: the one that was pressed gets its focus back. */
function keepFocus(draw) {
  const { dataset = {} } = document.activeElement?.closest('button.choice') ?? {}
  draw()
  const [name, value] = Object.entries(dataset)[0] ?? []
  if (name !== undefined) document.querySelector(`button[data-${name}="${CSS.escape(value)}"]`)?.focus()
}

const redrawKeepingFocus = () => keepFocus(drawAll)

function storeMessage(message) {
  const index = state.messages.findIndex(({ messageId }) => messageId === message.messageId)
  if (index < 0) state.messages.push(message)
  else state.messages[index] = message
}

/** A message that is new in its chat. The person's own opens the chat that it went to. */
function messageArrived(message) {
  storeMessage(message)
  const before = state.chatId
  if (message.senderId === state.personId) state.chatId = message.chatId
  keepFocus(drawList)
  drawHead()
  if (before !== state.chatId) drawChat(shown(), view())
  else if (message.chatId === state.chatId) addMessage(message, view())
  drawComposer(view())
}

function messageChanged({ kind, message, personId }) {
  storeMessage(message)
  keepFocus(drawList)
  if (kind === 'person-buzzed' && personId === state.personId) showToast('urgent', `${words().buzzed} · ${summaryOf(message, view())}`)
  if (message.chatId !== state.chatId) return
  changeMessage(message, view())
  drawComposer(view())
  if (kind !== 'person-buzzed') announce(`${words().updated}: ${summaryOf(message, view())}`)
}

function happened(event) {
  switch (event.kind) {
    case 'message-sent':
    case 'message-said':
      return messageArrived(event.message)
    case 'message-patched':
    case 'message-recalled':
    case 'card-replaced':
    case 'person-buzzed':
      return messageChanged(event)
    case 'toast-shown':
      return event.personId === state.personId ? showToast(event.toast.type, event.toast.text) : undefined
    case 'wire':
      state.wire = [...state.wire, event.line].slice(-MAX_WIRE_LINES)
      return drawWire({ ...state, words: words() })
    case 'transport-changed':
      state.transport = event.transport
      state.links = event.links
      return keepFocus(drawDesk)
    case 'faults-changed':
      state.faults = event.faults
      return keepFocus(drawDesk)
    default:
      return undefined
  }
}

openComposer(say)
openEvents({
  onState(told) {
    Object.assign(state, { transport: undefined }, told)
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
