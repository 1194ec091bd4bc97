/** Hostile text on cards: whatever is written, nothing of it comes alive on the phone. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import fc from '../helpers/properties.ts'

/** What tries to be more than words, in the phone's own markup, in HTML and in markdown. */
const BAIT = [
  '<at id=all></at>', '<at user_id="all">all</at>', '<person id="ou_eve"></person>', '<text_tag color="red">ok</text_tag>', '<font color=red>x</font>',
  '<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '<a href="https://example.com">x</a>', '<svg onload=alert(1)>', '<iframe src=//example.com>', '<br>', '</p>', '<!--', '-->',
  '[x](https://example.com)', '![x](https://example.com/x.png)', '[x]: https://example.com', '<https://example.com>', 'https://example.com', 'javascript:alert(1)',
  '**', '*', '__', '_', '~~', '`', '```\n', '# ', '- ', '+ ', '1. ', '> ', '---\n', '===\n', '| a | b |\n|---|---|\n| 1 | 2 |\n', '    ', '\t', '\n', '\r\n', '\\',
  '&#60;', '&#x3c;', '&lt;', '&amp;#60;', '&', ';', '"', "'", '{{', '}}', '\u0000', '\u001b[31m', '\u200b', '\u202e', '\u2028', '\ufeff',
]
/** The shortest of the places takes so many characters. */
const MAX_LENGTH = 100

const hostileText = fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...BAIT) }, { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) }), { minLength: 1, maxLength: 8 })
  // A code point outside the basic plane has two units, and the places count units.
  .map((parts) => Array.from(parts.join('')).slice(0, MAX_LENGTH / 2).join(''))
  .filter((text) => text !== '')

/** How many places for plain text the card below has. */
const PLAIN_PLACES = 9
const plainText = (content: string) => ({ tag: 'plain_text', content })

/**
 * A card with the same structure whatever the texts: each stands once in a place for plain text, and the escaped ones
 * in markdown at the root and inside a panel. `escapedTexts` are what the app would send.
 */
export function hostileCard(texts: readonly string[], escapedTexts: readonly [string, string]): object {
  const at = (index: number) => plainText(texts[index] ?? '')
  return {
    schema: '2.0',
    config: { update_multi: true },
    header: { title: at(0), subtitle: at(1), text_tag_list: [{ tag: 'text_tag', text: at(2), color: 'red' }] },
    body: {
      elements: [
        { tag: 'div', text: at(3) },
        { tag: 'markdown', content: escapedTexts[0] },
        { tag: 'collapsible_panel', expanded: true, header: { title: at(4) }, elements: [{ tag: 'markdown', content: escapedTexts[1] }] },
        {
          tag: 'form', name: 'form', elements: [
            { tag: 'select_static', name: 'choice', placeholder: at(5), options: [{ text: at(6), value: '0' }] },
            { tag: 'input', name: 'words', placeholder: at(7) },
            { tag: 'button', name: 'submit', text: at(8), form_action_type: 'submit' },
          ],
        },
      ],
    },
  }
}

/** A card on the page, taken down to what matters. */
export interface DrawnCard {
  /** Elements and classes in document order, markdown taken as one. */
  readonly outline: readonly string[]
  /** What the places for plain text show, in the order of `hostileCard`. */
  readonly plain: readonly string[]
  /** The text of each markdown node, and the elements inside it. */
  readonly markdown: readonly { readonly text: string; readonly elements: readonly string[] }[]
  /** Links, pictures, mentions and embedded things, wherever they stand. */
  readonly live: readonly string[]
}

/** Reads a card as the browser has drawn it. */
export function readDrawnCard(page: Page, messageId: string): Promise<DrawnCard> {
  return page.locator(`article[data-message-id="${messageId}"]`).evaluate((card) => {
    const all = [...card.querySelectorAll('*')]
    const texts = (selector: string) => [...card.querySelectorAll(selector)].map((node) => node.textContent ?? '')
    const placeholder = (selector: string) => card.querySelector(selector)?.getAttribute('placeholder') ?? ''
    return {
      outline: all.filter((node) => !node.parentElement?.closest('.markdown')).map((node) => `${node.localName}.${[...node.classList].join('.')}`),
      plain: [
        ...texts('h2 > .plain'), ...texts('header > p > .plain'), ...texts('[data-tag=text_tag]'), ...texts('[data-tag=div] .plain'), ...texts('summary .plain'),
        ...texts('option'), placeholder('input'), ...texts('button'),
      ],
      markdown: [...card.querySelectorAll('.markdown')].map((node) => ({
        text: node.textContent ?? '', elements: [...new Set([...node.querySelectorAll('*')].map(({ localName }) => localName))],
      })),
      live: all.filter((node) => node.matches('a, img, picture, svg, video, audio, iframe, object, embed, script, style, link, meta, base, .mention')).map(({ localName }) => localName),
    }
  })
}

export interface HostileOptions {
  readonly page: Page
  /** Sends the card to the person on the page; resolves with its message id when the page shows it. */
  readonly show: (card: object) => Promise<string>
  /** What the app does to a text before it stands in markdown. */
  readonly escape: (text: string) => string
  readonly numRuns?: number
  readonly seed?: number
}

/**
 * Holds that hostile texts change nothing but words: a card of them has the elements of a card of harmless ones, shows
 * plain text as it is written and escaped text as bare paragraphs, and makes the page ask for nothing.
 */
export async function holdHostileText({ page, show, escape, numRuns = 60, seed }: HostileOptions): Promise<void> {
  const strange: string[] = []
  const own = new URL(page.url()).origin
  const onRequest = (request: { url(): string }) => {
    if (!request.url().startsWith(own)) strange.push(request.url())
  }
  const onDialog = (dialog: { message(): string; dismiss(): Promise<void> }) => {
    strange.push(dialog.message())
    dialog.dismiss().catch(() => {
      // The page closed it.
    })
  }
  const draw = async (texts: readonly string[]) => {
    const [first = '', second = ''] = texts.slice(PLAIN_PLACES)
    return readDrawnCard(page, await show(hostileCard(texts, [escape(first), escape(second)])))
  }

  page.on('request', onRequest).on('dialog', onDialog)
  try {
    const harmless = await draw(Array(PLAIN_PLACES + 2).fill('words'))
    const texts = fc.array(hostileText, { minLength: PLAIN_PLACES + 2, maxLength: PLAIN_PLACES + 2 })
    await fc.assert(fc.asyncProperty(texts, async (written) => {
      const drawn = await draw(written)
      expect(drawn.live).toEqual([])
      expect(drawn.outline).toEqual(harmless.outline)
      expect(drawn.plain).toEqual(written.slice(0, PLAIN_PLACES))
      for (const [index, { text, elements }] of drawn.markdown.entries()) {
        expect(elements.filter((name) => name !== 'p' && name !== 'br')).toEqual([])
        expect(missingFrom(text, written[PLAIN_PLACES + index] ?? '')).toBe('')
      }
      expect(strange).toEqual([])
    }), { numRuns, verbose: true, ...(seed === undefined ? {} : { seed }) })
  } finally {
    page.off('request', onRequest).off('dialog', onDialog)
  }
}

/** The first printable ASCII character that was written and is not shown in its turn. */
function missingFrom(shown: string, written: string): string {
  let at = 0
  for (const character of written.match(/[!-~]/gu) ?? []) {
    at = shown.indexOf(character, at) + 1
    if (at === 0) return character
  }
  return ''
}
