/** One platform, one journal on the real disk, and as many processes of ours as a test starts and kills on them. */
import { setTimeout as delay } from 'node:timers/promises'
import { createSimulator, type SimMessage, type Simulator, type SimulatorOptions } from '../../../app/demo/simulator/index.ts'
import type { HostView, Journal } from '../../../router/journal/types.ts'
import type { JournalOptions } from '../../../router/journal/journal.ts'
import type { CallView } from '../../../router/late-host.ts'
import { Leftovers } from '../../../router/leftovers.ts'
import type { AskUserQuestionAnswer, AskUserQuestionItem } from '../../../router/types.ts'
import type { JournalPort } from '../../../surfaces/feishu/slips.ts'
import { createHome, type JournalHome } from '../../helpers/journal-home.ts'
import { settle } from '../../helpers/rounds.ts'
import { lendWindow } from '../../helpers/timed.ts'
import { DATABASE, KEYS } from './known.ts'
import { createStand, type Stand, STRANGER, until, WANG } from './stand.ts'

export interface Life extends Stand {
  readonly journal: Journal
  /** Late answers that the host took. */
  readonly taken: readonly AskUserQuestionAnswer[]
  /** Asks under a tool call, for as long as `ms` where that is given. */
  asks(call: string, ms?: number, questions?: AskUserQuestionItem[]): Promise<unknown>
  /** The process is gone, at once: nothing is patched, nothing is said. */
  kill(): Promise<void>
}

export interface LifeOptions {
  /** What the host says of a call. */
  readonly view?: (call: string) => HostView
  /** The questions that the host has on record. */
  readonly words?: () => AskUserQuestionItem[] | undefined
  /** Holds back what is decided about leftovers. */
  readonly decided?: Promise<void>
  readonly config?: Readonly<Record<string, unknown>>
  readonly journal?: Partial<JournalOptions>
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}

export interface Lives {
  readonly home: JournalHome
  readonly simulator: Simulator
  begin(options?: LifeOptions): Promise<Life>
  close(): Promise<void>
}

export async function createLives(options: Partial<SimulatorOptions> = {}): Promise<Lives> {
  const simulator = await createSimulator({ ...KEYS, people: [WANG, STRANGER], ...options })
  const home = createHome()
  home.now = Date.now()
  const running: Stand[] = []
  let asks = 0
  return {
    home, simulator,
    begin: async ({ view = () => 'absent', words = () => undefined, decided, config, sleep = realSleep, journal: journalOptions }: LifeOptions = {}) => {
      const journal = home.open(journalOptions)
      const taken: AskUserQuestionAnswer[] = []
      let isKilled = false
      const record = (call: string): CallView => {
        const questions = words()
        return { state: view(call), ...(questions ? { questions } : {}) }
      }
      const stand = await createStand({
        platform: simulator, journal, mintId: () => `ask-${++asks}`,
        ...(config ? { config } : {}),
        sleep: (ms, signal) => (isKilled ? settle() : sleep(ms, signal)),
        kept: (rounds): JournalPort => {
          rounds.late.connect({ isLive: () => true, resume: () => Promise.resolve(), view: (_session, call) => record(call), answer: (_session, _call, answer) => { taken.push(answer); return true } })
          const left = new Leftovers({
            journal, now: Date.now, takesAnswers: () => true, canOpen: true, view: (_session, call) => Promise.resolve(record(call)),
            restore: ({ entry: { ask, session, call, since, at }, decision, questions }) => {
              if (session === undefined || call === undefined) return
              const asked = { id: ask, session, callId: call, since: since ?? at, ...(questions ? { questions } : {}) }
              if (decision.kind === 'redeliver') rounds.late.redeliver(asked, decision.answer, decision.actor).catch(() => undefined)
              else rounds.late.open(asked)
            },
          })
          const ready = (decided ?? Promise.resolve()).then(() => left.decide())
          return {
            deliveries: (surface) => ready.then(() => left.deliveries(surface)),
            record: (ask, surface, place, data) => journal.append({ kind: 'delivery', ask, surface, place, data }),
            finish: (ask, surface, place) => journal.append({ kind: 'delivery', ask, surface, place }),
            ended: (ask) => journal.state().ask(ask)?.end,
            seen: (surface, event) => journal.state().seen(surface, event),
            remember: (surface, id) => journal.append({ kind: 'event', surface, id }),
          }
        },
      })
      running.push(stand)
      const life: Life = {
        ...stand, journal, taken,
        asks: (callId, ms, questions = [DATABASE]) => stand.request(
          { questions, agent: { id: 's1', session: { id: 's1' } }, wait: { callId, ...(ms === undefined ? {} : { timed: true }) } },
          ms === undefined ? {} : { window: lendWindow({ now: () => performance.now() } as never, { ms }) },
        ).catch((error: unknown) => error),
        kill: async () => {
          home.kill(journal)
          // The platform hears nothing of the death: what a clean end would say does not get through.
          isKilled = true
          simulator.faults.set({ name: 'failed-before-delivery' })
          await stand.close()
          simulator.faults.clear()
          running.splice(running.indexOf(stand), 1)
        },
      }
      return life
    },
    close: async () => {
      for (const stand of running.splice(0)) await stand.close()
      await simulator.close()
      home.remove()
    },
  }
}

/** Real time, and a wait that ends with the process only. */
const realSleep = (ms: number, signal?: AbortSignal): Promise<void> => delay(ms, undefined, signal ? { signal } : {})
export const endless = (_ms: number, signal?: AbortSignal): Promise<void> => new Promise((_resolve, reject) => { signal?.addEventListener('abort', () => reject(new Error('aborted'))) })

/** Resolves once it holds; looked at often, for at most 5 s. */
export async function eventually(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 5_000; !holds(); await delay(5)) if (Date.now() > end) throw new Error('it never came to hold')
}

export const titleIn = (message: SimMessage | undefined): string => /"title":\{"tag":"plain_text","content":"([^"]*)"/u.exec(JSON.stringify(message?.card) ?? '')?.[1] ?? ''
export const untilTitle = (simulator: Simulator, messageId: string, title: string): Promise<SimMessage> =>
  until(simulator, () => simulator.messages().find((message) => message.messageId === messageId && titleIn(message) === title))
