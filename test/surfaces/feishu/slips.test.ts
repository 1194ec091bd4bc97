import { expect, it } from 'vitest'
import type { DeliveryData, LeftDelivery } from '../../../router/journal/types.ts'
import { createSlips, type JournalPort } from '../../../surfaces/feishu/slips.ts'

const FACTS = { ask: 'a', recipient: { id: 'ou_wang', idType: 'open_id' }, part: 2, parts: 3, key: 'k', saving: [1, 2], isWhole: true } as const

function journalWith(lines: unknown[], left: readonly LeftDelivery[] = []): () => JournalPort {
  return () => ({
    deliveries: () => Promise.resolve(left), ended: () => undefined, seen: () => false, remember: () => undefined,
    record: (...line) => lines.push(['record', ...line]), finish: (...line) => lines.push(['finish', ...line]),
  })
}

it('records a card before it is sent, where it is, and that nothing remains to be done', () => {
  const lines: unknown[] = []
  const slip = createSlips(journalWith(lines), 'cli_1').slip(FACTS)
  slip.sending()
  slip.placed({ messageId: 'om_1', chatId: 'oc_1' })
  slip.left({ messageId: 'om_1', chatId: 'oc_1' })
  slip.done()
  const data = { app: 'cli_1', to: 'ou_wang', type: 'open_id', part: 2, parts: 3, key: 'k', saving: [1, 2], whole: true }
  expect(lines).toEqual([
    ['record', 'a', 'feishu', 'open_id:ou_wang#2@k', data],
    ['record', 'a', 'feishu', 'open_id:ou_wang#2@k', { ...data, message: 'om_1', chat: 'oc_1' }],
    ['record', 'a', 'feishu', 'open_id:ou_wang#2@k', { ...data, message: 'om_1', chat: 'oc_1', left: true }],
    ['finish', 'a', 'feishu', 'open_id:ou_wang#2@k'],
  ])
})

it('reads its own records back, ask by ask, and nothing of another bot or of another hand', async () => {
  const lines: unknown[] = []
  createSlips(journalWith(lines), 'cli_1').slip({ ...FACTS, turn: 7 }).placed({ messageId: 'om_1', chatId: 'oc_1' })
  const [[, ask, , place, data]] = lines as [[string, string, string, string, DeliveryData]]
  const one = (over: DeliveryData, name = ask): LeftDelivery => ({ ask: name, place, data: over, at: 5, decision: { kind: 'continued' }, session: 's' })
  const left = [one(data), one({ ...data, part: 3 }), one(data, 'b'), one({ ...data, app: 'cli_2' }), one({ note: 'what is this' }, 'c'), one({ ...data, parts: 1e9 }, 'd')]
  expect(await createSlips(journalWith([], left), 'cli_1').left()).toEqual([
    { ask: 'a', session: 's', decision: { kind: 'continued' }, cards: [2, 3].map((part) => ({ ...FACTS, part, turn: 7, at: 5, place, isLeft: false, message: { messageId: 'om_1', chatId: 'oc_1' } })) },
    { ask: 'b', session: 's', decision: { kind: 'continued' }, cards: [{ ...FACTS, ask: 'b', turn: 7, at: 5, place, isLeft: false, message: { messageId: 'om_1', chatId: 'oc_1' } }] },
  ])
})

it('keeps nothing without a journal, and misses nothing', async () => {
  const slips = createSlips(() => undefined, 'cli_1')
  const slip = slips.slip(FACTS)
  slip.sending()
  slip.placed({ messageId: 'om_1', chatId: 'oc_1' })
  slip.done()
  expect([await slips.left(), slips.ended('a')]).toEqual([[], undefined])
})

it('does not take for left what it has sent itself since it began', async () => {
  const lines: unknown[] = []
  const before = createSlips(journalWith(lines), 'cli_1')
  before.slip(FACTS).sending()
  const [[, ask, , place, data]] = lines as [[string, string, string, string, DeliveryData]]
  const slips = createSlips(journalWith([], [{ ask, place, data, at: 5, decision: { kind: 'continued' } }, { ask: 'b', place, data: { ...data, key: 'own' }, at: 5, decision: { kind: 'continued' } }]), 'cli_1')
  slips.slip({ ...FACTS, ask: 'b', key: 'own' }).sending()
  expect((await slips.left()).map((left) => left.ask)).toEqual(['a'])
})
