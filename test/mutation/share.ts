/** A share of the lines of a source, the same for the same seed. Pure. */
import { createHash } from 'node:crypto'

/** Ranges of a file as the mutator takes them; a change that spans several lines is tried in a full run only. */
export function rangesOf(path: string, source: string, { percent, seed }: { readonly percent: number; readonly seed: number }): readonly string[] {
  return source.split('\n').flatMap((text, index) => {
    const line = index + 1
    const drawn = createHash('sha256').update(`${seed} ${path} ${line}`).digest().readUInt32BE(0) / 2 ** 32
    return text.trim() !== '' && drawn < percent / 100 ? [`${path}:${line}:0-${line}:${text.length}`] : []
  })
}
