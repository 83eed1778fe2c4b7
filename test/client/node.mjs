import { createServer } from 'node:http'
import { merchantHost } from './host.mjs'

const handle = merchantHost(process.env)
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  const { url, method, headers } = request
  const init = { method, headers, ...(method === 'POST' ? { body } : {}) }
  const answer = await handle(new Request(new URL(url, 'http://localhost'), init))
  response.writeHead(answer.status).end(await answer.text())
})
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`))
