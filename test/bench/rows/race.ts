/** One ask from its start to its answer, with surfaces that listen, against a fan-out that checks nothing. */
import { randomUUID } from 'node:crypto'
import type { AskSurface, AskUserQuestionAnswer, AskUserQuestionRequest } from '../../../router/types.ts'
import { atMost, type Figure } from '../figure.ts'
import { interleave, median, perOperation, ratio, rounded } from '../pairs.ts'
import type { Effort } from '../row.ts'
import { createRounds } from '../stage/rounds.ts'

const QUESTIONS = [{ id: 'db', question: 'Which database?', options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }] }]
const ANSWER: AskUserQuestionAnswer = { answers: [{ id: 'db', selected: ['SQLite'] }] }

/** Asks of one slice, by the number of surfaces, and what the ratio may be. */
const SIZES = [[2, 10_000, 2], [10, 2_500, undefined], [100, 250, 1.5], [1_000, 25, undefined]] as const

/** How much more a surface may take among 1,000 than among 100. */
const LINEAR = 1.25

/** A surface with a listener on its signal, cleaned up when it loses. */
interface Listener extends Required<Pick<AskSurface, 'name' | 'claim' | 'settled'>> {
  ask(request: AskUserQuestionRequest): Promise<AskUserQuestionAnswer>
  answer(): void
}

function createListener(name: string): Listener {
  let end: (() => void) | undefined
  return {
    name,
    claim: () => true,
    ask: ({ signal }) => new Promise((resolve, reject) => {
      const abort = (): void => reject(new Error('withdrawn'))
      signal?.addEventListener('abort', abort, { once: true })
      end = () => {
        signal?.removeEventListener('abort', abort)
        resolve(ANSWER)
      }
    }),
    settled: () => end?.(),
    answer: () => end?.(),
  }
}

/** The least that does the same for humans who never err: first answer wins, the others are told. */
function fanOut(surfaces: readonly Listener[], request: AskUserQuestionRequest & { readonly signal: AbortSignal }): Promise<AskUserQuestionAnswer> {
  return new Promise((resolve, reject) => {
    const seats = surfaces.map((surface) => {
      const controller = new AbortController()
      return { surface, controller, request: { ...request, signal: controller.signal } }
    })
    let isOver = false
    const abort = (): void => {
      if (isOver) return
      isOver = true
      for (const { controller } of seats) controller.abort()
      reject(new Error('withdrawn'))
    }
    request.signal.addEventListener('abort', abort, { once: true })
    for (const seat of seats) {
      const win = (answer: AskUserQuestionAnswer): void => {
        if (isOver) return
        isOver = true
        request.signal.removeEventListener('abort', abort)
        resolve(answer)
        for (const other of seats) if (other !== seat) other.surface.settled(other.request, seat.surface.name)
      }
      seat.surface.ask(seat.request).then(win, () => {})
    }
  })
}

export async function measure(effort: Effort): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  const perSurface = new Map<number, number>()
  for (const [size, asks, limit] of SIZES) {
    const { signal } = new AbortController()
    const surfaces = Array.from({ length: size }, (_, index) => createListener(`surface ${index}`))
    const winner = surfaces[size >> 1]
    const rounds = createRounds(randomUUID)
    for (const surface of surfaces) rounds.add(surface)
    const slice = (ask: () => Promise<unknown>) => () => perOperation(effort.times(asks), () => {
      const answered = ask()
      winner?.answer()
      return answered
    })
    const pairs = await interleave({
      product: slice(() => rounds.ask({ questions: QUESTIONS, signal })),
      baseline: slice(() => fanOut(surfaces, { questions: QUESTIONS, signal })),
    }, effort.pairs)
    perSurface.set(size, median(pairs.map(({ product }) => product.wall)) / size)
    figures.push(
      ratio(pairs, { name: `${size} surfaces`, read: ({ wall }) => wall, unit: 'µs an ask', ...(limit ? { target: atMost(limit) } : {}) }),
      ratio(pairs, { name: `${size} surfaces, CPU`, read: ({ cpu }) => cpu, unit: 'µs an ask' }),
    )
  }
  const [few = 0, many = 0] = [perSurface.get(100), perSurface.get(1_000)]
  return [...figures, { name: 'a surface among 1,000, to 100', value: many / few, unit: 'x', target: atMost(LINEAR), shown: `${rounded(many)} to ${rounded(few)} µs a surface` }]
}
