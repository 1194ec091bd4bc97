/** The terminal on rounds of its own, below any host's service: asks everything in a file at once, whatever its intent. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { codeOf } from '../../router/errors.ts'
import { Rounds } from '../../router/rounds.ts'
import type { AskUserQuestionItem } from '../../router/types.ts'
import { createTerminalSurface } from '../../surfaces/terminal/surface.ts'

const [, , , file = '', locale = ''] = process.argv

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

const surface = createTerminalSurface({
  input: process.stdin, output: process.stdout, env: process.env, locale: locale === 'zh' ? 'zh' : 'en', now: Date.now, after,
  actor: { name: 'Lee' }, log: () => {},
  onQuit() {
    surface.close().then(() => process.exit(0), () => process.exit(1))
  },
})
const rounds = new Rounds({ now: Date.now, monotonic: () => performance.now(), journal: { append() {} }, mintId: randomUUID, after, step: () => {}, contain: () => {} })
rounds.add(surface)

interface Asked {
  readonly name: string
  readonly questions: AskUserQuestionItem[]
  readonly wait?: { callId: string; timed?: boolean }
}

const asked: readonly Asked[] = JSON.parse(readFileSync(file, 'utf8'))
for (const { name, questions, wait } of asked) {
  rounds.ask({ questions, ...(wait ? { wait } : {}) }).then(
    ({ answers }) => surface.say(`agent · ${name} → ${JSON.stringify(answers)}`),
    (error: unknown) => surface.say(`agent · ${name} → ${codeOf(error)}`),
  )
}
