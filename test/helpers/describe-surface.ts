/** What every surface owes the router, whoever wrote it. Run it on a surface with three lines. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AskSurface } from '../../router/types.ts'
import { createRounds, rejection, type RoundsUnderTest } from './rounds.ts'
import { DATABASE, database, thirdParty, type ThirdParty } from './third-party.ts'

/** A surface with a human in front of it. */
export interface Subject {
  readonly surface: AskSurface
  /** The human sees the newest open ask and answers it with SQLite. Resolves when the surface has heard. */
  answer(): Promise<void>
  /** The human puts the newest open ask away. */
  dismiss(): Promise<void>
  /** How many asks can be answered here now. */
  openAsks(): number
  close(): Promise<void>
}

const LIMIT_MS = 5_000

/** Polls, since real sockets take their time. */
async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + LIMIT_MS
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`did not happen: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

export function describeSurface(name: string, make: () => Promise<Subject>): void {
  describe(`${name} keeps the contract of a surface`, () => {
    let subject: Subject
    let under: RoundsUnderTest
    let other: ThirdParty
    let leave: () => void

    beforeEach(async () => {
      subject = await make()
      under = createRounds()
      other = thirdParty('other')
      leave = under.rounds.add(subject.surface)
      under.rounds.add(other)
    })
    afterEach(() => subject.close())

    const shows = (count: number) => until(() => subject.openAsks() === count, `${count} asks can be answered here`)
    const cleanedUp = async () => {
      for (const { reject } of other.shown) reject(new Error('cleaned up'))
      await under.rounds.close()
      expect(under.timers.size).toBe(0)
    }

    it('has a name and says synchronously, without effects, whether it claims an ask', () => {
      expect(subject.surface.name).not.toBe('')
      expect(typeof subject.surface.claim(DATABASE)).toBe('boolean')
      expect(subject.openAsks()).toBe(0)
    })

    it('shows an ask and delivers exactly what its human answered', async () => {
      const answer = under.rounds.ask(DATABASE)
      await shows(1)
      await subject.answer()
      expect(await answer).toEqual(database('SQLite'))
      expect(other.told).toEqual([subject.surface.name])
      await shows(0)
      await cleanedUp()
    })

    it('collapses when another place wins, and then takes no more acts', async () => {
      const answer = under.rounds.ask(DATABASE)
      await shows(1)
      other.shown[0]!.resolve(database('PostgreSQL'))
      expect(await answer).toEqual(database('PostgreSQL'))
      await shows(0)
      await cleanedUp()
      expect(under.steps.filter(({ step, detail }) => step === 'acted' && detail === 'won')).toHaveLength(1)
    })

    it('withdraws the ask when the host does', async () => {
      const turn = new AbortController()
      const answer = rejection(under.rounds.ask({ ...DATABASE, signal: turn.signal }))
      await shows(1)
      turn.abort({ kind: 'user' })
      expect(await answer).toMatchObject({ code: 'ASK_ABORTED' })
      await shows(0)
      await cleanedUp()
    })

    it('delivers a dismissal as the human\'s decision', async () => {
      const answer = rejection(under.rounds.ask(DATABASE))
      await shows(1)
      await subject.dismiss()
      expect(await answer).toMatchObject({ code: 'ASK_CANCELLED' })
      await shows(0)
      await cleanedUp()
    })

    it('keeps two asks with the same question ids apart', async () => {
      const answers = [under.rounds.ask(DATABASE), under.rounds.ask(DATABASE)]
      await shows(2)
      other.shown[0]!.resolve(database('PostgreSQL'))
      expect(await answers[0]).toEqual(database('PostgreSQL'))
      await shows(1)
      await subject.answer()
      expect(await answers[1]).toEqual(database('SQLite'))
      await shows(0)
      await cleanedUp()
    })

    it('cleans up when the router goes away with asks open', async () => {
      const answer = rejection(under.rounds.ask(DATABASE))
      await shows(1)
      await cleanedUp()
      expect(await answer).toMatchObject({ code: 'ASK_ABORTED' })
      expect(subject.openAsks()).toBe(0)
    })

    it('lets go of its asks when it is unregistered, and the others go on', async () => {
      const answer = under.rounds.ask(DATABASE)
      await shows(1)
      leave()
      await shows(0)
      other.shown[0]!.resolve(database('PostgreSQL'))
      expect(await answer).toEqual(database('PostgreSQL'))
      expect(under.contained).toEqual([])
    })

    it('is not asked when the ask was withdrawn before', async () => {
      await rejection(under.rounds.ask({ ...DATABASE, signal: AbortSignal.abort() }))
      expect(subject.openAsks()).toBe(0)
      expect(under.steps).toEqual([])
    })
  })
}
