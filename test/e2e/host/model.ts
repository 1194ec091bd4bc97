/** A model server for the host: streams scripted replies over the chat-completions API and keeps every request. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ModelDelta } from './writing.ts'

/** What the model says to one request of an agent. */
export type ModelReply =
  | { readonly text: string; readonly reasoning?: string }
  | { readonly calls: readonly ToolCall[]; readonly text?: string; readonly reasoning?: string }
  /** Written as the pieces come; ends early when the host gives the request up. */
  | { readonly deltas: AsyncIterable<ModelDelta> }
  /** Refused with an HTTP status. */
  | { readonly status: number; readonly message: string }

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: unknown
}

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly tool_call_id?: string
}

/** A request of an agent's turn, as it came. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[]
  /** Names of the offered tools. */
  readonly tools: readonly string[]
}

export interface FakeModel {
  /** `DEEPSEEK_BASE_URL`. */
  readonly url: string
  /**
   * Queues replies for what follows once the user has said `task`, until the user says another task: they are given in
   * order, one a request. The conversation's title is its first task. A request without a scripted reply is answered
   * with "Done."
   */
  script(task: string, ...replies: readonly ModelReply[]): void
  /** The turns' requests so far, of every conversation or of one; requests for a title are not among them. */
  requests(task?: string): readonly ModelRequest[]
  /** What a tool gave back to the model, once a request carries it. */
  toolResult(callId: string): string | undefined
  close(): Promise<void>
}

interface WireRequest {
  readonly messages: readonly ModelMessage[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

export async function createFakeModel(): Promise<FakeModel> {
  const scripts = new Map<string, ModelReply[]>()
  const requests: ModelRequest[] = []
  const isAbout = (task: string) => ({ messages }: ModelRequest) => messages.some(({ role, content }) => role === 'user' && content.includes(task))

  const lastTask = ({ messages }: ModelRequest): string | undefined =>
    messages.toReversed().flatMap(({ role, content }) => [...scripts.keys()].filter((task) => role === 'user' && content.includes(task)))[0]

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (incoming.method !== 'POST' || incoming.url !== '/chat/completions') return void response.writeHead(404).end()
    const { messages, tools }: WireRequest = JSON.parse(await textOf(incoming))
    // Only a turn's request offers tools: the other kind asks for the session's title.
    const request = { messages, tools: (tools ?? []).map((tool) => tool.function.name) }
    if (tools === undefined) return write(response, { text: [...scripts.keys()].find((task) => isAbout(task)(request)) ?? 'A conversation' })
    requests.push(request)
    await write(response, scripts.get(lastTask(request) ?? '')?.shift() ?? { text: 'Done.' })
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the model server got no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    script: (task, ...replies) => void scripts.set(task, [...(scripts.get(task) ?? []), ...replies]),
    requests: (task) => (task === undefined ? requests : requests.filter(isAbout(task))),
    toolResult: (callId) => requests.flatMap(({ messages }) => messages).find((message) => message.tool_call_id === callId)?.content,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function write(response: ServerResponse, reply: ModelReply): Promise<void> {
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: reply.message } }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (delta: object, finish?: string): void => {
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish ?? null }] })}\n\n`)
  }
  for await (const delta of 'deltas' in reply ? reply.deltas : thirds(reply)) {
    if (response.destroyed) return
    send('text' in delta ? { content: delta.text } : { reasoning_content: delta.reasoning })
  }
  const calls = 'calls' in reply ? reply.calls : []
  if (calls.length > 0) send({ tool_calls: calls.map((call, index) => ({ index, id: call.id, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.arguments) } })) })
  send({}, calls.length > 0 ? 'tool_calls' : 'stop')
  // The host needs the end marker.
  response.end('data: [DONE]\n\n')
}

/** In three pieces each, so that streaming shows. */
function thirds({ text = '', reasoning = '' }: { readonly text?: string; readonly reasoning?: string }): readonly ModelDelta[] {
  return [...piecesOf(reasoning).map((piece) => ({ reasoning: piece })), ...piecesOf(text).map((piece) => ({ text: piece }))]
}

function piecesOf(text: string): readonly string[] {
  const third = Math.max(1, Math.ceil(text.length / 3))
  return [0, 1, 2].map((index) => text.slice(index * third, (index + 1) * third)).filter(Boolean)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
