/** The inline part of the phone's markdown, as nodes. */
import { element } from './dom.js'
import { decodeEntities } from './entities.js'

const FONT_COLOURS = new Set(['red', 'green', 'blue', 'grey', 'orange', 'purple', 'violet', 'yellow', 'turquoise', 'carmine', 'indigo', 'wathet'])

/** Each rule: what it looks like before references are decoded, and what it becomes. */
const RULES = [
  { look: /`([^`\n]+)`/u, make: ([, code]) => element('code', {}, decodeEntities(code)) },
  { look: /\*\*([^\n]+?)\*\*/u, make: ([, text], words) => element('strong', {}, ...inlineNodes(text, words)) },
  { look: /~~([^\n]+?)~~/u, make: ([, text], words) => element('s', {}, ...inlineNodes(text, words)) },
  { look: /\*([^*\n]+)\*/u, make: ([, text], words) => element('em', {}, ...inlineNodes(text, words)) },
  { look: /\[([^\]\n]*)\]\(([^)\s]+)\)/u, make: ([, text, target], words) => linkNode(text, decodeEntities(target), words) },
  { look: /<at id=["']?([\w-]+)["']?\s*><\/at>/u, make: ([, who], words) => element('span', { class: 'mention' }, who === 'all' ? words.everyone : `@${who}`) },
  {
    look: /<font color=["']?([\w-]+)["']?\s*>([\s\S]*?)<\/font>/u,
    make: ([, colour, text], words) => element('span', { class: FONT_COLOURS.has(colour) ? `ink-${colour}` : undefined }, ...inlineNodes(text, words)),
  },
  { look: /<br\s*\/?>|\n/u, make: () => element('br') },
]

/** Only web addresses become links. */
function linkNode(text, target, words) {
  const nodes = inlineNodes(text, words)
  if (!/^https?:\/\//u.test(target)) return element('span', {}, ...nodes)
  return element('a', { href: target, target: '_blank', rel: 'noopener noreferrer' }, ...nodes)
}

/** The first rule that matches earliest. */
function nextMatch(text) {
  let best
  for (const { look, make } of RULES) {
    const match = look.exec(text)
    if (match !== null && (best === undefined || match.index < best.match.index)) best = { match, make }
  }
  return best
}

/** @returns {(Node | string)[]} */
export function inlineNodes(text, words) {
  const nodes = []
  let rest = text
  for (let next = nextMatch(rest); next !== undefined; next = nextMatch(rest)) {
    const { match, make } = next
    if (match.index > 0) nodes.push(decodeEntities(rest.slice(0, match.index)))
    nodes.push(make(match, words))
    rest = rest.slice(match.index + match[0].length)
  }
  if (rest !== '') nodes.push(decodeEntities(rest))
  return nodes
}
