/** What whoever has overheard a SHA-256 over `secret + text` can do without the secret: sign a longer text. */
const K = Array.from({ length: 64 }, (_, at) => Math.floor(fraction(Math.cbrt(prime(at))) * 2 ** 32))

/** `length`: bytes under the old hash. `glue` must stand between the old text and `more`. */
export function extendSha256(hash: string, length: number, more: string): { readonly signature: string; readonly glue: Buffer } {
  const glue = padding(length)
  const state = Array.from({ length: 8 }, (_, at) => Number.parseInt(hash.slice(at * 8, at * 8 + 8), 16) >>> 0)
  const rest = Buffer.concat([Buffer.from(more), padding(length + glue.length + Buffer.byteLength(more))])
  for (let at = 0; at < rest.length; at += 64) compress(state, rest.subarray(at, at + 64))
  return { signature: state.map((word) => word.toString(16).padStart(8, '0')).join(''), glue }
}

function padding(length: number): Buffer {
  const zeros = (119 - (length % 64)) % 64
  const bits = Buffer.alloc(8)
  bits.writeBigUInt64BE(BigInt(length) * 8n)
  return Buffer.concat([Buffer.from([0x80]), Buffer.alloc(zeros), bits])
}

function compress(state: number[], block: Buffer): void {
  const w: number[] = Array.from({ length: 16 }, (_, word) => block.readUInt32BE(word * 4))
  for (let t = 16; t < 64; t += 1) {
    const [x, y] = [at(w, t - 15), at(w, t - 2)]
    w[t] = (at(w, t - 16) + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + at(w, t - 7) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) >>> 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < 64; t += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(K, t) + at(w, t)) >>> 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0]
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (at(state, index) + word) >>> 0
}

function at(list: readonly number[], index: number): number {
  return list[index] ?? 0
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function fraction(value: number): number {
  return value - Math.floor(value)
}

function prime(index: number): number {
  let found = 1
  for (let left = index + 1; left > 0;) {
    found += 1
    if (Array.from({ length: found - 2 }, (_, at) => at + 2).every((divisor) => found % divisor !== 0)) left -= 1
  }
  return found
}
