/** What is kept in the dsh home: whether it can be written, and the journal. Nothing is written to find out. */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { labelOf } from '../../../router/errors.ts'
import { readLine } from '../../../router/journal/line.ts'
import { rotationFiles } from '../../../router/journal/rotation.ts'
import { type Finding, finding } from '../finding.ts'

/** Of the row `ask-core`, with its defaults. */
export interface JournalSettings {
  readonly mode: string
  readonly maxBytes: number
}

/** Whether this user can keep anything in our folder. */
export function checkHome(folder: string): readonly Finding[] {
  try {
    const place = nearest(folder)
    accessSync(place, constants.W_OK)
    return statSync(place).isDirectory() ? [] : [finding('home.unwritable', { folder, why: 'ENOTDIR' })]
  } catch (error) {
    return [finding('home.unwritable', { folder, why: labelOf(error) })]
  }
}

/** The folder, or the closest one above it that is there. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder))
}

/** Whether the journal is private, readable and within its size, in bytes. */
export function checkJournal(folder: string, { mode, maxBytes }: JournalSettings): readonly Finding[] {
  const setting = mode === 'full' ? [] : [finding('journal.off', { mode })]
  const { old, current } = rotationFiles(folder)
  const files = [old, current].filter((file) => existsSync(file))
  if (files.length === 0) return [...setting, finding('journal.none')]
  const found: Finding[] = []
  let [lines, torn, bytes] = [0, 0, 0]
  for (const file of files) {
    try {
      const { mode: bits, size } = statSync(file)
      if (process.platform !== 'win32' && (bits & 0o077) !== 0) found.push(finding('journal.open', { file, mode: (bits & 0o777).toString(8) }))
      if (file === current) bytes = size
      for (const row of readFileSync(file, 'utf8').split('\n')) {
        if (row === '') continue
        lines += 1
        if (readLine(row).kind === 'broken') torn += 1
      }
    } catch (error) {
      found.push(finding('journal.unreadable', { file, why: labelOf(error) }))
    }
  }
  if (torn > 0) found.push(finding('journal.torn', { count: torn }))
  if (bytes > 2 * maxBytes) found.push(finding('journal.large', { bytes, folder }))
  return [...setting, ...(found.length > 0 ? found : [finding('journal.ok', { lines, bytes })])]
}
