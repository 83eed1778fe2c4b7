import { contextFrom } from '../../src/context.ts'
import worker from '../../src/index.ts'
import { listLedger } from '../../src/operations/accounts/adjust-balance.ts'
import { listReceivers } from '../../src/operations/callbacks/list-receivers.ts'
import { listCallbacks, showCallback } from '../../src/operations/callbacks/show-callbacks.ts'
import { sweepCallbacks } from '../../src/operations/callbacks/sweep-callbacks.ts'
import { expireLinks } from '../../src/operations/links/expire-links.ts'
import { listMerchants } from '../../src/operations/merchants/list-merchants.ts'
import * as orders from '../../src/operations/orders/list-orders.ts'
import { search } from '../../src/operations/search/search.ts'
import { showHours } from '../../src/operations/service/show-hours.ts'
import { showOverview } from '../../src/operations/service/show-overview.ts'
import { meter } from '../../test/support/metered.ts'
import { inEveryDatabase, watchAll } from '../../test/workerd/support/minute.ts'
import { type BankingCall, bankingOperations } from './banking-operations.ts'

// The public Worker, with a header in each answer that counts its use of the platform. It is not compared with another,
// because counting takes time.

export { DatabaseJobs } from '../../src/jobs/database-entrypoint.ts'
export { BackOffice } from '../../src/rpc/back-office.ts'
export { CallbackDeliverer } from '../../src/rpc/callback-deliverer.ts'

type Context = ReturnType<typeof contextFrom>
type Filter = BankingCall & {
  readonly limit: number
  readonly merchant_uid: string
  readonly q: string
  readonly callback_id: string
}

const operator = { name: 'x', role: 'operator', requestId: 'x', approval: null } as const

// Operations of the back office, which otherwise need RPC, and of the minute cron.
const backOffice: Readonly<Record<string, (context: Context, filter: Filter) => Promise<unknown>>> =
  {
    collections: (context, filter) => orders.listCollections(context, operator, filter),
    payouts: (context, filter) => orders.listPayouts(context, operator, filter),
    callbacks: listCallbacks,
    callback: (context, { callback_id: id }) => showCallback(context, id),
    receivers: listReceivers,
    ledger: (context, filter) => listLedger(context, filter.merchant_uid, filter),
    merchants: listMerchants,
    overview: (context) => showOverview(context),
    hours: (context) => showHours(context),
    sweep: (context) => inEveryDatabase(context, (of) => sweepCallbacks(of, async () => [])),
    links: (context) => inEveryDatabase(context, expireLinks),
    watch: (context) => watchAll(context),
    search: (context, filter) => search(context, operator, filter),
    ...bankingOperations,
  }

export default {
  ...worker,

  async fetch(request, env) {
    const counter = meter()
    const bindings = {
      ...env,
      DB: counter.database(env.DB),
      TOKENS: counter.kv(env.TOKENS),
      CALLBACK_QUEUE: counter.queue(env.CALLBACK_QUEUE),
    }
    const [, room, name = ''] = new URL(request.url).pathname.split('/')
    const operation = room === 'back-office' ? backOffice[name] : undefined
    const answer =
      operation === undefined
        ? await worker.fetch(request, bindings)
        : Response.json(await operation(contextFrom(bindings), await request.json()))
    const { statements: _statements, ...usage } = counter.usage
    const counted = new Response(answer.body, answer)
    counted.headers.set('x-usage', JSON.stringify(usage))
    return counted
  },
} satisfies ExportedHandler<Env, { orderId: number }>
