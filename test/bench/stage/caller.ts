/** The row's hold on the process that calls back. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Writable } from 'node:stream'
import type { Target } from './callback.ts'

export type CallerOrder =
  | { readonly kind: 'prepare'; readonly url: string; readonly targets: readonly Target[] }
  /** `accepted` must be in each answer. */
  | { readonly kind: 'burst'; readonly accepted: string }
  /** The one request's time ends when `shown` comes in from the screen. */
  | { readonly kind: 'watch'; readonly shown: string }

export type CallerReport =
  | { readonly kind: 'ready' }
  /** In milliseconds. */
  | { readonly kind: 'done'; readonly wall: number; readonly latencies: readonly number[] }
  | { readonly kind: 'failed'; readonly reason: string }

type Done = Extract<CallerReport, { kind: 'done' }>

export interface Caller {
  /** Makes and signs a click for each target. */
  prepare(url: string, targets: readonly Target[]): Promise<void>
  burst(accepted: string): Promise<Done>
  watch(shown: string): Promise<Done>
  /** The screen that the process looks at. */
  readonly screen: Writable
  close(): void
}

export function createCaller(): Caller {
  const child = fork(fileURLToPath(new URL('caller-process.js', import.meta.url)), { stdio: ['pipe', 'inherit', 'inherit', 'ipc'], execArgv: [] })
  if (child.stdin === null) throw new Error('the caller has no input')
  const order = (message: CallerOrder): Promise<CallerReport> => new Promise((resolve, reject) => {
    child.once('message', (report: CallerReport) => (report.kind === 'failed' ? reject(new Error(report.reason)) : resolve(report)))
    child.send(message)
  })
  const done = async (message: CallerOrder): Promise<Done> => {
    const report = await order(message)
    if (report.kind !== 'done') throw new Error(`the caller said ${report.kind}`)
    return report
  }
  return {
    prepare: async (url, targets) => {
      await order({ kind: 'prepare', url, targets })
    },
    burst: (accepted) => done({ kind: 'burst', accepted }),
    watch: (shown) => done({ kind: 'watch', shown }),
    screen: child.stdin,
    close: () => child.disconnect(),
  }
}
