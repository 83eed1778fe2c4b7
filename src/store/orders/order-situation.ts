import type { ClaimedAccount } from '../../rules/banking/claim.ts'
import type { HoldKeys } from '../../rules/merchants/hold.ts'
import type { CallKind } from '../../rules/people/second-person.ts'
import type { MerchantDatabase } from '../database.ts'
import { selectAlone } from '../people/carried-out-alone.ts'
import { bankAccounts } from '../schema.ts'
import { type RawRow, rowReader, rowsOf, sqlText } from '../sql-text.ts'

/** What of an order is looked at. */
export type AskedOrder = {
  readonly merchantId: number
  readonly linkId: number | null
  readonly bankAccountId: number | null
  readonly holds: HoldKeys
  /** Who asks, and on which day (Asia/Taipei, in days since 1970). */
  readonly actor: string
  readonly day: number
}

/** What decides, beside an order itself, on what can be done with it. Amounts in hundredths. */
export type OrderSituation = {
  readonly account: ClaimedAccount | null
  readonly hasPayingAccount: boolean
  readonly isHeld: boolean
  /** What its merchant has, available and frozen. */
  readonly money: number
  readonly isLinkClosed: boolean
  /** What the asker has carried out alone that day in this database. */
  readonly alone: readonly { readonly kind: CallKind; readonly amount: number }[]
}

/** Reads it in one batch. */
export async function readSituation(
  db: MerchantDatabase,
  { merchantId, linkId, bankAccountId, holds, actor, day }: AskedOrder,
): Promise<OrderSituation> {
  const { merchant = '', member = '', account = '', order = '' } = holds
  const keys = { merchant, member, account, order }
  const [[stands], [accountRow], alone] = await rowsOf(db, [
    selectStanding({ merchantId, linkId: linkId ?? 0, ...keys }),
    selectAccount({ id: bankAccountId ?? 0 }),
    selectAlone({ actor, day }),
  ] as const)
  if (stands === undefined) throw new Error('a query without a table has no row')
  return {
    account: accountRow === undefined ? null : readAccount(accountRow),
    hasPayingAccount: stands.hasPayingAccount === 1,
    isHeld: stands.isHeld === 1,
    money: stands.money,
    isLinkClosed: stands.isLinkClosed === 1,
    alone,
  }
}

type Standing = Readonly<Record<'hasPayingAccount' | 'isHeld' | 'money' | 'isLinkClosed', number>>

const selectStanding = sqlText<
  Required<HoldKeys> & Readonly<Record<'merchantId' | 'linkId', number>>,
  Standing
>(`
  select
    exists (select 1 from bank_accounts where use in ('out', 'both')) as hasPayingAccount,
    exists (
      select 1 from holds
      where lifted_at is null and key in (:merchant, :member, :account, :order)
    ) as isHeld,
    (
      select coalesce(sum(available + frozen), 0) from balances where merchant_id = :merchantId
    ) as money,
    exists (select 1 from payment_links where id = :linkId and state = 'closed') as isLinkClosed
`)

const selectAccount = sqlText<{ readonly id: number }, RawRow>(
  'select * from bank_accounts where id = :id',
)
const readAccount = rowReader(bankAccounts)
