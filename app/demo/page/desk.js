/** What lies beside the phone: whose hand, which language, which faults, and the wire. */
import { byId, element } from './dom.js'

const LANGUAGES = [['zh', '中文'], ['en', 'English']]

function choice(attributes, label, isChosen, choose) {
  return element('button', { type: 'button', class: 'choice', 'aria-pressed': String(isChosen), onclick: choose, ...attributes }, label)
}

export function drawPeople({ people, personId, locale, words }, { onPerson, onLocale }) {
  byId('holder-title').textContent = words.holderTitle
  byId('people').replaceChildren(...people.map(({ openId, name }) =>
    choice({ 'data-person': openId }, name, openId === personId, () => onPerson(openId))))
  byId('languages').setAttribute('aria-label', words.language)
  byId('languages').replaceChildren(...LANGUAGES.map(([key, name]) =>
    choice({ 'data-locale': key, lang: key }, name, key === locale, () => onLocale(key))))
}

export function drawFaults({ faultNames, faults, words }, onFault) {
  byId('faults-title').textContent = words.faultsTitle
  byId('lasting-label').textContent = words.lasting
  byId('faults').replaceChildren(...faultNames.map((name) => {
    const active = faults.find((fault) => fault.name === name)
    const label = `${words.faults[name] ?? name}${active?.times === undefined ? '' : ` ×${active.times}`}`
    return choice({ 'data-fault': name }, label, active !== undefined, () => onFault(name, active !== undefined, byId('lasting').checked))
  }))
}

function wireNode({ direction, method, path, status, code, elapsedMs, credential }) {
  const isGood = status !== undefined && status < 300 && (code ?? 0) === 0
  const result = status === undefined ? '—' : code ? `${status} · ${code}` : String(status)
  return element('li', { class: isGood ? undefined : 'bad', 'data-direction': direction },
    element('span', { class: 'arrow', 'aria-hidden': 'true' }, direction === 'in' ? '→' : '←'),
    element('span', { class: 'method' }, method),
    element('span', { class: 'path', title: path }, path.replace(/^\/open-apis/u, '')),
    element('span', { class: 'result' }, result),
    element('span', { class: 'detail' }, `${elapsedMs} ms · ${credential}`))
}

/** The newest line stands first. */
export function drawWire({ wire, words }) {
  byId('wire-title').textContent = words.wireTitle
  byId('wire').replaceChildren(...(wire.length > 0 ? wire.toReversed().map(wireNode) : [element('li', { class: 'none' }, words.wireEmpty)]))
}
