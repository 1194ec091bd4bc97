/** The page's line to the simulator. */

/**
 * Live events. The whole state comes first, and again after each reconnect.
 * @param {{ onState: (state: object) => void, onEvent: (event: object) => void, onConnection: (isOpen: boolean) => void }} listener
 */
export function openEvents({ onState, onEvent, onConnection }) {
  const source = new EventSource('/events')
  source.addEventListener('state', ({ data }) => {
    onConnection(true)
    onState(JSON.parse(data))
  })
  source.addEventListener('happened', ({ data }) => onEvent(JSON.parse(data)))
  source.addEventListener('error', () => {
    onConnection(false)
    // A browser gives up for good after some answers; the page doesn't.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => openEvents({ onState, onEvent, onConnection }), 1000)
  })
}

async function call(method, path, body) {
  const init = body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(path, init)
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
  return response.json()
}

export const postAct = (act) => call('POST', '/sim/act', act)
export const postSaying = (saying) => call('POST', '/sim/say', saying)
export const recall = (messageId) => call('DELETE', `/sim/messages/${encodeURIComponent(messageId)}`)
export const setFault = (fault) => call('POST', '/sim/faults', fault)
export const clearFault = (name) => call('DELETE', `/sim/faults/${encodeURIComponent(name)}`)
