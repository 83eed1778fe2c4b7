import type { ClaimedAccount } from '../../rules/banking/claim.ts'
import type { OrderHolds } from '../../rules/merchants/hold.ts'
import type { MerchantDatabase } from '../database.ts'
import { holdValues, isHoldOfOrder, type OrderHoldValues } from '../merchants/holds.ts'
import { type ActorDay, selectAlone } from '../people/carried-out-alone.ts'
import { bankAccounts } from '../schema.ts'
import { type RawRow, rowReader, rowsOf, sqlText } from '../sql-text.ts'

type OrderKey = {
  readonly merchantId: number
  readonly linkId: number | null
  readonly bankAccountId: number | null
  readonly holds: OrderHolds
  readonly asker: ActorDay
}

/** The records beside an order itself on which its possible actions depend. Amounts in hundredths. */
type OrderSituation = {
  readonly account: ClaimedAccount | null
  readonly hasPayingAccount: boolean
  readonly isHeld: boolean
  /** A hold on it in force, or null. */
  readonly holdId: number | null
  /** The merchant's available and frozen money. */
  readonly money: number
  readonly isLinkClosed: boolean
  /** The actor's sum carried out alone that day, in this database: the first has all of it. */
  readonly alone: number
}

export async function readSituation(
  db: MerchantDatabase,
  { merchantId, linkId, bankAccountId, holds, asker }: OrderKey,
): Promise<OrderSituation> {
  const [[own], [accountRow], [sum]] = await rowsOf(db, [
    selectOwn({ merchantId, linkId: linkId ?? 0, ...holdValues(holds) }),
    selectAccount({ id: bankAccountId ?? 0 }),
    selectAlone(asker),
  ] as const)
  if (own === undefined) throw new Error('a query without a table has no row')
  return {
    account: accountRow === undefined ? null : readAccount(accountRow),
    hasPayingAccount: own.hasPayingAccount === 1,
    isHeld: own.holdId !== null,
    holdId: own.holdId,
    money: own.money,
    isLinkClosed: own.isLinkClosed === 1,
    alone: sum?.amount ?? 0,
  }
}

type OwnRow = Readonly<
  Record<'hasPayingAccount' | 'money' | 'isLinkClosed', number> & { holdId: number | null }
>

const selectOwn = sqlText<
  OrderHoldValues & Readonly<Record<'merchantId' | 'linkId', number>>,
  OwnRow
>(`
  select
    exists (select 1 from bank_accounts where use in ('out', 'both')) as hasPayingAccount,
    (select id from holds where ${isHoldOfOrder} limit 1) as holdId,
    (
      select coalesce(sum(available + frozen), 0) from balances where merchant_id = :merchantId
    ) as money,
    exists (select 1 from payment_links where id = :linkId and state = 'closed') as isLinkClosed
`)

const selectAccount = sqlText<{ readonly id: number }, RawRow>(
  'select * from bank_accounts where id = :id',
)
const readAccount = rowReader(bankAccounts)
