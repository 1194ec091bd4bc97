/** What stands at a webhook's address: asked as the platform asks, with a sealed challenge and a signed event of no effect. */
import { randomBytes, randomUUID } from 'node:crypto'
import { sealBody, signatureHeaders } from '../demo/simulator/envelope.ts'
import type { WebhookConfig } from '../../surfaces/feishu/config.ts'
import { REFUSED } from '../../surfaces/feishu/endpoint.ts'

export type Probed =
  /** Both came through; the challenge was back after `ms` milliseconds. */
  | { readonly kind: 'ours'; readonly ms: number }
  /** A webhook of ours, with other keys or on another path. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'foreign'; readonly status: number }
  | { readonly kind: 'silent'; readonly why: string }

export type ProbeKeys = Pick<WebhookConfig, 'appId' | 'encryptKey' | 'verificationToken'>

export interface ProbePorts {
  readonly now: () => number
  /** Milliseconds until an address counts as silent. */
  readonly limit: number
}

/** No event of the platform has this type, so it is acknowledged and nothing else. */
const EVENT_TYPE = 'dsh_ask_anywhere.doctor'

/** Never rejects. */
export async function probe(url: string, { appId, encryptKey, verificationToken: token }: ProbeKeys, { now, limit }: ProbePorts): Promise<Probed> {
  const seal = (payload: object): Buffer => sealBody(JSON.stringify(payload), encryptKey, randomBytes(16))
  const challenge = randomUUID()
  const started = now()
  const greeted = await post(url, seal({ type: 'url_verification', token, challenge }), {}, limit)
  const ms = now() - started
  if (greeted.kind !== 'answered') return greeted
  if (readField(greeted.text, 'challenge') !== challenge) return read(greeted)
  const header = { event_id: `doctor-${challenge}`, event_type: EVENT_TYPE, app_id: appId, token, create_time: String(started * 1000), tenant_key: 'doctor' }
  const body = seal({ schema: '2.0', header, event: {} })
  const signed = await post(url, body, signatureHeaders({ timestamp: String(Math.floor(now() / 1000)), nonce: randomUUID(), encryptKey, body }), limit)
  if (signed.kind !== 'answered') return signed
  return signed.status === 200 ? { kind: 'ours', ms } : read(signed)
}

interface Answer {
  readonly kind: 'answered'
  readonly status: number
  readonly text: string
}

function read({ status, text }: Answer): Probed {
  return status === 401 && readField(text, 'msg') === REFUSED.msg ? { kind: 'refused' } : { kind: 'foreign', status }
}

/** Beyond this an answer is none of a webhook's, and is not read; in characters. */
const MAX_TEXT = 10_000

async function post(url: string, body: Buffer, headers: Readonly<Record<string, string>>, limit: number): Promise<Answer | Extract<Probed, { kind: 'silent' }>> {
  try {
    const answer = await fetch(url, { method: 'POST', body: new Uint8Array(body), headers: { 'content-type': 'application/json', ...headers }, redirect: 'manual', signal: AbortSignal.timeout(limit) })
    return { kind: 'answered', status: answer.status, text: await beginning(answer) }
  } catch (error) {
    return { kind: 'silent', why: whyOf(error) }
  }
}

async function beginning({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.length > MAX_TEXT) break
  }
  return text.slice(0, MAX_TEXT)
}

function whyOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error instanceof Error ? error.name : 'no reason given'
}

function readField(text: string, field: string): unknown {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? Reflect.get(json, field) : undefined
  } catch {
    return undefined // No JSON: none of ours.
  }
}
