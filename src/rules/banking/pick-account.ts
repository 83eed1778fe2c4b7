import { type AccountUser, type BankAccount, refuseAccount } from './bank-account.ts'

/** An account, and what it has handed out today, in hundredths. */
export type AccountToday = { readonly account: BankAccount; readonly handedOut: number }

/**
 * The account that an order of that amount gets where none is named (matching §2): of those that take it and whose
 * daily cap holds, the one on which the least waits, then the lowest id. Null where none is free.
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
