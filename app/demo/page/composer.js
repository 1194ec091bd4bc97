/** The line at the bottom of the chat: words or a sticker, as an answer to a message or to none. */
import { byId } from './dom.js'
import { senderName, summaryOf } from './message.js'

/** The one sticker of this phone. */
const STICKER = 'sticker_smile'
/** The line grows with its words up to this height, in pixels. */
const MAX_HEIGHT = 120

/** The message that the next one will quote. */
let quoted

function fitHeight() {
  const line = byId('line')
  line.style.height = 'auto'
  line.style.height = `${Math.min(line.scrollHeight + 2, MAX_HEIGHT)}px`
}

/** Also on the way to another chat, where the message isn't. */
export function stopQuoting() {
  quoted = undefined
  byId('quoting').hidden = true
}

/** The next message quotes this one. In a group the bot hears only who names it, so its name is put in front. */
export function quote(message, view) {
  quoted = message
  const line = byId('line')
  const name = `@${view.botName} `
  if (view.isGroup && message.senderId === undefined && !line.value.startsWith(name)) line.value = `${name}${line.value}`
  drawComposer(view)
  fitHeight()
  line.focus()
}

/** Draws the labels anew; what has been typed stays. */
export function drawComposer(view) {
  const { words, botName, isGroup } = view
  byId('line').setAttribute('placeholder', isGroup ? words.lineInGroup(botName) : words.line)
  byId('line').setAttribute('aria-label', words.line)
  byId('sticker').setAttribute('aria-label', words.media.sticker)
  byId('send').textContent = words.send
  byId('quoting-stop').setAttribute('aria-label', words.cancel)
  if (quoted !== undefined && view.find(quoted.messageId)?.recalled !== false) stopQuoting()
  byId('quoting').hidden = quoted === undefined
  if (quoted !== undefined) byId('quoting-text').textContent = words.replyTo(senderName(quoted, view), summaryOf(quoted, view))
}

/** @param {(content: { text: string } | { sticker: string }, quotes: string | undefined) => Promise<boolean>} say whether it was said */
export function openComposer(say) {
  const line = byId('line')
  const send = async (content) => {
    const wasSaid = await say(content, quoted?.messageId)
    if (wasSaid) stopQuoting()
    return wasSaid
  }
  const sendLine = async () => {
    const text = line.value
    if (text.trim() === '' || !(await send({ text }))) return
    line.value = ''
    fitHeight()
  }
  line.addEventListener('input', fitHeight)
  line.addEventListener('keydown', (event) => {
    // While an input method composes, Enter picks a word.
    if (event.key === 'Escape' && quoted !== undefined) stopQuoting()
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    sendLine().catch(reportError)
  })
  byId('composer').addEventListener('submit', (event) => {
    event.preventDefault()
    sendLine().catch(reportError)
  })
  byId('sticker').addEventListener('click', () => {
    send({ sticker: STICKER }).catch(reportError)
  })
  byId('quoting-stop').addEventListener('click', () => {
    stopQuoting()
    line.focus()
  })
}
