// A merchant's server, as a process of its own: `node bench/receiver.ts <port>`. It acknowledges every callback, and
// counts them by id to find lost and repeated ones.
import { createServer } from 'node:http'

const times = new Map<string, number>()

createServer((request, response) => {
  if (request.method === 'GET') {
    const total = [...times.values()].reduce((sum, count) => sum + count, 0)
    response.end(JSON.stringify({ distinct: times.size, total }))
    if (request.url === '/forget') times.clear()
    return
  }
  const id = String(request.headers['webhook-id'])
  times.set(id, (times.get(id) ?? 0) + 1)
  request.resume()
  request.on('end', () => response.end('success'))
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'))
