/** The phone's markdown as nodes: headings, lists, quotes, code, tables, rules and paragraphs. */
import { element } from './dom.js'
import { decodeEntities } from './entities.js'
import { inlineNodes } from './inline.js'

const FENCE = /^\s*```/u
const HEADING = /^(#{1,6})\s+(.*)$/u
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/u
const ITEM = /^(\s*)(?:([-*+])|(\d{1,9})[.)])\s+(.*)$/u
const QUOTE = /^>\s?(.*)$/u
const TABLE_LINE = /^\s*\|?.*\|.*$/u
const TABLE_DASHES = /^[\s|:-]*-[\s|:-]*$/u

/** Takes the leading lines that fit. */
function takeWhile(lines, fits) {
  const taken = []
  while (lines.length > 0 && fits(lines[0])) taken.push(lines.shift())
  return taken
}

function codeBlock(lines) {
  lines.shift()
  const code = takeWhile(lines, (line) => !FENCE.test(line))
  lines.shift()
  return element('pre', { tabindex: 0 }, element('code', {}, decodeEntities(code.join('\n'))))
}

/** A list with what is indented below its items. */
function list(lines, words) {
  const [, indent, bullet, number] = ITEM.exec(lines[0])
  const node = element(bullet === undefined ? 'ol' : 'ul', bullet === undefined && number !== '1' ? { start: number } : {})
  while (lines.length > 0) {
    const match = ITEM.exec(lines[0])
    if (match === null || match[1].length < indent.length) break
    if (match[1].length > indent.length && node.lastElementChild !== null) {
      node.lastElementChild.append(list(lines, words))
      continue
    }
    if ((match[2] === undefined) !== (bullet === undefined)) break
    lines.shift()
    node.append(element('li', {}, ...inlineNodes(match[4], words)))
  }
  return node
}

function cells(line) {
  return line.trim().replace(/^\||\|$/gu, '').split('|').map((cell) => cell.trim())
}

function table(lines, words) {
  const head = cells(lines.shift())
  lines.shift()
  const rows = takeWhile(lines, (line) => TABLE_LINE.test(line)).map(cells)
  const row = (tag, texts) => element('tr', {}, ...texts.map((text) => element(tag, tag === 'th' ? { scope: 'col' } : {}, ...inlineNodes(text, words))))
  return element('div', { class: 'table', tabindex: 0 }, element('table', {},
    element('thead', {}, row('th', head)), element('tbody', {}, ...rows.map((texts) => row('td', texts)))))
}

function startsTable(lines) {
  return lines.length > 1 && TABLE_LINE.test(lines[0]) && lines[1].includes('|') && TABLE_DASHES.test(lines[1])
}

function startsBlock(line) {
  return FENCE.test(line) || HEADING.test(line) || RULE.test(line) || ITEM.test(line) || QUOTE.test(line) || line.trim() === ''
}

/** Takes one block off the lines. */
function block(lines, words) {
  const line = lines[0]
  if (FENCE.test(line)) return codeBlock(lines)
  if (startsTable(lines)) return table(lines, words)
  if (ITEM.test(line)) return list(lines, words)
  const heading = HEADING.exec(line)
  if (heading !== null) {
    lines.shift()
    return element('p', { class: `heading heading-${heading[1].length}`, role: 'heading', 'aria-level': Math.min(6, heading[1].length + 2) }, ...inlineNodes(heading[2], words))
  }
  if (RULE.test(line)) {
    lines.shift()
    return element('hr')
  }
  if (QUOTE.test(line)) {
    const inner = takeWhile(lines, (next) => QUOTE.test(next)).map((next) => QUOTE.exec(next)[1])
    return element('blockquote', {}, ...markdownNodes(inner.join('\n'), words))
  }
  const text = [lines.shift(), ...takeWhile(lines, (next) => !startsBlock(next) && !startsTable([next, lines[1] ?? '']))]
  return element('p', {}, ...inlineNodes(text.join('\n'), words))
}

/** @returns {Node[]} */
export function markdownNodes(content, words) {
  const lines = content.replaceAll('\r\n', '\n').split('\n')
  const nodes = []
  while (lines.length > 0) {
    if (lines[0].trim() === '') lines.shift()
    else nodes.push(block(lines, words))
  }
  return nodes
}
