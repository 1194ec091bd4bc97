/** What lies beside the phone: whose hand, which language, which device, which faults, and the wire. */
import { byId, element } from './dom.js'

const VIEWS = ['phone', 'wide']
const LANGUAGES = [['zh', '中文'], ['en', 'English']]

function choice(attributes, label, isChosen, choose) {
  return element('button', { type: 'button', class: 'choice', 'aria-pressed': String(isChosen), onclick: choose, ...attributes }, label)
}

export function drawPeople({ people, personId, locale, view, words }, { onPerson, onLocale, onView }) {
  byId('holder-title').textContent = words.holderTitle
  byId('people').replaceChildren(...people.map(({ openId, name }) =>
    choice({ 'data-person': openId }, name, openId === personId, () => onPerson(openId))))
  byId('languages').setAttribute('aria-label', words.language)
  byId('languages').replaceChildren(...LANGUAGES.map(([key, name]) =>
    choice({ 'data-locale': key, lang: key }, name, key === locale, () => onLocale(key))))
  byId('views').setAttribute('aria-label', words.view)
  byId('views').replaceChildren(...VIEWS.map((key) =>
    choice({ 'data-view': key }, words.views[key], key === view, () => onView(key))))
}

/**
 * A fault that the transport of now can't suffer is disabled; while nothing listens, a link may be on its way back.
 * What is on can always be switched off.
 */
export function drawFaults({ faultNames, faultTransports, faults, transport, words }, onFault) {
  byId('faults-title').textContent = words.faultsTitle
  byId('lasting-label').textContent = words.lasting
  byId('faults').replaceChildren(...faultNames.map((name) => {
    const active = faults.find((fault) => fault.name === name)
    const { label, about } = words.faults[name]
    const only = faultTransports[name]
    const isIdle = active === undefined && only !== undefined && transport !== undefined && only !== transport
    return choice({
      'data-fault': name, disabled: isIdle, title: isIdle ? `${about} ${words.onlyOver[only]}` : about,
    }, `${label}${active?.times === undefined ? '' : ` ×${active.times}`}`, active !== undefined, () => onFault(name, active !== undefined, byId('lasting').checked))
  }))
}

function lineNode({ direction, isGood, method, path, result, detail }) {
  return element('li', { class: isGood ? undefined : 'bad', 'data-direction': direction },
    element('span', { class: 'arrow', 'aria-hidden': 'true' }, direction === 'in' ? '→' : '←'),
    element('span', { class: 'method' }, method),
    element('span', { class: 'path', title: path }, path.replace(/^\/open-apis/u, '')),
    element('span', { class: 'result' }, result),
    detail === undefined ? undefined : element('span', { class: 'detail' }, detail))
}

function wireNode(line, words) {
  const { kind, direction, path } = line
  if (kind === 'frame') return lineNode({ direction, isGood: true, method: 'WS', path: line.frame, result: words.bytes(line.bytes) })
  const { method, status, code, elapsedMs, credential } = line
  const isGood = status !== undefined && status < 300 && (code ?? 0) === 0
  const result = status === undefined ? '—' : code ? `${status} · ${code}` : String(status)
  return lineNode({ direction, isGood, method, path, result, detail: `${elapsedMs} ms · ${credential}` })
}

export function drawTransport({ transport, links, words }) {
  byId('transport').textContent = words.transport[transport ?? 'none'](links)
}

/** The newest line stands first. */
export function drawWire({ wire, words }) {
  byId('wire-title').textContent = words.wireTitle
  byId('wire').replaceChildren(...(wire.length > 0 ? wire.toReversed().map((line) => wireNode(line, words)) : [element('li', { class: 'none' }, words.wireEmpty)]))
}
