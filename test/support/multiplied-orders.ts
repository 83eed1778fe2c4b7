import { tallyColumns } from '../../src/store/accounts/ledger-columns.ts'
import { closedDaysFromEntries, netChanges } from '../../src/store/accounts/ledger-days.ts'

/** Runs a statement on a database, with values by the names that stand in it as `:name`. */
type Run = (sql: string, values?: Values) => Promise<readonly Readonly<Record<string, unknown>>[]>

export type Values = Readonly<Record<string, string | number>>

/** Orders that the service wrote, and their copies. */
type Originals = {
  readonly run: Run
  /** The ids of orders, multiplied one after the other. */
  readonly orders: readonly number[]
  /** The id of a correction of a balance, of which there is one for every thousand orders; null for none. */
  readonly adjustment: number | null
  /** The merchant that the new ones are like. */
  readonly uid: string
  readonly count: number
  /** The channel of top-ups, whose money is counted apart. */
  readonly topUp: string
  readonly tell: (text: string) => void
  /** How many days old the newest copy is; 1 where nothing is said. */
  readonly daysAgo?: number
}

/** Merchants beside the first. */
export const othersMax = 120
const chunk = 20_000
const daysBack = 60

/** The tables that a copy of an order has rows in, each with the column of the order's id. */
export const multipliedTables: Readonly<Record<string, string>> = {
  collections: 'id',
  payouts: 'id',
  events: 'order_id',
  callbacks: 'order_id',
  callback_attempts: 'order_id',
  ledger_entries: 'order_id',
  bank_transactions: 'id',
  adjustments: 'id',
}

// A bank transaction is found by the order that it pays.
const keyOfOriginal = { ...multipliedTables, bank_transactions: 'order_id' }

/** The id of a copy: older than all that the service makes today; the last bit is the kind, as in every id. */
export const idOfCopy = (n: number, paysOut: boolean) => (n + 1) * 32 + (paysOut ? 1 : 0)

/**
 * Multiplies orders: each copy has a merchant, an amount and a time of its own in all its rows. Balances, tallies and
 * days are what the copies add up to; the merchants of the originals keep what the service wrote. Returns the id of the
 * first merchant: it has two fifths of the orders.
 */
export async function multiplyOrders(originals: Originals): Promise<number> {
  const { run, count, tell } = originals
  const triggers = await run(`select name, sql from sqlite_master where type = 'trigger'`)
  // Each trigger would search at every row; its rows are written here instead.
  for (const { name } of triggers) await run(`drop trigger "${name}"`)
  const first = await addMerchants(run, originals.uid)
  // The originals have tables of their own, so that finding them never takes a look through all copies.
  for (const [table, key] of Object.entries(keyOfOriginal)) {
    await run(`create table original_${table} as select * from ${table} where ${key} is not null`)
  }
  const made = await madeFrom(originals, first)
  for (let from = 0; from < count; from += chunk) {
    const to = Math.min(from + chunk, count)
    await multiply(run, { ...made, from, to })
    tell(`${to.toLocaleString('en')} orders written`)
  }
  if (originals.adjustment !== null) {
    const to = count + adjustmentsOf(count)
    const kinds = JSON.stringify([originals.adjustment])
    await multiply(run, { ...made, kinds, from: count, to })
  }
  for (const table of Object.keys(keyOfOriginal)) await run(`drop table original_${table}`)
  await addSums(originals, first)
  for (const { sql } of triggers) await run(String(sql))
  return first
}

/** How many corrections there are with so many orders. */
export const adjustmentsOf = (count: number) => Math.ceil(count / 1_000)

async function addMerchants(run: Run, uid: string): Promise<number> {
  const [last] = await run('select max(id) as id from merchants')
  const first = Number(last?.id ?? 0) + 1
  const columns = await columnsOf(run, 'merchants')
  const values = columns.map((name) => ({ id: `${first} + n`, uid: `'B' || n` })[name] ?? name)
  await run(
    `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${othersMax})
     insert into merchants (${columns}) select ${values} from numbers cross join merchants
     where uid = :uid`,
    { uid },
  )
  await run(
    `insert into directory (uid, database) select uid, 0 from merchants where id >= ${first}`,
  )
  return first
}

async function madeFrom(
  { run, orders, count, daysAgo = 1 }: Originals,
  first: number,
): Promise<Values> {
  const [found] = await run('select min(created_at) as scene from collections')
  const scene = Number(found?.scene)
  return {
    first,
    count,
    scene,
    start: scene - (daysBack - 1 + daysAgo) * 86_400,
    kinds: JSON.stringify(orders),
  }
}

// `k` scales every amount of an order: those of the originals are whole dollars, so a cent stays an integer. Of five
// times twenty orders two times twenty are the first merchant's.
const madeOrders = `
  with recursive numbers (n) as (
    select cast(:from as integer) union all select n + 1 from numbers where n + 1 < :to
  ),
  made as materialized (
    select value as was, (n + 1) * 32 + (value & 1) as made_id, n as made_n,
      cast(:first as integer) + iif(n / 20 % 5 < 2, 0, 1 + (n / 100 * 3 + n / 20 % 5 - 2) % ${othersMax}) as made_merchant,
      1 + n * 7919 % 99991 as k, :start + n * (${daysBack - 1} * 86400.0 / :count) - :scene as later
    from numbers cross join json_each(:kinds) on key = n % json_array_length(:kinds)
  )`

const digit = (place: number) =>
  `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (made_id >> ${place * 5} & 31) + 1, 1)`
const numbered = Array.from({ length: 11 }, (_, n) => digit(10 - n)).join(' || ')
const tradeNo = `iif(trade_no = '', '', substr(trade_no, 1, 1) || ${numbered} || substr(trade_no, 13))`
const ownNo = `'B-' || made_n`
const scaled = (amount: string) => `(${amount}) * k / 100`

const amountMembers = ['paidAmount', 'amount', 'actualAmount', 'orderAmount', 'orderActual', 'fee']
const scaledMembers = amountMembers.map((name) => `'$.${name}', ${scaled(`fact ->> '$.${name}'`)}`)
const told = ['amount', 'paid_amount', 'actual_amount'].map(
  (name) => `'$.${name}', round(${scaled(`body ->> '$.${name}'`)}.0, 2)`,
)

const columnValues: Readonly<Record<string, string>> = {
  order_id: 'made_id',
  id: 'made_id',
  merchant_id: 'made_merchant',
  trade_no: tradeNo,
  orderid: ownNo,
  serial_no: ownNo,
  merchant_order_no: ownNo,
  idempotency_key: ownNo,
  external_id: `iif(external_id is null, null, ${ownNo})`,
  line_key: `iif(line_key is null, null, ${ownNo})`,
  amount: scaled('amount'),
  paid_amount: scaled('paid_amount'),
  actual_amount: scaled('actual_amount'),
  fact: `json_replace(fact, ${scaledMembers}, '$.bankTransactions', json_array(made_id))`,
  body: `json_replace(body, ${told}, '$.trade_no', ${tradeNo})`,
  endpoint: `made_merchant || substr(endpoint, instr(endpoint, ' '))`,
  // As credits from before the column `credits`: the balances have none by day.
  credited_day: 'null',
}
async function multiply(run: Run, values: Values): Promise<void> {
  for (const [table, key] of Object.entries(keyOfOriginal)) {
    const columns = await columnsOf(run, table)
    const made = columns.map((name) => {
      const isTime = name === 'at' || name.endsWith('_at')
      return isTime ? `cast(${name} + later as integer)` : (columnValues[name] ?? name)
    })
    await run(
      `${madeOrders} insert into ${table} (${columns})
        select ${made} from made cross join original_${table} on original_${table}.${key} = was`,
      values,
    )
  }
}

async function columnsOf(run: Run, table: string): Promise<readonly string[]> {
  const found = await run(`select name from pragma_table_info('${table}')`)
  return found.map(({ name }) => String(name))
}

/** Writes balances and days of the merchants from the first one on. */
async function addSums({ run, topUp }: Originals, first: number): Promise<void> {
  const channel = `iif(channel in ('${topUp}', '代付'), channel, 'other') as channel`
  const entries = (bucket: string, sign: string) => `
    select merchant_id, channel, ${bucket} as name, 0 as count, ${sign}amount as amount, 0 as unbacked
    from ledger_entries`
  const orders = (kind: string, amount: string) => `
    select merchant_id, ${channel}, '${kind}_' || status, 1, ${amount}, backed is 0 from ${kind}s`
  const sums = tallyColumns.map((column) => {
    const [, name = '', what = ''] = /^(.*)_(count|amount)$/.exec(column) ?? []
    return name === 'unbacked' ? 'sum(unbacked)' : `sum(iif(name = '${name}', ${what}, 0))`
  })
  const buckets = ['available', 'frozen', 'unconfirmed']
  const moved = buckets.map((name) => `sum(iif(name = '${name}', amount, 0))`)
  await run(
    `insert into balances (merchant_id, channel, day, ${[...buckets, ...tallyColumns]})
     select merchant_id, channel, (unixepoch() + 28800) / 86400, ${[...moved, ...sums]} from (
       ${entries('to_bucket', '')} union all ${entries('from_bucket', '-')}
       union all ${orders('collection', `iif(status = 'pending', amount, paid_amount)`)}
       union all ${orders('payout', `iif(status = 'processed', actual_amount, amount)`)}
     ) where merchant_id >= ${first} group by 1, 2`,
  )
  const sumsOfEntries = ['collections', 'payouts', 'returned', 'withdrawn', 'corrections']
  await run(
    `update balances set ${sumsOfEntries.map((name) => `moved_${name} = summed.moved_${name}`)}
     from (select merchant_id, channel, ${netChanges} from ledger_entries group by 1, 2) as summed
     where summed.merchant_id = balances.merchant_id and summed.channel = balances.channel
       and balances.merchant_id >= ${first}`,
  )
  await run(closedDaysFromEntries)
}
