/** A port for a server that cannot be asked which one it took. */
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Free on 127.0.0.1 a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('there is no free port')
  return address.port
}
