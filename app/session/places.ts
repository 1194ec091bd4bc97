/** Where else asks go, and how many are open there alone, for the title row and the strip of a terminal. */
import type { Context } from '@deepseek-ai/cordis'
import type {} from '../../router/cordis.ts'
import type { OrderMode, Step } from '../../router/types.ts'
import type { ConsoleNews } from '../../surfaces/terminal/console/news.ts'

/** By the ids of asks. */
export interface OpenAsks {
  readonly open: ReadonlySet<string>
  /** Those of them that the terminal shows. */
  readonly here: ReadonlySet<string>
}

export const NO_ASKS: OpenAsks = { open: new Set(), here: new Set() }

const TERMINAL = 'terminal'

/** The open asks after a step of one of them. Pure. */
export function stepped({ open, here }: OpenAsks, { step, ask, surface }: Pick<Step, 'step' | 'ask' | 'surface'>): OpenAsks {
  switch (step) {
    case 'opened':
      return { open: new Set([...open, ask]), here }
    case 'shown':
      return surface === TERMINAL ? { open, here: new Set([...here, ask]) } : { open, here }
    case 'failed':
      return surface === TERMINAL ? { open, here: without(here, ask) } : { open, here }
    case 'settled':
      return { open: without(open, ask), here: without(here, ask) }
    case 'claimed':
    case 'deferred':
    case 'held':
    case 'acted':
    case 'collapsed':
    case 'late':
      return { open, here }
  }
}

export function elsewhereOf({ open, here }: OpenAsks): number {
  return [...open].filter((ask) => !here.has(ask)).length
}

/** An ask is opened a moment before it is shown; only what stays so is told. Milliseconds. */
const SETTLING = 150

/** Tells these, and who is asked first, for the life of `ctx`. Asks that were open before are not known of. */
export function tellPlaces(ctx: Context, tell: (news: ConsoleNews) => void): void {
  let asks = NO_ASKS
  let told = 0
  let timer: NodeJS.Timeout | undefined
  ctx.on('ask-surfaces/step', (step) => {
    asks = stepped(asks, step)
    timer ??= setTimeout(() => {
      timer = undefined
      const elsewhere = elsewhereOf(asks)
      if (elsewhere !== told) tell({ type: 'headed', heading: { elsewhere } })
      told = elsewhere
    }, SETTLING)
  })
  ctx.effect(() => () => clearTimeout(timer), 'ask-session: tell the places')

  const tellNames = (): void => {
    const names = ctx.get('askSurfaces')?.places?.() ?? []
    tell({ type: 'headed', heading: { places: [...new Set(names)].filter((name) => name !== TERMINAL) } })
  }
  ctx.on('ask-surfaces/places', tellNames)
  tellNames()

  let mode: OrderMode = 'together'
  const tellOrder = (): void => {
    const order = ctx.get('askSurfaces')?.order?.()
    if (order !== undefined && (mode !== 'together' || order.mode !== 'together')) tell({ type: 'headed', heading: { order } })
    mode = order?.mode ?? mode
  }
  ctx.on('ask-surfaces/order', tellOrder)
  // With the places: the router may come later than the screen, and goes with all of them.
  ctx.on('ask-surfaces/places', tellOrder)
  tellOrder()
}

function without(asks: ReadonlySet<string>, ask: string): ReadonlySet<string> {
  return new Set([...asks].filter((each) => each !== ask))
}
