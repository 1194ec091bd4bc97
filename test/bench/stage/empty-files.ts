/** The files of a program with nothing in them: what remains is what the runtime takes to find, read and link each. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export interface EmptyFiles {
  /** Imports what `begin` says, then as many files in the same order. */
  readonly program: URL
  readonly count: number
  /** Takes the files away. */
  close(): void
}

/** Of `program` and whatever it imports by a relative path, at once or through others. `begin` is put before all. */
export function emptyFiles(program: URL, begin: string): EmptyFiles {
  const imports = new Map<string, readonly string[]>()
  const visit = (path: string): void => {
    if (imports.has(path)) return
    const found = [...readFileSync(path, 'utf8').matchAll(/^(?:import|export)\b[^'"]*['"](\.[^'"]+)['"]/gmu)].map(([, target = '']) => join(dirname(path), target))
    imports.set(path, found)
    for (const next of found) visit(next)
  }
  const entry = fileURLToPath(program)
  visit(entry)
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  // Below the same packages, so that they are found in the same way.
  const folder = mkdtempSync(join(root, 'empty-'))
  const twinOf = (path: string): string => join(folder, relative(root, path))
  for (const [path, targets] of imports) {
    mkdirSync(dirname(twinOf(path)), { recursive: true })
    const lines = targets.map((target) => `import ${JSON.stringify(pathToFileURL(twinOf(target)).href)}`)
    writeFileSync(twinOf(path), `${lines.join('\n')}\nexport {}\n`)
  }
  const start = join(folder, 'start.js')
  writeFileSync(start, `${begin}\nawait import(${JSON.stringify(pathToFileURL(twinOf(entry)).href)})\nprocess.stdout.write('[up]\\n', () => process.exit(0))\n`)
  return { program: pathToFileURL(start), count: imports.size, close: () => rmSync(folder, { recursive: true, force: true }) }
}
