/** What any product would do at a click: every check of a request, the ask by its id, its question escaped into a card that is otherwise finished. */
import type { AskRound, AskSurface, AskUserQuestionAnswer } from '../../../router/types.ts'
import { parseCardAct } from '../../../surfaces/feishu/action.ts'
import { answerBody } from '../../../surfaces/feishu/answer.ts'
import type { CardNode } from '../../../surfaces/feishu/card.ts'
import { phrase } from '../../../surfaces/feishu/phrase.ts'
import type { CallbackSide } from './bursts.ts'
import { PERSON } from './callback.ts'
import { createDirectSide } from './direct-side.ts'
import { question } from './question.ts'
import { createRounds, listeningDesk } from './rounds.ts'

export interface LeastSide extends CallbackSide {
  close(): Promise<void>
}

const CHOSEN: AskUserQuestionAnswer = { answers: [{ id: 'db', selected: ['PostgreSQL (Recommended)'] }] }
const WON = phrase(({ toast }) => toast.won)
const ENTITIES = Array.from({ length: 128 }, (_, code) => `&#${code};`)

/** What has been asked, and the round that decides it where there is one. */
interface Asked {
  readonly text: string
  readonly round?: AskRound
}

/** `answer` is one of the product's own. With rounds a click wins the router's race against a place that listens, too. */
export async function createLeastSide(answer: string, { withRounds }: { readonly withRounds: boolean }): Promise<LeastSide> {
  const { card: { data } }: { card: { data: { body: { elements: readonly CardNode[] } } } } = JSON.parse(answer)
  const asks = new Map<string, Asked>()
  let minted = 0
  const mintId = (): string => `ask-${++minted}`
  const rounds = createRounds(mintId)
  const phone: AskSurface = {
    name: 'feishu',
    claim: () => true,
    ask: ({ questions: [asked] }, round) => {
      asks.set(round.id, { text: asked?.question ?? '', round })
      return round.outcome.then(() => CHOSEN)
    },
    settled: () => {},
  }
  rounds.add(phone)
  rounds.add(listeningDesk)
  const direct = await createDirectSide((event) => {
    const id = parseCardAct(event)?.ask ?? ''
    const asked = asks.get(id)
    if (asked === undefined || (asked.round && asked.round.submit(CHOSEN, { id: PERSON, name: 'Wang Fang' }).kind !== 'won')) throw new Error('a click that does not count')
    asks.delete(id)
    const content = `**${asked.text.replace(/[!-/:-@[-`{-~]/g, (character) => ENTITIES[character.charCodeAt(0)] ?? '').replaceAll('\n', '**\n**')}**`
    const elements = data.body.elements.map((element) => (element.tag === 'markdown' ? { ...element, content } : element))
    const { toast } = answerBody({ tone: 'success', text: WON }, 'en')
    return Buffer.from(JSON.stringify({ toast, card: { type: 'raw', data: { ...data, body: { elements } } } }))
  })
  return {
    url: direct.url,
    open: (count) => Promise.resolve(Array.from({ length: count }, () => {
      const asked = question(`shop ${minted}`)
      if (withRounds) rounds.ask({ questions: [asked] }).catch(() => { /* ends with the row */ })
      else asks.set(mintId(), { text: asked.question })
      return { ask: `ask-${minted}`, message: `om_${minted}` }
    })),
    close: async () => {
      await direct.close()
      await rounds.close()
    },
  }
}
