/** The titles of the tests in a file, read without running them. */
import { parseSync } from 'oxc-parser'
import { z } from 'zod'

const CALLS = /^(?:describe|it|test)(?:\.each)?$/
const nodeShape = z.looseObject({ type: z.string(), start: z.number(), end: z.number() })
const titleShape = z.union([
  z.looseObject({ type: z.literal('Literal'), value: z.string() }).transform(({ value }) => value),
  z.looseObject({ type: z.literal('TemplateLiteral'), start: z.number(), end: z.number() }),
])

/** Each test as its titles from the outside in, joined by " › "; what a title fills in stays a placeholder. */
export function titlesOf(path: string, source: string): readonly string[] {
  const found: string[] = []
  const walk = (value: unknown, above: readonly string[]): void => {
    if (Array.isArray(value)) return value.forEach((each) => walk(each, above))
    const node = nodeShape.safeParse(value).data
    if (node === undefined) return
    const title = node.type === 'CallExpression' ? titleOf(node, source) : undefined
    const titles = title === undefined ? above : [...above, title.text]
    if (title?.isTest === true) found.push(titles.join(' › '))
    else for (const child of Object.values(node)) walk(child, titles)
  }
  walk(parseSync(path, source).program, [])
  return found
}

function titleOf(call: Record<string, unknown>, source: string): { readonly text: string; readonly isTest: boolean } | undefined {
  const callee = nodeShape.parse(call['callee'])
  // `it.each(rows)(title, …)` is a call of what a call gives.
  const name = source.slice(callee.start, callee.end).split(/[(<]/u, 1)[0] ?? ''
  if (!CALLS.test(name) || (name.endsWith('.each') && callee.type !== 'CallExpression')) return undefined
  const title = titleShape.safeParse(Array.isArray(call['arguments']) ? call['arguments'][0] : undefined).data
  if (title === undefined) return undefined
  return { text: typeof title === 'string' ? title : source.slice(title.start + 1, title.end - 1), isTest: !name.startsWith('describe') }
}
