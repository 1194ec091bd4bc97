/** Which key does what where, with the words that the hint line shows: one table, so the hint cannot lie. */
import { isBlank } from '../../router/answer.ts'
import { isListOpen, markedOf } from './console/completion.ts'
import { isWorthListing } from './inbox/entries.ts'
import { isEndFree } from './console/transcript-view.ts'
import { editorText } from './editor.ts'
import type { Edit } from './editor.ts'
import type { Stroke } from './keys.ts'
import { isInterruptible } from './leaving.ts'
import type { HelpWord } from './words.ts'
import { isTiny, situationOf } from './model.ts'
import type { Model, Situation } from './model.ts'
import { currentOf, isBatch, isContinued, itemAt } from './panel.ts'

export type Command =
  | 'move-up' | 'move-down' | 'move-first' | 'move-last' | 'point' | 'mark' | 'choose' | 'type' | 'edit'
  | 'accept' | 'newline' | 'leave-text' | 'previous' | 'next' | 'skip' | 'fold' | 'ask-dismissal'
  | 'submit' | 'jump' | 'open-row' | 'confirm' | 'decline' | 'unfold' | 'send' | 'insert-kept'
  | 'read' | 'close-text' | 'line-up' | 'line-down' | 'text-start' | 'text-end' | 'hold'
  | 'inbox' | 'close-inbox' | 'entry-before' | 'entry-after' | 'first-entry' | 'last-entry' | 'open-entry' | 'point-entry'
  | 'complete' | 'close-list' | 'line-before' | 'line-after' | 'tell-leaving'
  | 'scroll-up' | 'scroll-down' | 'follow' | 'details' | 'interrupt' | 'suspend' | 'redraw'

export interface Binding {
  /** Names of keys; `text` is anything typed or pasted, `digit` and `space` are single ones, `any` is every key. */
  readonly keys: readonly string[]
  readonly command: Command
  readonly edit?: Edit
  /** When the binding counts; absent: always. */
  readonly when?: (model: Model) => boolean
  /** What the hint line shows: the key's picture and the word for what it does. */
  readonly hint?: readonly [string, HelpWord]
}

const batch = (model: Model): boolean => model.panels[0] !== undefined && isBatch(model.panels[0])
const single = (model: Model): boolean => !batch(model)
const lastPage = (model: Model): boolean => {
  const panel = model.panels[0]
  return panel !== undefined && (panel.page === panel.form.length - 1 || panel.onward === 'review')
}
const multi = (model: Model): boolean => {
  const panel = model.panels[0]
  return panel?.form[panel.page]?.kind === 'multi'
}
const skippable = (model: Model): boolean => {
  const panel = model.panels[0]
  return panel !== undefined && batch(model) && panel.faces[panel.page]?.weighty === false
}

/** Enter on this row only opens the field for a text of one's own. */
const onEmptyOther = (model: Model): boolean => {
  const current = model.panels[0] && currentOf(model.panels[0])
  return current !== undefined && itemAt(current)?.kind === 'other' && isBlank(editorText(current.entry.editor))
}
/** Enter on this row only marks it: what is approved takes two deliberate keys. */
const unmarked = (model: Model): boolean => {
  const current = model.panels[0] && currentOf(model.panels[0])
  const item = current && itemAt(current)
  return current !== undefined && item?.kind === 'choice' && current.face.weighty && !current.entry.chosen.includes(item.index)
}
/** Enter decides here, but was the last key pressed: it counts once it can't be that same press, held down. */
const paused = ({ lastKey }: Model): boolean => lastKey === 'enter'
/** Enter on this row, marked before, gives what is approved. */
const markedByEnter = (model: Model): boolean => {
  const current = model.panels[0] && currentOf(model.panels[0])
  return paused(model) && single(model) && current !== undefined && current.face.weighty && itemAt(current)?.kind === 'choice'
}
/** Enter on this row asks back before it puts the plan away. */
const onTalk = (model: Model): boolean => {
  const current = model.panels[0] && currentOf(model.panels[0])
  return current !== undefined && itemAt(current)?.kind === 'talk'
}
const timed = (model: Model): boolean => {
  const wait = model.panels[0]?.wait
  return wait?.kind === 'counting' || (wait?.kind === 'held' && wait.by !== 'good')
}
const late = ({ panels: [panel] }: Model): boolean => panel !== undefined && isContinued(panel)
const detailed = (model: Model): boolean => {
  const current = model.panels[0] && currentOf(model.panels[0])
  return current !== undefined && current.face.detail.length > 0
}

/** Enter on this row of the list sends it; on any other it only completes. */
const onWhole = (model: Model): boolean => isListOpen(model) && markedOf(model)?.whole === true
const onChoice = (model: Model): boolean => onWhole(model) && model.console?.choices !== undefined && markedOf(model)?.line.startsWith(`/${model.console.choices.command} `) === true
const withHistory = ({ console }: Model): boolean => console !== undefined && console.history.length > 0
const atRest = (model: Model): boolean => model.panels.length === 0
const onEmptyLine = ({ console, input }: Model): boolean => console !== undefined && editorText(input) === ''

const anywhere: readonly Binding[] = [
  { keys: ['c-g'], command: 'inbox', when: (model) => isWorthListing(model) && !isTiny(model.size), hint: ['^G', 'asks'] },
  { keys: ['c-g'], command: 'inbox', when: ({ size }) => !isTiny(size) },
  { keys: ['c-c'], command: 'interrupt' },
  { keys: ['c-z'], command: 'suspend' },
  { keys: ['c-l'], command: 'redraw' },
]

const editing: readonly Binding[] = [
  { keys: ['backspace', 'c-h'], command: 'edit', edit: 'backspace' },
  { keys: ['delete', 'c-d'], command: 'edit', edit: 'delete' },
  { keys: ['left'], command: 'edit', edit: 'left' },
  { keys: ['right'], command: 'edit', edit: 'right' },
  { keys: ['home', 'c-a'], command: 'edit', edit: 'line-start' },
  { keys: ['end', 'c-e'], command: 'edit', edit: 'line-end' },
  { keys: ['c-u'], command: 'edit', edit: 'erase-to-start' },
  { keys: ['c-w', 'm-backspace'], command: 'edit', edit: 'erase-word' },
  { keys: ['s-enter', 'm-enter', 'c-j'], command: 'newline' },
  { keys: ['c-y'], command: 'insert-kept' },
  { keys: ['text'], command: 'type' },
]

/** Enter goes on; where to is said by the page. */
function onward(command: Command): readonly Binding[] {
  return [
    { keys: ['enter'], command, when: single, hint: ['Enter', 'submit'] },
    { keys: ['enter'], command, when: lastPage, hint: ['Enter', 'review'] },
    { keys: ['enter'], command, hint: ['Enter', 'next'] },
  ]
}

const scrolling: readonly Binding[] = [
  { keys: ['pgup'], command: 'scroll-up', hint: ['PgUp/PgDn', 'scroll'] },
  { keys: ['pgdn'], command: 'scroll-down' },
]

const paging: readonly Binding[] = [
  { keys: ['s-tab'], command: 'previous' },
  { keys: ['tab'], command: 'next' },
  { keys: ['c-s'], command: 'skip', when: skippable, hint: ['^S', 'skip'] },
  { keys: ['c-x'], command: 'ask-dismissal', when: late },
  { keys: ['c-x'], command: 'ask-dismissal', when: single, hint: ['^X', 'dismiss'] },
  { keys: ['c-x'], command: 'ask-dismissal' },
  { keys: ['c-t'], command: 'hold', when: timed, hint: ['^T', 'hold'] },
  { keys: ['c-o'], command: 'details', when: ({ console }) => console !== undefined },
  ...scrolling,
  { keys: ['c-f'], command: 'read', when: detailed, hint: ['^F', 'whole'] },
  { keys: ['c-f'], command: 'read' },
]

const folding: readonly Binding[] = [
  { keys: ['esc'], command: 'fold', when: late, hint: ['Esc', 'putAway'] },
  { keys: ['esc'], command: 'fold', hint: ['Esc', 'fold'] },
]

const KEYMAP: Record<Situation, readonly Binding[]> = {
  tiny: anywhere,
  sending: [{ keys: ['esc', 'c-x'], command: 'fold', when: late, hint: ['Esc', 'putAway'] }, ...anywhere],
  input: [
    { keys: ['tab'], command: 'complete', when: (model) => isListOpen(model) && !onWhole(model), hint: ['Tab/Enter', 'complete'] },
    { keys: ['tab'], command: 'complete', when: isListOpen, hint: ['Tab', 'complete'] },
    { keys: ['tab'], command: 'unfold', when: ({ panels }) => panels.length > 0, hint: ['Tab', 'answer'] },
    { keys: ['enter'], command: 'send', when: (model) => model.canSend && onChoice(model), hint: ['Enter', 'pick'] },
    { keys: ['enter'], command: 'send', when: (model) => model.canSend && (!isListOpen(model) || onWhole(model)), hint: ['Enter', 'send'] },
    { keys: ['enter'], command: 'complete', when: isListOpen },
    { keys: ['s-enter', 'm-enter', 'c-j'], command: 'newline', when: (model) => model.console !== undefined && !onEmptyLine(model) && !isListOpen(model), hint: ['^J', 'newline'] },
    { keys: ['up', 'c-p'], command: 'line-before', when: isListOpen, hint: ['↑↓', 'move'] },
    { keys: ['esc'], command: 'close-list', when: isListOpen, hint: ['Esc', 'close'] },
    { keys: ['up', 'c-p'], command: 'line-before', when: withHistory, hint: ['↑↓', 'history'] },
    { keys: ['up', 'c-p'], command: 'line-before' },
    { keys: ['down', 'c-n'], command: 'line-after' },
    { keys: ['c-y'], command: 'insert-kept', when: ({ kept }) => kept !== '', hint: ['^Y', 'insert'] },
    ...scrolling,
    { keys: ['end'], command: 'follow', when: (model) => model.reading !== undefined && isEndFree(model) },
    { keys: ['c-o'], command: 'details', when: ({ console }) => console !== undefined, hint: ['^O', 'details'] },
    { keys: ['c-x'], command: 'ask-dismissal', when: (model) => model.place === 'strip' && !late(model), hint: ['^X', 'dismiss'] },
    { keys: ['c-c'], command: 'interrupt', when: isInterruptible, hint: ['^C', 'interrupt'] },
    { keys: ['c-c'], command: 'interrupt', when: atRest, hint: ['^C', 'quit'] },
    // ^D deletes in the field: held down it runs out of text, so it must not leave as it does in a shell.
    { keys: ['c-d'], command: 'tell-leaving', when: onEmptyLine },
    ...anywhere,
    ...editing,
  ],
  options: [
    { keys: ['up', 'c-p'], command: 'move-up', hint: ['↑↓', 'move'] },
    { keys: ['down', 'c-n'], command: 'move-down' },
    { keys: ['home'], command: 'move-first' },
    { keys: ['end'], command: 'move-last' },
    { keys: ['space'], command: 'mark', when: multi, hint: ['Space', 'tick'] },
    { keys: ['space'], command: 'mark' },
    { keys: ['digit'], command: 'point' },
    { keys: ['enter'], command: 'choose', when: onEmptyOther, hint: ['Enter', 'answer'] },
    { keys: ['enter'], command: 'choose', when: unmarked, hint: ['Enter', 'choose'] },
    { keys: ['enter'], command: 'choose', when: onTalk, hint: ['Enter', 'dismiss'] },
    { keys: ['enter'], command: 'choose', when: markedByEnter, hint: ['Enter', 'submitAgain'] },
    ...onward('choose'),
    { keys: ['left'], command: 'previous' },
    { keys: ['right'], command: 'next' },
    ...paging,
    ...folding,
    ...anywhere,
    { keys: ['backspace'], command: 'edit', edit: 'backspace' },
    { keys: ['c-y'], command: 'insert-kept' },
    { keys: ['text'], command: 'type' },
  ],
  other: [
    ...onward('accept'),
    { keys: ['esc', 'up'], command: 'leave-text', hint: ['Esc', 'options'] },
    ...paging,
    ...anywhere,
    ...editing,
  ],
  text: [
    ...onward('accept'),
    ...paging,
    ...folding,
    ...anywhere,
    ...editing,
  ],
  review: [
    { keys: ['enter'], command: 'submit', when: paused, hint: ['Enter', 'submitAgain'] },
    { keys: ['enter'], command: 'submit', hint: ['Enter', 'submit'] },
    { keys: ['digit'], command: 'jump', hint: ['1-9', 'open'] },
    { keys: ['up', 'c-p'], command: 'move-up' },
    { keys: ['down', 'c-n'], command: 'move-down' },
    { keys: ['space'], command: 'open-row', hint: ['↑↓ Space', 'open'], when: ({ panels }) => (panels[0]?.form.length ?? 0) > 9 },
    { keys: ['space', 'right'], command: 'open-row' },
    { keys: ['left', 's-tab'], command: 'previous', hint: ['←', 'back'] },
    { keys: ['c-x'], command: 'ask-dismissal', when: late },
    { keys: ['c-x'], command: 'ask-dismissal', hint: ['^X', 'dismiss'] },
    ...folding,
    ...anywhere,
  ],
  inbox: [
    { keys: ['up', 'c-p'], command: 'entry-before', hint: ['↑↓', 'move'] },
    { keys: ['down', 'c-n'], command: 'entry-after' },
    { keys: ['home'], command: 'first-entry' },
    { keys: ['end'], command: 'last-entry' },
    { keys: ['enter'], command: 'open-entry', hint: ['Enter 1-9', 'open'] },
    { keys: ['digit'], command: 'point-entry' },
    { keys: ['esc', 'c-g'], command: 'close-inbox', hint: ['Esc', 'close'] },
    ...anywhere,
  ],
  reading: [
    { keys: ['esc', 'c-f', 'left'], command: 'close-text', hint: ['Esc', 'close'] },
    { keys: ['up', 'c-p'], command: 'line-up', hint: ['↑↓ PgUp/PgDn', 'scroll'] },
    { keys: ['down', 'c-n'], command: 'line-down' },
    { keys: ['pgup'], command: 'scroll-up' },
    { keys: ['pgdn', 'space'], command: 'scroll-down' },
    { keys: ['home'], command: 'text-start' },
    { keys: ['end'], command: 'text-end' },
    ...anywhere,
  ],
  confirm: [
    { keys: ['enter'], command: 'confirm', when: paused, hint: ['Enter', 'yesAgain'] },
    { keys: ['enter'], command: 'confirm', hint: ['Enter', 'yes'] },
    { keys: ['c-z'], command: 'suspend' },
    { keys: ['c-l'], command: 'redraw' },
    { keys: ['any'], command: 'decline', hint: ['', 'no'] },
  ],
}

/** Keys that count while a panel has only just appeared: what is typed goes to the input line. */
const GUARDED: readonly Binding[] = [...anywhere, { keys: ['text'], command: 'type' }]

/** The binding that a key has now, if any. */
export function bindingOf(model: Model, key: Stroke, guarded: boolean): Binding | undefined {
  const names = namesOf(key)
  const bindings = guarded && situationOf(model) !== 'tiny' ? GUARDED : KEYMAP[situationOf(model)]
  return bindings.find(({ keys, when }) => keys.some((name) => names.includes(name)) && (when?.(model) ?? true))
}

/** What the hint line shows, most useful first; every entry is a binding that counts now. */
export function hintsOf(model: Model): readonly (readonly [string, HelpWord])[] {
  const taken = new Set<string>()
  return KEYMAP[situationOf(model)].flatMap(({ keys, when, hint }) => {
    if (!(when?.(model) ?? true) || keys.every((name) => taken.has(name))) return []
    for (const name of keys) taken.add(name)
    return hint === undefined ? [] : [hint]
  })
}

/** The digit of a digit key; full-width ones count as well. */
export function digitOf(key: Stroke): number {
  return key.kind === 'text' ? Number(key.text.normalize('NFKC')) : Number.NaN
}

/** The names that a key answers to in the table, `any` included. */
function namesOf(key: Stroke): readonly string[] {
  switch (key.kind) {
    case 'press':
      return [key.name, 'any']
    case 'paste':
      return ['text', 'any']
    case 'text':
      if (/^[ \u3000]$/.test(key.text)) return ['space', 'text', 'any']
      return /^[1-9１-９]$/.test(key.text) ? ['digit', 'text', 'any'] : ['text', 'any']
  }
}
