import { describe, expect, it } from 'vitest'
import fc from '../../helpers/properties.ts'
import type { SealedCard } from '../../../surfaces/feishu/card.ts'
import { createChats } from '../../../surfaces/feishu/chats.ts'
import type { Recipient } from '../../../surfaces/feishu/config.ts'
import { type AskDeliveries, createDeliveries } from '../../../surfaces/feishu/deliveries.ts'
import type { ClickOrigin } from '../../../surfaces/feishu/origin.ts'
import { cardAsk } from '../../../surfaces/feishu/ask.ts'
import { leftCard, type OpenCards, openCards } from '../../../surfaces/feishu/fit.ts'
import type { Reader } from '../../../surfaces/feishu/view.ts'
import { settle } from '../../helpers/rounds.ts'
import { createPlatformDouble, type OpenCall } from './platform-double.ts'

const READER: Reader = { locale: 'en', timeZone: 'UTC', places: [] }
const ASK = cardAsk('ask-1', { questions: [{ id: 'q', question: 'Go?' }] })
const OPEN: OpenCards = openCards(ASK, READER)
const NO_SLIPS = { slip: () => ({ sending: () => undefined, placed: () => undefined, left: () => undefined, done: () => undefined }) }
const FINAL: SealedCard = leftCard(ASK, READER)
const PERSON: Recipient = { id: 'ou_wang', idType: 'open_id' }
const MAIL: Recipient = { id: 'wang@e.example', idType: 'email' }
const GROUP: Recipient = { id: 'oc_team', idType: 'chat_id' }

/** A click on the only card, by Wang unless somebody else is named. */
function click(messageId: string | undefined, chatId: string | undefined, openId = 'ou_wang'): ClickOrigin {
  return { place: { ...(messageId ? { messageId } : {}), ...(chatId ? { chatId } : {}) }, part: 1, person: { openId } }
}

function begin(recipients: readonly Recipient[] = [PERSON]): { cards: AskDeliveries; calls: readonly OpenCall[]; collapsed: string[] } {
  const { client, calls } = createPlatformDouble()
  const collapsed: string[] = []
  const deliveries = createDeliveries({ client, sleep: () => Promise.resolve(), log: { info: () => undefined, warn: () => undefined }, chats: createChats(), slips: NO_SLIPS, now: () => 0, reader: READER })
  const cards = deliveries.begin({ ask: ASK, recipients, shown: OPEN, listener: { report: (step, id = '') => { if (step === 'collapsed') collapsed.push(id) } }, onAllFailed: () => undefined })
  return { cards, calls, collapsed }
}

describe('where a click comes from', () => {
  it('matches message and chat of a known card, and nothing else once all are known', async () => {
    const { cards, calls } = begin()
    expect(cards.match(click('om_x', 'oc_x'))).toBe('unbound')
    await calls[0]?.succeed({ messageId: 'om_1', chatId: 'oc_1' })
    expect(cards.match(click('om_1', 'oc_1'))).toBe('ours')
    expect(cards.match(click('om_1', 'oc_2'))).toBe('foreign')
    expect(cards.match(click('om_2', 'oc_1'))).toBe('foreign')
  })

  it('is foreign when the click does not say', () => {
    const { cards } = begin()
    expect([cards.match(click(undefined, undefined)), cards.match(click('om_1', undefined)), cards.match(click(undefined, 'oc_1'))]).toEqual(['foreign', 'foreign', 'foreign'])
  })

  it('is foreign when the only card surely never arrived', async () => {
    const { cards, calls } = begin()
    await calls[0]?.fail('final')
    expect(cards.match(click('om_1', 'oc_1'))).toBe('foreign')
  })

  it('tells whose card was clicked by the person or the chat', () => {
    const { cards, calls } = begin([PERSON, GROUP])
    cards.clicked(click('om_g', 'oc_team', 'ou_li'))
    cards.clicked(click('om_p', 'oc_p2p', 'ou_wang'))
    expect(cards.match(click('om_g', 'oc_team'))).toBe('ours')
    expect(cards.match(click('om_p', 'oc_p2p'))).toBe('ours')
    expect(calls).toHaveLength(2)
  })

  it('is foreign while nothing is known of a chat\'s card but its chat, in any other chat', () => {
    const { cards } = begin([GROUP])
    cards.clicked(click('om_copy', 'oc_elsewhere'))
    expect(cards.match(click('om_copy', 'oc_elsewhere'))).toBe('foreign')
    expect(cards.match(click('om_g', 'oc_team'))).toBe('unbound')
  })

  it('is foreign while nothing is known of a person\'s card, when somebody else clicks', () => {
    const { cards } = begin()
    cards.clicked(click('om_copy', 'oc_1', 'ou_li'))
    expect(cards.match(click('om_copy', 'oc_1', 'ou_li'))).toBe('foreign')
    expect(cards.match(click('om_1', 'oc_1'))).toBe('unbound')
  })

  it('is foreign on a card at another place than any that is on its way', () => {
    const { cards } = begin()
    expect(cards.match({ ...click('om_1', 'oc_1'), part: 2 })).toBe('foreign')
  })

  it('binds the only card that could be meant, and one that surely is before others that could', () => {
    const { cards } = begin([MAIL])
    cards.clicked(click('om_1', 'oc_1', 'ou_zhao'))
    expect(cards.match(click('om_1', 'oc_1'))).toBe('ours')
    const both = begin([MAIL, PERSON]).cards
    both.clicked(click('om_2', 'oc_2'))
    expect(both.match(click('om_2', 'oc_2'))).toBe('ours')
    expect(both.match(click('om_3', 'oc_3', 'ou_zhao'))).toBe('unbound')
    both.clicked(click('om_3', 'oc_3', 'ou_zhao'))
    expect(both.match(click('om_3', 'oc_3'))).toBe('ours')
  })

  it('binds nothing when two cards could be meant', () => {
    const { cards } = begin([MAIL, { id: 'li@e.example', idType: 'email' }])
    cards.clicked(click('om_1', 'oc_1', 'ou_zhao'))
    expect(cards.match(click('om_1', 'oc_1'))).toBe('unbound')
  })
})

describe('the cards of an ask', () => {
  const anyMove = fc.constantFrom('succeed', 'unknown', 'retry', 'final', 'end', 'hold', 'release', 'click')

  it('in any interleaving are patched with the final card only, after the end, and never while a click is being answered', async () => {
    await fc.assert(fc.asyncProperty(fc.array(anyMove, { maxLength: 16 }), async (moves) => {
      const { cards, calls, collapsed } = begin()
      const answered = new Set<OpenCall>()
      const releases: (() => void)[] = []
      let over: Promise<void> | undefined
      const nextCall = (): OpenCall | undefined => calls.find((call) => !answered.has(call))
      for (const move of moves) {
        const before = calls.length
        const call = nextCall()
        switch (move) {
          case 'end':
            over = cards.end([FINAL])
            break
          case 'hold':
            releases.push(cards.hold())
            break
          case 'release':
            releases.shift()?.()
            break
          case 'click':
            cards.clicked(click('om_1', 'oc_1', 'ou_wang'))
            break
          case 'succeed':
          case 'unknown':
          case 'retry':
          case 'final':
            if (call === undefined) break
            answered.add(call)
            await (move === 'succeed' ? call.succeed() : call.fail(move))
        }
        await settle()
        const patches = calls.slice(before).filter(({ what }) => what === 'patch')
        if (patches.length > 0) expect(releases).toEqual([])
        for (const patch of patches) expect([over !== undefined, patch.card]).toEqual([true, FINAL])
        expect(calls.filter((each) => !answered.has(each)).length).toBeLessThanOrEqual(2)
      }
      // Let everything come to its end: nothing may hang, and what was shown must be final.
      over ??= cards.end([FINAL])
      for (const release of releases) release()
      await settle()
      for (let call = nextCall(); call !== undefined; call = nextCall()) {
        answered.add(call)
        await call.succeed()
      }
      await over
      expect(collapsed.length).toBeLessThanOrEqual(1)
    }), { numRuns: 200 })
  })
})
