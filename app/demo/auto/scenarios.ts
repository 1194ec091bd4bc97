/** The rounds that `--auto` plays, each with the end that it must have. */
import { SCRIPT } from '../script.ts'
import type { ScriptedAsk } from '../../asks.ts'
import type { Outcome } from '../../../router/types.ts'
import type { PartEnd, SurfaceName } from './report.ts'
import type { PlayedAsk } from './round.ts'
import { createRandom, shuffled } from './seed.ts'

export interface Scenario {
  readonly name: string
  readonly ask: ScriptedAsk
  /** The platform refuses the card for good. */
  readonly refusesSend?: true
  /** The next round starts without the terminal. */
  readonly leavesTerminalOut?: true
  /** Plays the humans, or the agent; returns the surface that must have won. */
  play(round: PlayedAsk): Promise<SurfaceName | null>
  /** Everything but the winner that must come of it. */
  readonly expected: { readonly outcome: Outcome['kind']; ends(winner: SurfaceName | null): Record<SurfaceName, PartEnd> }
}

/** How many rounds both humans act in the same instant; each side goes first in half of them. */
const INSTANTS = 20

const raced = (winner: SurfaceName | null): Record<SurfaceName, PartEnd> => ({
  terminal: winner === 'terminal' ? 'won' : 'collapsed',
  feishu: winner === 'feishu' ? 'won' : 'collapsed',
})

const answered = (ends: Scenario['expected']['ends'] = raced): Scenario['expected'] => ({ outcome: 'answered', ends })

function scripted(index: number, name: string): ScriptedAsk {
  const ask = SCRIPT[index % SCRIPT.length]
  if (ask === undefined) throw new Error('the script is empty')
  return { ...ask, name }
}

/** The demo's own rounds; the same `seed` gives the same order of acts. */
export function createScenarios(seed: number): Scenario[] {
  const order = shuffled(Array.from({ length: INSTANTS }, (_, index): SurfaceName => (index % 2 === 0 ? 'terminal' : 'feishu')), createRandom(seed))
  return [
    { name: 'phone wins', ask: scripted(3, 'phone wins'), play: phoneAnswers, expected: answered() },
    { name: 'terminal wins', ask: scripted(3, 'terminal wins'), play: terminalAnswers, expected: answered() },
    ...order.map((first, index): Scenario => {
      const name = `same instant ${index + 1}, ${first} first`
      return { name, ask: scripted(0, name), play: (round) => bothAnswer(round, first), expected: answered() }
    }),
    { name: 'agent withdraws', ask: scripted(1, 'agent withdraws'), play: agentWithdraws, expected: { outcome: 'aborted', ends: () => ({ terminal: 'withdrawn', feishu: 'withdrawn' }) } },
    { name: 'dismissed at the terminal', ask: scripted(2, 'dismissed'), play: terminalDismisses, expected: { outcome: 'dismissed', ends: raced } },
    { name: 'phone\'s send fails for good', ask: scripted(1, 'send fails'), refusesSend: true, play: sendFails, expected: answered(() => ({ terminal: 'won', feishu: 'failed' })) },
    { name: 'terminal unregisters while asked', ask: scripted(2, 'unregisters'), leavesTerminalOut: true, play: terminalLeaves, expected: answered(() => ({ terminal: 'failed', feishu: 'won' })) },
    { name: 'terminal comes late and answers', ask: scripted(0, 'late'), play: terminalComesLate, expected: answered() },
    { name: 'click on a finished card', ask: scripted(1, 'finished card'), play: clickFinishedCard, expected: answered() },
  ]
}

/** One round for each ask of a file; phone and terminal answer in turn, and the terminal whatever no form fits. */
export function scenariosFor(asks: readonly ScriptedAsk[]): Scenario[] {
  return asks.map((ask, index): Scenario => ({
    name: ask.name,
    ask,
    play: async (round) => {
      await round.bothShown()
      return index % 2 === 0 && round.phoneCanAnswer() ? phoneAnswers(round) : terminalAnswers(round)
    },
    expected: answered(),
  }))
}

async function phoneAnswers(round: PlayedAsk): Promise<SurfaceName> {
  await round.bothShown()
  await round.cast.phone.submit(round.card(), round.picks.feishu)
  return 'feishu'
}

async function terminalAnswers(round: PlayedAsk): Promise<SurfaceName> {
  await round.bothShown()
  await round.terminalListens()
  await round.fillTerminal()
  round.cast.terminal.write(round.keys.confirm)
  return 'terminal'
}

/** Both acts have left before either verdict can be read; who goes first is the seed's choice. */
async function bothAnswer(round: PlayedAsk, first: SurfaceName): Promise<SurfaceName> {
  await round.bothShown()
  await round.terminalListens()
  await round.fillTerminal()
  const click = round.cast.phone.prepareSubmit(round.card(), round.picks.feishu)
  if (first === 'terminal') round.cast.terminal.write(round.keys.confirm)
  const { reply } = await click.dispatch()
  if (first === 'feishu') round.cast.terminal.write(round.keys.confirm)
  await reply
  return first
}

async function agentWithdraws(round: PlayedAsk): Promise<null> {
  await round.bothShown()
  round.withdraw()
  return null
}

async function terminalDismisses(round: PlayedAsk): Promise<SurfaceName> {
  await round.bothShown()
  await round.terminalListens()
  await round.dismissAtTerminal()
  return 'terminal'
}

async function sendFails(round: PlayedAsk): Promise<SurfaceName> {
  await round.seen(({ failed }) => failed.has('feishu'), 'the send fails')
  await round.terminalListens()
  await round.fillTerminal()
  round.cast.terminal.write(round.keys.confirm)
  return 'terminal'
}

async function terminalLeaves(round: PlayedAsk): Promise<SurfaceName> {
  await round.bothShown()
  await round.cast.unmountTerminal()
  await round.seen(({ failed }) => failed.has('terminal'), 'the terminal leaves the round')
  await round.cast.phone.submit(round.card(), round.picks.feishu)
  return 'feishu'
}

async function terminalComesLate(round: PlayedAsk): Promise<SurfaceName> {
  await round.seen(({ shownAt }) => shownAt.feishu !== undefined, 'the card is shown')
  await round.cast.mountTerminal()
  return terminalAnswers(round)
}

/** A phone that still shows the old card: its click is signed and well-formed, and too late. */
async function clickFinishedCard(round: PlayedAsk): Promise<SurfaceName> {
  await round.bothShown()
  const late = round.cast.phone.prepareSubmit(round.card(), round.picks.terminal)
  await round.cast.phone.submit(round.card(), round.picks.feishu)
  await round.seen(({ patchedAt }) => patchedAt !== undefined, 'the card is final')
  const { reply } = await late.dispatch()
  const { toast } = await reply
  if (toast === undefined) round.fault('the late click got no toast')
  return 'feishu'
}
