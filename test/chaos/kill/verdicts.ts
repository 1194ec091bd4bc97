/** Pure: what must hold of an ask whose process was killed, once the next one has been up for a while. */
import { isDeepStrictEqual } from 'node:util'
import type { AskUserQuestionAnswer } from '../../../router/types.ts'
import type { Attempt, End, Story } from '../story.ts'
import { type Account, saysLost } from '../verdicts.ts'

export interface Evidence {
  readonly story: Story
  readonly accounts: readonly Account[]
  /** What the agent heard, where its process lived long enough. */
  readonly end: End | undefined
  /** Of everybody, in all lives. */
  readonly attempts: readonly Attempt[]
  /** What stands in the session's log: every answer that the agent has read. */
  readonly answers: readonly AskUserQuestionAnswer[]
  /** The host still takes an answer, as a message. */
  readonly isContinued: boolean
  /** Where the journal says that its rounds stand. */
  readonly phases: readonly string[]
  readonly liveCards: readonly string[]
  /** The log has a line about a card of it that could not be sent or made final. */
  readonly isToldInLog: boolean
}

export function judgeKilled(evidence: Evidence): readonly string[] {
  return [...judgeAnswers(evidence), ...judgeTold(evidence), ...judgeStanding(evidence)]
}

function judgeAnswers({ answers, attempts, end, story }: Evidence): readonly string[] {
  const read = story.call === undefined && end?.kind === 'answered' ? [end.answer] : answers
  return [
    ...(read.length > 1 ? [`the agent read ${read.length} answers`] : []),
    ...read.filter((answer) => !attempts.some(({ what }) => isDeepStrictEqual(what, answer))).map((answer) => `the agent read an answer that nobody gave: ${JSON.stringify(answer)}`),
  ]
}

/** An act that a person was told to count has reached the agent, or the journal says what became of it. */
function judgeTold({ story, accounts, answers, end }: Evidence): readonly string[] {
  return story.told.flatMap(({ word, attempt: { what } }) => {
    const lines = accounts.flatMap((account) => account.lines)
    switch (word) {
      case 'dismissed':
        return lines.some((line) => line.kind === 'settled' && line.outcome === 'dismissed') ? [] : ['a click was told that it put the ask away, and the journal knows nothing of it']
      case 'won': {
        if (!lines.some((line) => line.kind === 'settled' && line.outcome === 'answered' && isDeepStrictEqual(line.answer, what))) return ['a click was told that it counts, and the journal knows nothing of it']
        // Without a call there is no agent any more to bring it to.
        if (story.call === undefined) return end === undefined || (end.kind === 'answered' && isDeepStrictEqual(end.answer, what)) ? [] : [`a click was told that it counts, the agent heard ${JSON.stringify(end)}`]
        return answers.some((answer) => isDeepStrictEqual(answer, what)) ? [] : ['a click was told that it counts, and the agent never read it']
      }
      case 'accepted': {
        return lines.some(saysLost) || answers.some((answer) => isDeepStrictEqual(answer, what)) ? [] : ['a late answer was accepted, and the agent never read it']
      }
    }
  })
}

/** Answerable and listed as such everywhere, or over everywhere. */
function judgeStanding({ accounts, isContinued, phases, liveCards, isToldInLog }: Evidence): readonly string[] {
  // What a person has put away stays so, although the host has not heard of it any more.
  const isPutAway = accounts.some(({ lines }) => lines.some((line) => line.kind === 'settled' && line.outcome === 'dismissed'))
  if (isContinued) return phases.some((phase) => phase === 'continued') || phases.length === 0 || isPutAway ? [] : [`the host takes an answer, the journal says ${phases.join()}`]
  return [
    ...phases.filter((phase) => phase !== 'over' && phase !== 'forgotten').map((phase) => `the host takes no answer, the journal says ${phase}`),
    ...(liveCards.length > 0 && !isToldInLog ? [`the cards ${liveCards.join()} stay open, and no line says why`] : []),
  ]
}
