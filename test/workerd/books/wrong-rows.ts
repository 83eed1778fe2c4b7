import type { BookScene } from '../support/book-scene.ts'

// In these statements `:order` is a transaction number of the scene, `:transaction` and `:adjustment` are ids.

const ofOrder = (column: string) => `${column} = (
  select id from collections where trade_no = :order
  union all select id from payouts where trade_no = :order
)`
const add = (table: string, column: string, by: number, which = 'trade_no = :order') =>
  `update ${table} set ${column} = ${column} + ${by} where ${which}`

/** What makes a value of one row one hundredth too large, and what mends it. */
export function more(table: string, column: string, which?: string): readonly [string, string] {
  return [add(table, column, 1, which), add(table, column, -1, which)]
}

function set(
  table: string,
  column: string,
  value: string,
  was: string,
  which = 'trade_no = :order',
) {
  const to = (one: string) => `update ${table} set ${column} = ${one} where ${which}`
  return [to(`'${value}'`), to(`'${was}'`)] as const
}

/** An amount of an event's fact that is one hundredth too large. */
function moreInFact(seq: number, member: string): readonly [string, string] {
  const to = (by: string) => `
    update events set fact = json_set(fact, '$.${member}', (fact ->> '$.${member}') ${by} 1)
    where ${ofOrder('order_id')} and seq = ${seq}`
  return [to('+'), to('-')]
}

const balance = (channel: string) => `channel = '${channel}'`
const entry = (seq: number, number = 1) =>
  `${ofOrder('order_id')} and seq = ${seq} and number = ${number}`

/** A row that is gone for a while. */
function lost(table: string, which: string): readonly [string, string] {
  return [
    `create table kept as select * from ${table} where ${which};
     delete from ${table} where ${which}`,
    `insert into ${table} select * from kept; drop table kept`,
  ]
}

/** An order of the scene, by its kind. */
export type SceneOrder = Exclude<keyof BookScene, 'shop' | 'transaction' | 'adjustment'>
type Case = readonly [string, SceneOrder, readonly [breaks: string, mends: string], finding: string]

/** One wrong row each, and what is found of it. */
export const cases: readonly Case[] = [
  [
    'a collection’s amount',
    'settled',
    more('collections', 'amount'),
    'collections :order amount: 100.01, not 100.00',
  ],
  [
    'the amount of one that is unpaid',
    'pending',
    more('collections', 'amount'),
    'collections :order amount: 100.01, not 100.00',
  ],
  [
    'what was paid',
    'settled',
    more('collections', 'paid_amount'),
    'collections :order paid_amount: 100.01, not 100.00',
  ],
  [
    'what was declared',
    'declared',
    more('collections', 'paid_amount'),
    'collections :order paid_amount: 100.01, not 100.00',
  ],
  [
    'what a reversed one was paid',
    'reversed',
    more('collections', 'paid_amount'),
    'collections :order paid_amount: 0.01, not 0.00',
  ],
  [
    'a status',
    'settled',
    set('collections', 'status', 'manual', 'succeeded'),
    'collections :order status: manual, not succeeded',
  ],
  [
    'the state of matching',
    'pending',
    set('collections', 'collection_status', 'exception', 'pending'),
    'collections :order collection_status: exception, not pending',
  ],
  [
    'whether it is backed',
    'backed',
    [add('collections', 'backed', -1), add('collections', 'backed', 1)],
    'collections :order backed: false, not true',
  ],
  [
    'a payout’s amount',
    'frozen',
    more('payouts', 'amount'),
    'payouts :order amount: 100.01, not 100.00',
  ],
  [
    'the amount of one created as paid',
    'created',
    more('payouts', 'amount'),
    'payouts :order amount: 100.01, not 100.00',
  ],
  [
    'what was paid out',
    'paidOut',
    more('payouts', 'actual_amount'),
    'payouts :order actual_amount: 99.01, not 99.00',
  ],
  [
    'what a cancelled one paid out',
    'cancelled',
    more('payouts', 'actual_amount'),
    'payouts :order actual_amount: 0.01, not 0.00',
  ],
  [
    'a payout’s status',
    'paidOut',
    set('payouts', 'status', 'cancelled', 'processed'),
    'payouts :order status: cancelled, not processed',
  ],
  [
    'an entry’s amount',
    'settled',
    more('ledger_entries', 'amount', entry(2)),
    'ledger_entries :order#2.1 amount: 100.01, not 100.00',
  ],
  [
    'an entry’s bucket',
    'settled',
    set('ledger_entries', 'to_bucket', 'frozen', 'available', entry(2)),
    'ledger_entries :order#2.1 to_bucket: frozen, not available',
  ],
  [
    'an entry’s source',
    'confirmed',
    set('ledger_entries', 'from_bucket', 'outside', 'unconfirmed', entry(2)),
    'ledger_entries :order#2.1 from_bucket: outside, not unconfirmed',
  ],
  [
    'an entry that is missing',
    'paidOut',
    lost('ledger_entries', entry(2, 2)),
    'ledger_entries :order#2.2 entry: nothing, not frozen>available 1.00',
  ],
  [
    'an entry that is there twice',
    'settled',
    [
      `insert into ledger_entries select merchant_id, at, order_id, seq, 2, channel, from_bucket, to_bucket, amount from ledger_entries where ${entry(2)}`,
      `delete from ledger_entries where ${entry(2, 2)}`,
    ],
    'ledger_entries :order#2.2 entry: outside>available 100.00, not nothing',
  ],
  [
    'an entry at another time',
    'settled',
    more('ledger_entries', 'at', entry(2)),
    'ledger_entries :order#2.1 entry: nothing, not outside>available 100.00',
  ],
  [
    'an entry of no event',
    'settled',
    [
      `update ledger_entries set order_id = order_id + 1 where ${entry(2)}`,
      `update ledger_entries set order_id = order_id - 1
       where ${ofOrder('order_id - 1')} and seq = 2 and number = 1`,
    ],
    'entry: outside>available 100.00, not nothing',
  ],
  [
    'a settlement’s fact',
    'settled',
    moreInFact(2, 'paidAmount'),
    'events :order#2 fact.paidAmount: 100.01, not 100.00',
  ],
  [
    'a confirmation’s fact',
    'confirmed',
    moreInFact(2, 'paidAmount'),
    'events :order#2 fact.paidAmount: 100.01, not 100.00',
  ],
  [
    'a reversal’s fact',
    'reversed',
    moreInFact(3, 'paidAmount'),
    'events :order#3 fact.paidAmount: 100.01, not 100.00',
  ],
  [
    'a payout’s first fact',
    'frozen',
    moreInFact(1, 'amount'),
    'events :order#1 fact.amount: 100.01, not 100.00',
  ],
  [
    'what a payout’s fact says was frozen',
    'paidOut',
    moreInFact(2, 'amount'),
    'events :order#2 fact.amount: 100.01, not 100.00',
  ],
  [
    'what a payout’s fact says went out',
    'paidOut',
    moreInFact(2, 'actualAmount'),
    'events :order#2 fact.actualAmount: 99.01, not 99.00',
  ],
  [
    'a cancellation’s fact',
    'cancelled',
    moreInFact(2, 'amount'),
    'events :order#2 fact.amount: 100.01, not 100.00',
  ],
  [
    'where an event led',
    'settled',
    set(
      'events',
      'to_state',
      'pending/pending',
      'succeeded/pending',
      `${ofOrder('order_id')} and seq = 2`,
    ),
    'events :order#2 to_state: pending/pending, not succeeded/pending',
  ],
  [
    'an event that is missing',
    'cancelled',
    lost('events', `${ofOrder('order_id')} and seq = 2`),
    'events :order#2 seq: nothing, not 2',
  ],
  [
    'what a callback tells',
    'settled',
    [
      `update callbacks set body = json_set(body, '$.paid_amount', 100.01) where trade_no = :order`,
      `update callbacks set body = json_set(body, '$.paid_amount', 100) where trade_no = :order`,
    ],
    'callbacks :order paid_amount: 100.01, not 100.00',
  ],
  [
    'a callback that is missing',
    'paidOut',
    lost('callbacks', 'trade_no = :order'),
    'callbacks :order seq: nothing, not 2',
  ],
  [
    'a transaction’s amount',
    'backed',
    more('bank_transactions', 'amount', 'id = :transaction'),
    'bank_transactions :transaction amount: 100.01, not 100.00',
  ],
  [
    'a transaction that is free',
    'backed',
    [
      `update bank_transactions set state = 'unclaimed', order_id = null where id = :transaction`,
      `update bank_transactions set state = 'claimed', ${ofOrder('order_id')} where id = :transaction`,
    ],
    'bank_transactions :transaction order_id: nothing, not :order',
  ],
  [
    'a transaction of another order',
    'backed',
    [
      `update bank_transactions set order_id = (select id from collections where trade_no = :pending) where id = :transaction`,
      `update bank_transactions set ${ofOrder('order_id')} where id = :transaction`,
    ],
    'bank_transactions :transaction order_id: nothing, not :order',
  ],
  [
    'a correction',
    'pending',
    more('adjustments', 'amount', `amount in (500, 501)`),
    'adjustments :adjustment amount: 5.01, not 5.00',
  ],
  [
    'a correction’s entry',
    'pending',
    more('ledger_entries', 'amount', 'order_id = :adjustment'),
    'ledger_entries :adjustment#1.1 amount: 5.01, not 5.00',
  ],
  [
    'a correction’s fact',
    'pending',
    [
      `update events set fact = json_set(fact, '$.amount', 501) where order_id = :adjustment`,
      `update events set fact = json_set(fact, '$.amount', 500) where order_id = :adjustment`,
    ],
    'events :adjustment#1 fact.amount: 5.01, not 5.00',
  ],
  ...(['available', 'frozen', 'unconfirmed'] as const).map(
    (bucket): Case => [
      `what is ${bucket}`,
      'pending',
      more('balances', bucket, balance('代付')),
      `balances :uid 代付 ${bucket}: `,
    ],
  ),
  ...[
    'collection_pending',
    'collection_succeeded',
    'collection_manual',
    'payout_pending',
    'payout_processed',
    'payout_cancelled',
  ].flatMap((tally): Case[] => [
    [
      `the number of ${tally}`,
      'pending',
      more('balances', `${tally}_count`, balance('other')),
      `balances :uid other ${tally}_count: `,
    ],
    [
      `the amount of ${tally}`,
      'pending',
      more('balances', `${tally}_amount`, balance('other')),
      `balances :uid other ${tally}_amount: `,
    ],
  ]),
  [
    'the number of orders without a transaction',
    'pending',
    more('balances', 'unbacked_count', balance('other')),
    'balances :uid other unbacked_count: ',
  ],
]
