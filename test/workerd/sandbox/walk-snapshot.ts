import { readWatch } from '../../../src/operations/alarms/read-watch.ts'
import { listTransactions } from '../../../src/operations/banking/list-transactions.ts'
import { listBankAccounts } from '../../../src/operations/banking/manage-bank-account.ts'
import { listReceivers } from '../../../src/operations/callbacks/list-receivers.ts'
import { listCallbacks } from '../../../src/operations/callbacks/show-callbacks.ts'
import { exportCollections, exportPayouts } from '../../../src/operations/export/export-lists.ts'
import { listMerchants } from '../../../src/operations/merchants/list-merchants.ts'
import { listHolds } from '../../../src/operations/merchants/manage-holds.ts'
import { listCollections, listPayouts } from '../../../src/operations/orders/list-orders.ts'
import { search } from '../../../src/operations/search/search.ts'
import { showHours } from '../../../src/operations/service/show-hours.ts'
import { showOverview } from '../../../src/operations/service/show-overview.ts'
import { findAlarms } from '../../../src/rules/alarms/alarm-checks.ts'
import { figuresOfAll } from '../support/minute.ts'
import { agent, operator, paths, post } from '../support/service.ts'
import type { Deployment, Home } from '../support/walk/homes.ts'

/** What the real merchants' side of a world answers, by the name of the question. */
export type Snapshot = Readonly<Record<string, unknown>>

/** Real merchants and test merchants of one deployment, side by side. */
export type World = Pick<Deployment, 'context' | 'bindings'> & {
  /** One for each database of real merchants. */
  readonly real: readonly Home[]
  readonly test: Home
}

/** Asks everything that must not move when test merchants do something; `texts` are searched for. */
export async function snapshotOf(world: World, texts: readonly string[]): Promise<Snapshot> {
  const { context, bindings, real } = world
  const parts = await Promise.all([
    ...Object.entries(lists).map(async ([name, ask]) => [name, await ask(world)] as const),
    ...texts.map(async (q) => [`search ${q}`, await search(context, operator, { q, limit: 50 })]),
    ...texts
      .slice(0, 1)
      .map(async (q) => [`agent ${q}`, await search(context, agent, { q, limit: 50 })]),
    ...real.flatMap(({ shops }) =>
      shops.map(async (shop) => [
        `balance and ledger of ${shop.uid}`,
        (await post(shop, paths.balance, {}, bindings)).body,
        (await post(shop, paths.ledger, {}, bindings)).body.data,
      ]),
    ),
    ...real.map(async (home) => [`rows of ${home.context.databaseNumber}`, await rowsOf(home)]),
  ])
  return Object.fromEntries(parts)
}

const limit = 200
const queue = { status: 'pending', order: 'oldest', limit: 50 } as const

const lists: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  overview: ({ context }) => showOverview(context),
  hours: ({ context }) => showHours(context),
  merchants: ({ context }) => listMerchants(context, { limit }),
  collections: ({ context }) => listCollections(context, operator, { limit }),
  'collections, oldest first': ({ context }) =>
    listCollections(context, operator, { limit, order: 'oldest' }),
  'what waits for an account': ({ context }) =>
    listCollections(context, operator, { ...queue, collection_status: 'pending' }),
  'what waits for its money': ({ context }) =>
    listCollections(context, operator, { ...queue, collection_status: 'matched' }),
  exceptions: ({ context }) =>
    listCollections(context, operator, { ...queue, collection_status: 'exception' }),
  'declared money': ({ context }) =>
    listCollections(context, operator, { limit, confirmation: 'awaiting' }),
  payouts: ({ context }) => listPayouts(context, operator, { limit }),
  callbacks: ({ context }) => listCallbacks(context, { limit }),
  'callbacks that fail': ({ context }) => listCallbacks(context, { limit, failing: true }),
  receivers: ({ context }) => listReceivers(context, { limit: 50 }),
  holds: ({ context }) => listHolds(context, { limit }),
  'bank accounts': ({ context }) => listBankAccounts(context, operator, { limit }),
  'bank transactions': ({ context }) => listTransactions(context, operator, { limit }),
  'collections.csv': ({ context }) => whole(exportCollections(context, {}, 'en')),
  'payouts.csv': ({ context }) => whole(exportPayouts(context, {}, 'en')),
  alarms: async ({ context }) => {
    const now = Math.floor(context.now() / 1000)
    return findAlarms(await readWatch(context, await figuresOfAll(context), now), now)
  },
}

async function whole(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}

// Whole tables of what is kept of money and accounts; of the others how many rows there are.
const wholeTables = ['balances', 'bank_accounts', 'merchants', 'endpoints']
const counted = ['collections', 'payouts', 'events', 'ledger_entries', 'payment_links', 'callbacks']
const alsoCounted = ['callback_attempts', 'bank_transactions', 'holds', 'approvals', 'journal']

async function rowsOf({ rows: read }: Home): Promise<unknown> {
  const rows = await Promise.all(
    wholeTables.map((table) => read(`select * from ${table} order by 1, 2, 3`)),
  )
  const counts = await Promise.all(
    [...counted, ...alsoCounted].map((table) =>
      read(`select '${table}' as name, count(*) as n from ${table}`),
    ),
  )
  return { rows, counts }
}
