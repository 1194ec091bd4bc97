/** `ctx.askJournal`: the journal of this run, what ended runs have left, and what surfaces keep in it. */
import { Service, type Context } from '@deepseek-ai/cordis'
import type {} from '../cordis.ts'
import { fieldOf } from '../field.ts'
import type { AskEnd, AskJournal, DeliveryData, Journal, KeptJournal, LeftDelivery } from '../journal/types.ts'
import { type LeftAsk, Leftovers } from '../leftovers.ts'
import { release } from '../release.ts'
import type { Timestamp } from '../types.ts'
import { createCallViews } from './call-views.ts'

/** How long stored sessions are read for before the rest counts as unreadable, in milliseconds. */
const READ_LIMIT = 800
/** The same where nobody waits for it: an answer that its agent may not have read is worth a second look. */
const PATIENT_LIMIT = 60_000

class AskJournalService extends Service implements AskJournal {
  private readonly journal: Journal
  private readonly left: Leftovers

  constructor(ctx: Context, journal: Journal, left: Leftovers) {
    super(ctx, 'askJournal')
    this.journal = journal
    this.left = left
  }

  async deliveries(surface: string): Promise<readonly LeftDelivery[]> {
    await this.left.decided
    return this.left.deliveries(surface)
  }

  record(ask: string, surface: string, place: string, data: DeliveryData): void {
    this.journal.append({ kind: 'delivery', ask, surface, place, data })
  }

  finish(ask: string, surface: string, place: string): void {
    this.journal.append({ kind: 'delivery', ask, surface, place })
  }

  ended(ask: string): AskEnd | undefined {
    return this.journal.state().ask(ask)?.end
  }

  seen(surface: string, event: string): boolean {
    return this.journal.state().seen(surface, event)
  }

  remember(surface: string, event: string): void {
    this.journal.append({ kind: 'event', surface, id: event })
  }
}

export interface AskJournalOptions {
  readonly journal: Journal
  readonly now: () => Timestamp
  /** Whether a session that isn't live can be opened for an answer that waits for it. */
  readonly canOpen: boolean
  /** Called once for each ask of an ended process that goes on. */
  readonly restore: (left: LeftAsk) => void
}

/** Where a journal is kept, and what is made of it. */
export interface JournalKeeper {
  /** Never throws; whoever calls it closes the journal. */
  open(kept: KeptJournal): Journal
  /** `provideAskJournal`, which a router without a journal does not load. */
  provide(ctx: Context, options: AskJournalOptions): void
}

/**
 * Provides `ctx.askJournal` for the life of `ctx`, and decides about the leftovers as soon as the profile is up and the
 * host can ask. The journal stays open: whoever made it closes it, after the last round has ended.
 */
export function provideAskJournal(ctx: Context, { journal, now, canOpen, restore }: AskJournalOptions): void {
  let views = createCallViews(ctx, READ_LIMIT)
  const left = new Leftovers({ journal, now, canOpen, restore, view: (session, call) => views(session, call), takesAnswers: () => takesAnswers(ctx) })
  new AskJournalService(ctx, journal, left)
  const contain = (error: unknown) => ctx.logger('ask').error(error)
  let hasBegun = false
  ctx.inject(['userQuestions'], () => {
    if (hasBegun) return
    hasBegun = true
    decide().catch(contain)
  })

  async function decide(): Promise<void> {
    // A projection or a store that a later row brings counts as well.
    await loaderOf(ctx)?.await()
    if (ctx.fiber.uid === null) return
    views = createCallViews(ctx, READ_LIMIT)
    await left.decide()
    if (!left.hasDoubts()) return
    views = (session, call) => createCallViews(ctx, 0)(session, call)
    const rest = () => (left.hasDoubts() ? undefined : release(ctx, stop))
    const stop = ctx.on('session/event', ({ id }) => {
      left.reconsider(id).then(rest).catch(contain)
    })
    left.lookAgain(createCallViews(ctx, PATIENT_LIMIT)).then(rest).catch(contain)
  }
}

interface Loader { await(): Promise<unknown> }

function loaderOf(ctx: Context): Loader | undefined {
  return ctx.get('loader')
}

function takesAnswers(ctx: Context): boolean {
  const questions: unknown = ctx.get('userQuestions')
  return typeof fieldOf(questions, 'answer') === 'function'
}
