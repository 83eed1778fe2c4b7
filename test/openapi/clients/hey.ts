// Uses the client that @hey-api/openapi-ts has generated.
import { client } from './hey/client.gen.ts'
import { createCollection, getCollection } from './hey/index.ts'
import { api, caller, must, signed } from './signing.ts'

client.setConfig({ baseUrl: api })
client.interceptors.request.use((request) => signed(request))

const orderid = `HEY-${crypto.randomUUID()}`
const created = await createCollection({ body: { ...caller, orderid, amount: 19.99 } })
must(created.data?.data.amount === 19.99, JSON.stringify(created.error))
const found = await getCollection({ body: { ...caller, orderid } })
must(found.data?.data.trade_no === created.data.data.trade_no, JSON.stringify(found.error))
const refused = await getCollection({ body: { ...caller, orderid: 'none' } })
must(refused.error?.error === 'order_not_found', JSON.stringify(refused))
console.log('ok')
