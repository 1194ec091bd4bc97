/** A `FeishuClient` whose calls stay open until the test answers them. */
import type { SealedCard } from '../../../surfaces/feishu/card.ts'
import type { FeishuClient } from '../../../surfaces/feishu/client.ts'
import type { Recipient } from '../../../surfaces/feishu/config.ts'
import type { MessagePlace } from '../../../surfaces/feishu/delivery.ts'
import { type FailureKind, FeishuError } from '../../../surfaces/feishu/error.ts'
import { settle } from '../../helpers/rounds.ts'

export interface OpenCall {
  readonly what: 'card' | 'text' | 'reply' | 'patch'
  readonly recipient?: Recipient
  readonly card?: SealedCard
  readonly text?: string
  readonly key?: string
  readonly messageId?: string
  /** The platform took it. */
  succeed(place?: MessagePlace): Promise<void>
  fail(kind: FailureKind, code?: number): Promise<void>
}

export interface PlatformDouble {
  readonly client: FeishuClient
  /** Every call so far, in order. */
  readonly calls: readonly OpenCall[]
}

const PLACE: MessagePlace = { messageId: 'om_1', chatId: 'oc_1' }

export function createPlatformDouble(): PlatformDouble {
  const calls: OpenCall[] = []
  const open = (call: Omit<OpenCall, 'succeed' | 'fail'>): Promise<MessagePlace> =>
    new Promise((resolve, reject) => {
      calls.push({
        ...call,
        succeed: (place = PLACE) => { resolve(place); return settle() },
        fail: (kind, code = 1) => { reject(new FeishuError({ kind, code, reason: 'as told' })); return settle() },
      })
    })
  const client: FeishuClient = {
    sendCard: (recipient, card, key) => open({ what: 'card', recipient, card, key }),
    sendText: (recipient, text, key) => open({ what: 'text', recipient, text, key }),
    replyText: async (messageId, text, key) => { await open({ what: 'reply', messageId, text, key }) },
    patchCard: async (messageId, card) => { await open({ what: 'patch', messageId, card }) },
    openLink: () => { throw new Error('the double has no long connection') },
    close: () => undefined,
  }
  return { client, calls }
}
