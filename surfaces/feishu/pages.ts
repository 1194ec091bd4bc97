/** Spreads blocks over cards, in order and with nothing left out. Pure. */
import { isEmptyPhrase, mapPhrase } from './phrase.ts'
import { jsonBytes, splitText } from './text.ts'
import type { Block } from './view.ts'

/** What a block takes, or a card has room for. */
export interface Size {
  readonly bytes: number
  readonly nodes: number
  readonly tables: number
}

export interface PagePorts {
  /** Room for blocks on one card. */
  readonly room: Size
  readonly sizeOf: (block: Block) => Size
}

/** A text beyond this many bytes is cut where a card ends; a shorter one moves to the next card whole. */
const MOVABLE = 2_000
/** How much larger than its source a text can get: an escaped character in two languages and the fallback. */
const GROWTH = 18

/** Sections stay together where one card has room for them. A block that no card has room for stands alone. */
export function paginate(sections: readonly (readonly Block[])[], { room, sizeOf }: PagePorts): readonly (readonly Block[])[] {
  const pages: Block[][] = []
  let page: Block[] = []
  let left = room
  const place = (block: Block, size: Size): void => {
    page.push(block)
    left = minus(left, size)
  }
  const turn = (): void => {
    if (page.length === 0) return
    pages.push(page)
    page = []
    left = room
  }
  for (const section of sections) {
    const whole = section.map(sizeOf).reduce(plus, NOTHING)
    if (!fits(whole, left) && fits(whole, room)) turn()
    for (const block of section) {
      for (const piece of piecesOf(block, left, room, sizeOf)) {
        const size = sizeOf(piece)
        if (!fits(size, left)) turn()
        // A rule parts what stands on one card; at the start of one it parts nothing.
        if (piece.kind === 'rule' && page.length === 0) continue
        place(piece, size)
      }
    }
  }
  turn()
  return pages
}

/** A long text fills what is left of a card and goes on on the next; everything else is one piece. */
function piecesOf(block: Block, left: Size, room: Size, sizeOf: (block: Block) => Size): readonly Block[] {
  if (block.kind !== 'text' && block.kind !== 'strong') return [block]
  const { bytes } = sizeOf(block)
  if (bytes <= left.bytes || bytes <= MOVABLE) return [block]
  const source = Math.max(jsonBytes(block.text.en), jsonBytes(block.text.zh), 1)
  // The share of the card that one byte of source takes here, with room for uneven texts.
  const growth = Math.min(GROWTH, Math.ceil((bytes / source) * 1.25))
  return splitBlock(block, Math.max(200, Math.floor(room.bytes / growth) - 200)).flatMap((piece) => (sizeOf(piece).bytes <= room.bytes ? [piece] : splitBlock(piece, Math.floor(room.bytes / GROWTH))))
}

type TextBlock = Extract<Block, { kind: 'text' | 'strong' }>

function splitBlock(block: TextBlock, max: number): readonly TextBlock[] {
  const [en, zh] = [splitText(block.text.en, max), splitText(block.text.zh, max)]
  const pieces = Array.from({ length: Math.max(en.length, zh.length) }, (_, index) => mapPhrase(block.text, (_text, locale) => ({ en, zh })[locale][index] ?? ''))
  return pieces.filter((text) => !isEmptyPhrase(text)).map((text) => ({ ...block, text }))
}

const NOTHING: Size = { bytes: 0, nodes: 0, tables: 0 }

function plus(one: Size, other: Size): Size {
  return { bytes: one.bytes + other.bytes, nodes: one.nodes + other.nodes, tables: one.tables + other.tables }
}

function minus(one: Size, other: Size): Size {
  return { bytes: one.bytes - other.bytes, nodes: one.nodes - other.nodes, tables: one.tables - other.tables }
}

function fits(size: Size, room: Size): boolean {
  return size.bytes <= room.bytes && size.nodes <= room.nodes && size.tables <= room.tables
}
