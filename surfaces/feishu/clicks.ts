/** What a click on a card gets. Order: operator, ask, message and chat, end, role, arbiter. */
import type { AskUserQuestionAnswer } from '../../router/types.ts'
import { isBlank } from '../../router/answer.ts'
import { readDraft } from '../form/values.ts'
import { type CardAct, type FormValues, parseFormValues, parseTyped } from './action.ts'
import { type CardAsk, fieldName } from './ask.ts'
import type { Entries, Entry } from './entries.ts'
import { type ActingOperator, isAllowed, ownId, type PersonIds } from './operators.ts'
import type { OpenList } from './open-list.ts'
import { notice, type Ruling, type Rulings, touch } from './ruling.ts'
import { visibleText } from './text.ts'
import { otherPlaces, type Reader } from './view.ts'
import type { Words } from './words.ts'

export interface ClickPorts {
  readonly entries: Entries
  readonly rulings: Rulings
  readonly operatorOf: (person: PersonIds) => ActingOperator | undefined
  readonly reader: Reader
  readonly list: Pick<OpenList, 'show'>
  /** Whether it is still being found out what ended processes have left. */
  readonly isRestoring: () => boolean
}

/** Judges one act; the arbiter has decided when it returns. */
export type JudgeClick = (act: CardAct) => Ruling

/** Parts that were saved, by person and position; a person's parts are never mixed with another's. */
type Saved = Map<string, Map<number, FormValues>>

export function createClickJudge({ entries, rulings, operatorOf, reader, list, isRestoring }: ClickPorts): JudgeClick {
  const savedOf = new WeakMap<CardAsk, Saved>()
  const submit = (entry: Entry, act: CardAct, operator: ActingOperator): Ruling => {
    const { ask } = entry
    const gathered = gather(entry, act, operator, savedOf)
    if (gathered.kind === 'ruled') return gathered.ruling
    const read = parseFormValues(ask, gathered.values)
    const named = (fields: readonly number[], words: Words): string => fields.map((index) => fieldName(ask, index, words)).join('; ')
    if (read.kind === 'foreign') return unreadable
    if (read.kind === 'conflicts') {
      touch(entry, actorOf(operator))
      return notice('warning', (words) => words.toast.conflicts(named(read.fields, words)))
    }
    const filled = readDraft(ask.form, read.draft)
    // Who is told what is missing is at it.
    if (filled.kind !== 'complete') touch(entry, actorOf(operator))
    switch (filled.kind) {
      case 'gaps':
        return notice('warning', (words) => words.toast.gaps(named(filled.gaps, words)))
      case 'all-skipped':
        return notice('warning', ({ toast }) => toast.allSkipped)
      case 'complete':
        return rulings.submit(entry, filled.answer, actorOf(operator))
    }
  }

  /** Which answer a decision's button means, found by its label and never by its place on the card. */
  const decide = (entry: Entry, act: CardAct): AskUserQuestionAnswer | Ruling => {
    const { decision } = entry.ask
    const typed = decision?.kind === 'plan-review' ? parseTyped(act.form) : ''
    switch (act.act) {
      case 'approve':
      case 'always': {
        const index = act.act === 'approve' ? decision?.approve : decision?.kind === 'approval' ? decision.always : undefined
        if (index === undefined) return unreadable
        if (!entry.shown.isWhole) return notice('warning', (words) => words.toast.cannotApprove(otherPlaces(reader, words)))
        if (!isBlank(typed)) return notice('warning', ({ toast }) => toast.approveWithText)
        return answerOf(entry, index)
      }
      case 'reject':
        if (decision === undefined) return unreadable
        if (decision.kind === 'approval') return answerOf(entry, decision.reject)
        return isBlank(typed) ? answerOf(entry, decision.decline) : answerOf(entry, undefined, typed)
      case 'submit':
      case 'dismiss':
      case 'hold':
      case 'show':
        return unreadable
    }
  }

  const act = (entry: Entry, click: CardAct, operator: ActingOperator): Ruling => {
    const { decision } = entry.ask
    if (click.act === 'hold') return rulings.hold(entry, actorOf(operator))
    if (click.act === 'dismiss') return decision?.kind === 'approval' ? unreadable : rulings.dismiss(entry, actorOf(operator))
    // A restart may have brought back the card, but not what it asks.
    if (entry.ask.form.length === 0) return notice('warning', ({ toast }) => toast.unknownWords)
    if (click.act === 'submit' && decision === undefined) return entry.shown.isWhole ? submit(entry, click, operator) : unreadable
    const decided = decide(entry, click)
    return isRuling(decided) ? decided : rulings.submit(entry, decided, actorOf(operator))
  }

  return (click) => {
    const operator = operatorOf(click.person)
    if (operator === undefined) return notice('warning', ({ toast }) => toast.stranger(visibleText(ownId(click.person))))
    if (click.act === 'show') return list.show(click)
    const entry = entries.find(click.ask)
    if ((entry === undefined || entry.deliveries.isEmpty) && isRestoring()) return notice('warning', ({ toast }) => toast.starting)
    if (entry === undefined) return rulings.forgotten(click.ask, click.part)
    if (entry.deliveries.isEmpty) return notice('warning', ({ toast }) => toast.stale)
    if (entry.deliveries.match(click) === 'foreign') return notice('warning', ({ toast }) => toast.foreign)
    if (entry.end) return rulings.over(entry, entry.end.ending)
    if (!isAllowed(operator.role, entry.role)) return notice('warning', ({ toast }) => toast.role)
    return act(entry, click, operator)
  }
}

const unreadable: Ruling = notice('warning', ({ toast }) => toast.unreadable)

/** The values of a form, or why there are none to read yet. */
type Gathered = { readonly kind: 'values'; readonly values: FormValues } | { readonly kind: 'ruled'; readonly ruling: Ruling }

/** The values of a card, or of all cards once the person has saved the last of them. */
function gather(entry: Entry, { part, form }: CardAct, person: ActingOperator, savedOf: WeakMap<CardAsk, Saved>): Gathered {
  const { saving } = entry.shown
  if (saving.length <= 1) return { kind: 'values', values: form }
  if (!saving.includes(part)) return { kind: 'ruled', ruling: unreadable }
  const saved: Saved = savedOf.get(entry.ask) ?? new Map()
  savedOf.set(entry.ask, saved)
  const parts = saved.get(person.id) ?? new Map<number, FormValues>()
  saved.set(person.id, parts.set(part, form))
  const missing = saving.filter((each) => !parts.has(each))
  if (missing.length > 0) {
    touch(entry, actorOf(person))
    return { kind: 'ruled', ruling: notice('info', ({ toast }) => toast.saved(part, missing.join(', '))) }
  }
  return { kind: 'values', values: Object.fromEntries([...parts.values()].flatMap((values) => Object.entries(values))) }
}

function isRuling(value: AskUserQuestionAnswer | Ruling): value is Ruling {
  return 'tone' in value
}

function answerOf({ ask }: Entry, index: number | undefined, custom?: string): AskUserQuestionAnswer {
  const [field] = ask.form
  const label = index === undefined ? undefined : field?.choices[index]?.label
  return { answers: [{ id: field?.id ?? '', selected: label === undefined ? [] : [label], ...(custom === undefined ? {} : { custom }) }] }
}

/** How the other screens call an operator. */
export function actorOf({ id, name }: ActingOperator): { readonly id: string; readonly name: string } {
  return { id, name }
}
