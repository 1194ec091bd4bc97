import { describe, expect, it } from 'vitest'
import { type Chats, createChats } from '../../../surfaces/feishu/chats.ts'
import type { Recipient } from '../../../surfaces/feishu/config.ts'

const WANG: Recipient = { id: 'ou_wang', idType: 'open_id' }
const MAIL: Recipient = { id: 'wang@e.example', idType: 'email' }
const TEAM: Recipient = { id: 'oc_team', idType: 'chat_id' }
const BY_WANG = { openId: 'ou_wang', unionId: 'on_wang' }

function knowing(note: (chats: Chats) => void): Chats {
  const chats = createChats()
  note(chats)
  return chats
}

describe('a click on a card that does not know its place', () => {
  it('is on a chat\'s card only in that chat, whoever clicks', () => {
    const chats = createChats()
    expect(chats.likelihoodOf(TEAM, 'oc_team', {})).toBe('sure')
    expect(chats.likelihoodOf(TEAM, 'oc_other', BY_WANG)).toBe('impossible')
  })

  it.each([
    ['open_id', 'ou_wang', 'sure'], ['open_id', 'ou_li', 'impossible'], ['union_id', 'on_wang', 'sure'], ['union_id', 'on_li', 'impossible'],
    // Ids that the click does not bring.
    ['user_id', 'wang', 'possible'], ['email', 'wang@e.example', 'possible'],
  ] as const)('by Wang is on the card of the %s %s as it can be known: %s', (idType, id, likelihood) => {
    expect(createChats().likelihoodOf({ idType, id }, 'oc_1', BY_WANG)).toBe(likelihood)
  })

  it('is on a person\'s card only where their earlier ones went', () => {
    for (const recipient of [WANG, MAIL]) {
      const chats = knowing(({ noteDelivery }) => noteDelivery(recipient, 'oc_wang'))
      expect(chats.likelihoodOf(recipient, 'oc_wang', BY_WANG)).toBe('sure')
      expect(chats.likelihoodOf(recipient, 'oc_other', BY_WANG)).toBe('impossible')
    }
  })

  it('is judged by the chat of that very person, and by the id of that very type', () => {
    const [li, same]: Recipient[] = [{ id: 'ou_li', idType: 'open_id' }, { id: 'ou_wang', idType: 'user_id' }]
    const chats = knowing(({ noteDelivery }) => {
      noteDelivery(WANG, 'oc_wang')
      noteDelivery(li!, 'oc_li')
      noteDelivery(same!, 'oc_same')
    })
    expect([chats.likelihoodOf(WANG, 'oc_wang', BY_WANG), chats.likelihoodOf(WANG, 'oc_li', BY_WANG), chats.likelihoodOf(li!, 'oc_li', { openId: 'ou_li' })]).toEqual(['sure', 'impossible', 'sure'])
    expect([chats.likelihoodOf(same!, 'oc_same', { userId: 'ou_wang' }), chats.likelihoodOf(same!, 'oc_same', { userId: 'ou_li' })]).toEqual(['sure', 'impossible'])
  })

  it('is on a person\'s card only where they write to the bot in private', () => {
    const chats = knowing(({ noteMessage }) => noteMessage({ chatId: 'oc_wang', isPrivate: true, person: BY_WANG }))
    for (const recipient of [WANG, { id: 'on_wang', idType: 'union_id' } as const]) {
      expect(chats.likelihoodOf(recipient, 'oc_wang', BY_WANG)).toBe('sure')
      expect(chats.likelihoodOf(recipient, 'oc_other', BY_WANG)).toBe('impossible')
    }
  })

  it('is on no person\'s card in a chat that is known as a group', () => {
    const chats = knowing(({ noteMessage }) => noteMessage({ chatId: 'oc_team', isPrivate: false, person: { openId: 'ou_li' } }))
    for (const recipient of [WANG, MAIL]) expect(chats.likelihoodOf(recipient, 'oc_team', BY_WANG)).toBe('impossible')
    expect(chats.likelihoodOf(TEAM, 'oc_team', BY_WANG)).toBe('sure')
  })

  it('is not judged by where a chat\'s own cards go', () => {
    const chats = knowing(({ noteDelivery }) => noteDelivery(TEAM, 'oc_team'))
    expect(chats.likelihoodOf(TEAM, 'oc_team', {})).toBe('sure')
    expect(chats.likelihoodOf(WANG, 'oc_1', BY_WANG)).toBe('sure')
  })
})
