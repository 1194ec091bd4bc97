/** What lies over the chat for a moment: toasts and the question "are you sure". */
import { byId, element } from './dom.js'

/** How long a toast stays, in milliseconds. */
const TOAST_MS = 4500

/** @param {'info' | 'success' | 'error' | 'warning'} type */
export function showToast(type, text) {
  const toast = element('p', { class: `toast toast-${type}`, 'data-toast': type }, element('span', { class: 'toast-icon', 'aria-hidden': 'true' }), element('span', {}, text))
  byId('toasts').append(toast)
  setTimeout(() => toast.remove(), TOAST_MS)
}

/** Tells a screen reader what changed without being shown. */
export function announce(text) {
  byId('news').textContent = text
}

/** Asks in a dialog of the page; Escape means no. The focus goes back to where it was. */
export function askConfirm(title, text, words) {
  const dialog = byId('confirm')
  byId('confirm-title').textContent = title
  byId('confirm-text').textContent = text
  byId('confirm-yes').textContent = words.confirm
  byId('confirm-no').textContent = words.cancel
  return new Promise((resolve) => {
    dialog.returnValue = ''
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true })
    dialog.showModal()
    const phone = byId('phone').getBoundingClientRect()
    // A modal dialog is placed in the window; this one belongs to the phone.
    dialog.style.marginLeft = `${phone.left + (phone.width - dialog.offsetWidth) / 2}px`
  })
}

byId('confirm-yes').addEventListener('click', () => byId('confirm').close('yes'))
byId('confirm-no').addEventListener('click', () => byId('confirm').close(''))
