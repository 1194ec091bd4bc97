/** The process that is fuzzed. Tells its parent where it is, so that a case that hangs has a name. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRandom, type Random } from '../load/random.ts'
import { growthFault, slowness } from './growth.ts'
import { growthOf, PIECES, type Growth } from './pieces.ts'
import { TARGETS } from './targets.ts'
import { Broken, type OpenTarget, type Target } from './target.ts'

interface Order { readonly seed: number; readonly runs: number; readonly from: number; readonly names: readonly string[] }

/** Megabytes that a target may keep of all its cases. */
const KEPT = 24
/** Cases between two words to the parent, by time in milliseconds. */
const BEAT = 200
/** Growing texts of one target: each takes as long as many cases. */
const MOST_GROWING = 25
/** Faults of one target after which it is left. */
const ENOUGH = 5

const { seed, runs, from, names }: Order = JSON.parse(process.argv[3] ?? '')
const loose: unknown[] = []
process.on('unhandledRejection', (reason) => loose.push(reason))
process.on('uncaughtException', (error) => loose.push(error))

const say = (line: string): void => { process.stdout.write(`${line}\n`) }
const tell = (message: object): void => { process.send?.(message) }

/** The chance of one case, whatever ran before it. */
function chanceOf(name: string, number: number): Random {
  const hash = `${name} ${seed} ${number}`.split('').reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261)
  const random = createRandom(hash)
  random.next()
  return random
}

function heapNow(): number {
  if (globalThis.gc === undefined) throw new Error('run it with --expose-gc')
  globalThis.gc()
  return process.memoryUsage().heapUsed / 2 ** 20
}

async function runTarget({ name, share, open }: Target): Promise<boolean> {
  let faults = 0
  const target = await open()
  const count = Math.max(1, Math.ceil(runs * share))
  const began = performance.now()
  const fault = (where: string, what: string, input?: Buffer): void => {
    faults += 1
    say(`BROKEN ${name} ${where}: ${what}`)
    if (input !== undefined) say(`       input ${input.length} bytes: ${JSON.stringify(input.subarray(0, 1_500).toString('latin1'))}`)
  }
  let beat = performance.now()
  const attempt = async (where: string, input: Buffer): Promise<void> => {
    if (performance.now() - beat > BEAT) {
      beat = performance.now()
      tell({ at: `${name} ${where}` })
      await new Promise((resolve) => { setImmediate(resolve) })
    }
    try {
      const slow = await slowness(() => target.run(input))
      if (slow !== undefined) fault(where, `took ${slow.toFixed(0)} ms of the processor`, input)
    } catch (error) {
      fault(where, error instanceof Broken ? error.message : `threw ${String(error instanceof Error ? error.stack : error)}`, input)
    }
    for (const reason of loose.splice(0)) fault(where, `nobody caught ${String(reason instanceof Error ? reason.stack : reason)}`, input)
  }
  for (const [file, input] of corpusOf(name)) await attempt(`corpus ${file}`, input)
  let heap: number | undefined
  for (let number = from; number < from + count; number += 1) {
    if (faults >= ENOUGH) break
    if (number - from === Math.ceil(count / 4)) heap = heapNow()
    await attempt(`--from ${number}`, target.make(chanceOf(name, number)))
  }
  await new Promise((resolve) => { setTimeout(resolve, 50) })
  for (const reason of loose.splice(0)) fault('afterwards', `nobody caught ${String(reason instanceof Error ? reason.stack : reason)}`)
  const grownBy = heap === undefined ? 0 : heapNow() - heap
  if (grownBy > KEPT) fault('afterwards', `keeps ${grownBy.toFixed(0)} MB of its cases`)
  const tried = faults < ENOUGH ? growTexts(name, target, count, fault) : 0
  await target.close?.()
  say(`${faults === 0 ? 'ok    ' : 'BROKEN'} ${name}: ${count} cases, ${tried} growing texts, ${((performance.now() - began) / 1000).toFixed(1)} s, heap ${grownBy < 0 ? '' : '+'}${grownBy.toFixed(1)} MB`)
  return faults === 0
}

function growTexts(name: string, { sinks = {}, pieces = [] }: OpenTarget, count: number, fault: (where: string, what: string) => void): number {
  const entries = Object.entries(sinks)
  if (entries.length === 0) return 0
  const known = growthsOf(name)
  const number = known.length + Math.min(MOST_GROWING, Math.ceil(count / 60))
  for (let each = 0; each < number; each += 1) {
    const growth = known[each] ?? growthOf(chanceOf(`${name} growth`, each), [...PIECES, ...pieces] as [string, ...string[]])
    tell({ at: `${name} growing ${JSON.stringify(growth)}` })
    for (const [sink, take] of entries) {
      const found = growthFault(growth, take)
      if (found !== undefined) fault(`${sink} of growing ${JSON.stringify(growth)}`, found)
    }
  }
  return number
}

function corpusOf(name: string): readonly (readonly [string, Buffer])[] {
  return filesOf(name).filter((file) => file !== 'growth.json').map((file) => [file, readFileSync(`test/fuzz/corpus/${name}/${file}`)])
}

function growthsOf(name: string): readonly Growth[] {
  return filesOf(name).includes('growth.json') ? JSON.parse(readFileSync(`test/fuzz/corpus/${name}/growth.json`, 'utf8')) : []
}

function filesOf(name: string): readonly string[] {
  try {
    return readdirSync(`test/fuzz/corpus/${name}`).toSorted()
  } catch {
    return [] // None was found yet.
  }
}

for (const name of names) {
  tell({ at: `${name}: start` })
  const target = TARGETS.find((each) => each.name === name)
  if (target === undefined) continue
  const held = await runTarget(target).catch((error: unknown) => {
    say(`BROKEN ${name}: the fuzzer itself threw ${String(error instanceof Error ? error.stack : error)}`)
    return false
  })
  tell({ done: name, held })
}
// What was told has to leave first.
process.once('disconnect', () => process.exit(0))
process.disconnect()
