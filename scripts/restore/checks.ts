import { sumColumns } from '../../src/store/accounts/ledger-columns.ts'
import { dayOf, netChanges } from '../../src/store/accounts/ledger-days.ts'
import { sumsOfTallies } from '../../src/store/books/archive-pages.ts'
import { bookedAt } from '../../src/store/copies/copied-tables.ts'
import { awaitsProof, isClaimedByMatcher } from '../../src/store/matcher/proof.ts'
import type { Target } from './places.ts'
import type { TableContents } from './sql-files.ts'

/**
 * The checks of a restored database: each query counts wrong rows. D1 aborts a query after 30 s, so each checks one thing
 * and reads a table once.
 */
export const checks: readonly { readonly name: string; readonly sql: string }[] = [
  {
    name: 'balances that are not the sum of their entries',
    sql: `
      with summed as (
        select merchant_id, channel, ${netChanges} from ledger_entries group by merchant_id, channel
      )
      select count(*) as wrong from balances
      full join summed on summed.merchant_id = balances.merchant_id
        and summed.channel = balances.channel
      where ${sumColumns
        .map((name) => `coalesce(balances.${name}, 0) <> coalesce(summed.${name}, 0)`)
        .join(' or ')}`,
  },
  {
    name: 'merchants without one of their closed statements',
    sql: `
      select count(*) as wrong from merchants where statement - 1 <> (
        select count(*) from statements where merchant_id = merchants.id and number > 0
      )`,
  },
  {
    name: 'days whose credits are not those of their collections',
    sql: `
      with kept as (
        select merchant_id, cast(key as integer) as day, sum(value) as credit
        from balances cross join json_each(credits) group by 1, 2
      ), summed as (
        select merchant_id, credited_day as day, sum(paid_amount - coalesce(fee, 0)) as credit
        from collections where credited_day is not null group by 1, 2
      ), newest as (select merchant_id, max(day) as day from balances group by 1)
      select count(*) as wrong from kept
      full join summed on summed.merchant_id = kept.merchant_id and summed.day = kept.day
      join newest on newest.merchant_id = coalesce(kept.merchant_id, summed.merchant_id)
      where coalesce(kept.credit, 0) <> coalesce(summed.credit, 0)
        and coalesce(kept.day, summed.day) > newest.day - 31 and not exists (
          select 1 from archived_orders cross join json_each(booked) as booked
          where archived_orders.merchant_id = newest.merchant_id
            and ${dayOf(bookedAt)} = coalesce(kept.day, summed.day)
        )`,
  },
  tallies(
    'collection',
    ['pending', 'succeeded', 'manual'],
    `iif(status = 'pending', amount, paid_amount)`,
  ),
  tallies(
    'payout',
    ['pending', 'processed', 'cancelled'],
    `iif(status = 'processed', actual_amount, amount)`,
  ),
  // A collection may have no event of its creation.
  events('collections', `count(*) + (coalesce(min(seq), 2) = 2)`, 'coalesce(max(seq), 1)'),
  events('payouts', 'count(*)', 'max(seq)'),
  {
    name: 'callbacks without one of their attempts',
    sql: `
      select count(*) as wrong from callbacks where attempts <> (first_attempt is not null) + (
        select count(*) from callback_attempts
        where callback_attempts.order_id = callbacks.order_id
      )`,
  },
  {
    name: 'bank accounts whose orders await another amount of proof',
    sql: `
      with summed as (
        select line.bank_account_id as account, sum(line.amount) as awaiting,
          sum(collections.proof = 'unproven') as unproven
        from bank_transactions as line cross join collections on collections.id = line.order_id
        where ${isClaimedByMatcher('line')} and ${awaitsProof()}
        group by 1
      )
      select count(*) as wrong from bank_accounts left join summed on account = id
      where auto_awaiting <> coalesce(awaiting, 0) or auto_unproven <> coalesce(unproven, 0)`,
  },
  withoutOrder('callbacks.order_id', 'events.order_id'),
  withoutOrder('bank_transactions.order_id', 'events.order_id'),
  withoutOrder('payment_links.collection_id', 'collections.id'),
  {
    name: 'sums of the archive that are not those of its objects',
    sql: `
      with objects as (
        select coalesce(sum(orders), 0) as orders, coalesce(sum(collected), 0) as collected,
          coalesce(sum(paid_out), 0) as paid_out
        from archive_objects where state = 'whole'
      ), tallied as (
        select ${sumsOfTallies} from archived_tallies
      )
      select objects.orders <> tallied.orders or objects.collected <> tallied.collected
        or objects.paid_out <> tallied."paidOut"
        or objects.orders <> (select count(*) from archived_orders) as wrong
      from objects cross join tallied`,
  },
  {
    name: 'archived orders whose object is missing',
    sql: `
      select count(*) as wrong from archived_orders left join archive_objects
        on archive_objects.id = object_id and state = 'whole'
      where archive_objects.id is null`,
  },
]

function events(orders: 'collections' | 'payouts', counted: string, last: string) {
  return {
    name: `${orders} without one of their events`,
    sql: `
      select count(*) as wrong from ${orders} where seq <> (
        select iif(${counted} = ${last}, ${last}, -1) from events where order_id = ${orders}.id
      )`,
  }
}

function tallies(kind: 'collection' | 'payout', statuses: readonly string[], amount: string) {
  const columns = statuses.flatMap((status) => [`${status}_count`, `${status}_amount`])
  const kept = columns.map((name) => `sum(${kind}_${name}) as ${name}`)
  const sums = columns.map((name) => `sum(${name}) as ${name}`)
  const counted = statuses.flatMap((status) => [
    `sum(status = '${status}') as ${status}_count`,
    `sum(iif(status = '${status}', ${amount}, 0)) as ${status}_amount`,
  ])
  const differ = columns.map((name) => `coalesce(kept.${name}, 0) <> coalesce(counted.${name}, 0)`)
  return {
    name: `merchants whose ${kind}s are not what their tallies say`,
    sql: `
      with kept as (
        select merchant_id, ${kept.join(', ')} from balances group by merchant_id
      ), counted as (
        select merchant_id, ${sums.join(', ')} from (
          select merchant_id, ${counted.join(', ')} from ${kind}s group by merchant_id
          union all
          select merchant_id, ${columns.map((name) => `${kind}_${name}`).join(', ')} from archived_tallies
        ) group by merchant_id
      )
      select count(*) as wrong from kept
      full join counted on counted.merchant_id = kept.merchant_id
      where ${differ.join(' or ')}`,
  }
}

function withoutOrder(column: string, key: string) {
  const [[table], [orders]] = [column.split('.'), key.split('.')]
  return {
    name: `${table} whose order is missing`,
    sql: `
      select count(*) as wrong from ${table} where ${column} is not null and not exists (
        select 1 from ${orders} where ${key} = ${column}
      ) and not exists (select 1 from archived_orders where id = ${column})`,
  }
}

/** The messages about the faults of a restored database. */
export async function problemsIn(
  target: Target,
  tables: readonly TableContents[],
  onCheck: (name: string) => void,
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const { table, rows } of tables) {
    const [row] = await target.rows<{ n: number }>(`select count(*) as n from ${table}`)
    if (row?.n !== rows) problems.push(`${table}: ${row?.n} rows, not ${rows}`)
  }
  for (const { name, sql } of checks) {
    onCheck(name)
    const [row] = await target.rows<{ wrong: number | null }>(sql.replace(/\s+/g, ' ').trim())
    if (row === undefined || (row.wrong ?? 0) > 0) problems.push(`${row?.wrong} ${name}`)
  }
  return problems
}
