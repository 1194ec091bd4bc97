/** How an ask ended: who, where, when, and what was chosen, each outcome in words of its own. Pure. */
import { type Decided, decidedBy } from '../form/decision.ts'
import type { Locale } from '../form/locale.ts'
import { answerLines, outcomeLine } from '../form/words.ts'
import type { CardAsk } from './ask.ts'
import { commandOf } from './decision-view.ts'
import type { Ended } from './ending.ts'
import { mapPhrase, type Phrase, phrase, verbatim } from './phrase.ts'
import { firstLine, shorten, visibleText } from './text.ts'
import { timeText } from './times.ts'
import type { Block, CardView, Frame, Reader, Telling, Template } from './view.ts'

/** What the answer to a plan review or an approval came to. */
function decidedIn(ask: CardAsk, outcome: Ended): Decided | undefined {
  const [question] = ask.questions
  return ask.decision && question && isAnswered(outcome) ? decidedBy(ask.decision, question, outcome.answer) : undefined
}

/** "Wang Fang approved on Feishu", without what was chosen. */
export function endingLine(ask: CardAsk, ended: Ended): Phrase {
  const decided = decidedIn(ask, ended)
  return phrase((words, locale) => {
    switch (ended.kind) {
      case 'replied':
        return visibleText(words.late.replied(ended.actor.name ?? ended.actor.id ?? words.late.someone, words.place(ended.actor.surface)))
      case 'closed':
        return words.late[ended.why]
      case 'restarted':
        return words.late.restarted
      case 'answered':
      case 'dismissed':
      case 'aborted':
      case 'timed-out':
      case 'failed':
        return visibleText(outcomeLine(ended, locale, decided))
    }
  })
}

function isAnswered(ended: Ended): ended is Extract<Ended, { kind: 'answered' | 'replied' }> {
  return ended.kind === 'answered' || ended.kind === 'replied'
}

/** What was answered, on one line, cut for a toast; empty unless the ask was answered. */
export function saidLine(ask: CardAsk, outcome: Ended, locale: Locale): string {
  if (!isAnswered(outcome)) return ''
  const said = answerLines(ask.form, outcome.answer, locale).map((line) => firstLine(line, 60))
  return shorten(said.join(' · '), 160)
}

/** Every end that has a colour and a tag of its own. */
type EndName = Exclude<Ended['kind'], 'closed'> | Extract<Ended, { kind: 'closed' }>['why'] | Decided

function endName(ask: CardAsk, ended: Ended): EndName {
  if (ended.kind === 'closed') return ended.why
  return ended.kind === 'answered' ? decidedIn(ask, ended) ?? ended.kind : ended.kind
}

const TEMPLATES: Readonly<Record<EndName, Template>> = {
  answered: 'green',
  approved: 'green',
  'approved-always': 'green',
  rejected: 'red',
  changes: 'orange',
  dismissed: 'grey',
  aborted: 'grey',
  'timed-out': 'orange',
  failed: 'red',
  replied: 'green',
  'settled-elsewhere': 'grey',
  gone: 'grey',
  restarted: 'orange',
}

export function endedView(ask: CardAsk, outcome: Ended, telling: Telling, reader: Reader): Frame & Pick<CardView, 'body'> {
  const line = endingLine(ask, outcome)
  const ending = endName(ask, outcome)
  const time = timeText(outcome.at, reader.timeZone)
  return {
    title: mapPhrase(line, (text) => shorten(text, 120)),
    template: TEMPLATES[ending],
    tag: phrase((words) => words.ended[ending]),
    summary: phrase((words, locale) => {
      const said = saidLine(ask, outcome, locale)
      return shorten(said === '' ? line[locale] : words.pair(line[locale], said), 160)
    }),
    body: [
      { kind: 'text', text: phrase((words) => words.when(time)) },
      ...afterwards(outcome),
      ...(telling === 'outcome-only' ? [] : itemBlocks(ask, outcome, telling)),
    ],
  }
}

/** What follows from an end that is none of a round. */
function afterwards(ended: Ended): readonly Block[] {
  if (ended.kind === 'replied') return [{ kind: 'text', text: phrase(({ late }) => late.sent) }]
  return ended.kind === 'restarted' ? [{ kind: 'text', text: phrase(({ late }) => late.again) }] : []
}

function itemBlocks(ask: CardAsk, outcome: Ended, telling: Telling): readonly Block[] {
  const cut = (text: string, max: number): string => (telling === 'whole' ? visibleText(text) : shorten(visibleText(text), max))
  const answers = isAnswered(outcome) ? phraseLists(ask, outcome.answer) : []
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
