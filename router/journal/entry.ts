/** What each record says about its ask. Pure; an end is absorbing but for what the host itself takes back. */
import type { AskEnd, AskEntry, DecidedRecord, DeliveryRecord, JournalLine, LateRecord, SettledRecord } from './types.ts'

type Line<Kind extends JournalLine['kind']> = Extract<JournalLine, { kind: Kind }>

/** A record of one ask. */
export type AskLine = Extract<JournalLine, { ask: string }>

/** The entry after a line, the same object when the line changes nothing; undefined while nobody has said what was asked. */
export function foldAsk(entry: AskEntry | undefined, line: AskLine): AskEntry | undefined {
  if (line.kind === 'asked') return entry ?? openedBy(line)
  return entry && withoutNeedlessWords(after(entry, line))
}

function after(entry: AskEntry, line: Exclude<AskLine, { kind: 'asked' }>): AskEntry {
  switch (line.kind) {
    case 'delivery':
      return withDelivery(entry, line)
    case 'acted':
      return entry
    case 'settled':
      return entry.phase === 'open' ? settledBy(entry, line) : entry
    case 'late':
      return lateStep(entry, line)
    case 'decided':
      return decidedBy(entry, line)
  }
}

/** What has ended for good and is on no screen any more is never shown again; its questions are most of what it takes. */
function withoutNeedlessWords(entry: AskEntry): AskEntry {
  if (entry.phase !== 'over' || entry.call !== undefined || entry.questions === undefined) return entry
  if (entry.deliveries.some(({ data }) => data !== undefined)) return entry
  const { questions: _questions, ...rest } = entry
  return rest
}

function openedBy({ ask, run, at, session, project, call, timed, questions }: Line<'asked'>): AskEntry {
  return {
    ask, origin: run, run, at, timed, phase: 'open', isChecked: false, deliveries: [],
    ...(session === undefined ? {} : { session }),
    ...(project === undefined ? {} : { project }),
    ...(call === undefined ? {} : { call }),
    ...(questions === undefined ? {} : { questions }),
  }
}

/** Nothing is done again in a place where nothing remained to be done. */
function withDelivery(entry: AskEntry, { surface, place, data, at }: DeliveryRecord & { at: number }): AskEntry {
  const known = entry.deliveries.find((each) => each.surface === surface && each.place === place)
  if (known !== undefined && known.data === undefined) return entry
  const next = { surface, place, at, ...(data === undefined ? {} : { data }) }
  return { ...entry, deliveries: known ? entry.deliveries.map((each) => (each === known ? next : each)) : [...entry.deliveries, next] }
}

function settledBy(entry: AskEntry, { outcome, continued, cause, actor, answer, at }: SettledRecord & { at: number }): AskEntry {
  if (outcome === 'timed-out' && continued === true) return { ...entry, phase: 'continued', since: at }
  const end: AskEnd = {
    kind: 'settled', outcome, at,
    ...(cause === undefined ? {} : { cause }),
    ...(actor === undefined ? {} : { actor }),
    ...(answer === undefined ? {} : { answer }),
  }
  return over(entry, end)
}

function lateStep(entry: AskEntry, { step, actor, answer, code, at }: LateRecord & { at: number }): AskEntry {
  const { late } = entry
  switch (step) {
    case 'accepted':
      if (entry.phase !== 'continued') return entry
      return { ...entry, phase: 'sending', late: { at, ...(actor === undefined ? {} : { actor }), ...(answer === undefined ? {} : { answer }) } }
    case 'delivered':
      return late === undefined ? entry : over(entry, { kind: 'replied', ...late })
    case 'failed':
      if (late === undefined) return isTakenBack(entry, code) ? reopened(entry) : entry
      if (code === 'NOT_ANSWERABLE') return over(entry, { kind: 'closed', why: 'gone', at })
      if (code === 'REPLY_QUEUED') return over(entry, { kind: 'closed', why: 'settled-elsewhere', at })
      return reopened(entry)
    case 'closed':
      if (entry.phase !== 'continued' && entry.phase !== 'sending') return entry
      return over(entry, { kind: 'closed', why: code === 'gone' ? 'gone' : 'settled-elsewhere', at })
  }
}

/** A reply that was delivered and thrown away before it was read; only what has been continued can be so again. */
function isTakenBack({ phase, since }: AskEntry, code: LateRecord['code']): boolean {
  return phase === 'over' && since !== undefined && (code === 'NO_SESSION' || code === 'BAD_ANSWER')
}

function reopened(entry: AskEntry): AskEntry {
  const { late: _late, end: _end, ...rest } = entry
  return { ...rest, phase: 'continued', isChecked: false }
}

/** An end that the host never took is none: its call goes on, and so does the ask. */
function decidedBy(entry: AskEntry, { decision, why, at }: DecidedRecord & { at: number }): AskEntry {
  const { late, end } = entry
  switch (decision) {
    case 'continued':
      if (entry.phase === 'continued' || (entry.phase === 'over' && !canReturn(entry))) return entry
      return { ...reopened(entry), since: entry.since ?? at }
    case 'redeliver':
      if (end === undefined || !('answer' in end) || !canReturn(entry)) return entry
      return { ...reopened(entry), phase: 'sending', since: entry.since ?? at, late: { at: end.at, ...(end.actor ? { actor: end.actor } : {}), ...(end.answer ? { answer: end.answer } : {}) } }
    case 'over':
      if (entry.phase === 'over') return entry.isChecked ? entry : { ...entry, isChecked: true }
      if (late !== undefined && why === undefined) return over({ ...entry, isChecked: true }, { kind: 'replied', ...late })
      return over(entry, why === undefined || why === 'restarted' ? { kind: 'restarted', at } : { kind: 'closed', why, at })
  }
}

function over(entry: AskEntry, end: AskEnd): AskEntry {
  const { late: _late, ...rest } = entry
  return { ...rest, phase: 'over', end }
}

/**
 * Whether the host may not have kept the end: it was told to the process that ended, where a late answer may still have
 * waited to be read, and no later run has looked. Only a call can go on without its process.
 */
export function canReturn({ end, call, isChecked }: AskEntry): boolean {
  if (isChecked || call === undefined) return false
  if (end?.kind !== 'settled') return end?.kind === 'replied'
  return end.outcome === 'answered' || (end.outcome === 'aborted' && end.cause === 'disposed')
}
