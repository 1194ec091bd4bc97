/** The simulated Feishu platform, the config that points the Feishu row at it, and the thumb of its owner. */
import { randomBytes } from 'node:crypto'
import { createSimulator, type Card, type Json, type SimAct, type SimMessage, type SimReply, type Simulator } from '../../../app/demo/simulator/index.ts'
import { eventually } from './driven.ts'
import { freePort } from './port.ts'

export const OWNER = { openId: 'ou_e2e_wang_fang', name: '王芳', locale: 'en' } as const

export interface Phone {
  readonly simulator: Simulator
  /** The whole config of the row `ask-feishu`. */
  readonly config: Readonly<Record<string, unknown>>
  /** The credentials that the config names, as the environment holds them. */
  readonly env: Readonly<Record<string, string>>
  /** Waits until the host takes clicks. `ended` tells why it never will. */
  connected(ended?: () => Promise<string | undefined>): Promise<void>
  /** Waits for a card that shows `text` now. */
  card(text: string): Promise<SimMessage>
  /** Sends a card's form; fields by the text of an option or the words typed, in the order of the questions. */
  submit(message: SimMessage, ...picks: readonly string[]): Promise<SimReply>
  /** Takes the choice that shows `label`: by its button, or where the card has none by its option. */
  choose(message: SimMessage, label: string): Promise<SimReply>
  /** The bytes of `submit`, for a moment of the test's own. */
  seal(message: SimMessage, ...picks: readonly string[]): SealedClick
  /** Whether a message can still be acted on. */
  isLive(message: SimMessage): boolean
  /** Waits until a message has no live element left; returns its text. */
  final(message: SimMessage): Promise<string>
  close(): Promise<void>
}

/** A click on its way. */
export interface SealedClick {
  /** Reaches the host, and shows the answer on the phone; each time it is the same event. */
  post(): Promise<SimReply>
}

export async function createPhone(): Promise<Phone> {
  const keys = {
    appId: `cli_${randomBytes(8).toString('hex')}`,
    appSecret: randomBytes(16).toString('hex'),
    encryptKey: randomBytes(16).toString('hex'),
    verificationToken: randomBytes(16).toString('hex'),
  }
  const simulator = await createSimulator({ ...keys, people: [OWNER] })
  const port = await freePort()
  const current = ({ messageId }: SimMessage): SimMessage => {
    const message = simulator.messages().find((candidate) => candidate.messageId === messageId)
    if (message === undefined) throw new Error(`there is no message ${messageId}`)
    return message
  }
  const webhook = `http://127.0.0.1:${port}/feishu/webhook`
  const actOn = ({ messageId }: SimMessage, element: Node, formValue: Record<string, string | string[]>): SimAct =>
    ({ messageId, personId: OWNER.openId, element: nameOf(element), formValue })
  const filled = (message: SimMessage, picks: readonly string[]): SimAct => {
    const nodes = nodesOf(current(message).card)
    const button = nodes.find((node) => node['form_action_type'] === 'submit')
    if (button === undefined) throw new Error(`the card has no form: ${textOf(current(message).card ?? null)}`)
    return actOn(message, button, fill(nodes, picks))
  }
  const submit: Phone['submit'] = (message, ...picks) => simulator.act(filled(message, picks))
  const isLive: Phone['isLive'] = (message) => nodesOf(current(message).card).some(({ tag }) => typeof tag === 'string' && LIVE.has(tag))

  return {
    simulator,
    config: {
      appId: keys.appId,
      appSecretRef: 'FEISHU_APP_SECRET',
      encryptKeyRef: 'FEISHU_ENCRYPT_KEY',
      verificationTokenRef: 'FEISHU_VERIFICATION_TOKEN',
      domain: simulator.url,
      recipients: [{ id: OWNER.openId, idType: 'open_id' }],
      operators: [{ id: OWNER.openId, name: OWNER.name, role: 'approve' }],
      webhook: { port },
      locale: 'en',
    },
    env: { FEISHU_APP_SECRET: keys.appSecret, FEISHU_ENCRYPT_KEY: keys.encryptKey, FEISHU_VERIFICATION_TOKEN: keys.verificationToken },
    async connected(ended) {
      simulator.connectWebhook(webhook)
      await eventually('the webhook to answer', async () => {
        const reason = await ended?.()
        if (reason !== undefined) throw new Error(`the host has ended: ${reason}`)
        return (await simulator.verifyWebhook().catch(() => false)) || undefined
      })
    },
    card: (text) => eventually(`a card that shows "${text}"`, () => simulator.messages().findLast((message) => message.card !== undefined && textOf(message.card).includes(text))),
    submit, isLive,
    seal(message, ...picks) {
      const act = filled(message, picks)
      const { body, headers, eventId } = simulator.buildCallback(act)
      return {
        async post() {
          const response = await fetch(webhook, { method: 'POST', body: new Uint8Array(body), headers })
          return simulator.applyAnswer(act, { status: response.status, text: await response.text() }, eventId)
        },
      }
    },
    async choose(message, label) {
      const button = nodesOf(current(message).card).find((node) => node['tag'] === 'button' && textOf(node['text'] ?? null).includes(label))
      return button === undefined ? submit(message, label) : simulator.act(actOn(message, button, {}))
    },
    final: (message) => eventually('the card to be final', () => (isLive(message) ? undefined : textOf(current(message).card ?? null))),
    close: () => simulator.close(),
  }
}

type Node = Readonly<Record<string, Json>>

function nameOf(node: Node): string {
  const name = node['name'] ?? node['element_id']
  if (typeof name !== 'string') throw new Error(`an element of the card has no name: ${JSON.stringify(node)}`)
  return name
}

const LIVE = new Set(['button', 'input', 'select_static', 'multi_select_static', 'checker'])

/** Every element below a value, in reading order. */
function nodesOf(value: Json | Card | undefined): readonly Node[] {
  if (typeof value !== 'object' || value === null) return []
  const children = Object.values(value).flatMap((child: Json) => nodesOf(child))
  return 'tag' in value ? [value, ...children] : children
}

/** Everything that a value shows, one text a line. */
function textOf(value: Json | Card): string {
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .flatMap(([key, child]: [string, Json]) => (key === 'content' && typeof child === 'string' ? [unescaped(child)] : [textOf(child)]))
    .filter(Boolean)
    .join('\n')
}

function unescaped(text: string): string {
  return text.replaceAll(/&#(\d+);/gu, (_entity, code) => String.fromCodePoint(Number(code)))
}

/** Each pick goes to the next select that offers it; words that none offers go to the next input. */
function fill(nodes: readonly Node[], picks: readonly string[]): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {}
  let rest = nodes
  for (const pick of picks) {
    const at = rest.findIndex((node) => optionOf(node, pick) !== undefined)
    const index = at >= 0 ? at : rest.findIndex(({ tag }) => tag === 'input')
    const field = rest[index]
    if (field === undefined) throw new Error(`the card has no field for "${pick}"`)
    const value = optionOf(field, pick) ?? pick
    values[nameOf(field)] = field['tag'] === 'multi_select_static' ? [value] : value
    rest = rest.slice(index + 1)
  }
  return values
}

/** The value of the option that shows `pick`. */
function optionOf(node: Node, pick: string): string | undefined {
  if (node['tag'] !== 'select_static' && node['tag'] !== 'multi_select_static') return undefined
  const options = Array.isArray(node['options']) ? node['options'] : []
  const found = options.find((option) => textOf(option).includes(pick))
  return found === undefined ? undefined : String(found.value)
}
