/** What the list of asks holds: those that are open and those that still take a late answer, by session, newest first. Pure. */
import { isContinued } from '../panel.ts'
import type { Panel } from '../panel.ts'
import type { Model } from '../model.ts'
import { originIn, wordsIn } from '../model.ts'
import { sanitiseLine } from '../sanitise.ts'

/** The asks of one session. */
export interface Group {
  readonly label: string
  readonly panels: readonly Panel[]
}

/** A session's id is shown whole up to so many characters, else as many of it as tell it apart. */
const [WHOLE, SHORT] = [16, 8]

/** Sessions by their newest ask, and the asks of each newest first. */
export function groupsOf(model: Model): readonly Group[] {
  const groups = new Map<string, Panel[]>()
  for (const panel of [...model.panels, ...model.putAway].toSorted((a, b) => b.since - a.since)) {
    const key = JSON.stringify([panel.session, originIn(model, panel)])
    const same = groups.get(key)
    if (same === undefined) groups.set(key, [panel])
    else same.push(panel)
  }
  return [...groups.values()].map((panels) => ({ label: labelOf(model, panels[0]), panels }))
}

/** The asks in the order of the list. */
export function entriesOf(model: Model): readonly Panel[] {
  return groupsOf(model).flatMap(({ panels }) => panels)
}

/** Whether there is more to list than what the screen shows anyway. */
export function isWorthListing({ panels, putAway }: Model): boolean {
  return panels.length > 1 || putAway.length > 0
}

/** How many are open, and how many only take a late answer. */
export function countsOf({ panels, putAway }: Model): { readonly open: number; readonly continued: number } {
  const open = panels.filter((panel) => !isContinued(panel)).length
  return { open, continued: panels.length + putAway.length - open }
}

function labelOf(model: Model, panel: Panel | undefined): string {
  const words = wordsIn(model).inbox
  const origin = panel && originIn(model, panel)
  if (origin !== undefined) return origin
  const { session } = panel ?? {}
  if (model.console !== undefined || session === undefined) return sanitiseLine(model.console?.heading.session ?? '') || words.thisSession
  return sanitiseLine(session.length <= WHOLE ? session : session.slice(0, SHORT)) || words.thisSession
}
