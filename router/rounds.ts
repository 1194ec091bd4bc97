/** Every surface that is registered and every round that is open. Knows nothing of cordis or of a host. */
import { AskError, codeOf } from './errors.ts'
import { readQuestions } from './question.ts'
import { LateReplies } from './late-replies.ts'
import { Race, type RacePorts } from './race.ts'
import type { Registration } from './seat.ts'
import type { AskOrder, AskSurface, AskUserQuestionAnswer, AskUserQuestionItem, AskUserQuestionRequest, Side } from './types.ts'
import type { HostWindow } from './window.ts'

export interface RoundsPorts extends Pick<RacePorts, 'now' | 'monotonic' | 'after' | 'journal' | 'order' | 'step' | 'contain'> {
  /** A new ask id, unique for ever and not to be guessed. */
  mintId(): string
}

/** What is particular to one ask. */
export interface AskOptions {
  /** Takes part in this ask only, from the start and beside whoever claims it. */
  readonly companion?: AskSurface
  /** Which surfaces may be asked; default all. Holds for those that come later, too. */
  readonly admits?: (surface: AskSurface) => boolean
  /** For a timed ask: what the host lets us do with its window. */
  readonly window?: HostWindow
}

/** How long `close` waits for surfaces to clean up, in milliseconds. */
const CLEANUP_LIMIT = 2_000

/** Owns every round from `ask` to its outcome; what is still open ends with `close`. */
export class Rounds {
  /** Asks that go on after their window. */
  readonly late: LateReplies
  private readonly ports: RoundsPorts
  private readonly registrations = new Map<AskSurface, Registration & { holders: number }>()
  /** The same for every race. */
  private readonly racePorts: RacePorts
  private readonly open = new Map<Race, { readonly admits: NonNullable<AskOptions['admits']>; readonly key: string | undefined }>()
  /** Open rounds of asks that the host keys by a tool call. */
  private readonly keyed = new Map<string, { readonly race: Race; readonly asks: string }>()
  private lastKey = 0
  private isClosed = false
  private onReleased: () => void = () => {}

  constructor(ports: RoundsPorts) {
    this.ports = ports
    this.late = new LateReplies(ports)
    this.racePorts = {
      ...ports,
      closed: (race) => this.closed(race),
      continued: (ask, asked) => this.late.open(ask, asked),
      released: () => this.onReleased(),
    }
  }

  /**
   * Adds a surface; it joins the rounds that are open. Registering the same object again keeps one seat for both.
   * @returns takes it back; the last one makes the surface leave its rounds.
   * @throws {AskError} `BAD_SURFACE`.
   */
  add(surface: AskSurface): () => void {
    const name = readName(surface)
    const known = this.registrations.get(surface)
    const registration = known ?? { key: ++this.lastKey, surface, name, ...readSide(surface), pending: 0, holders: 0 }
    registration.holders += 1
    if (known === undefined) {
      this.registrations.set(surface, registration)
      // A copy of the list: a surface that is asked may ask in its turn, and that round starts with everybody.
      for (const [race, { admits }] of Array.from(this.open)) if (admits(surface)) race.join(registration)
      this.late.join(registration)
    }
    let held = true
    return () => {
      if (!held) return
      held = false
      registration.holders -= 1
      if (registration.holders > 0) return
      this.registrations.delete(surface)
      this.late.leave(registration)
      for (const race of Array.from(this.open.keys())) race.leave(registration)
      this.onReleased()
    }
  }

  /** Others come first from now on: whoever waits in an open round is asked at once, or after the new delay. */
  reorder(order: AskOrder): void {
    for (const { deferral } of Array.from(this.open.keys())) deferral?.reorder(order)
  }

  /** Whether an ask would be shown to a surface that `admits` lets through. */
  canAsk(admits: NonNullable<AskOptions['admits']> = everyone): boolean {
    return !this.isClosed && [...this.registrations.keys()].some((surface) => admits(surface))
  }

  /**
   * One ask, one answer. The same ask handed over twice (same session and tool call) is one round for both callers.
   * Rejects with an `AskError` (see its codes) or with the first surface's own error when all of them failed.
   */
  ask(request: AskUserQuestionRequest, options: AskOptions = {}): Promise<AskUserQuestionAnswer> {
    try {
      return this.begin(request, options)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  private begin(request: AskUserQuestionRequest, { companion, admits = everyone, window }: AskOptions): Promise<AskUserQuestionAnswer> {
    const { signal } = request
    if (this.isClosed) throw new AskError('the question router was shut down', 'ASK_ABORTED')
    if (signal?.aborted) throw withdrawnBefore(signal)
    const questions = readQuestions(request.questions)
    const key = keyOf(request)
    const asks = key === undefined ? '' : JSON.stringify(questions)
    const twin = key === undefined ? undefined : this.keyed.get(key)
    // The same call that asks something else is another ask: its caller must not get an answer to the first.
    if (twin?.asks === asks) return twin.race.wait(signal)
    const race = new Race(this.ports.mintId(), askedOf(request, questions), this.racePorts, request.wait?.timed ? window : undefined)
    this.open.set(race, { admits, key })
    if (key !== undefined) this.keyed.set(key, { race, asks })
    const answer = race.wait(signal)
    const surfaces = [...this.registrations.values()].filter(({ surface }) => admits(surface))
    try {
      race.open(surfaces, companion && { key: ++this.lastKey, surface: companion, name: companion.name, pending: 0 })
    } catch (error) {
      // Something beside the questions cannot be read: the round would stay for ever, and its end would be heard by nobody.
      answer.catch(() => { /* the caller hears the error itself */ })
      race.abort('withdrawn', error)
      throw error
    }
    return answer
  }

  private closed(race: Race): void {
    const key = this.open.get(race)?.key
    this.open.delete(race)
    if (key !== undefined && this.keyed.get(key)?.race === race) this.keyed.delete(key)
  }

  /** Ends every open round as aborted; resolves when the surfaces have cleaned up, at most after `CLEANUP_LIMIT`. */
  async close(): Promise<void> {
    this.isClosed = true
    for (const race of Array.from(this.open.keys())) race.abort('disposed')
    this.late.close()
    await new Promise<void>((resolve) => {
      const cancel = this.ports.after(CLEANUP_LIMIT, resolve)
      this.onReleased = () => {
        if ([...this.registrations.values()].some(({ pending }) => pending > 0)) return
        cancel()
        resolve()
      }
      this.onReleased()
    })
  }
}

/** Without the host's signal, which no surface gets. By hand: an object that is left over from a pattern takes many times the room. */
function askedOf(request: AskUserQuestionRequest, questions: AskUserQuestionItem[]): AskUserQuestionRequest {
  const asked: AskUserQuestionRequest = { questions }
  for (const name of Object.keys(request)) if (name !== 'signal' && name !== 'questions' && name !== '__proto__') Reflect.set(asked, name, Reflect.get(request, name))
  return asked
}

function everyone(): boolean {
  return true
}

/** Only an ask of a live session that names its tool call can be recognised when it comes again. */
function keyOf({ agent, wait }: AskUserQuestionRequest): string | undefined {
  return agent && wait ? JSON.stringify([agent.session.id, wait.callId]) : undefined
}

function withdrawnBefore(signal: AbortSignal): AskError {
  const code = codeOf(signal.reason) === 'ASK_TIMED_OUT' ? 'ASK_TIMED_OUT' : 'ASK_ABORTED'
  return new AskError('the ask was withdrawn before it was shown', code, { cause: signal.reason })
}

/** The name, read once: what `register` was given is foreign, and may be changed or throw when it is read again. */
function readName(surface: unknown): string {
  const { name, claim, ask, settled, continued } = (surface ?? {}) as Partial<Record<keyof AskSurface, unknown>>
  const optional = [settled, continued].every((method) => method === undefined || typeof method === 'function')
  if (typeof name === 'string' && name !== '' && typeof claim === 'function' && typeof ask === 'function' && optional) return name
  throw new AskError('askSurfaces.register needs { name: text, claim(request), ask(request, round), settled?(request, by), continued?(ask) }', 'BAD_SURFACE')
}

/** Whatever else it says, a surface without a side of ours is never kept waiting. */
function readSide({ side }: AskSurface): { readonly side?: Side } {
  return side === 'desk' || side === 'phone' ? { side } : {}
}
