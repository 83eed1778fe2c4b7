import { type AccountUser, type BankAccount, refuseAccount } from './bank-account.ts'

/** An account, and what it has handed out today, in hundredths. */
type AccountToday = { readonly account: BankAccount; readonly handedOut: number }

/**
 * The account for an order of this amount without a named one (matching §2): among those that accept it within their
 * daily cap, the one with the least waiting amount, then the lowest id. Null if none is free.
 */
export function pickAccount(
  accounts: readonly AccountToday[],
  userOf: (account: BankAccount) => AccountUser,
  amount: number,
): BankAccount | null {
  const free = accounts.filter(({ account, handedOut }) => {
    const { dailyCap } = account
    const isUnderCap = dailyCap === null || handedOut + amount <= dailyCap
    return isUnderCap && refuseAccount(account, userOf(account)) === null
  })
  const [first] = free.toSorted(
    ({ account: one }, { account: other }) =>
      one.waitingAmount - other.waitingAmount || one.id - other.id,
  )
  return first?.account ?? null
}
