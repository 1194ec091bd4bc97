/** `update(model, message, now) → [model, effects]`: the whole behaviour of the terminal, without a clock or a stream. */
import type { AskUserQuestionItem, Outcome, Verdict } from '../../router/types.ts'
import { answerLines, outcomeLine } from '../form/words.ts'
import { NOTICE, perform } from './commands.ts'
import { only } from './effects.ts'
import type { Step } from './effects.ts'
import { editorText, insert } from './editor.ts'
import { bindingOf } from './keymap.ts'
import type { Key } from './keys.ts'
import { isGuarded, isTiny, isTyping, keeping, QUIET } from './model.ts'
import type { Model, Notice, Size } from './model.ts'
import { atPage, createPanel, typedText } from './panel.ts'
import type { Panel } from './panel.ts'
import { sanitise, sanitiseLine } from './sanitise.ts'
import { wordsOf } from './words.ts'

export type Message =
  | { readonly type: 'pressed'; readonly key: Key }
  | { readonly type: 'asked'; readonly id: string; readonly questions: readonly AskUserQuestionItem[] }
  /** What an act of this screen got. */
  | { readonly type: 'judged'; readonly id: string; readonly verdict: Verdict }
  | { readonly type: 'settled'; readonly id: string; readonly outcome: Outcome }
  /** The ask is gone for this screen without an outcome. */
  | { readonly type: 'withdrawn'; readonly id: string }
  /** What the model says is on the glass. */
  | { readonly type: 'painted' }
  | { readonly type: 'resized'; readonly size: Size }
  | { readonly type: 'said'; readonly text: string }
  | { readonly type: 'noted'; readonly text: string }
  | { readonly type: 'ticked' }

/** Two Enters within this many milliseconds are one key held down. */
const REPEAT = 120
/** Enter is swallowed for so long after a panel went away by itself. */
const DEAF = 1_000
const LONGEST_TRANSCRIPT = 2_000

export function update(model: Model, message: Message, now: number): Step {
  switch (message.type) {
    case 'pressed':
      return pressed(model, message.key, now)
    case 'asked':
      return asked(model, createPanel(message.id, message.questions), now)
    case 'judged':
      return judged(model, message.id, message.verdict, now)
    case 'settled':
      return settled(model, message.id, message.outcome, now)
    case 'withdrawn':
      return only(withdrawn(model, message.id, now))
    case 'painted':
      return only(model.guard.kind === 'unpainted' ? { ...model, guard: { kind: 'until', at: now + model.guard.quiet } } : model)
    case 'resized': {
      const enlarged = isTiny(model.size) && !isTiny(message.size)
      return only({ ...model, size: message.size, ...(enlarged ? { guard: { kind: 'unpainted', quiet: QUIET.first } as const } : {}) })
    }
    case 'said':
      return only(said(model, message.text))
    case 'noted':
      return only({ ...model, note: sanitiseLine(message.text) })
    case 'ticked':
      return only(model.notice !== undefined && model.notice.until <= now ? withNotice(model, undefined) : model)
  }
}

function pressed(model: Model, key: Key, now: number): Step {
  const enter = key.kind === 'press' && key.name === 'enter'
  const swallowed = enter && (now - model.enteredAt < REPEAT || now < model.deafUntil)
  const heard: Model = enter ? { ...model, enteredAt: now } : model
  if (swallowed) return only(heard)
  const guarded = isGuarded(model, now)
  const binding = bindingOf(model, key, guarded)
  if (binding?.command !== 'type') return binding === undefined ? only(heard) : perform(heard, key, binding, now)
  const typing: Model = { ...heard, typedAt: now }
  return guarded ? only(typedAhead(typing, key)) : perform(typing, key, binding, now)
}

/** Text meant for something else: it goes to the input line, and so does the keyboard. A lone blank is dropped. */
function typedAhead(model: Model, key: Key): Model {
  if (key.kind === 'press' || (key.text.trim() === '' && editorText(model.input) === '')) return model
  return { ...model, place: 'input', input: insert(model.input, key.text) }
}

function asked(model: Model, panel: Panel, now: number): Step {
  const panels = [...model.panels, panel]
  if (model.panels.length > 0) return [{ ...model, panels }, [{ type: 'bell' }]]
  const opened = opening({ ...model, panels }, QUIET.first, now)
  return [opened, opened.place === 'panel' && !isTiny(model.size) ? [] : [{ type: 'bell' }]]
}

/** Gives the keyboard to the first panel, unless the person is typing. */
function opening(model: Model, quiet: number, now: number): Model {
  const busy = editorText(model.input) !== '' || isTyping(model, now)
  return { ...model, place: busy ? 'input' : 'panel', guard: { kind: 'unpainted', quiet } }
}

function judged(model: Model, id: string, verdict: Verdict, now: number): Step {
  const panel = model.panels.find((each) => each.id === id)
  if (panel === undefined) return only(model)
  switch (verdict.kind) {
    case 'won': {
      const text = ownLine(model, panel, verdict.outcome)
      // Whatever was typed before the act belonged to it, and does not keep the next panel from the keyboard.
      const next = without({ ...model, typedAt: -Infinity }, id, now)
      return only(withNotice(said(next, text), { text, tone: 'good', until: now + NOTICE }))
    }
    case 'lost':
      return settled(model, id, verdict.outcome, now)
    case 'refused': {
      const at = panel.form.findIndex((field) => field.id === verdict.question)
      const back = atPage(panel, at >= 0 ? at : panel.page)
      const complaint = wordsOf(model.locale).refused(sanitiseLine(verdict.reason))
      return only({ ...model, panels: model.panels.map((each) => (each.id === id ? { ...back, complaint } : each)) })
    }
  }
}

/** The ask ended, here or elsewhere: its panel goes, what was typed stays, and a line says who, where and what. */
function settled(model: Model, id: string, outcome: Outcome, now: number): Step {
  const panel = model.panels.find((each) => each.id === id)
  if (panel === undefined) return only(model)
  const text = elsewhereLine(model, panel, outcome)
  const typed = typedText(panel)
  const gone = said(without(model, id, now), text)
  const suffix = typed === '' ? '' : ` · ${wordsOf(model.locale).kept}`
  const notice: Notice = { text: text + suffix, tone: outcome.kind === 'answered' ? 'good' : 'warn', until: now + NOTICE }
  return only({ ...keeping(withNotice(gone, notice), typed), deafUntil: now + DEAF })
}

/** The screen itself failed the ask; there is nothing to say about an outcome. */
function withdrawn(model: Model, id: string, now: number): Model {
  const panel = model.panels.find((each) => each.id === id)
  return keeping(without(model, id, now), panel === undefined ? '' : typedText(panel))
}

function without(model: Model, id: string, now: number): Model {
  const panels = model.panels.filter((panel) => panel.id !== id)
  if (panels.length === model.panels.length) return model
  const shownGone = model.panels[0]?.id === id
  if (!shownGone) return { ...model, panels }
  if (panels.length === 0) return { ...model, panels, place: 'input', guard: { kind: 'none' } }
  return opening({ ...model, panels }, QUIET.next, now)
}

function ownLine(model: Model, panel: Panel, outcome: Outcome): string {
  const words = wordsOf(model.locale)
  return outcome.kind === 'answered' ? `✓ ${words.youAnswered(answersOf(model, panel, outcome))}` : `✕ ${words.youDismissed}`
}

function elsewhereLine(model: Model, panel: Panel, outcome: Outcome): string {
  const line = sanitiseLine(outcomeLine(outcome, model.locale))
  return outcome.kind === 'answered' ? `✓ ${line}: ${answersOf(model, panel, outcome)}` : `✕ ${line}`
}

function answersOf(model: Model, panel: Panel, outcome: Extract<Outcome, { kind: 'answered' }>): string {
  const answers = outcome.answer.answers.map((item) => {
    const choices = panel.form.find(({ id }) => id === item.id)?.choices ?? []
    // The asker's "(Recommended)" is advice and no part of what was chosen.
    return { ...item, selected: item.selected.map((label) => choices.find((choice) => choice.label === label)?.title ?? label) }
  })
  return answerLines(panel.form, { answers }, model.locale).map(sanitiseLine).join(' · ')
}

function said(model: Model, text: string): Model {
  return { ...model, transcript: [...model.transcript, ...sanitise(text).trimEnd().split('\n')].slice(-LONGEST_TRANSCRIPT) }
}

function withNotice(model: Model, notice: Notice | undefined): Model {
  const { notice: _, ...rest } = model
  return notice === undefined ? rest : { ...rest, notice }
}
