/** Plan reviews and approvals: what their cards show. Pure. */
import type { ApprovalDecision, Decision, PlanDecision } from '../form/decision.ts'
import type { Field } from '../form/fields.ts'
import type { CardAsk } from './ask.ts'
import { safeMarkdown } from './safe-markdown.ts'
import { type Phrase, phrase, verbatim } from './phrase.ts'
import { controlNames } from './controls.ts'
import { jsonBytes, revealText, shorten, visibleText } from './text.ts'
import type { Block, ButtonView, CardView, Part } from './view.ts'

/** Bytes of one block of a plan's markdown at most. */
const MAX_BLOCK = 6_000
/** Bytes of a plan that are read at once; the rest is folded. */
const UNFOLDED = 4_000
/** Characters of what cannot be shown whole. */
const BEGINNING = 2_000
/** Characters of a label on a button. */
const BUTTON_TEXT = 40

type Parts = Pick<CardView, 'body' | 'form' | 'buttons'>

/** What has to be read before deciding. A plan may spread over several cards, a permission never does. */
export function decisionSections(ask: CardAsk, decision: Decision): readonly (readonly Block[])[] {
  return decision.kind === 'plan-review' ? planSections(ask) : [approvalBlocks(ask, decision)]
}

function planSections(ask: CardAsk): readonly (readonly Block[])[] {
  const field = ask.form[0]
  const groups = groupsOf(safeMarkdown(field?.detail ?? '', MAX_BLOCK))
  const plan = groups.map((content, index): Block =>
    (index === 0 ? { kind: 'markdown', content } : { kind: 'panel', title: phrase((words) => words.fold(index + 1, groups.length)), content }))
  return [questionBlocks(field), ...plan.map((block) => [block]), notesOf(field)]
}

/** Blocks that are read together; only the first group stands unfolded. */
function groupsOf(blocks: readonly string[]): readonly string[] {
  const groups: string[][] = []
  let size = 0
  for (const block of blocks) {
    const more = jsonBytes(`\n\n${block}`)
    const last = groups.at(-1)
    if (last !== undefined && size + more <= UNFOLDED) {
      last.push(block)
      size += more
    } else {
      groups.push([block])
      size = more
    }
  }
  return groups.map((group) => group.join('\n\n'))
}

/** Both ways out of the review carry what was typed, so that it is never lost; the decision itself asks twice. */
export function planView(ask: CardAsk, { approve, decline }: PlanDecision, part: Part, intro: Block): Parts {
  const field = ask.form[0]
  const body: Block[] = part.count === 1 ? [intro] : [intro, { kind: 'text', text: phrase((words) => words.readOn(part.count)) }]
  if (part.at < part.count) return { body: [...body, ...part.blocks], buttons: [] }
  const confirm = { title: phrase((words) => words.approveTitle), text: phrase((words) => words.approvePlanText) }
  return {
    body: [...body, ...part.blocks],
    form: {
      blocks: [{ kind: 'input', name: controlNames(0).text, placeholder: phrase((words) => words.changes) }],
      buttons: [
        { act: 'approve', text: buttonText(field, approve), style: 'primary', confirm },
        { act: 'reject', text: buttonText(field, decline), style: 'default' },
      ],
    },
    buttons: [talkButton()],
  }
}

function talkButton(): ButtonView {
  return {
    act: 'dismiss',
    text: phrase((words) => words.talk),
    style: 'default',
    confirm: { title: phrase((words) => words.talk), text: phrase((words) => words.talkText) },
  }
}

function approvalBlocks(ask: CardAsk, decision: ApprovalDecision): readonly Block[] {
  const [field] = ask.form
  const question = phrase((_words, locale) => visibleText(decision.display(locale).question ?? field?.question ?? ''))
  const explained = phrase((_words, locale) => visibleText(decision.display(locale).detail ?? ''))
  return [
    ...(field?.header ? [{ kind: 'strong', text: verbatim(visibleText(field.header)) } as const] : []),
    { kind: 'strong', text: question },
    ...subjectBlocks(decision),
    ...(explained.en === '' ? [] : [{ kind: 'text', text: explained } as const]),
    { kind: 'rule' },
    { kind: 'text', text: phrase((words) => words.command) },
    { kind: 'text', text: verbatim(commandOf(ask)) },
    { kind: 'rule' },
    ...notesOf(field),
    ...(decision.always === undefined ? [] : [{ kind: 'text', text: phrase((words) => words.alwaysScope(labelOf(field, decision.always))) } as const]),
  ]
}

/** What would be done, with everything spelled out that could hide in it. */
export function commandOf({ form }: CardAsk): string {
  return revealText(form[0]?.detail ?? '')
}

/** Fixed actions and nothing else: no field, no skip, nothing chosen beforehand. */
export function approvalView(ask: CardAsk, decision: ApprovalDecision, part: Part, intro: Block): Parts {
  const [field] = ask.form
  const subject = visibleText(decision.subject ?? '')
  const approve: ButtonView = {
    act: 'approve',
    text: phrase((_words, locale) => cutLabel(decision.display(locale).approve ?? labelOf(field, decision.approve))),
    style: 'primary',
    confirm: { title: phrase((words) => words.approveTitle), text: phrase((words) => words.approveOnceText) },
  }
  const always: ButtonView = {
    act: 'always',
    text: buttonText(field, decision.always),
    style: 'default',
    confirm: { title: phrase((words) => words.alwaysTitle), text: phrase((words) => words.alwaysText(shorten(subject, 60))) },
  }
  return { body: [intro, ...part.blocks], buttons: [approve, ...(decision.always === undefined ? [] : [always]), rejectButton(field, decision.reject)] }
}

/** What cannot be read whole cannot be approved, but it can be refused. */
export function unapprovableView(ask: CardAsk, decision: Decision, why: Block): Pick<CardView, 'body' | 'buttons'> {
  const [field] = ask.form
  const refuse = decision.kind === 'approval' ? decision.reject : decision.decline
  const shown = decision.kind === 'approval' ? commandOf(ask) : visibleText(field?.detail ?? '')
  const body: Block[] = [
    why,
    { kind: 'strong', text: verbatim(shorten(visibleText(field?.question ?? ''), 300)) },
    ...(decision.kind === 'approval' ? subjectBlocks(decision) : []),
    { kind: 'rule' },
    { kind: 'text', text: verbatim(shorten(shown, BEGINNING)) },
    { kind: 'strong', text: phrase((words) => words.cutHere) },
  ]
  return { body, buttons: [rejectButton(field, refuse), ...(decision.kind === 'plan-review' ? [talkButton()] : [])] }
}

function rejectButton(field: Field | undefined, index: number): ButtonView {
  return { act: 'reject', text: buttonText(field, index), style: 'danger' }
}

function subjectBlocks({ subject }: ApprovalDecision): readonly Block[] {
  return subject === undefined ? [] : [{ kind: 'text', text: phrase((words) => words.askedBy(shorten(visibleText(subject), 200))) }]
}

function questionBlocks(field: Field | undefined): readonly Block[] {
  return [
    ...(field?.header ? [{ kind: 'strong', text: verbatim(visibleText(field.header)) } as const] : []),
    { kind: 'strong', text: verbatim(visibleText(field?.question ?? '')) },
    { kind: 'rule' },
  ]
}

/** What the buttons cannot say: descriptions, and labels that are longer than a button. */
function notesOf(field: Field | undefined): readonly Block[] {
  const notes = (field?.choices ?? []).flatMap(({ index, description }) => {
    const label = labelOf(field, index)
    if (description) return [phrase((words) => words.pair(label, visibleText(description)))]
    return cutLabel(label) === label ? [] : [verbatim(label)]
  })
  return notes.map((text) => ({ kind: 'text', text }))
}

/** The asker's own label, which is never translated. */
function labelOf(field: Field | undefined, index: number | undefined): string {
  const label = index === undefined ? '' : field?.choices[index]?.label ?? ''
  return visibleText(label).trim() || `#${(index ?? 0) + 1}`
}

function buttonText(field: Field | undefined, index: number | undefined): Phrase {
  return verbatim(cutLabel(labelOf(field, index)))
}

/** The platform counts UTF-16 units on a button, people count characters. */
function cutLabel(label: string): string {
  const line = visibleText(label).replaceAll('\n', ' ')
  const cut = shorten(line, BUTTON_TEXT)
  return cut.length <= 100 ? cut : shorten(line, 4)
}
