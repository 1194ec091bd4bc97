/** Says something as a reply to a message. */
import { createHash } from 'node:crypto'
import type { FeishuClient } from './client.ts'
import type { FeishuError } from './error.ts'
import type { Log } from './log.ts'
import { retry, type Sleep } from './retry.ts'
import { escapeMessageText } from './text.ts'

export interface SpeakerPorts {
  readonly client: FeishuClient
  readonly sleep: Sleep
  readonly log: Log
  /** Ends all waiting. */
  readonly signal: AbortSignal
}

/** The same `topic` is said at most once to a message within the hour. Never throws; failures are logged. */
export type Say = (messageId: string, text: string, topic?: string) => void

export function createSpeaker({ client, sleep, log, signal }: SpeakerPorts): Say {
  return (messageId, text, topic) => {
    const key = createHash('sha256').update(['reply', messageId, ...(topic === undefined ? [] : [topic])].join('\n')).digest('hex').slice(0, 40)
    const attempt = (): Promise<unknown> => client.replyText(messageId, escapeMessageText(text), key)
    const onFailure = (error: FeishuError): void => log.warn(`reply to ${messageId} failed: ${error.message}`)
    retry(attempt, { sleep, signal, isWanted: () => true, onFailure }).catch(() => { /* each attempt was logged */ })
  }
}
