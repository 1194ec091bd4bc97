/** `npm run bench`: runs the rows one after the other, prints the table and tells whether anything is grossly slow. */
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { type Figure, judge } from './figure.ts'
import { tableHead, tableRow } from './table.ts'

const ROWS = ['race', 'leak', 'callback', 'callback-patch', 'open', 'told-phone', 'told-desk', 'tick', 'start', 'card', 'journal'] as const

/** A row that takes longer hangs; milliseconds. */
const ROW_LIMIT = { full: 600_000, quick: 60_000 }

/** How often a row of a short run is measured before it counts as grossly slow. */
const TURNS = 3

interface Options {
  readonly json?: string
  readonly only?: string
  readonly quick?: true
}

const command = new Command('npm run bench --')
  .description('Measures the product against baselines, in ratios: see test/bench/README.md.')
  .option('--json <file>', 'write all figures to this file')
  .option('--only <row>', `one row: ${ROWS.join(', ')}`)
  .option('--quick', 'short slices; ends with 1 when a target is missed by more than twice')
  .parse()
const { json, only, quick }: Options = command.opts()
const effort = quick ? 'quick' : 'full'
const chosen = ROWS.filter((row) => only === undefined || row === only)
if (chosen.length === 0) command.error(`there is no row "${only}"; the rows are ${ROWS.join(', ')}`)

function runRow(row: string): Promise<readonly Figure[]> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('row.js', import.meta.url)), [row, effort], { execArgv: ['--expose-gc'], timeout: ROW_LIMIT[effort] })
    let figures: readonly Figure[] | undefined
    child.on('message', (found: readonly Figure[]) => { figures = found })
    child.on('error', reject)
    child.on('exit', (code, signal) => (figures === undefined ? reject(new Error(`the row "${row}" ended with ${code ?? signal} and without figures`)) : resolve(figures)))
  })
}

/** A short run that is grossly slow is tried again: other processes come and go, a regress stays. */
async function judged(row: string): Promise<readonly (Figure & { judgement: string })[]> {
  for (let turn = 1; ; turn += 1) {
    const figures = (await runRow(row)).map((figure) => ({ ...figure, judgement: judge(figure) }))
    if (!quick || turn === TURNS || figures.every(({ judgement }) => judgement !== 'gross')) return figures
  }
}

const found: { row: string; figures: readonly (Figure & { judgement: string })[] }[] = []
console.log(`Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}\n\n${tableHead()}`)
for (const row of chosen) {
  const figures = await judged(row)
  found.push({ row, figures })
  for (const figure of figures) console.log(tableRow(row, figure))
}
if (json !== undefined) writeFileSync(json, `${JSON.stringify({ node: process.version, processor: cpus()[0]?.model, quick: quick === true, rows: found }, undefined, 2)}\n`)

const all = found.flatMap(({ row, figures }) => figures.map((figure) => ({ row, ...figure })))
const count = (judgement: string): number => all.filter((figure) => figure.judgement === judgement).length
console.log(`\n${count('reached')} targets reached, ${count('missed') + count('gross')} missed, ${count('gross')} of them by more than twice`)
if (quick && count('gross') > 0) process.exitCode = 1
