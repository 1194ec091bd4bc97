/** An ask that the agent no longer waits for: put away by the person, answered late, or over. Pure. */
import { readDraft } from '../form/values.ts'
import type { Locale } from '../form/words.ts'
import type { AskUserQuestionAnswer, LateEnd, LateResult, LateVerdict } from '../../router/types.ts'
import { only } from './effects.ts'
import type { Step } from './effects.ts'
import { DEAF, elsewhereLine, answersOf, frontMost, refused, without } from './ending.ts'
import { keeping, NOTICE, said, withNotice, wordsIn } from './model.ts'
import type { Model, Tone } from './model.ts'
import { atPage, createPanel, draftOf, typedText } from './panel.ts'
import type { Asked, Panel } from './panel.ts'
import { timeOfDay } from './time-of-day.ts'
import { CONTINUED } from './wait.ts'
import type { Words } from './words.ts'

/** An ask that still takes an answer: the one shown goes on with its draft, any other waits in the list of asks. */
export function continued(model: Model, id: string, asked: Asked, now: number): Step {
  const known = find(model, id)
  if (known !== undefined && (known.form.length > 0 || asked.questions.length === 0)) {
    return only(frontMost(changed(model, id, (panel) => ({ ...(panel.mode === 'sending' ? atPage(panel, panel.page) : panel), wait: CONTINUED })), now))
  }
  const panel: Panel = { ...createPanel(id, asked, { locale: model.locale, words: wordsIn(model) }), wait: CONTINUED }
  if (known !== undefined) return only(changed(model, id, () => panel))
  const next: Model = { ...model, putAway: [panel, ...model.putAway] }
  return only(noted(next, wordsIn(model).inbox.late.waiting(next.putAway.length), 'plain', now))
}

/** The person puts the panel away: nothing is sent, and the list of asks keeps it with its draft. */
export function putAway(model: Model, id: string, now: number): Model {
  const panel = model.panels.find((each) => each.id === id)
  if (panel === undefined) return model
  const rest = without(model, id, now)
  const resting = panel.mode === 'sending' ? panel : atPage(panel, panel.page)
  return noted({ ...rest, putAway: [resting, ...rest.putAway] }, wordsIn(model).inbox.late.putAway, 'plain', now)
}

/** What a late answer of this screen got. */
export function lateJudged(model: Model, id: string, verdict: LateVerdict, now: number): Step {
  switch (verdict.kind) {
    case 'accepted':
      return only(model)
    case 'lost':
      return ended(model, id, verdict.end, now)
    case 'refused': {
      const words = wordsIn(model)
      return only(changed(model, id, (panel) => refused(panel, verdict.question, verdict.code === 'UNREADABLE' ? words.inbox.late.unreadable : words.refused(verdict.reason))))
    }
  }
}

/** What became of a late answer of this screen that was first. */
export function lateDelivered(model: Model, id: string, result: LateResult, now: number): Step {
  const panel = find(model, id)
  if (panel === undefined) return only(model)
  const words = wordsIn(model)
  const line = deliveredLine(words, model.locale, panel, result)
  if (result.kind === 'delivered') return only(said(gone({ ...model, typedAt: -Infinity }, id, now), line))
  switch (result.code) {
    case 'BAD_ANSWER':
    case 'NO_SESSION': {
      const back = changed(model, id, (each) => ({ ...atPage(each, each.page), complaint: line }))
      // A panel that is not on the screen cannot say it.
      return only(back.panels[0]?.id === id && back.place === 'panel' ? back : noted(back, line, 'warn', now))
    }
    case 'NOT_ANSWERABLE':
    case 'REPLY_QUEUED':
      return only(over(model, panel, line, 'warn', now))
  }
}

/** It takes no more answers. While an answer of this screen is on its way, what becomes of that one says so. */
export function lateEnded(model: Model, id: string, end: LateEnd, now: number): Step {
  return find(model, id)?.mode === 'sending' ? only(model) : ended(model, id, end, now)
}

function ended(model: Model, id: string, end: LateEnd, now: number): Step {
  const panel = find(model, id)
  if (panel === undefined) return only(model)
  // Nobody was at it: a session that is opened again may close many at once.
  if (end.kind === 'closed' && typedText(panel) === '' && model.panels.every((each) => each !== panel)) return only(gone(model, id, now))
  const line = endLine(wordsIn(model), model.locale, panel, end)
  return only(over(model, panel, line, end.kind === 'replied' ? 'good' : 'warn', now, timeOfDay(end.at, model.zone)))
}

/** Why an ask takes no more answers: who was first and what they said, or what became of it. */
export function endLine(words: Words, locale: Locale, panel: Panel, end: LateEnd): string {
  switch (end.kind) {
    case 'replied':
      return elsewhereLine(words, locale, panel, { ...end, kind: 'answered' })
    case 'closed':
      return `${words.glyphs.other} ${words.inbox.late.closed[end.why]}`
  }
}

/** What became of the answer that is in the panel. */
export function deliveredLine(words: Words, locale: Locale, panel: Panel, result: LateResult): string {
  const { delivered, failed } = words.inbox.late
  return result.kind === 'delivered' ? `${words.glyphs.good} ${delivered(answersOf(words, locale, panel, answerOf(panel)))}` : `${words.glyphs.other} ${failed[result.code]}`
}

/** The panel goes, a line says why, and what was typed is kept. */
function over(model: Model, panel: Panel, text: string, tone: Tone, now: number, at?: string): Model {
  const typed = typedText(panel)
  const words = wordsIn(model)
  const suffix = typed === '' ? '' : `${words.glyphs.separator}${words.kept}`
  const shown = model.panels[0]?.id === panel.id
  const next = noted(said(gone(model, panel.id, now), text, at), text + suffix, tone, now)
  return keeping(shown ? { ...next, deafUntil: Math.max(next.deafUntil, now + DEAF) } : next, typed)
}

function answerOf(panel: Panel): AskUserQuestionAnswer {
  const filled = readDraft(panel.form, draftOf(panel))
  return filled.kind === 'complete' ? filled.answer : { answers: [] }
}

function find({ panels, putAway: away }: Model, id: string): Panel | undefined {
  return [...panels, ...away].find((panel) => panel.id === id)
}

function changed(model: Model, id: string, change: (panel: Panel) => Panel): Model {
  const each = (panel: Panel): Panel => (panel.id === id ? change(panel) : panel)
  return { ...model, panels: model.panels.map(each), putAway: model.putAway.map(each) }
}

function gone(model: Model, id: string, now: number): Model {
  return without({ ...model, putAway: model.putAway.filter((panel) => panel.id !== id) }, id, now)
}

function noted(model: Model, text: string, tone: Tone, now: number): Model {
  return withNotice(model, { text, tone, until: now + NOTICE })
}
