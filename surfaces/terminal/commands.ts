/** What each command of the keymap does to the model. */
import { askingBack, confirm, enterOptions, enterText, mark, skip, startTyping, submit } from './answering.ts'
import type { Turn } from './answering.ts'
import { closed as closedInbox, marking, markedRow, opened, picked } from './inbox/steps.ts'
import { putAway } from './late-ending.ts'
import { atEnd } from './console/transcript-view.ts'
import { only } from './effects.ts'
import type { Step } from './effects.ts'
import { EDITS, EMPTY_EDITOR, editorText, insert } from './editor.ts'
import type { Editor } from './editor.ts'
import { closed, completed, emptied, moved, sent, withLine } from './console/line.ts'
import { digitOf } from './keymap.ts'
import type { Binding, Command } from './keymap.ts'
import type { Stroke } from './keys.ts'
import { isWholeTextSeen, readingOn, scrolled } from './layout.ts'
import { leave } from './leaving.ts'
import { keeping, NOTICE, unfolded, withNotice, wordsIn } from './model.ts'
import type { Model } from './model.ts'
import { atPage, currentOf, isContinued, itemAt, otherRow, pointAt, pointerOf, withEntry } from './panel.ts'
import type { Panel } from './panel.ts'
import type { Words } from './words.ts'

interface Press {
  readonly key: Stroke
  readonly binding: Binding
  readonly now: number
  readonly words: Words
}

type Handler = (model: Model, press: Press) => Step

const COMMANDS: Record<Command, Handler> = {
  'move-up': inPanel((panel) => ({ panel: pointAt(panel, pointerOf(panel) - 1) })),
  'move-down': inPanel((panel) => ({ panel: pointAt(panel, pointerOf(panel) + 1) })),
  'move-first': inPanel((panel) => ({ panel: pointAt(panel, 0) })),
  'move-last': inPanel((panel) => ({ panel: pointAt(panel, Number.MAX_SAFE_INTEGER) })),
  point: inPanel((panel, { key }) => {
    const row = digitOf(key) - 1
    const current = currentOf(panel)
    const item = current && itemAt(current, row)
    if (current?.field.kind === 'multi' && item?.kind === 'choice') return mark(panel, row)
    return { panel: item === undefined ? panel : pointAt(panel, row) }
  }),
  mark: inPanel((panel) => mark(panel, pointerOf(panel))),
  choose: inPanel((panel, { words }, model) => enterOptions(panel, words, () => isWholeTextSeen(model))),
  accept: inPanel((panel, { words }) => enterText(panel, words)),
  submit: inPanel((panel, { words }) => submit(panel, words)),
  skip: inPanel((panel, { words }) => skip(panel, words)),
  previous: inPanel((panel) => ({ panel: atPage(panel, panel.page - 1) })),
  next: inPanel((panel) => ({ panel: atPage(panel, panel.page + 1) })),
  jump: inPanel((panel, { key }) => ({ panel: digitOf(key) <= panel.form.length ? atPage(panel, digitOf(key) - 1) : panel })),
  'open-row': inPanel((panel) => ({ panel: atPage(panel, panel.reviewRow) })),
  'leave-text': inPanel((panel, { key }) => leaveText(panel, key)),
  confirm: inPanel((panel, { words }) => confirm(panel, words)),
  decline: inPanel((panel) => ({ panel: atRest(panel) })),
  'ask-dismissal': (model, { now }) => shelved(model, now) ?? only({ ...withPanel(model, (panel) => askingBack(panel, 'dismissal')), place: 'panel' }),
  read: inPanel((panel) => ({ panel: { ...panel, mode: 'reading' } })),
  'close-text': inPanel((panel) => ({ panel: atRest(panel) })),
  'line-up': (model) => only(scrolled(model, -1, 1)),
  'line-down': (model) => only(scrolled(model, 1, 1)),
  'text-start': (model) => only(scrolled(model, -1, Number.MAX_SAFE_INTEGER)),
  'text-end': (model) => only(scrolled(model, 1, Number.MAX_SAFE_INTEGER)),
  // The step around every key holds the clock; this key has no other effect.
  hold: (model) => only(model),
  fold: (model, { now }) => shelved(model, now) ?? only({ ...model, place: 'strip' }),
  inbox: (model, { now }) => only(opened(model, now)),
  'close-inbox': (model, { now }) => only(closedInbox(model, now)),
  'entry-before': (model) => only(marking(model, markedRow(model) - 1)),
  'entry-after': (model) => only(marking(model, markedRow(model) + 1)),
  'first-entry': (model) => only(marking(model, 0)),
  'last-entry': (model) => only(marking(model, Number.MAX_SAFE_INTEGER)),
  'open-entry': (model, { now }) => only(picked(model, markedRow(model), now)),
  'point-entry': (model, { key, now }) => only(picked(model, digitOf(key) - 1, now)),
  unfold: (model, { now }) => only(unfolded(model, now)),
  type: (model, { key }) => ('text' in key ? only(edited(model, (editor) => insert(editor, key.text))) : only(model)),
  newline: (model) => only(edited(model, (editor) => insert(editor, '\n'))),
  edit: (model, { binding }) => only(edited(model, binding.edit === undefined ? (editor) => editor : EDITS[binding.edit])),
  'insert-kept': (model) => (model.kept === '' ? only(model) : only({ ...edited(model, (editor) => insert(editor, model.kept)), kept: '' })),
  send: (model, { now }) => sent(model, now),
  complete: (model) => only(completed(model)),
  'close-list': (model) => only(closed(model)),
  'line-before': (model) => only(moved(model, -1)),
  'line-after': (model) => only(moved(model, 1)),
  'tell-leaving': (model, { now, words }) => only(withNotice(model, { text: words.console.howToLeave, tone: 'plain', until: now + NOTICE })),
  'scroll-up': (model) => only(scrolled(model, -1)),
  'scroll-down': (model) => only(scrolled(model, 1)),
  follow: (model) => only(atEnd(model)),
  details: (model) => only(readingOn({ ...model, expanded: !model.expanded })),
  interrupt,
  suspend: (model) => [model, [{ type: 'suspend' }]],
  redraw: (model) => [model, [{ type: 'redraw' }]],
}

/** Performs the command that a key is bound to. */
export function perform(model: Model, key: Stroke, binding: Binding, now: number): Step {
  return COMMANDS[binding.command](model, { key, binding, now, words: wordsIn(model) })
}

/** A change to the panel shown, with text that it set aside kept for ^Y. */
function inPanel(turn: (panel: Panel, press: Press, model: Model) => Turn): Handler {
  return (model, press) => {
    const [shown, ...waiting] = model.panels
    if (shown === undefined) return only(model)
    const { panel, effect, aside } = turn(shown, press, model)
    const next: Model = { ...model, panels: [panel, ...waiting] }
    // There is nothing to dismiss any more.
    if (effect?.type === 'dismiss' && isContinued(panel)) return only(putAway({ ...model, panels: [{ ...panel, mode: 'choosing' }, ...waiting] }, panel.id, press.now))
    const kept: Model = aside === undefined ? next : {
      ...keeping(next, aside),
      notice: { text: press.words.kept, tone: 'plain', until: press.now + NOTICE },
    }
    return [kept, effect === undefined ? [] : [effect]]
  }
}

/** An ask that the agent no longer waits for is neither folded nor dismissed, but put away. */
function shelved(model: Model, now: number): Step | undefined {
  const [panel] = model.panels
  return panel !== undefined && isContinued(panel) ? only(putAway(model, panel.id, now)) : undefined
}

function withPanel(model: Model, change: (panel: Panel) => Panel): Model {
  const [shown, ...waiting] = model.panels
  return shown === undefined ? model : { ...model, panels: [change(shown), ...waiting] }
}

/** A change to the field that the keyboard is in; on the options it opens "Other" first. */
function edited(model: Model, change: (editor: Editor) => Editor): Model {
  if (model.place !== 'panel') return withLine(model, change(model.input))
  return withPanel(model, (panel) => {
    const typing = startTyping(panel)
    const current = currentOf(typing)
    return typing.mode !== 'typing' || current === undefined ? panel
      : withEntry(typing, { editor: change(current.entry.editor), skipped: false })
  })
}

/** ^C: first what is being typed, which ↑ brings back, then the agent or the screen. */
function interrupt(model: Model, { now, words }: Press): Step {
  const panel = model.panels[0]
  if (model.place !== 'panel' && editorText(model.input) !== '') return only(emptied(model, editorText(model.input), now))
  if (model.place === 'panel' && panel?.mode === 'typing' && editorText(currentOf(panel)?.entry.editor ?? EMPTY_EDITOR) !== '') {
    return only(withPanel(model, (shown) => withEntry(shown, { editor: EMPTY_EDITOR })))
  }
  return leave(model, now, words)
}

function leaveText(panel: Panel, key: Stroke): Turn {
  const current = currentOf(panel)
  const back: Panel = { ...panel, mode: 'choosing' }
  const up = key.kind === 'press' && key.name === 'up'
  const other = current && otherRow(current)
  return { panel: up && other !== undefined ? pointAt(back, other - 1) : back }
}

/** The panel back from what it asked, or from its text alone. */
function atRest(panel: Panel): Panel {
  return { ...atPage(panel, panel.page), scroll: panel.scroll, readToEnd: panel.readToEnd }
}
