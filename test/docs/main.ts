/** `npm run docs`: writes what the documents take from the sources. `--bench FILE` and `--picture` renew the rest. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { figuresTable, readFigures } from './figures.ts'
import { withRegion } from './region.ts'
import { settingsTable } from './settings.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const READMES = [['README.md', 'en'], ['README.zh.md', 'zh']] as const

const command = new Command('npm run docs --')
  .description('Writes the tables of the READMEs.')
  .option('--bench <file>', 'figures of `npm run bench -- --json FILE`')
  .option('--picture', 'also the pictures of the race, by the demo in tmux and Chromium; wants `npm run build` before')
  .parse(process.argv.slice(3), { from: 'user' })
const { bench, picture }: { bench?: string; picture?: true } = command.opts()

for (const [file, locale] of READMES) {
  const path = join(ROOT, file)
  let document = withRegion(readFileSync(path, 'utf8'), 'settings', settingsTable(locale))
  if (bench !== undefined) document = withRegion(document, 'bench', figuresTable(readFigures(readFileSync(bench, 'utf8')), locale))
  writeFileSync(path, document)
}
if (picture === true) await (await import('./picture.ts')).drawPictures()
