/** What a markdown document says that can be held to the code: its headings, links, code and tables. */
import markdownIt from 'markdown-it'

type Token = ReturnType<ReturnType<typeof markdownIt>['parse']>[number]

export interface Fence {
  readonly language: string
  readonly text: string
}

export interface Document {
  readonly headings: readonly { readonly level: number; readonly text: string }[]
  /** As `[text](#…)` names them. */
  readonly anchors: readonly string[]
  /** Targets of links and pictures. */
  readonly links: readonly string[]
  readonly fences: readonly Fence[]
  /** What stands in single backquotes. */
  readonly codes: readonly string[]
}

export function readDocument(source: string): Document {
  const tokens = markdownIt({ html: true }).parse(source, {})
  const inner = tokens.flatMap(({ children }) => children ?? [])
  const headings = tokens.flatMap((token, index) => (token.type === 'heading_open' ? [{ level: Number(token.tag.slice(1)), text: textOf(tokens[index + 1]) }] : []))
  return {
    headings,
    anchors: headings.map(({ text }) => anchorOf(text)),
    links: inner.flatMap((token) => [token.attrGet('href') ?? token.attrGet('src') ?? []].flat()),
    fences: tokens.filter(({ type }) => type === 'fence').map(({ info, content }) => ({ language: info, text: content })),
    codes: inner.filter(({ type }) => type === 'code_inline').map(({ content }) => content),
  }
}

function textOf(token: Token | undefined): string {
  return (token?.children ?? []).map(({ content }) => content).join('')
}

/** As the places do that show markdown: lower case, no punctuation, dashes for blanks. */
function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
}
