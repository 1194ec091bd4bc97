/** Plays the human at the phone: reads the card that the platform holds, fills in its form, clicks. */
import { once } from 'node:events'
import { request as httpRequest, Agent } from 'node:http'
import type { JsonObject, SimAct, SimMessage, SimReply, Simulator } from '../simulator/index.ts'
import type { Pick } from './choice.ts'

/** A click whose signed bytes are ready; it goes out when `dispatch` is called and may be dispatched once. */
export interface PreparedClick {
  /** Resolves when the bytes have left, before any answer is read; `reply` is the answer. */
  dispatch(): Promise<{ readonly reply: Promise<SimReply> }>
}

export interface PhonePlayer {
  submit(message: SimMessage, picks: readonly Pick[]): Promise<SimReply>
  prepareSubmit(message: SimMessage, picks: readonly Pick[]): PreparedClick
  close(): void
}

export function createPhonePlayer(simulator: Simulator, webhook: string, personId: string): PhonePlayer {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })

  const actOn = (message: SimMessage, picks: readonly Pick[]): SimAct => {
    const form = formOf(message)
    return { messageId: message.messageId, personId, element: submitName(form), formValue: fill(form, picks) }
  }

  const send = async (act: SimAct, { body, headers, eventId }: ReturnType<Simulator['buildCallback']>) => {
    const outgoing = httpRequest(webhook, { method: 'POST', agent, headers: { ...headers, 'content-length': body.length } })
    const answered = once(outgoing, 'response')
    const reply = answered.then(async ([incoming]) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      return simulator.applyAnswer(act, { status: incoming.statusCode, text: Buffer.concat(chunks).toString() }, eventId)
    })
    // Read by the caller; without one the failure has no reader and must not end the process.
    reply.catch(() => {})
    outgoing.end(body)
    await once(outgoing, 'finish')
    return { reply }
  }

  return {
    submit: (message, picks) => simulator.act(actOn(message, picks)),
    prepareSubmit: (message, picks) => {
      const act = actOn(message, picks)
      const callback = simulator.buildCallback(act)
      return { dispatch: () => send(act, callback) }
    },
    close: () => agent.destroy(),
  }
}

type Node = JsonObject

function formOf(message: SimMessage): readonly Node[] {
  const form = nodes(message.card?.['body']).find(({ tag }) => tag === 'form')
  if (form === undefined) throw new Error(`the card ${message.messageId} has no form to fill in`)
  return Array.isArray(form['elements']) ? form['elements'] : []
}

/** Every element below a value, in reading order. */
function nodes(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodes)
  if (typeof value !== 'object' || value === null) return []
  const children = Object.values(value).flatMap(nodes)
  return isNode(value) ? [value, ...children] : children
}

function isNode(value: object): value is Node {
  return 'tag' in value
}

function nameOf(node: Node | undefined): string {
  const name = node?.['name']
  if (typeof name !== 'string') throw new Error('an element of the form has no name')
  return name
}

function submitName(form: readonly Node[]): string {
  return nameOf(form.find((node) => node['form_action_type'] === 'submit'))
}

/** Questions follow each other in the form; an input right behind a select belongs to the same question. */
function fill(form: readonly Node[], picks: readonly Pick[]): Record<string, string | string[]> {
  const isSelect = (node: Node | undefined) => node?.['tag'] === 'select_static' || node?.['tag'] === 'multi_select_static'
  const values: Record<string, string | string[]> = {}
  let next = 0
  for (const pick of picks) {
    while (next < form.length && !(pick.kind === 'text' ? form[next]?.['tag'] === 'input' : isSelect(form[next]))) next += 1
    const control = form[next]
    if (control === undefined) throw new Error('the card has fewer fields than the ask has questions')
    values[nameOf(control)] = pick.kind === 'text' ? pick.text : readOptions(control, pick.indexes)
    next += isSelect(control) && form[next + 1]?.['tag'] === 'input' ? 2 : 1
  }
  return values
}

function readOptions(control: Node, indexes: readonly number[]): string | string[] {
  const offered = Array.isArray(control['options']) ? control['options'] : []
  const values = indexes.map((index) => String(offered[index]?.value))
  return control['tag'] === 'select_static' ? values[0] ?? '' : values
}
