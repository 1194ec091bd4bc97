/** What is known of an ask as the records that say it: for a file that has lost them. Pure. */
import type { Timestamp } from '../types.ts'
import type { AskEnd, AskEntry, JournalRecord } from './types.ts'

export type DatedRecord = JournalRecord & { readonly at: Timestamp }

/** Folded anew they give the same entry, but for its runs and for places where nothing remains to be done. */
export function restate(entry: AskEntry): readonly DatedRecord[] {
  const { ask, at, session, project, call, timed, questions, since, late, end, isChecked, deliveries } = entry
  const records: DatedRecord[] = [{
    kind: 'asked', ask, at, timed, count: questions?.length ?? 0,
    ...(session === undefined ? {} : { session }),
    ...(project === undefined ? {} : { project }),
    ...(call === undefined ? {} : { call }),
    ...(questions === undefined ? {} : { questions }),
  }]
  for (const { data, ...place } of deliveries) if (data) records.push({ kind: 'delivery', ask, ...place, data })
  if (since !== undefined) records.push({ kind: 'settled', ask, at: since, outcome: 'timed-out', continued: true })
  if (late) records.push({ kind: 'late', ask, step: 'accepted', ...late })
  if (end) {
    records.push(...endRecords(ask, end))
    if (isChecked) records.push({ kind: 'decided', ask, at: end.at, decision: 'over' })
  }
  return records
}

function endRecords(ask: string, end: AskEnd): readonly DatedRecord[] {
  const { at } = end
  switch (end.kind) {
    case 'settled':
      return [{ ...end, kind: 'settled', ask }]
    case 'replied':
      return [{ ...end, kind: 'late', ask, step: 'accepted' }, { kind: 'late', ask, at, step: 'delivered' }]
    case 'closed':
      return [{ kind: 'decided', ask, at, decision: 'over', why: end.why }]
    case 'restarted':
      return [{ kind: 'decided', ask, at, decision: 'over', why: 'restarted' }]
  }
}
