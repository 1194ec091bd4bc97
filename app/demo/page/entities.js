/** Character references in a card's markdown: how an app writes a character that must not act as markup. */

const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** Turns `&#42;`, `&#x2a;` and the few named references into characters; leaves everything else as it is. */
export function decodeEntities(text) {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gu, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name]
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
  })
}
