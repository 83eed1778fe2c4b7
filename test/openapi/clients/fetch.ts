// Uses openapi-fetch, with its defaults, on the types that openapi-typescript has made.
import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'
import { api, caller, must, signed } from './signing.ts'

const client = createClient<paths>({ baseUrl: api })
client.use({ onRequest: ({ request }) => signed(request) })

const orderid = `TS-${crypto.randomUUID()}`
const created = await client.POST('/api/v1/merchant/collections', {
  body: { ...caller, orderid, amount: 19.99 },
})
must(created.data?.data.amount === 19.99, JSON.stringify(created.error))
const query = (number: string) =>
  client.POST('/api/v1/merchant/collections/status', { body: { ...caller, orderid: number } })
const found = await query(orderid)
must(found.data?.data.trade_no === created.data.data.trade_no, JSON.stringify(found.error))
const refused = await query('none')
must(refused.error?.error === 'order_not_found', JSON.stringify(refused))
console.log('ok')
