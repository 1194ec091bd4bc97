/** `update(model, message, now) → [model, effects]`: the whole behaviour of the terminal, without a clock or a stream. */
import type { LateEnd, LateResult, LateVerdict, Outcome, Verdict } from '../../router/types.ts'
import { perform } from './commands.ts'
import type { ConsoleNews } from './console/news.ts'
import { withLine } from './console/line.ts'
import { told } from './console/told.ts'
import { only } from './effects.ts'
import type { Step } from './effects.ts'
import { editorText, insert } from './editor.ts'
import { inOrder, judged, opening, replaced, settled, visitedIn, withdrawn } from './ending.ts'
import { holding } from './holding.ts'
import { kept } from './inbox/steps.ts'
import { bindingOf } from './keymap.ts'
import { readingOn } from './layout.ts'
import type { Key } from './keys.ts'
import { continued, lateDelivered, lateEnded, lateJudged } from './late-ending.ts'
import { isGuarded, isTiny, QUIET, said, withNotice, wordsIn } from './model.ts'
import type { Model, Size } from './model.ts'
import type { Due } from './pace.ts'
import { createPanel } from './panel.ts'
import type { Asked, Panel } from './panel.ts'
import { clicked, turned } from './pointing.ts'
import { sanitiseLine } from './sanitise.ts'
import { waitOf } from './wait.ts'
import type { WaitNews } from './wait.ts'

export type Message =
  | { readonly type: 'pressed'; readonly key: Key }
  | ({ readonly type: 'asked'; readonly id: string } & Asked)
  /** What the clock of a timed ask says. */
  | { readonly type: 'timed'; readonly id: string; readonly wait: WaitNews }
  /** What an act of this screen got. */
  | { readonly type: 'judged'; readonly id: string; readonly verdict: Verdict }
  | { readonly type: 'settled'; readonly id: string; readonly outcome: Outcome }
  /** The agent went on without an answer to it; a late one is taken. */
  /** With `end` where an answer of before a restart has just arrived. */
  | ({ readonly type: 'continued'; readonly id: string; readonly end?: LateEnd } & Asked)
  /** What a late answer of this screen got, and what became of it. */
  | { readonly type: 'late-judged'; readonly id: string; readonly verdict: LateVerdict }
  | { readonly type: 'late-delivered'; readonly id: string; readonly result: LateResult }
  /** It takes no late answer any more. */
  | { readonly type: 'late-ended'; readonly id: string; readonly end: LateEnd }
  /** The ask is gone for this screen without an outcome. */
  | { readonly type: 'withdrawn'; readonly id: string }
  /** What the model says is on the glass. */
  | { readonly type: 'painted' }
  | { readonly type: 'resized'; readonly size: Size }
  | { readonly type: 'said'; readonly text: string }
  | { readonly type: 'noted'; readonly text: string }
  | { readonly type: 'told'; readonly news: ConsoleNews }
  | { readonly type: 'ticked' }

/** Two Enters within this many milliseconds are one key held down. */
const REPEAT = 120
/**
 * An Enter that decides comes at least this many milliseconds after the Enter before it, unless another key was pressed
 * in between: a key held down repeats itself for the first time after 250 to 660 ms, and only the second time soon.
 */
const PAUSE = 700

/** When a frame is due that shows a message, and what was due before it. */
export function dueAfter(due: Due, message: Message): Due {
  return isNews(message) ? due : 'now'
}

/** What a person didn't do here and need not see in the same tick. */
function isNews({ type }: Message): boolean {
  return type === 'told' || type === 'said' || type === 'continued' || type === 'late-ended'
}

/** The next model and what is to be done outside, in this order; `now` in milliseconds, not necessarily the epoch's. */
export function update(before: Model, message: Message, now: number): Step {
  const [model, effects] = after({ ...before, now }, message, now)
  return [kept(model), effects]
}

function after(model: Model, message: Message, now: number): Step {
  switch (message.type) {
    case 'pressed':
      return uncovered(pressed({ ...model, pressedAt: now }, message.key, now))
    case 'asked':
      return asked(model, createPanel(message.id, { since: now, ...message }, { locale: model.locale, words: wordsIn(model) }), now)
    case 'timed':
      return only({
        ...model, panels: model.panels.map((panel) => (panel.id === message.id ? { ...panel, wait: waitOf(message.wait, now, panel.wait) } : panel)),
      })
    case 'judged':
      return uncovered(judged(model, message.id, message.verdict, now))
    case 'settled':
      return uncovered(settled(model, message.id, message.outcome, now))
    case 'continued': {
      const told = continued(model, message.id, { since: now, ...message }, now)
      return uncovered(message.end ? lateEnded(told[0], message.id, message.end, now) : told)
    }
    case 'late-judged':
      return uncovered(lateJudged(model, message.id, message.verdict, now))
    case 'late-delivered':
      return uncovered(lateDelivered(model, message.id, message.result, now))
    case 'late-ended':
      return uncovered(lateEnded(model, message.id, message.end, now))
    case 'withdrawn':
      return uncovered(only(withdrawn(model, message.id, now)))
    case 'painted':
      return only(model.guard.kind === 'unpainted' ? { ...model, guard: { kind: 'until', at: now + model.guard.quiet } } : model)
    case 'resized': {
      const enlarged = isTiny(model.size) && !isTiny(message.size)
      return only(readingOn({ ...model, size: message.size, ...(enlarged ? { guard: { kind: 'unpainted', quiet: QUIET.first } as const } : {}) }))
    }
    case 'said':
      return only(said(model, message.text))
    case 'noted':
      return only({ ...model, note: sanitiseLine(message.text) })
    case 'told':
      return told(model, message.news)
    case 'ticked':
      return only(model.notice !== undefined && model.notice.until <= now ? withNotice(model, undefined) : model)
  }
}

/** Where there is room now for all that is below what is being read, its end is followed again. */
function uncovered([model, effects]: Step): Step {
  return [readingOn(model), effects]
}

function pressed(model: Model, key: Key, now: number): Step {
  if (key.kind === 'click' || key.kind === 'wheel') {
    const step = only(key.kind === 'click' ? clicked(model, key, now) : turned(model, key))
    return isGuarded(model, now) ? step : visiting(model, holding(model, step, now))
  }
  const enter = key.kind === 'press' && key.name === 'enter'
  const swallowed = enter && (now - model.enteredAt < REPEAT || now < model.deafUntil)
  const heard: Model = enter ? { ...model, enteredAt: now, lastKey: 'enter' } : { ...model, lastKey: 'other' }
  if (swallowed) return only(heard)
  const guarded = isGuarded(model, now)
  const binding = bindingOf(model, key, guarded)
  if (binding === undefined) return only(heard)
  const typing: Model = binding.command === 'type' ? { ...heard, typedAt: now } : heard
  if (guarded) return binding.command === 'type' ? only(typedAhead(typing, key)) : perform(typing, key, binding, now)
  const step = visiting(model, holding(model, perform(typing, key, binding, now), now, binding.command === 'hold'))
  const repeated = enter && model.lastKey === 'enter' && now - model.enteredAt < PAUSE
  return repeated && decides(step) ? only(heard) : step
}

/** Marks the panel that the person is in: one that a key was pressed in, or that was brought by one. */
function visiting({ panels, inbox }: Model, [after, effects]: Step): Step {
  if (after.inbox !== undefined) return [after, effects]
  const front = after.place === 'panel' ? after.panels[0]?.id : undefined
  if (front !== undefined && (inbox !== undefined || panels[0]?.id === front)) return [{ ...after, visiting: front }, effects]
  const { visiting: _, ...rest } = after
  return [rest, effects]
}

/** A step that cannot be taken back; a line that an Enter has completed, or brought back, is sent by another one. */
function decides([, effects]: Step): boolean {
  return effects.some(({ type }) => type === 'submit' || type === 'dismiss' || type === 'send')
}

/** Text meant for something else: it goes to the input line, and so does the keyboard. A lone blank is dropped. */
function typedAhead(model: Model, key: Key): Model {
  if (!('text' in key) || (key.text.trim() === '' && editorText(model.input) === '')) return model
  return { ...withLine(model, insert(model.input, key.text)), place: 'input' }
}

function asked(model: Model, panel: Panel, now: number): Step {
  const panels = inOrder([...model.panels, panel], visitedIn(model))
  if (panels[0] !== panel) return [{ ...model, panels }, [{ type: 'bell' }]]
  if (model.place === 'strip') return [replaced(model, panels), [{ type: 'bell' }]]
  const opened = opening({ ...model, panels }, model.panels.length === 0 ? QUIET.first : QUIET.next, now)
  return [opened, opened.place === 'panel' && !isTiny(model.size) && model.inbox === undefined ? [] : [{ type: 'bell' }]]
}
