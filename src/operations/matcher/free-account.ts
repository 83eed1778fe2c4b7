import type { MerchantContext } from '../../context.ts'
import { type AccountUser, type BankAccount, figuresOn } from '../../rules/banking/bank-account.ts'
import { pickAccount } from '../../rules/banking/pick-account.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import { newestBankAccounts } from '../../store/banking/bank-accounts.ts'
import { occupiedSlots } from '../../store/matcher/slots.ts'
import { toSeconds } from '../../units/clock.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { slotOf } from './take-slot.ts'

// The number of accounts that the desk lists.
const accountsMax = 200

/**
 * The account for an order without a named one (matching §2), with a free slot if the account has slots; null if none
 * is free.
 *
 * @param isEligible selects the accounts
 */
export async function freeAccount(
  context: MerchantContext,
  {
    order,
    userOf,
    isEligible = () => true,
  }: {
    readonly order: Collection
    readonly userOf: (account: BankAccount) => AccountUser
    readonly isEligible?: (account: BankAccount) => boolean
  },
): Promise<BankAccount | null> {
  const { db, now } = context
  const day = taipeiDay(toSeconds(now()))
  const [all, occupied] = await Promise.all([
    newestBankAccounts(db, Number.MAX_SAFE_INTEGER, accountsMax),
    occupiedSlots(db, slotOf(context, order)),
  ])
  const accounts = all
    .filter(
      (account) => isEligible(account) && (account.auto === 'off' || !occupied.has(account.id)),
    )
    .map((account) => ({ account, handedOut: figuresOn(account, day).handedOut }))
  return pickAccount(accounts, userOf, order.amount)
}
