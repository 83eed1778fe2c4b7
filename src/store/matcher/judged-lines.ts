import type { AutoState, Chain } from '../../contract/back-office/states.ts'
import type { BankAccount } from '../../rules/banking/bank-account.ts'
import type { BankTransaction } from '../../rules/banking/bank-transaction.ts'
import type { AwaitingLink } from '../../rules/banking/evidence.ts'
import type { CountedDoubts } from '../../rules/matcher/verdict.ts'
import type { OrderHolds } from '../../rules/merchants/hold.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import { daySeconds, monthSeconds } from '../../units/clock.ts'
import { dayOf } from '../accounts/ledger-days.ts'
import { type LineToStore, rowToStore } from '../banking/posted-lines.ts'
import { isOutOfSlot, isSettledUnbacked, isSlotOf, leftOrders } from '../banking/unpaid-orders.ts'
import type { MerchantDatabase } from '../database.ts'
import {
  type AwaitingLinkRow,
  awaitingLinkColumns,
  awaitingLinkOf,
} from '../links/awaiting-link.ts'
import { holdValues, isHoldOfOrder, type OrderHoldValues } from '../merchants/holds.ts'
import type { OrderOwner } from '../merchants/merchants.ts'
import { bankAccounts, bankTransactions, collections, merchants } from '../schema.ts'
import { columnsOf, joinedReader, type RawRow, rowsOf, sqlText } from '../sql-text.ts'
import { countedDoubts, type DoubtValues, storedRow, withPayersOrders } from './counted-doubts.ts'

/** The clock of ids: they count from `idEpochSeconds` (UTC), and increase by `idsPerSecond`. */
type IdClock = Readonly<Record<'idEpochSeconds' | 'idsPerSecond', number>>

/** A transaction to judge, and its records without the counts. */
export type LineRecord = {
  readonly line: BankTransaction
  readonly account: BankAccount
  readonly isRunning: boolean
  /** Its import; null without a statement. */
  readonly file: FileOfLine | null
  /** Further posters with the content under their own numbers. */
  readonly numbers: readonly { readonly postedBy: string; readonly postedAs: string }[]
  readonly isUnsound: boolean
  readonly fitting: OrderToJudge | null
}

/** The import that reported a transaction; amounts in hundredths. */
type FileOfLine = {
  readonly chain: Chain
  readonly actor: string
  readonly agreedBy: string
  /** UTC seconds. */
  readonly createdAt: number
  /** The importer's new money on the day of the import, in this database. */
  readonly importedThatDay: number
}

/** The order that a transaction may pay. */
export type OrderToJudge = {
  readonly order: Collection
  readonly merchant: OrderOwner & Pick<Merchant, 'auto'>
  readonly link: (AwaitingLink & { readonly isClosed: boolean }) | null
  readonly slotTakenAt: number | null
}

/** A transaction to judge: stored, or about to be. */
export type LineToJudge = { readonly id: number } | LineToStore

/** Reads a transaction with the order that it may pay; null for an unknown id. */
export async function readLine(
  db: MerchantDatabase,
  toJudge: LineToJudge,
  clock: IdClock,
): Promise<LineRecord | null> {
  const { selectLine, selectFitting } = readingsOf(toJudge)
  const values = { ...toJudge, ...clock }
  const [[line], [order]] = await rowsOf(db, [selectLine(values), selectFitting(values)] as const)
  if (line === undefined) return null
  return {
    line: readTransaction(line),
    account: readAccount(line),
    isRunning: line.state_of_switch === 'running',
    file: fileOf(line),
    numbers: JSON.parse(line.numbers),
    isUnsound: line.hasGap === 1 || line.isUnfinished === 1,
    fitting: order === undefined ? null : fittingOf(order),
  }
}

type LineRow = RawRow &
  Readonly<{
    state_of_switch: AutoState
    /** A JSON array. */
    numbers: string
    hasGap: number
    isUnfinished: number
    chain: Chain | null
    importer: string
    agreedBy: string
    fileCreatedAt: number
    importedThatDay: number | null
  }>

const weekDays = 7

// The new money of some imports of a day that are of one person. More imports than are read may hide any sum.
const importsOfDayMax = 500
const sumOf = (actor: string) =>
  `iif(count(*) = ${importsOfDayMax}, 9e15, sum(iif(newest.actor = ${actor}, new_in, 0)))`

const lineText = (row: string) => `
  select
    ${columnsOf(bankTransactions)}, ${columnsOf(bankAccounts)},
    (select state from auto_switch where id = 1) as state_of_switch,
    (
      select json_group_array(json_object('postedBy', posted_by, 'postedAs', posted_as))
      from bank_transaction_numbers where transaction_id = :id
    ) as numbers,
    exists (
      select 1 from bank_statement_days
      where bank_statement_days.bank_account_id = bank_accounts.id and gap = 1
        and day between ${dayOf('booked_at')} - ${weekDays} and ${dayOf('booked_at')}
    ) as hasGap,
    exists (
      select 1 from bank_imports
      where bank_imports.bank_account_id = bank_accounts.id and state <> 'done' and undo is null
    ) as isUnfinished,
    file.chain, file.actor as importer, file.agreed_by as agreedBy, file.created_at as fileCreatedAt,
    (
      select ${sumOf('file.actor')} from (
        select new_in, actor from bank_imports as imported
        where id >= (${dayOf('file.created_at')} * ${daySeconds} - 28800 - :idEpochSeconds) * :idsPerSecond
          and id < (${dayOf('file.created_at')} * ${daySeconds} + 57600 - :idEpochSeconds) * :idsPerSecond
        limit ${importsOfDayMax}
      ) as newest
    ) as importedThatDay
  from ${row} as bank_transactions
  cross join bank_accounts on bank_accounts.id = bank_transactions.bank_account_id
  left join bank_imports as file on file.id = bank_transactions.import_id
`

type OrderRow = RawRow &
  AwaitingLinkRow &
  Readonly<{ slotTakenAt: number | null; linkState: string | null }>

// First the order in the slot, then the newest that waits outside, then the newest that has left.

const monthBefore = `line.id - ${monthSeconds} * :idsPerSecond`

const isOfPayer = (one: string) => `${one}.last5 = line.counterparty_last5
  and ${one}.bank_account_id = line.bank_account_id and ${one}.amount = line.amount`

const fittingId = `coalesce(
  (
    select held.id from slots cross join collections as held on held.id = slots.order_id
    where ${isSlotOf('line')} and held.bank_account_id = line.bank_account_id
      and held.backed is not 1
  ),
  (
    select max(one.id) from collections as one where ${isOfPayer('one')} and ${isOutOfSlot('one')}
  ),
  (
    select max(id) from (
      select one.id from collections as one
      where ${isOfPayer('one')} and ${isSettledUnbacked('one')} and one.id >= ${monthBefore}
      union all
      select one.id from ${leftOrders('line', monthBefore)} as left_here
      cross join collections as one on one.id = left_here.order_id
      where one.last5 = line.counterparty_last5 and one.backed is not 1
    )
  )
)`

const fittingText = (row: string) => `
  select
    ${columnsOf(collections)}, ${columnsOf(merchants)}, ${awaitingLinkColumns}, link.state as linkState,
    (
      select taken_at from slots where ${isSlotOf('line')} and order_id = collections.id
    ) as slotTakenAt
  from ${row} as line
  cross join collections on collections.id = ${fittingId}
  cross join merchants on merchants.id = collections.merchant_id
  left join payment_links as link on link.id = collections.link_id
  where line.counterparty_last5 <> '' and line.amount > 0
`

const readTransaction = joinedReader(bankTransactions)
const readAccount = joinedReader(bankAccounts)
const readOrder = joinedReader(collections)
const readMerchant = joinedReader(merchants)

function fileOf(row: LineRow): FileOfLine | null {
  const { chain, importer: actor, agreedBy, fileCreatedAt: createdAt, importedThatDay } = row
  return chain === null
    ? null
    : { chain, actor, agreedBy, createdAt, importedThatDay: importedThatDay ?? 0 }
}

/** Imports of one person, with ids from `from` up to `until`. */
type PersonsImports = { readonly actor: string } & Readonly<Record<'from' | 'until', number>>

/** Their new money in a database, in hundredths. */
export async function importedIn(db: MerchantDatabase, imports: PersonsImports): Promise<number> {
  const [[row]] = await rowsOf(db, [selectImported(imports)])
  return row?.sum ?? 0
}

const selectImported = sqlText<PersonsImports, { readonly sum: number | null }>(`
  select ${sumOf(':actor')} as sum from (
    select new_in, actor from bank_imports as imported
    where id >= :from and id < :until
    limit ${importsOfDayMax}
  ) as newest
`)

function fittingOf(row: OrderRow): OrderToJudge {
  const order = readOrder(row)
  const link =
    order.linkId === null ? null : { ...awaitingLinkOf(row), isClosed: row.linkState === 'closed' }
  return { order, merchant: readMerchant(row), link, slotTakenAt: row.slotTakenAt }
}

/** The counts around a transaction and its order, and whether a hold keeps the order. */
export async function countDoubts(
  db: MerchantDatabase,
  toJudge: LineToJudge & DoubtValues,
  holds: OrderHolds,
): Promise<{ readonly counted: CountedDoubts; readonly isHeld: boolean }> {
  const { selectCounted } = readingsOf(toJudge)
  const [[row]] = await rowsOf(db, [selectCounted({ ...toJudge, ...holdValues(holds) })] as const)
  const names = Object.keys(countedDoubts) as (keyof CountedDoubts)[]
  // A deleted line has every doubt.
  const found = names.map((name) => [name, row === undefined || row[name] !== 0] as const)
  return {
    counted: Object.fromEntries(found) as CountedDoubts,
    isHeld: row === undefined || row.isHeld !== 0,
  }
}

const countedText = (row: string) => `
  ${withPayersOrders(row)}
  select exists (select 1 from holds where ${isHoldOfOrder}) as isHeld,
  ${Object.entries(countedDoubts)
    .map(([name, condition]) => `case when ${condition} then 1 else 0 end as ${name}`)
    .join(',\n')}
  from ${row} as line
`

const readings = (row: string) => ({
  selectLine: sqlText<LineToJudge & IdClock, LineRow>(lineText(row)),
  selectFitting: sqlText<LineToJudge & IdClock, OrderRow>(fittingText(row)),
  selectCounted: sqlText<
    LineToJudge & DoubtValues & OrderHoldValues,
    Readonly<Record<keyof CountedDoubts | 'isHeld', number>>
  >(countedText(row)),
})
const [ofStored, ofPosted] = [readings(storedRow), readings(rowToStore)]

function readingsOf(toJudge: LineToJudge): typeof ofStored {
  return 'postedAs' in toJudge ? ofPosted : ofStored
}
