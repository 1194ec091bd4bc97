/** Requests of any plugin, through the host's own service and ours: whatever they are made of, the next ask is answered. */
import type { Context } from '@deepseek-ai/cordis'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost } from '../../../app/demo/host/index.ts'
import { previewScreen } from '../../../app/preview/terminal.ts'
import { previewCard } from '../../../surfaces/feishu/preview.ts'
import { journalIn } from '../../../router/host/live-journal.ts'
import * as router from '../../../router/index.ts'
import type { AskSurface, AskUserQuestionRequest } from '../../../router/types.ts'
import type { Random } from '../../load/random.ts'
import { jsonBytes, mutateJson } from '../mutate.ts'
import { hold, type Target } from '../target.ts'
import { questionsOf } from './any-ask.ts'

/** Stands in a file for what no file can hold. */
const STRANGE = ['getter', 'proxy', 'revoked', 'cycle', 'symbol', 'bigint', 'function', 'undefined', 'hole', 'date', 'map', 'null-object', 'huge', 'aborted', 'endless'] as const

function strange(kind: unknown): unknown {
  switch (STRANGE.find((each) => each === kind)) {
    case 'getter':
      return { id: 'g', get question(): string { throw new Error('a getter') }, get length(): number { throw new Error('a getter') } }
    case 'proxy':
      return new Proxy({}, { get: () => { throw new Error('a proxy') }, ownKeys: () => { throw new Error('a proxy') }, getPrototypeOf: () => { throw new Error('a proxy') } })
    case 'revoked': {
      const { proxy, revoke } = Proxy.revocable([], {})
      revoke()
      return proxy
    }
    case 'cycle': {
      const one: Record<string, unknown> = { id: 'c', question: 'round and round' }
      one['self'] = one
      one['options'] = [{ label: 'one', more: one }]
      return one
    }
    case 'endless':
      // The host itself looks through the options: what has no end holds it up before we are asked.
      return new Proxy([], { get: (list, key) => (key === 'length' ? 1_100_000 : Reflect.get(list, key)) })
    case 'symbol':
      return Symbol('s')
    case 'bigint':
      return 1n
    case 'function':
      return () => { throw new Error('a function') }
    case 'hole':
      return Array.from({ length: 3 }).fill(undefined, 0, 1)
    case 'date':
      return new Date(NaN)
    case 'map':
      return new Map([['id', 'm']])
    case 'null-object':
      return Object.assign(Object.create(null), { id: 'n', question: 'q' })
    case 'huge':
      return 'x'.repeat(300_000)
    case 'aborted':
      return AbortSignal.abort()
    case 'undefined':
    case undefined:
      return undefined
  }
}

function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive)
  if (typeof value !== 'object' || value === null) return value
  if (Object.hasOwn(value, 'strange')) return strange(Reflect.get(value, 'strange'))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revive(each)]))
}

/** Something of it is strange. */
function withStrange(value: unknown, random: Random): unknown {
  if (random.below(7) === 0) return { strange: random.pick(STRANGE) }
  if (Array.isArray(value)) return value.map((each) => withStrange(each, random))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withStrange(each, random)]))
}

export const asks: Target = {
  name: 'asks',
  share: 0.25,
  open: async () => {
    const { ctx, close } = await createHost('slot')
    const journalFolder = mkdtempSync(join(tmpdir(), 'ask-fuzz-'))
    await ctx.plugin({ name: 'ask-router', apply: (inner: Context) => router.apply(inner, { journalBytes: 100_000 }, { journal: journalIn(journalFolder) }) })
    let shown = 0
    /** Why the surface could not show the last ask. */
    let broken: unknown
    const surface: AskSurface = {
      name: 'desk',
      claim: () => true,
      ask: async ({ questions }) => {
        shown += 1
        hold(questions.every(({ id, question }) => typeof id === 'string' && typeof question === 'string'), () => 'a surface got what is no question')
        try {
          previewScreen({ questions }, { columns: 80, rows: 24, locale: 'en', glyphs: 'unicode', state: 'pending', colour: false })
          previewCard({ questions }, 'open', 'en')
        } catch (error) {
          broken = error
        }
        return { answers: questions.map(({ id }) => ({ id, selected: [] })) }
      },
    }
    ctx.askSurfaces.register(surface)
    const ask = (request: unknown): Promise<unknown> => ctx.userQuestions.ask(request as AskUserQuestionRequest as Parameters<typeof ctx.userQuestions.ask>[0])
    return {
      make: (random) => {
        const request = { questions: questionsOf(random), ...(random.below(3) === 0 ? { wait: { callId: 'c', timed: false } } : {}), ...(random.below(6) === 0 ? { agent: {} } : {}), ...(random.below(6) === 0 ? { signal: {} } : {}) }
        return jsonBytes(withStrange(random.below(2) === 0 ? request : mutateJson(request, random), random))
      },
      run: async (input) => {
        broken = undefined
        const request = revive(JSON.parse(input.toString()))
        try {
          await ask(request)
        } catch (error) {
          hold(error instanceof Error, () => `rejected with ${String(error)}`)
        }
        hold(broken === undefined, () => String(broken instanceof Error ? broken.stack : broken))
        const before = shown
        await ask({ questions: [{ id: 'next', question: 'Still there?' }] })
        hold(shown === before + 1, () => 'the next ask was not shown')
      },
      close: async () => {
        await close()
        rmSync(journalFolder, { recursive: true })
      },
    }
  },
}
