/** The terminal surface held to the contract of every surface, by key bytes and what it says is open. */
import { EventEmitter } from 'node:events'
import { Writable } from 'node:stream'
import { createTerminalSurface } from '../../../surfaces/terminal/surface.ts'
import { describeSurface } from '../../helpers/describe-surface.ts'
import { settle } from '../../helpers/rounds.ts'

describeSurface('the terminal', async () => {
  const input = Object.assign(new EventEmitter(), { resume: () => {}, pause: () => {} })
  const output = Object.assign(new Writable({ write: (_chunk, _encoding, done) => done() }), { columns: 80, rows: 24 })
  let now = 0
  const inner = createTerminalSurface({ input, output, env: {}, locale: 'en', now: () => now, after: () => () => {}, log: () => {} })
  const open = new Set<string>()
  const surface: typeof inner = {
    ...inner,
    ask: (request, round) => inner.ask(request, {
      ...round,
      get signal() { return round.signal },
      get outcome() { return round.outcome },
      submit: (answer, actor) => round.submit(answer, actor),
      dismiss: (actor) => round.dismiss(actor),
      report: (step, detail) => {
        if (step === 'shown') open.add(round.id)
        else open.delete(round.id)
        round.report(step, detail)
      },
    }),
  }
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      now += 2_000
      input.emit('data', Buffer.from(key))
      await settle()
    }
  }
  return {
    surface,
    answer: () => press('2', '\r'),
    dismiss: () => press('\u0018', '\r'),
    openAsks: () => open.size,
    close: () => inner.close(),
  }
})
