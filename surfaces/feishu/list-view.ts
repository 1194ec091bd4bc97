/** The list of what is open, as a card: by session, newest first, each ask one tap away. Pure. */
import type { Timestamp } from '../../router/types.ts'
import { opening } from './ask.ts'
import type { Entry } from './entries.ts'
import { type Phrase, phrase, verbatim } from './phrase.ts'
import { clockText } from './times.ts'
import { type Block, type CardView, originOf, type Reader } from './view.ts'

/** Asks that a phone can still scroll through, and a card holds. */
const MAX_LISTED = 20

/** The asks that the list shows, in its order. */
export function listed(entries: readonly Entry[]): readonly Entry[] {
  return entries.toReversed().toSorted((one, other) => other.at - one.at).slice(0, MAX_LISTED)
}

/** `id` names the list, as an ask's id names its cards. */
export function listView(id: string, entries: readonly Entry[], now: Timestamp, reader: Reader): CardView {
  const shown = listed(entries)
  const sessions = new Map<string | undefined, Entry[]>()
  for (const entry of shown) sessions.set(entry.ask.session, [...(sessions.get(entry.ask.session) ?? []), entry])
  const title = phrase(({ list }) => list.title(entries.length))
  const rest = entries.length - shown.length
  return {
    locale: reader.locale,
    ask: id,
    part: 1,
    title,
    template: 'blue',
    tag: phrase((words) => words.waiting),
    summary: title,
    body: [
      ...[...sessions.values()].flatMap((group, index) => groupBlocks(group, index, now, reader)),
      ...(rest === 0 ? [] : [{ kind: 'rule' } as const, { kind: 'text', text: phrase(({ list }) => list.more(rest)) } as const]),
    ],
    buttons: [],
  }
}

function groupBlocks(group: readonly Entry[], index: number, now: Timestamp, reader: Reader): readonly Block[] {
  const [first] = group
  const heading = phrase((words) => (first ? originOf(first.ask, words).join(' · ') : '') || words.list.elsewhere)
  return [
    ...(index === 0 ? [] : [{ kind: 'rule' } as const]),
    { kind: 'strong', text: heading },
    ...group.flatMap((entry): readonly Block[] => [
      ...(opening(entry.ask, 120) === '' ? [] : [{ kind: 'text', text: verbatim(opening(entry.ask, 120)) } as const]),
      { kind: 'text', text: standing(entry, now, reader) },
      { kind: 'button', ask: entry.ask.id, button: { act: 'show', text: phrase(({ list }) => list.show), style: 'default' } },
    ]),
  ]
}

function standing({ ask: { time }, stage }: Entry, now: Timestamp, { timeZone }: Reader): Phrase {
  return phrase(({ list }) => {
    if (stage.kind === 'continued') return list.over
    if (time?.kind !== 'limited') return list.waiting
    const isHeld = stage.round.countdown?.state === 'held'
    if (isHeld) return list.waiting
    return time.until === undefined ? list.limited : list.until(clockText(time.until, now, timeZone))
  })
}
