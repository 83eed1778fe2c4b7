import type { BookPhase } from '../../../src/store/books/book-schema.ts'
import type { ManyBooks } from './many-books.ts'
import type { SceneOrder } from './wrong-rows.ts'

/** A row that is wrong by one hundredth, and how it is found. */
export type WrongRow = {
  readonly what: string
  readonly breaks: string
  readonly mends: string
  /** What reads the name that people know it by: `:name` of the subject. */
  readonly named: string
  readonly subject: string
  /** The phase that finds it, and what sets a pass's cursor a little before it. */
  readonly phase: BookPhase
  readonly place: string
}

type By = (by: 1 | -1) => string

const add =
  (table: string, column: string, which: string): By =>
  (by) =>
    `update ${table} set ${column} = ${column} + ${by} where ${which}`

const addToMember =
  (table: string, json: string, member: string, which: string, unit: number): By =>
  (by) =>
    `update ${table} set ${json} = json_set(${json}, '$.${member}', ${
      unit === 1
        ? `${valueIn(json, member)} + ${by}`
        : `round(${valueIn(json, member)} + ${by * unit}, 2)`
    }) where ${which}`

const valueIn = (json: string, member: string) => `(${json} ->> '$.${member}')`

/** One row of each kind, picked at random. Amounts of facts are integers, those of callbacks dollars. */
export function wrongRows(books: ManyBooks): readonly WrongRow[] {
  const adjustment = books.adjustments[Math.floor(Math.random() * books.adjustments.length)] ?? 0
  const [big = 0, ...others] = books.merchants
  const small = others[Math.floor(Math.random() * others.length)] ?? 0
  return [
    ...rowsOfOrders(books),
    ofAdjustment(adjustment),
    ...[big, small].flatMap((merchant) => [
      ofMerchant(merchant, 'balances', 'available', 'entries'),
      ofMerchant(merchant, 'balances', 'collection_succeeded_amount', 'tallies'),
      ofMerchant(merchant, 'ledger_days', 'frozen', 'entries'),
    ]),
  ]
}

function rowsOfOrders(books: ManyBooks): readonly WrongRow[] {
  const order = (
    kind: SceneOrder,
    what: string,
    subject: string,
    by: (id: number) => By,
  ): WrongRow => {
    const id = books.anId(kind, Math.random())
    return {
      ...{
        what,
        subject: subject.replace(':id', String(id)),
        phase: 'orders',
        breaks: by(id)(1),
        mends: by(id)(-1),
      },
      named: `select trade_no as name from collections where id = ${id}
        union all select trade_no from payouts where id = ${id}`,
      place: `last_id = ${Math.max(0, id - 32 * Math.floor(1 + 900 * Math.random()))}`,
    }
  }
  const row = (table: string, column: string) => (id: number) => add(table, column, `id = ${id}`)
  const entry = (seq: number) => (id: number) =>
    add('ledger_entries', 'amount', `order_id = ${id} and seq = ${seq} and number = 1`)
  const fact = (seq: number, member: string) => (id: number) =>
    addToMember('events', 'fact', member, `order_id = ${id} and seq = ${seq}`, 1)
  const told = (member: string) => (id: number) =>
    addToMember('callbacks', 'body', member, `order_id = ${id}`, 0.01)
  const transaction = (id: number) => add('bank_transactions', 'amount', `id = ${id}`)
  return [
    order(
      'settled',
      'a collection’s amount',
      'collections :name amount',
      row('collections', 'amount'),
    ),
    order('pending', 'an unpaid one’s', 'collections :name amount', row('collections', 'amount')),
    order(
      'settled',
      'what was paid',
      'collections :name paid_amount',
      row('collections', 'paid_amount'),
    ),
    order(
      'declared',
      'what was declared',
      'collections :name paid_amount',
      row('collections', 'paid_amount'),
    ),
    order('frozen', 'a payout’s amount', 'payouts :name amount', row('payouts', 'amount')),
    order(
      'paidOut',
      'what was paid out',
      'payouts :name actual_amount',
      row('payouts', 'actual_amount'),
    ),
    order('settled', 'an entry', 'ledger_entries :name#2.1 amount', entry(2)),
    order('reversed', 'a reversal’s entry', 'ledger_entries :name#3.1 amount', entry(3)),
    order(
      'settled',
      'a settlement’s fact',
      'events :name#2 fact.paidAmount',
      fact(2, 'paidAmount'),
    ),
    order(
      'confirmed',
      'a confirmation’s fact',
      'events :name#2 fact.paidAmount',
      fact(2, 'paidAmount'),
    ),
    order(
      'paidOut',
      'a payout’s fact',
      'events :name#2 fact.actualAmount',
      fact(2, 'actualAmount'),
    ),
    order('cancelled', 'a cancellation’s fact', 'events :name#2 fact.amount', fact(2, 'amount')),
    order('settled', 'what a callback tells', 'callbacks :name paid_amount', told('paid_amount')),
    order(
      'paidOut',
      'what a payout’s tells',
      'callbacks :name actual_amount',
      told('actual_amount'),
    ),
    order('backed', 'a bank transaction', 'bank_transactions :id amount', transaction),
  ]
}

function ofAdjustment(id: number): WrongRow {
  const by = add('adjustments', 'amount', `id = ${id}`)
  return {
    ...{ what: 'a correction', subject: `adjustments ${id} amount`, breaks: by(1), mends: by(-1) },
    ...{ named: `select '' as name`, phase: 'adjustments' },
    place: `phase = 'adjustments', last_merchant = (
      select merchant_id - 1 from adjustments where id = ${id}
    )`,
  }
}

function ofMerchant(
  merchant: number,
  table: 'balances' | 'ledger_days',
  column: string,
  phase: 'entries' | 'tallies',
): WrongRow {
  const days = `from ledger_days where merchant_id = ${merchant}`
  const offset = `(select cast(count(*) * ${Math.random()} as integer) ${days})`
  const day = `(select day ${days} order by day limit 1 offset ${offset})`
  const which = table === 'balances' ? `channel = 'other'` : `day = ${day}`
  const by = add(table, column, `merchant_id = ${merchant} and ${which}`)
  const shown =
    table === 'balances' ? `uid || ' other'` : `uid || ' ' || date(${day} * 86400, 'unixepoch')`
  return {
    ...{ what: `${table} ${column}`, subject: `${table} :name ${column}`, phase },
    ...{ breaks: by(1), mends: by(-1) },
    named: `select ${shown} as name from merchants where id = ${merchant}`,
    place: `phase = '${phase}', last_merchant = ${merchant}`,
  }
}
