/** What a test may tell the row, and the loopback server that hears it. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type DriverCommand =
  /** A root session on `cwd`; answers with its id. */
  | { readonly do: 'create'; readonly cwd: string }
  /** A message of the user, which starts a turn. */
  | { readonly do: 'say'; readonly session: string; readonly text: string }
  /** What a person's interrupt does. */
  | { readonly do: 'interrupt'; readonly session: string }
  | { readonly do: 'plan'; readonly session: string; readonly active: boolean }
  /** Whether the model is offered a tool of this name. */
  | { readonly do: 'has-tool'; readonly name: string }
  /** Bytes of the heap that are in use after a collection. */
  | { readonly do: 'heap' }
  /** Breaks the process as a fault in any plugin would: an exception nobody catches, or a rejection nobody reads. */
  | { readonly do: 'crash'; readonly how: 'exception' | 'rejection' }

export interface CommandServer {
  readonly port: number
  close(): Promise<void>
}

/** Serves `POST /` with a command as JSON; what `perform` returns is the answer, a throw is status 500 with its message. */
export async function createCommandServer(perform: (command: DriverCommand) => Promise<unknown>): Promise<CommandServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const command: DriverCommand = JSON.parse(await textOf(request))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(await perform(command)))
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    }
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the driver got no port')
  return {
    port: address.port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
