import { merchantHost } from './host.mjs'

const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: merchantHost(process.env) })
console.log(`listening ${server.port}`)
