/** A platform that says yes to everything, in a process of its own: tells its port, ends with its parent. */
import { createServer } from 'node:http'

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const isToken = request.url?.includes('/auth/') === true
    const body = JSON.stringify({ code: 0, msg: 'ok', ...(isToken ? { tenant_access_token: 't-bench', expire: 7_200 } : { data: {} }) })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
})
process.on('disconnect', () => process.exit(0))
