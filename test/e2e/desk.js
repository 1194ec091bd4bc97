// The terminal on rounds of its own, below any host's service: asks everything in a file at once, whatever its intent.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Rounds } from '../../lib/router/rounds.js'
import { createTerminalSurface } from '../../lib/surfaces/terminal/surface.js'

const [, , file, locale] = process.argv

function after(ms, callback) {
  const timer = setTimeout(() => callback(), ms)
  return () => clearTimeout(timer)
}

const surface = createTerminalSurface({
  input: process.stdin, output: process.stdout, env: process.env, locale, now: Date.now, after,
  actor: { name: 'Lee' }, log: () => {},
  onQuit() {
    surface.close().then(() => process.exit(0), () => process.exit(1))
  },
})
const rounds = new Rounds({ now: Date.now, monotonic: () => performance.now(), journal: { append() {} }, mintId: randomUUID, after, step: () => {}, contain: () => {} })
rounds.add(surface)
for (const { name, questions, wait } of JSON.parse(readFileSync(file, 'utf8'))) {
  rounds.ask({ questions, ...(wait ? { wait } : {}) }).then(
    ({ answers }) => surface.say(`agent · ${name} → ${JSON.stringify(answers)}`),
    (error) => surface.say(`agent · ${name} → ${error.code}`),
  )
}
