import type { NamedDeposit } from '../../rules/banking/claim.ts'
import type { AwaitingLink } from '../../rules/banking/evidence.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { MerchantDatabase } from '../database.ts'
import {
  type AwaitingLinkRow,
  awaitingLinkColumns,
  awaitingLinkOf,
} from '../links/awaiting-link.ts'
import { collections } from '../schema.ts'
import { type RawRow, rowReader, rowsOf, sqlText } from '../sql-text.ts'
import { inOrder, selectAccounts, selectDeposits } from './claims.ts'

/**
 * Whose rivals are asked for, and for how long a collection awaits its money at most. Ids of collections sort by time:
 * they count from `idEpochSeconds` (UTC), and grow by `idsPerSecond`.
 */
export type RivalQuery = Readonly<
  Record<'orderId' | 'awaitedSeconds' | 'idEpochSeconds' | 'idsPerSecond', number>
>

/** A collection that a transaction may pay, as it stands on the transaction's account or stood there before. */
export type RivalRecord = {
  readonly depositId: number
  readonly collection: Collection
  readonly link: AwaitingLink | null
  /** When it was last put aside or expired, in UTC seconds; null where it never was. */
  readonly endedAt: number | null
}

/** Transactions, and the collections that they may pay beside the one that is asked for. */
export type DepositsWithRivals = {
  readonly named: readonly NamedDeposit[]
  readonly rivals: readonly RivalRecord[]
  /** Whether all of them were read. */
  readonly isWhole: boolean
}

/**
 * The same as at one moment, with the other pending collections that a transaction may pay: of its amount and
 * payer, on its account or on it before.
 */
export async function findDepositsWithRivals(
  db: MerchantDatabase,
  ids: readonly number[],
  asked: RivalQuery,
): Promise<DepositsWithRivals> {
  if (ids.length === 0) return { named: [], rivals: [], isWhole: true }
  const values = { ids: JSON.stringify(ids), ...asked }
  const [deposits, accounts, ...rivals] = await rowsOf(db, [
    selectDeposits(values),
    selectAccounts(values),
    selectRivals(values),
    selectFormerRivals(values),
  ])
  return {
    named: inOrder(ids, deposits, accounts),
    rivals: rivals.flat().map(rivalOf),
    isWhole: rivals.every((rows) => rows.length < rivalsMax),
  }
}

type RivalRow = RawRow &
  AwaitingLinkRow &
  Readonly<Record<'depositId' | 'stayAccountId', number>> &
  Readonly<Record<'staySince' | 'endedAt', number | null>>

const rivalColumns = `
  deposit.id as depositId, one.*, ${awaitingLinkColumns},
  (select max(at) from events where order_id = one.id and name = 'exception') as endedAt`

// It came before the transaction, and awaits its money for a limited time.
const isOfItsTime = (id: string) => `
  ${id} < deposit.id
  and ${id} >= (deposit.booked_at - :awaitedSeconds - :idEpochSeconds) * :idsPerSecond`

const isRival = `deposit.id in (select value from json_each(:ids)) and deposit.amount > 0
    and +one.status = 'pending' and +one.id <> :orderId
    and +one.last5 = deposit.counterparty_last5 and deposit.counterparty_last5 <> ''`

const rivalsMax = 300

const selectRivals = sqlText<RivalQuery & { ids: string }, RivalRow>(`
  select ${rivalColumns}, one.bank_account_id as stayAccountId, one.account_since as staySince
  from bank_transactions as deposit
  cross join collections as one on one.bank_account_id = deposit.bank_account_id
    and one.amount = deposit.amount and ${isOfItsTime('one.id')}
  left join payment_links as link on link.id = one.link_id
  where ${isRival} and one.bank_account_id is not null and one.backed is not 1
  limit ${rivalsMax}
`)

const selectFormerRivals = sqlText<RivalQuery & { ids: string }, RivalRow>(`
  select ${rivalColumns}, former_accounts.bank_account_id as stayAccountId, former_accounts.account_since as staySince
  from bank_transactions as deposit
  cross join former_accounts on former_accounts.bank_account_id = deposit.bank_account_id
    and former_accounts.amount = deposit.amount and ${isOfItsTime('former_accounts.order_id')}
  cross join collections as one on one.id = former_accounts.order_id
  left join payment_links as link on link.id = one.link_id
  where ${isRival} and one.bank_account_id is not former_accounts.bank_account_id
  limit ${rivalsMax}
`)

const readCollection = rowReader(collections)

function rivalOf(row: RivalRow): RivalRecord {
  const { depositId, stayAccountId, staySince, endedAt } = row
  const collection = readCollection(row)
  return {
    depositId,
    collection: { ...collection, bankAccountId: stayAccountId, accountSince: staySince },
    link: collection.linkId === null ? null : awaitingLinkOf(row),
    endedAt,
  }
}
