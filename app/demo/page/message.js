/** One message of a chat: who said it, what it answers, what it says and what can be done with it. */
import { cardNode } from './card.js'
import { element } from './dom.js'
import { contentOf } from './texts.js'

/** How many characters of a message stand for it where another quotes it. */
const SUMMARY_LENGTH = 60
/** A mention inside a text message. */
const MENTION = /<at user_id=["']?([\w-]+)["']?>([^<]*)<\/at>/gu

/** One line about a message. */
export function summaryOf(message, { locale, words }) {
  if (message.recalled) return words.recalled
  if (message.media !== undefined) return words.media[message.media.kind]
  const text = message.text ?? (contentOf(message.card?.config?.summary, locale) || contentOf(message.card?.header?.title, locale))
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  return line.length > SUMMARY_LENGTH ? `${line.slice(0, SUMMARY_LENGTH)}…` : line
}

/** The name of whoever said it. */
export function senderName({ senderId }, { people, botName }) {
  return senderId === undefined ? botName : (people.find(({ openId }) => openId === senderId)?.name ?? senderId)
}

/** Words with the mentions in them marked, as the phone shows the app's text messages. */
function wordNodes(text, words) {
  const nodes = []
  let end = 0
  for (const match of text.matchAll(MENTION)) {
    const [whole, who, name] = match
    nodes.push(text.slice(end, match.index), element('span', { class: 'mention' }, who === 'all' ? words.everyone : `@${name || who}`))
    end = match.index + whole.length
  }
  return [...nodes, text.slice(end)]
}

function contentNode(message, draft, view, redraw) {
  const { words } = view
  if (message.recalled) return element('p', { class: 'recalled' }, words.recalled)
  if (message.card !== undefined) return cardNode(message, { ...view, draft, post: (act) => view.post(message, act), redraw })
  switch (message.media?.kind) {
    case 'sticker':
      return element('img', { class: 'sticker', src: '/sticker.svg', alt: words.media.sticker, width: 96, height: 96 })
    case 'image':
      return element('img', { class: 'picture', src: '/picture.svg', alt: words.media.image, width: 160, height: 110 })
    default:
      return element('p', { class: 'bubble' }, ...(message.senderId === undefined ? wordNodes(message.text ?? '', words) : [message.text ?? '']))
  }
}

function quoteNode({ parentId }, view) {
  const quoted = parentId === undefined ? undefined : view.find(parentId)
  if (quoted === undefined) return undefined
  return element('p', { class: 'quoted', 'data-quotes': parentId }, view.words.replyTo(senderName(quoted, view), summaryOf(quoted, view)))
}

function actionNodes(message, { words, canSpeak, onQuote, onRecall }) {
  if (message.recalled) return undefined
  const action = (name, label, act) => element('button', { type: 'button', 'data-action': name, onclick: () => act(message) }, label)
  return element('div', { class: 'row-actions' },
    canSpeak ? action('quote', words.quote, onQuote) : undefined,
    action('recall', words.recall, onRecall))
}

function faceNode(message, view) {
  if (message.senderId === undefined) return element('img', { class: 'face', src: '/icon.svg', alt: '', width: 32, height: 32 })
  return element('span', { class: 'face initial', 'aria-hidden': 'true' }, [...senderName(message, view)][0] ?? '')
}

/**
 * @param {object} message
 * @param {object} draft what is half filled in on its card
 * @param {object} view locale, words, personId, people, botName, canSpeak, and what to call on acts
 * @param {() => void} redraw draws this message anew
 */
export function rowNode(message, draft, view, redraw) {
  const isMine = message.senderId === view.personId
  const isUrgent = message.buzzed.includes(view.personId) && !message.recalled
  return element('div', { class: `row${isMine ? ' mine' : ''}`, 'data-row': message.messageId, 'data-sender': message.senderId ?? 'bot' },
    faceNode(message, view),
    element('div', { class: 'said' },
      element('p', { class: 'sender' }, senderName(message, view)),
      quoteNode(message, view),
      contentNode(message, draft, view, redraw),
      isUrgent ? element('p', { class: 'buzzed' }, view.words.buzzed) : undefined,
      actionNodes(message, view)))
}
