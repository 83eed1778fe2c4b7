import { DatabaseSync } from 'node:sqlite'
import { topUpChannel } from '../../../src/rules/accounts/ledger.ts'
import { multiplyOrders, type Values } from '../../support/multiplied-orders.ts'
import type { Client, Shop } from '../load/client.ts'
import { anOrder, type Scenario } from '../load/orders.ts'
import { scenarioRunner } from '../load/scenarios.ts'
import { untilNoneDue } from '../load/until-none-due.ts'
import { databaseFile } from '../service/database.ts'

// Orders that a database has before it is lost, as many as a test says: written into the file, for through the API
// they would take an hour.

/** The scenarios of ten orders that follow each other. */
const multiplied: readonly Scenario[] = [
  'settled',
  'settled',
  'declared',
  'settled',
  'processed',
  'settled',
  'settled',
  'cancelled',
  'settled',
  'unpaid',
]

/** Makes the orders that are multiplied, through the API, and waits until they have been called back. */
export async function makeOriginals(client: Client, shop: Shop, url: string): Promise<void> {
  const runner = scenarioRunner(client)
  for (const scenario of new Set(multiplied)) {
    // The same for all, so that what comes in covers what is paid out.
    const order = { ...anOrder(shop.uid, scenario, url), amount: 100_00 }
    await runner.create(shop, order)
    await runner.finish(shop, order)
  }
  await untilNoneDue(client, deliveryMsMax)
}

const deliveryMsMax = 60_000

/** Multiplies them in the database of a stopped service; the newest is so many days old. */
export async function fillDatabase(
  stateDir: string,
  { uid }: Shop,
  count: number,
  daysAgo = 1,
): Promise<void> {
  const db = new DatabaseSync(databaseFile(stateDir))
  const run = async (sql: string, values: Values = {}) => {
    const named = Object.entries(values).filter(([name]) => sql.includes(`:${name}`))
    return db.prepare(sql).all(Object.fromEntries(named))
  }
  try {
    db.exec('pragma synchronous = off; begin')
    const stored = new Map(
      (await run(originalsQuery, { uid })).map(({ scenario, id }) => [scenario, Number(id)]),
    )
    const orders = multiplied.map((scenario) => {
      const id = stored.get(scenario)
      if (id === undefined) throw new Error(`no order is ${scenario}, with its callback delivered`)
      return id
    })
    const topUp = topUpChannel('exchange')
    const tell = () => {}
    await multiplyOrders({ run, orders, adjustment: null, uid, count, topUp, tell, daysAgo })
    db.exec('commit; pragma wal_checkpoint(truncate)')
  } finally {
    db.close()
  }
}

const originalsQuery = `
  select id, case status when 'pending' then 'unpaid' when 'succeeded' then
    iif(confirmation = 'none', 'settled', 'declared') else status end as scenario
  from (
    select id, merchant_id, status, confirmation from collections
    union all select id, merchant_id, status, '' from payouts
  ) as orders
  where merchant_id = (select id from merchants where uid = :uid)
    and not exists (select 1 from callbacks where order_id = orders.id and state <> 'delivered')`
