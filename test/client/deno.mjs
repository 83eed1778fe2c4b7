import { merchantHost } from './host.mjs'

const onListen = ({ port }) => console.log(`listening ${port}`)
Deno.serve({ port: 0, hostname: '127.0.0.1', onListen }, merchantHost(Deno.env.toObject()))
