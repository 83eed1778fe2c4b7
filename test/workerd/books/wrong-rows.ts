import { tallyColumns } from '../../../src/store/accounts/ledger-columns.ts'
import type { BookPhase } from '../../../src/store/books/book-schema.ts'
import type { SceneOrder } from '../support/book-scene.ts'

/**
 * One row that is wrong, most often by one hundredth, and what is found of it. `:id` and `:order` are id and transaction
 * number of an order of that kind, `:next` is an id that no order has, `:pending` the id of another order; `:merchant`,
 * `:uid`, `:day` and `:date` are those of a balance.
 */
export type WrongRow = {
  readonly what: string
  readonly of: SceneOrder
  readonly phase: BookPhase
  readonly breaks: string
  readonly mends: string
  readonly finding: string
}

type Names = Readonly<Record<string, string | number>>

/** A statement or a finding with such names. */
export function withNames(text: string, names: Names): string {
  return text.replace(/:([a-z]+)/g, (whole, name) => String(names[name] ?? whole))
}

type Change = Pick<WrongRow, 'breaks' | 'mends'>

function wrong(
  [of, what]: readonly [SceneOrder, string],
  change: Change,
  finding: string,
  phase: BookPhase = 'orders',
): WrongRow {
  return { what, of, phase, ...change, finding }
}

/** A value that is one hundredth too large. */
function more(table: string, column: string, which = 'id = :id'): Change {
  const by = (n: number) => `update ${table} set ${column} = ${column} + ${n} where ${which}`
  return { breaks: by(1), mends: by(-1) }
}

function other(table: string, column: string, [is, was]: readonly [string, string], which: string) {
  const to = (value: string) => `update ${table} set ${column} = ${value} where ${which}`
  return { breaks: to(is), mends: to(was) }
}

/** An amount in JSON that is one unit too large. */
function moreIn(table: string, json: string, member: string, which: string, unit = 1): Change {
  const by = (n: number) => `update ${table} set ${json} = json_set(${json}, '$.${member}',
    ${unit === 1 ? '' : 'round'}((${json} ->> '$.${member}') + ${n}${unit === 1 ? '' : ', 2'})) where ${which}`
  return { breaks: by(unit), mends: by(-unit) }
}

/** A row that is gone for a while. */
function lost(table: string, which: string): Change {
  return {
    breaks: `create table kept as select * from ${table} where ${which}; delete from ${table} where ${which}`,
    mends: `insert into ${table} select * from kept; drop table kept`,
  }
}

const event = (seq: number) => `order_id = :id and seq = ${seq}`
const entry = (seq: number, number = 1) => `${event(seq)} and number = ${number}`
const cent = '100.01, not 100.00'

const amounts: readonly (readonly [SceneOrder, string, string])[] = [
  ['settled', 'amount', cent],
  ['settled', 'paid_amount', cent],
  ['declared', 'paid_amount', cent],
  ['reversed', 'paid_amount', '0.01, not 0.00'],
  ['frozen', 'amount', cent],
  ['created', 'amount', cent],
  ['paidOut', 'actual_amount', '99.01, not 99.00'],
  ['cancelled', 'actual_amount', '0.01, not 0.00'],
]

const facts: readonly (readonly [SceneOrder, number, string, string])[] = [
  ['settled', 2, 'paidAmount', cent],
  ['settled', 2, 'orderAmount', cent],
  ['confirmed', 2, 'paidAmount', cent],
  ['reversed', 3, 'paidAmount', cent],
  ['frozen', 1, 'amount', cent],
  ['paidOut', 2, 'amount', cent],
  ['paidOut', 2, 'actualAmount', '99.01, not 99.00'],
  ['cancelled', 2, 'amount', cent],
]

const paysOut = (of: SceneOrder) => ['frozen', 'paidOut', 'cancelled', 'created'].includes(of)
const tableOf = (of: SceneOrder) => (paysOut(of) ? 'payouts' : 'collections')
const pendingOf = `id = (
  select min(id) from collections where merchant_id = :merchant and status = 'pending'
)`
const balanceOf = (channel: string) => `merchant_id = :merchant and channel = '${channel}'`

export const wrongRows: readonly WrongRow[] = [
  ...amounts.map(([of, column, told]) => {
    const table = tableOf(of)
    return wrong([of, `its ${column}`], more(table, column), `${table} :order ${column}: ${told}`)
  }),
  wrong(
    ['pending', 'its amount, of which only its row and the sums tell'],
    more('collections', 'amount', pendingOf),
    'balances :uid other collection_pending_amount: ',
    'tallies',
  ),
  wrong(
    ['settled', 'a status'],
    other('collections', 'status', [`'manual'`, `'succeeded'`], 'id = :id'),
    'collections :order status: manual, not succeeded',
  ),
  wrong(
    ['pending', 'the state of matching'],
    other('collections', 'collection_status', [`'exception'`, `'pending'`], 'id = :id'),
    'collections :order collection_status: exception, not pending',
  ),
  wrong(
    ['backed', 'whether it is backed'],
    other('collections', 'backed', ['0', '1'], 'id = :id'),
    'collections :order backed: false, not true',
  ),
  wrong(
    ['paidOut', 'its status'],
    other('payouts', 'status', [`'cancelled'`, `'processed'`], 'id = :id'),
    'payouts :order status: cancelled, not processed',
  ),
  wrong(
    ['settled', 'an entry’s amount'],
    more('ledger_entries', 'amount', entry(2)),
    `ledger_entries :order#2.1 amount: ${cent}`,
  ),
  wrong(
    ['settled', 'an entry’s bucket'],
    other('ledger_entries', 'to_bucket', [`'frozen'`, `'available'`], entry(2)),
    'ledger_entries :order#2.1 to_bucket: frozen, not available',
  ),
  wrong(
    ['confirmed', 'an entry’s source'],
    other('ledger_entries', 'from_bucket', [`'outside'`, `'unconfirmed'`], entry(2)),
    'ledger_entries :order#2.1 from_bucket: outside, not unconfirmed',
  ),
  wrong(
    ['paidOut', 'an entry that is missing'],
    lost('ledger_entries', entry(2, 2)),
    'ledger_entries :order#2.2 entry: nothing, not frozen>available 1.00',
  ),
  wrong(
    ['settled', 'an entry that is there twice'],
    {
      breaks: `insert into ledger_entries select merchant_id, at, order_id, seq, 2, channel,
        from_bucket, to_bucket, amount, fee, kind, statement from ledger_entries where ${entry(2)}`,
      mends: `delete from ledger_entries where ${entry(2, 2)}`,
    },
    'ledger_entries :order#2.2 entry: outside>available 100.00, not nothing',
  ),
  wrong(
    ['settled', 'an entry at another time'],
    more('ledger_entries', 'at', entry(2)),
    'ledger_entries :order#2.1 entry: nothing, not outside>available 100.00',
  ),
  wrong(
    ['settled', 'an entry of no event'],
    {
      breaks: `update ledger_entries set order_id = :next where ${entry(2)}`,
      mends: `update ledger_entries set order_id = :id where order_id = :next`,
    },
    'ledger_entries :next#2.1 entry: outside>available 100.00, not nothing',
    'entries',
  ),
  ...facts.map(([of, seq, member, told]) =>
    wrong(
      [of, `fact ${seq}, ${member}`],
      moreIn('events', 'fact', member, event(seq)),
      `events :order#${seq} fact.${member}: ${told}`,
    ),
  ),
  wrong(
    ['settled', 'where an event led'],
    other('events', 'to_state', [`'pending/pending'`, `'succeeded/pending'`], event(2)),
    'events :order#2 to_state: pending/pending, not succeeded/pending',
  ),
  wrong(
    ['cancelled', 'an event that is missing'],
    lost('events', event(2)),
    'events :order#2 seq: nothing, not 2',
  ),
  wrong(
    ['settled', 'an order that is missing'],
    lost('collections', 'id = :id'),
    'events :id#2 order_id: :id, not nothing',
  ),
  wrong(
    ['settled', 'what a callback tells'],
    moreIn('callbacks', 'body', 'paid_amount', 'order_id = :id', 0.01),
    `callbacks :order paid_amount: ${cent}`,
  ),
  wrong(
    ['paidOut', 'what a payout’s callback tells'],
    moreIn('callbacks', 'body', 'actual_amount', 'order_id = :id', 0.01),
    'callbacks :order actual_amount: 99.01, not 99.00',
  ),
  wrong(
    ['paidOut', 'a callback that is missing'],
    lost('callbacks', 'order_id = :id'),
    'callbacks :order seq: nothing, not 2',
  ),
  wrong(
    ['backed', 'a transaction’s amount'],
    more('bank_transactions', 'amount', 'id = :transaction'),
    `bank_transactions :transaction amount: ${cent}`,
  ),
  wrong(
    ['backed', 'a transaction that is free'],
    {
      breaks: `update bank_transactions set state = 'unclaimed', order_id = null where id = :transaction`,
      mends: `update bank_transactions set state = 'claimed', order_id = :id where id = :transaction`,
    },
    'bank_transactions :transaction order_id: nothing, not :order',
  ),
  wrong(
    ['backed', 'a transaction of another order'],
    other('bank_transactions', 'order_id', [':pending', ':id'], 'id = :transaction'),
    'bank_transactions :transaction order_id: nothing, not :order',
  ),
  wrong(
    ['backed', 'a transaction that no event names'],
    {
      breaks: `create table kept as select * from bank_transactions where id = :transaction;
        update kept set id = :next, external_id = null, external_key = null, line_key = null;
        insert into bank_transactions select * from kept; drop table kept`,
      mends: 'delete from bank_transactions where id = :next',
    },
    'bank_transactions :next order_id: :id, not nothing',
    'transactions',
  ),
  wrong(
    ['pending', 'a correction'],
    more('adjustments', 'amount', 'id = :adjustment'),
    'adjustments :adjustment amount: 5.01, not 5.00',
    'adjustments',
  ),
  wrong(
    ['pending', 'a correction’s entry'],
    more('ledger_entries', 'amount', 'order_id = :adjustment'),
    'ledger_entries :adjustment#1.1 amount: 5.01, not 5.00',
    'adjustments',
  ),
  wrong(
    ['pending', 'a correction’s fact'],
    moreIn('events', 'fact', 'amount', 'order_id = :adjustment'),
    'events :adjustment#1 fact.amount: 5.01, not 5.00',
    'adjustments',
  ),
  wrong(
    ['pending', 'a correction that is missing'],
    lost('adjustments', 'id = :adjustment'),
    'events :adjustment#1 order_id: :adjustment, not nothing',
  ),
  ...['available', 'frozen', 'unconfirmed'].map((bucket) =>
    wrong(
      ['pending', `what is ${bucket}`],
      more('balances', bucket, balanceOf('代付')),
      `balances :uid 代付 ${bucket}: `,
      'entries',
    ),
  ),
  ...tallyColumns.map((column) =>
    wrong(
      ['pending', column],
      more('balances', column, balanceOf('other')),
      `balances :uid other ${column}: `,
      'tallies',
    ),
  ),
]

/** Rows of a day that is over: `:day` is one. */
export const wrongDays: readonly WrongRow[] = [
  ...['available', 'frozen', 'unconfirmed'].map((bucket) =>
    wrong(
      ['pending', `what was ${bucket} at the end of a day`],
      more('ledger_days', bucket, `${balanceOf('other')} and day = :day`),
      `ledger_days :uid other :date ${bucket}: `,
      'entries',
    ),
  ),
  wrong(
    ['pending', 'a day that is missing'],
    lost('ledger_days', `${balanceOf('other')} and day = :day`),
    'ledger_days :uid other :date day: nothing, not :date',
    'entries',
  ),
]
