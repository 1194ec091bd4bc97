/** ^C once the field is empty: the agent is interrupted, or the screen left. Pure. */
import { only } from './effects.ts'
import type { Step } from './effects.ts'
import { withNotice } from './model.ts'
import { isContinued } from './panel.ts'
import type { Model } from './model.ts'
import type { Words } from './words.ts'

/** A second ^C within this many milliseconds does what the first one announced. */
const LEAVING = 2_000

/** Whether there is an agent at work that ^C would interrupt. Without a console only open questions tell of one. */
export function isInterruptible({ canInterrupt, console, panels }: Model): boolean {
  return canInterrupt && (console === undefined ? panels.some((panel) => !isContinued(panel)) : console.state === 'running')
}

/**
 * At rest ^C leaves at once, but never within two seconds of a ^C that was meant for the agent: it may have ended on its
 * own between two of them.
 */
export function leave(model: Model, now: number, words: Words): Step {
  const recent = model.leaving !== undefined && now < model.leaving.until ? model.leaving.act : undefined
  if (isInterruptible(model)) {
    if (recent !== 'interrupt') return only(announced(model, 'interrupt', words.interruptAgain, now))
    return [announced(model, 'interrupted', words.console.interrupting, now), [{ type: 'interrupt' }]]
  }
  const open = model.panels.some((panel) => !isContinued(panel))
  if (recent === 'quit' || (recent === undefined && !open)) return [model, [{ type: 'quit' }]]
  return only(announced(model, 'quit', open ? words.quitAgain : words.console.leaveAgain, now))
}

function announced(model: Model, act: NonNullable<Model['leaving']>['act'], text: string, now: number): Model {
  const until = now + LEAVING
  return withNotice({ ...model, leaving: { act, until } }, { text, tone: 'warn', until })
}
