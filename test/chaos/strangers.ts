/** Surfaces and providers as third parties write them: some answer, the others throw, hang, talk rubbish, come and go. */
import type { Context } from '@deepseek-ai/cordis'
import type { AskRound, AskSurface, AskUserQuestionAnswer, AskUserQuestionRequest } from '../../router/types.ts'
import type { Dice } from './dice.ts'
import type { FastClock } from './fast-clock.ts'
import { attempt, createPicks, type Story, tagIn } from './story.ts'

export interface StrangerPorts {
  readonly clock: FastClock
  readonly dice: Dice
  storyOf(tag: string): Story | undefined
}

type Manner = 'answers' | 'submits' | 'dismisses' | 'throws' | 'rejects' | 'rubbish' | 'hangs' | 'resolves-early' | 'acts-after-failing'
const MANNERS: readonly Manner[] = ['answers', 'submits', 'dismisses', 'throws', 'rejects', 'rubbish', 'hangs', 'hangs', 'hangs', 'hangs', 'hangs', 'hangs', 'resolves-early', 'acts-after-failing']

const RUBBISH: readonly unknown[] = [undefined, null, 7, {}, { answers: [] }, { answers: [{ id: 'other', selected: [] }] }, { answers: [{ id: 'q0', selected: ['never offered'] }] }, { answers: [null] }]

const storyIn = ({ questions }: AskUserQuestionRequest, { storyOf }: StrangerPorts): Story | undefined => storyOf(tagIn(questions[0]?.question ?? '')?.tag ?? '')

function untilOver(round: AskRound): Promise<never> {
  return round.outcome.then(() => { throw new Error('over') })
}

/** A surface that behaves otherwise at each ask. It claims seldom: a claim keeps the others out. */
export function createStranger(name: string, ports: StrangerPorts): AskSurface {
  const { clock, dice } = ports

  const answerTo = (request: AskUserQuestionRequest): AskUserQuestionAnswer => {
    const story = storyIn(request, ports)
    const made = story && attempt(story, name, createPicks(story.questions, `${name} for ${story.tag} as ${story.attempts.length}`, dice))
    if (made === undefined || made.what === 'dismiss') throw new Error('asked about nothing')
    return made.what
  }
  const pause = (): Promise<void> => clock.sleep(dice.between(0, 5_000))

  const behave = async (manner: Exclude<Manner, 'throws' | 'resolves-early'>, request: AskUserQuestionRequest, round: AskRound): Promise<AskUserQuestionAnswer> => {
    switch (manner) {
      case 'answers':
        await pause()
        return answerTo(request)
      case 'submits':
        await pause()
        round.submit(answerTo(request), { name: 'Somebody' })
        round.submit(answerTo(request))
        return untilOver(round)
      case 'dismisses': {
        await pause()
        const story = storyIn(request, ports)
        if (story) attempt(story, name, 'dismiss')
        throw Object.assign(new Error('put away'), { code: 'ASK_CANCELLED' })
      }
      case 'rejects':
        await pause()
        throw new Error('this place broke')
      case 'rubbish':
        await pause()
        return dice.pick(RUBBISH) as AskUserQuestionAnswer
      case 'hangs':
        return untilOver(round)
      case 'acts-after-failing':
        clock.after(dice.between(500, 4_000), () => { round.submit(answerTo(request)) })
        throw new Error('this place broke, but somebody sits there')
    }
  }

  return {
    name,
    claim: () => {
      if (dice.chance(0.05)) throw new Error('no idea')
      return dice.chance(0.4)
    },
    ask: (request, round) => {
      const manner = dice.pick(MANNERS)
      if (manner === 'throws') throw new Error('not even a promise')
      if (manner === 'resolves-early') return Promise.resolve(dice.pick(RUBBISH) as AskUserQuestionAnswer)
      return behave(manner, request, round)
    },
    settled: () => {
      if (dice.chance(0.1)) throw new Error('did not want to know')
    },
  }
}

/** A surface in a plugin of its own. @returns unloads it. */
export async function moveIn(ctx: Context, surface: AskSurface): Promise<() => Promise<void>> {
  const fiber = ctx.plugin({ name: surface.name, inject: ['askSurfaces'], apply: (inner: Context) => { inner.askSurfaces.register(surface) } })
  await fiber
  return () => fiber.dispose()
}

/** A place of the host's own: a browser behind us, which answers seldom and otherwise waits until it is withdrawn. */
export function createBrowser({ clock, dice, ...ports }: StrangerPorts): (request: AskUserQuestionRequest) => Promise<AskUserQuestionAnswer> {
  return (request) => new Promise((resolve, reject) => {
    const { signal } = request
    const withdrawn = (): void => {
      cancel()
      reject(Object.assign(new Error('withdrawn'), { code: 'ASK_ABORTED' }))
    }
    const manner = dice.pick(['waits', 'waits', 'waits', 'waits', 'waits', 'waits', 'answers', 'fails'])
    const cancel = manner === 'waits' ? () => undefined : clock.after(dice.between(500, 8_000), () => {
      signal?.removeEventListener('abort', withdrawn)
      const story = storyIn(request, { clock, dice, ...ports })
      if (manner === 'fails' || story === undefined) return reject(new Error('the browser went away'))
      const made = attempt(story, 'dsh', createPicks(story.questions, `browser for ${story.tag} as ${story.attempts.length}`, dice))
      return made.what === 'dismiss' ? undefined : resolve(made.what)
    })
    signal?.addEventListener('abort', withdrawn, { once: true })
    if (signal?.aborted) withdrawn()
  })
}
