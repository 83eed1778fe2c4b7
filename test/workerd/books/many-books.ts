import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { topUpChannel } from '../../../src/rules/accounts/ledger.ts'
import { closedDaysFromEntries } from '../../../src/store/accounts/ledger-days.ts'
import { tallyColumns } from '../../../src/store/accounts/ledger-schema.ts'
import { aBookScene, type BookScene, type SceneOrder } from '../support/book-scene.ts'
import { aContext, rows } from '../support/service.ts'

/** Sound books of many orders. */
export type ManyBooks = {
  /** The names of any row: of an order of that kind, of an adjustment, and of a day of a merchant. */
  readonly aRow: (kind: SceneOrder, merchant: number) => Promise<RowNames>
}

type RowNames = Readonly<Record<'order' | 'uid', string>> &
  Readonly<
    Record<
      'id' | 'next' | 'pending' | 'transaction' | 'adjustment' | 'adjusted' | 'merchant' | 'day',
      number
    >
  >

/** The kinds of twenty orders that follow each other; half of them are settled, as it is most often. */
const kinds: readonly SceneOrder[] = [
  ...(['settled', 'settled', 'pending', 'settled', 'paidOut', 'settled', 'backed'] as const),
  ...(['settled', 'reversed', 'settled', 'frozen', 'settled', 'declared', 'settled'] as const),
  ...(['paidOut', 'settled', 'confirmed', 'cancelled', 'settled', 'created'] as const),
]

const othersMax = 120
const chunk = 20_000
const daysBack = 60

/**
 * Writes one order of each kind through the service, and multiplies them: each copy has a merchant, an amount and a time
 * of its own in all its rows. Balances, tallies and days are what the copies add up to; the order that the service wrote
 * keeps those that it wrote.
 */
export async function fillBooks(count: number, tell: (text: string) => void): Promise<ManyBooks> {
  const quiet = vi.spyOn(console, 'log').mockReturnValue()
  const scene = await aBookScene()
  quiet.mockRestore()
  const triggers = await rows<{ name: string; sql: string }>(
    `select name, sql from sqlite_master where type = 'trigger'`,
  )
  // Each of them would look for something at every row; what they keep is written here.
  for (const { name } of triggers) await rows(`drop trigger "${name}"`)
  const first = await addMerchants(scene.shop.uid)
  // The originals have tables of their own, so that finding them never takes a look through all copies.
  for (const [table, key] of Object.entries(originals)) {
    await rows(`create table original_${table} as select * from ${table} where ${key} is not null`)
  }
  const made = await madeFrom(scene, first, count)
  for (let from = 0; from < count; from += chunk) {
    await multiply(made, from, Math.min(from + chunk, count))
    tell(`${Math.min(from + chunk, count).toLocaleString('en')} orders written`)
  }
  const adjusted = Math.ceil(count / 1_000)
  await multiply({ ...made, kinds: [scene.adjustment] }, count, count + adjusted)
  for (const table of Object.keys(originals)) await rows(`drop table original_${table}`)
  await addSums(first)
  for (const { sql } of triggers) await rows(sql)
  const groups = Math.floor(count / kinds.length)
  const idOfKind = (kind: SceneOrder) =>
    idOf(anyUpTo(groups) * kinds.length + kinds.indexOf(kind), isPayout(kind))
  const others = Math.min(othersMax, Math.floor(groups / 5) * 3)
  return {
    aRow: async (kind, place) => {
      const id = idOfKind(kind)
      const adjustment = idOf(count + anyUpTo(adjusted), false)
      const merchant = place === 0 ? first : first + 1 + anyUpTo(others)
      const [found] = await rows<Pick<RowNames, 'order' | 'uid' | 'adjusted' | 'day'>>(
        `select (
           select trade_no from collections where id = ?1
           union all select trade_no from payouts where id = ?1
         ) as "order", (select merchant_id from adjustments where id = ?2) as adjusted, (
           select day from ledger_days where merchant_id = ?3 and channel = 'other'
           order by random() limit 1
         ) as day, uid from merchants where id = ?3`,
        ...[id, adjustment, merchant],
      )
      if (found === undefined) throw new Error('no merchant')
      const ids = { id, next: id + 1, transaction: id, pending: idOfKind('pending') }
      return { ...ids, ...found, adjustment, merchant }
    },
  }
}

const anyUpTo = (count: number) => Math.floor(Math.random() * count)

const isPayout = (kind: SceneOrder) => ['frozen', 'paidOut', 'cancelled', 'created'].includes(kind)

// Older than all that the service makes today; the last bit is the kind, as in every id.
const idOf = (n: number, paysOut: boolean) => (n + 1) * 32 + (paysOut ? 1 : 0)

/** Returns the id of the first: it has two fifths of the orders. */
async function addMerchants(uid: string): Promise<number> {
  const [last] = await rows<{ id: number }>('select max(id) as id from merchants')
  const first = (last?.id ?? 0) + 1
  const columns = await columnsOf('merchants')
  const values = columns.map((name) => ({ id: `${first} + n`, uid: `'B' || n` })[name] ?? name)
  await rows(
    `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ?)
     insert into merchants (${columns}) select ${values} from numbers cross join merchants
     where uid = ?`,
    ...[othersMax + 1, uid],
  )
  await rows(
    `insert into directory (uid, database) select uid, 0 from merchants where id >= ?`,
    first,
  )
  return first
}

type Made = {
  /** The ids of the originals, one after the other. */
  readonly kinds: readonly number[]
  readonly first: number
  readonly sceneStart: number
  readonly start: number
  readonly count: number
}

async function madeFrom({ orders }: BookScene, first: number, count: number): Promise<Made> {
  const [{ sceneStart } = { sceneStart: 0 }] = await rows<{ sceneStart: number }>(
    'select min(created_at) as sceneStart from collections',
  )
  const start = sceneStart - daysBack * 86_400
  return { kinds: kinds.map((kind) => orders[kind]), first, sceneStart, count, start }
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
  ...{ order_id: 'made_id', id: 'made_id', merchant_id: 'made_merchant' },
  trade_no: tradeNo,
  ...{ orderid: ownNo, serial_no: ownNo, merchant_order_no: ownNo, idempotency_key: ownNo },
  external_id: `iif(external_id is null, null, ${ownNo})`,
  line_key: `iif(line_key is null, null, ${ownNo})`,
  ...{ amount: scaled('amount'), paid_amount: scaled('paid_amount') },
  actual_amount: scaled('actual_amount'),
  fact: `json_replace(fact, ${scaledMembers}, '$.bankTransactions', json_array(made_id))`,
  body: `json_replace(body, ${told}, '$.trade_no', ${tradeNo})`,
  endpoint: `made_merchant || substr(endpoint, instr(endpoint, ' '))`,
}

const originals: Readonly<Record<string, string>> = {
  ...{ collections: 'id', payouts: 'id', events: 'order_id', callbacks: 'order_id' },
  ...{ ledger_entries: 'order_id', bank_transactions: 'order_id', adjustments: 'id' },
}

async function multiply(made: Made, from: number, to: number): Promise<void> {
  const statements = Object.entries(originals).map(async ([table, key]) => {
    const columns = await columnsOf(table)
    const values = columns.map((name) => {
      const isTime = name === 'at' || name.endsWith('_at')
      return isTime ? `cast(${name} + later as integer)` : (columnValues[name] ?? name)
    })
    const sql = `${madeOrders} insert into ${table} (${columns})
      select ${values} from made cross join original_${table} on original_${table}.${key} = was`
    return bound(sql, {
      ...made,
      from,
      to,
      scene: made.sceneStart,
      kinds: JSON.stringify(made.kinds),
    })
  })
  await env.DB.batch(await Promise.all(statements))
}

function bound(sql: string, values: Readonly<Record<string, unknown>>): D1PreparedStatement {
  const names = [...new Set([...sql.matchAll(/:(\w+)/g)].map(([, name = '']) => name))]
  const text = sql.replace(/:(\w+)/g, (_, name) => `?${names.indexOf(name) + 1}`)
  return env.DB.prepare(text).bind(...names.map((name) => values[name]))
}

async function columnsOf(table: string): Promise<readonly string[]> {
  const found = await rows<{ name: string }>(`select name from pragma_table_info('${table}')`)
  return found.map(({ name }) => name)
}

/** Writes balances and days of the merchants from the first one on. */
async function addSums(first: number): Promise<void> {
  const topUp = topUpChannel(aContext().settings.exchangeCode)
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
  await rows(
    `insert into balances (merchant_id, channel, day, ${[...buckets, ...tallyColumns]})
     select merchant_id, channel, (unixepoch() + 28800) / 86400, ${[...moved, ...sums]} from (
       ${entries('to_bucket', '')} union all ${entries('from_bucket', '-')}
       union all ${orders('collection', `iif(status = 'pending', amount, paid_amount)`)}
       union all ${orders('payout', `iif(status = 'processed', actual_amount, amount)`)}
     ) where merchant_id >= ? group by 1, 2`,
    first,
  )
  await rows(closedDaysFromEntries)
}
