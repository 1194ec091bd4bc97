/** The end of an ask on this screen: its panel goes, what was typed stays, and a line says who, where and what. Pure. */
import type { AskUserQuestionAnswer, Outcome, Verdict } from '../../router/types.ts'
import { decidedBy } from '../form/decision.ts'
import type { Decided } from '../form/decision.ts'
import { answerLines, outcomeLine } from '../form/words.ts'
import type { Locale } from '../form/words.ts'
import { only } from './effects.ts'
import type { Step } from './effects.ts'
import { editorText } from './editor.ts'
import { isTyping, keeping, NOTICE, QUIET, said, withNotice, wordsIn } from './model.ts'
import type { Model, Notice } from './model.ts'
import { atPage, isContinued, typedText } from './panel.ts'
import type { Panel } from './panel.ts'
import { sanitiseLine, visibleLine } from './sanitise.ts'
import { timeOfDay } from './time-of-day.ts'
import { CONTINUED } from './wait.ts'
import type { Words } from './words.ts'

/** Enter is swallowed for so many milliseconds after a panel went away by itself. */
export const DEAF = 1_000

/** What an act of this screen got. */
export function judged(model: Model, id: string, verdict: Verdict, now: number): Step {
  const panel = model.panels.find((each) => each.id === id)
  if (panel === undefined) return only(model)
  switch (verdict.kind) {
    case 'won': {
      const text = ownLine(wordsIn(model), model.locale, panel, verdict.outcome)
      // Whatever was typed before the act belonged to it, and does not keep the next panel from the keyboard.
      const next = without({ ...model, typedAt: -Infinity }, id, now)
      // The transcript has it; who acted here needs no notice of it besides.
      return only(said(next, text))
    }
    case 'lost':
      return settled(model, id, verdict.outcome, now)
    case 'refused': {
      const back = refused(panel, verdict.question, wordsIn(model).refused(verdict.reason))
      return only({ ...model, panels: model.panels.map((each) => (each.id === id ? back : each)) })
    }
  }
}

/** The panel back at the question that a refusal is about. */
export function refused(panel: Panel, question: string | undefined, reason: string): Panel {
  const at = panel.form.findIndex((field) => field.id === question)
  return { ...atPage(panel, at >= 0 ? at : panel.page), complaint: sanitiseLine(reason) }
}

/** The ask ended, here or elsewhere. */
export function settled(model: Model, id: string, outcome: Outcome, now: number): Step {
  const panel = model.panels.find((each) => each.id === id)
  if (panel === undefined) return only(model)
  const words = wordsIn(model)
  const text = elsewhereLine(words, model.locale, panel, outcome)
  if (outcome.kind === 'timed-out' && outcome.continued) return only(wentOn(said(model, text, timeOfDay(outcome.at, model.zone)), id, now))
  const typed = typedText(panel)
  const gone = said(without(model, id, now), text, timeOfDay(outcome.at, model.zone))
  const suffix = typed === '' ? '' : `${words.glyphs.separator}${words.kept}`
  const notice: Notice = { text: text + suffix, tone: outcome.kind === 'answered' ? 'good' : 'warn', until: now + NOTICE }
  return only({ ...keeping(withNotice(gone, notice), typed), deafUntil: now + DEAF })
}

/** The window has closed, and the panel stays with its draft: a late answer is still taken. */
function wentOn(model: Model, id: string, now: number): Model {
  const panels = model.panels.map((panel) => (panel.id === id ? { ...(panel.mode === 'sending' ? atPage(panel, panel.page) : panel), wait: CONTINUED } : panel))
  return frontMost({ ...model, panels }, now)
}

/** An ask that the agent waits for comes before one that it does not, unless the person is in that one. */
export function frontMost(model: Model, now: number): Model {
  const panels = inOrder(model.panels, visitedIn(model))
  if (panels[0] === model.panels[0]) return { ...model, panels }
  return model.place === 'strip' ? replaced(model, panels) : opening({ ...model, panels }, QUIET.next, now)
}

/** Another ask behind the row that the panel is folded to: the keys that unfold it may still be meant for the one before. */
export function replaced(model: Model, panels: readonly Panel[]): Model {
  return { ...model, panels, guard: { kind: 'unpainted', quiet: QUIET.next } }
}

/** The ask that the person is in, if they are in one. */
export function visitedIn({ place, visiting }: Model): string | undefined {
  return place === 'panel' ? visiting : undefined
}

/** The asks as they come to the screen: those that the agent waits for first; where the person is stays first. */
export function inOrder(panels: readonly Panel[], visiting: string | undefined): readonly Panel[] {
  const rank = (panel: Panel, index: number): number => (index === 0 && panel.id === visiting ? 0 : isContinued(panel) ? 2 : 1)
  return panels.map((panel, index) => ({ panel, rank: rank(panel, index) })).toSorted((a, b) => a.rank - b.rank).map(({ panel }) => panel)
}

/** The screen itself failed the ask; there is nothing to say about an outcome. */
export function withdrawn(model: Model, id: string, now: number): Model {
  const panel = model.panels.find((each) => each.id === id)
  return keeping(without(model, id, now), panel === undefined ? '' : typedText(panel))
}

/** Gives the keyboard to the first panel, unless the person is typing. */
export function opening(model: Model, quiet: number, now: number): Model {
  const busy = editorText(model.input) !== '' || isTyping(model, now)
  return { ...model, place: busy ? 'input' : 'panel', guard: { kind: 'unpainted', quiet } }
}

/** The model without the ask on the screen; the next one, if there is any, takes its place. */
export function without(model: Model, id: string, now: number): Model {
  const panels = model.panels.filter((panel) => panel.id !== id)
  if (panels.length === model.panels.length) return model
  const shownGone = model.panels[0]?.id === id
  if (!shownGone) return { ...model, panels }
  if (panels.length === 0) return { ...model, panels, place: 'input', guard: { kind: 'none' } }
  return opening({ ...model, panels: inOrder(panels, undefined) }, QUIET.next, now)
}

/** What this screen's own act came to. */
export function ownLine(words: Words, locale: Locale, panel: Panel, outcome: Outcome): string {
  if (outcome.kind !== 'answered') return `${words.glyphs.other} ${words.youDismissed}`
  const decided = decidedIn(panel, outcome)
  const what = answersOf(words, locale, panel, outcome.answer)
  return `${signOf(words, decided)} ${decided === undefined ? words.youAnswered(what) : words.youDecided[decided](what)}`
}

/** How an ask ended: who, where and what. */
export function elsewhereLine(words: Words, locale: Locale, panel: Panel, outcome: Outcome): string {
  const decided = decidedIn(panel, outcome)
  const line = sanitiseLine(outcomeLine(outcome, locale, decided))
  if (outcome.kind !== 'answered') return `${words.glyphs.other} ${line}`
  return `${signOf(words, decided)} ${line}: ${answersOf(words, locale, panel, outcome.answer)}`
}

/** A decision against what was asked for is not ticked off. */
function signOf({ glyphs }: Words, decided: Decided | undefined): string {
  return decided === 'rejected' ? glyphs.other : glyphs.good
}

function decidedIn({ decision, questions: [question] }: Panel, outcome: Outcome): Decided | undefined {
  return decision === undefined || question === undefined || outcome.kind !== 'answered' ? undefined : decidedBy(decision, question, outcome.answer)
}

/** What was answered to all the questions, in one line. */
export function answersOf({ glyphs }: Words, locale: Locale, panel: Panel, answer: AskUserQuestionAnswer): string {
  const answers = answer.answers.map((item) => {
    const choices = panel.form.find(({ id }) => id === item.id)?.choices ?? []
    // The asker's "(Recommended)" is advice and no part of what was chosen.
    return { ...item, selected: item.selected.map((label) => choices.find((choice) => choice.label === label)?.title ?? label) }
  })
  return answerLines(panel.form, { answers }, locale).map((line) => visibleLine(line, glyphs.hidden)).join(glyphs.separator)
}
