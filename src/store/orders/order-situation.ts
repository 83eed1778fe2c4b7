import type { ClaimedAccount } from '../../rules/banking/claim.ts'
import type { OrderHolds } from '../../rules/merchants/hold.ts'
import type { MerchantDatabase } from '../database.ts'
import { holdValues, isHoldOfOrder, type OrderHoldValues } from '../merchants/holds.ts'
import { type ActorDay, selectAlone } from '../people/carried-out-alone.ts'
import { bankAccounts } from '../schema.ts'
import { type RawRow, rowReader, rowsOf, sqlText } from '../sql-text.ts'

/** What of an order is looked at. */
export type AskedOrder = {
  readonly merchantId: number
  readonly linkId: number | null
  readonly bankAccountId: number | null
  readonly holds: OrderHolds
  /** Who asks, and on which day. */
  readonly asker: ActorDay
}

/** What decides, beside an order itself, on what can be done with it. Amounts in hundredths. */
export type OrderSituation = {
  readonly account: ClaimedAccount | null
  readonly hasPayingAccount: boolean
  readonly isHeld: boolean
  /** A hold that names it and is in force; null where none is. */
  readonly holdId: number | null
  /** What its merchant has, available and frozen. */
  readonly money: number
  readonly isLinkClosed: boolean
  /** What the asker has carried out alone that day, as far as this database has it: the first has it all. */
  readonly alone: number
}

/** Reads it in one batch. */
export async function readSituation(
  db: MerchantDatabase,
  { merchantId, linkId, bankAccountId, holds, asker }: AskedOrder,
): Promise<OrderSituation> {
  const [[stands], [accountRow], [sum]] = await rowsOf(db, [
    selectStanding({ merchantId, linkId: linkId ?? 0, ...holdValues(holds) }),
    selectAccount({ id: bankAccountId ?? 0 }),
    selectAlone(asker),
  ] as const)
  if (stands === undefined) throw new Error('a query without a table has no row')
  return {
    account: accountRow === undefined ? null : readAccount(accountRow),
    hasPayingAccount: stands.hasPayingAccount === 1,
    isHeld: stands.holdId !== null,
    holdId: stands.holdId,
    money: stands.money,
    isLinkClosed: stands.isLinkClosed === 1,
    alone: sum?.amount ?? 0,
  }
}

type Standing = Readonly<
  Record<'hasPayingAccount' | 'money' | 'isLinkClosed', number> & { holdId: number | null }
>

const selectStanding = sqlText<
  OrderHoldValues & Readonly<Record<'merchantId' | 'linkId', number>>,
  Standing
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
