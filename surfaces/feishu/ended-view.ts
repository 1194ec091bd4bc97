/** How an ask ended: who, where, when, and what was chosen, each outcome in words of its own. Pure. */
import type { Outcome } from '../../router/types.ts'
import { type Decided, decidedBy } from '../form/decision.ts'
import type { Locale } from '../form/locale.ts'
import { answerLines, outcomeLine } from '../form/words.ts'
import type { CardAsk } from './ask.ts'
import { commandOf } from './decision-view.ts'
import { mapPhrase, type Phrase, phrase, verbatim } from './phrase.ts'
import { firstLine, shorten, visibleText } from './text.ts'
import type { Block, CardView, Frame, Reader, Telling, Template } from './view.ts'

/** What the answer to a plan review or an approval came to. */
function decidedIn(ask: CardAsk, outcome: Outcome): Decided | undefined {
  const [question] = ask.questions
  return ask.decision && question && outcome.kind === 'answered' ? decidedBy(ask.decision, question, outcome.answer) : undefined
}

/** "Wang Fang approved on Feishu", without what was chosen. */
export function endingLine(ask: CardAsk, outcome: Outcome): Phrase {
  const decided = decidedIn(ask, outcome)
  return phrase((_words, locale) => visibleText(outcomeLine(outcome, locale, decided)))
}

/** What was answered, on one line, cut for a toast; empty unless the ask was answered. */
export function saidLine(ask: CardAsk, outcome: Outcome, locale: Locale): string {
  if (outcome.kind !== 'answered') return ''
  const said = answerLines(ask.form, outcome.answer, locale).map((line) => firstLine(line, 60))
  return shorten(said.join(' · '), 160)
}

const TEMPLATES: Readonly<Record<Outcome['kind'] | Decided, Template>> = {
  answered: 'green',
  approved: 'green',
  'approved-always': 'green',
  rejected: 'red',
  changes: 'orange',
  dismissed: 'grey',
  aborted: 'grey',
  'timed-out': 'orange',
  failed: 'red',
}

export function endedView(ask: CardAsk, outcome: Outcome, telling: Telling, reader: Reader): Frame & Pick<CardView, 'body'> {
  const line = endingLine(ask, outcome)
  const ending = decidedIn(ask, outcome) ?? outcome.kind
  return {
    title: mapPhrase(line, (text) => shorten(text, 120)),
    template: TEMPLATES[ending],
    tag: phrase((words) => words.ended[ending]),
    summary: phrase((words, locale) => {
      const said = saidLine(ask, outcome, locale)
      return shorten(said === '' ? line[locale] : words.pair(line[locale], said), 160)
    }),
    body: [
      { kind: 'text', text: phrase((words) => words.when(timeText(outcome.at, reader.timeZone))) },
      ...(telling === 'outcome-only' ? [] : itemBlocks(ask, outcome, telling)),
    ],
  }
}

function itemBlocks(ask: CardAsk, outcome: Outcome, telling: Telling): readonly Block[] {
  const cut = (text: string, max: number): string => (telling === 'whole' ? visibleText(text) : shorten(visibleText(text), max))
  const answers = outcome.kind === 'answered' ? phraseLists(ask, outcome.answer) : []
  const command = ask.decision?.kind === 'approval' ? cut(commandOf(ask), 300) : undefined
  return ask.form.flatMap((field, index): readonly Block[] => {
    const answer = answers[index]
    return [
      { kind: 'rule' },
      { kind: 'strong', text: verbatim(cut(field.question, 120)) },
      ...(command === undefined ? [] : [{ kind: 'text', text: verbatim(command) } as const]),
      ...(answer === undefined ? [] : [{ kind: 'text', text: mapPhrase(answer, (text) => cut(text, 300)) } as const]),
    ]
  })
}

function phraseLists(ask: CardAsk, answer: Parameters<typeof answerLines>[1]): readonly Phrase[] {
  const [en, zh] = [answerLines(ask.form, answer, 'en'), answerLines(ask.form, answer, 'zh')]
  return ask.form.map((_field, index) => ({ en: en[index] ?? '', zh: zh[index] ?? '' }))
}

/** `2026-03-01 14:03:22 (Asia/Shanghai)`: the same in every language, with the zone that it is meant in. */
function timeText(at: number, timeZone: string): string {
  const options = { timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  const parts = Object.fromEntries(new Intl.DateTimeFormat('en', options).formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts['year']}-${parts['month']}-${parts['day']} ${parts['hour']}:${parts['minute']}:${parts['second']} (${timeZone})`
}
