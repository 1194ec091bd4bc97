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

/** Asks in a dialog of the page; Escape means no. The focus goes back to where it was. */
export function askConfirm(title, text, words) {
  const dialog = byId('confirm')
  byId('confirm-title').textContent = title
  byId('confirm-text').textContent = text
  byId('confirm-yes').textContent = words.confirm
  byId('confirm-no').textContent = words.cancel
  return new Promise((resolve) => {
    dialog.returnValue = ''
    byId('confirm-yes').onclick = () => dialog.close('yes')
    byId('confirm-no').onclick = () => dialog.close('')
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true })
    dialog.showModal()
  })
}
