/** Makes a surface that wants a round fit for any router of the name `askSurfaces`, also one that hands over none. */
import { AskError, codeOf } from '../errors.ts'
import { startAsk } from '../seat.ts'
import { SoloRound, type SoloPorts } from '../solo-round.ts'
import type { AskRound, AskSurface, AskUserQuestionAnswer, AskUserQuestionRequest, ContinuedAsk } from '../types.ts'
import { toHostError } from './convert.ts'

/** With our own router it is `surface` itself; elsewhere each ask gets a round made of its signal and `settled`. */
export function createPortableSurface(surface: AskSurface, ports: SoloPorts): AskSurface {
  const solos = new WeakMap<AskUserQuestionRequest, SoloRound>()

  const askAlone = async (request: AskUserQuestionRequest): Promise<AskUserQuestionAnswer> => {
    const { signal } = request
    if (signal?.aborted) {
      const code = codeOf(signal.reason) === 'ASK_TIMED_OUT' ? 'ASK_TIMED_OUT' : 'ASK_ABORTED'
      throw toHostError(new AskError('the ask was withdrawn before it was shown', code))
    }
    const solo = new SoloRound(surface.name, request, ports)
    solos.set(request, solo)
    startAsk(surface, request, solo).then((answer) => solo.resolved(answer), (error: unknown) => solo.rejected(error))
    return solo.answer.catch((error: unknown) => {
      throw toHostError(error)
    })
  }

  return {
    name: surface.name,
    ...(surface.side ? { side: surface.side } : {}),
    ...(surface.idle ? { idle: () => surface.idle?.() ?? Infinity } : {}),
    claim: (request) => surface.claim(request),
    ask: (request: AskUserQuestionRequest, round?: AskRound) => (round ? surface.ask(request, round) : askAlone(request)),
    settled: (request, by) => {
      surface.settled?.(request, by)
      solos.get(request)?.settleElsewhere(by)
    },
    ...(surface.continued ? { continued: (ask: ContinuedAsk) => surface.continued?.(ask) } : {}),
  }
}
