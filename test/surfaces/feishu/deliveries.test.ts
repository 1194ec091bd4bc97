import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Card } from '../../../surfaces/feishu/card.ts'
import type { Recipient } from '../../../surfaces/feishu/config.ts'
import { type AskDeliveries, createDeliveries } from '../../../surfaces/feishu/deliveries.ts'
import { cardAsk } from '../../../surfaces/feishu/ask.ts'
import { leftCard, openCards } from '../../../surfaces/feishu/fit.ts'
import type { Reader } from '../../../surfaces/feishu/view.ts'
import { settle } from '../../helpers/rounds.ts'
import { createPlatformDouble, type OpenCall } from './platform-double.ts'

const READER: Reader = { locale: 'en', timeZone: 'UTC', places: [] }
const ASK = cardAsk('ask-1', { questions: [{ id: 'q', question: 'Go?' }] })
const OPEN: readonly Card[] = openCards(ASK, READER).cards
const FINAL: Card = leftCard(ASK, READER)
const PERSON: Recipient = { id: 'ou_wang', idType: 'open_id' }
const GROUP: Recipient = { id: 'oc_team', idType: 'chat_id' }

function begin(recipients: readonly Recipient[] = [PERSON]): { cards: AskDeliveries; calls: readonly OpenCall[]; collapsed: string[] } {
  const { client, calls } = createPlatformDouble()
  const collapsed: string[] = []
  const deliveries = createDeliveries({ client, sleep: () => Promise.resolve(), log: { info: () => undefined, warn: () => undefined } })
  const cards = deliveries.begin({ ask: 'ask-1', recipients, cards: OPEN, broken: FINAL, pointer: 'x', onShown: () => undefined, onCollapsed: (id) => collapsed.push(id) })
  return { cards, calls, collapsed }
}

describe('where a click comes from', () => {
  it('matches message and chat of a known card, and nothing else once all are known', async () => {
    const { cards, calls } = begin()
    expect(cards.match({ messageId: 'om_x', chatId: 'oc_x' }, 1)).toBe('unbound')
    await calls[0]?.succeed({ messageId: 'om_1', chatId: 'oc_1' })
    expect(cards.match({ messageId: 'om_1', chatId: 'oc_1' }, 1)).toBe('ours')
    expect(cards.match({ messageId: 'om_1', chatId: 'oc_2' }, 1)).toBe('foreign')
    expect(cards.match({ messageId: 'om_2', chatId: 'oc_1' }, 1)).toBe('foreign')
  })

  it('is foreign when the click does not say', () => {
    const { cards } = begin()
    expect([cards.match({}, 1), cards.match({ messageId: 'om_1' }, 1), cards.match({ chatId: 'oc_1' }, 1)]).toEqual(['foreign', 'foreign', 'foreign'])
  })

  it('is foreign when the only card surely never arrived', async () => {
    const { cards, calls } = begin()
    await calls[0]?.fail('final')
    expect(cards.match({ messageId: 'om_1', chatId: 'oc_1' }, 1)).toBe('foreign')
  })

  it('tells whose card was clicked by the person or the chat', () => {
    const { cards, calls } = begin([PERSON, GROUP])
    cards.clicked({ messageId: 'om_g', chatId: 'oc_team' }, 1, ['ou_li'])
    cards.clicked({ messageId: 'om_p', chatId: 'oc_p2p' }, 1, ['ou_wang'])
    expect(cards.match({ messageId: 'om_g', chatId: 'oc_team' }, 1)).toBe('ours')
    expect(cards.match({ messageId: 'om_p', chatId: 'oc_p2p' }, 1)).toBe('ours')
    expect(calls).toHaveLength(2)
  })

  it('binds nothing when two cards could be meant', () => {
    const { cards } = begin([PERSON, { ...PERSON, id: 'ou_li' }])
    cards.clicked({ messageId: 'om_1', chatId: 'oc_1' }, 1, ['ou_zhao'])
    expect(cards.match({ messageId: 'om_1', chatId: 'oc_1' }, 1)).toBe('unbound')
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
            cards.clicked({ messageId: 'om_1', chatId: 'oc_1' }, 1, ['ou_wang'])
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
