import type { MerchantContext } from '../../context.ts'
import type { BackingCall } from '../../rules/banking/back-order.ts'
import type { Claim } from '../../rules/banking/claim.ts'
import type { Act } from '../../rules/people/act.ts'
import {
  type Concern,
  concernOfPayment,
  type Payment,
  standing,
} from '../../rules/people/second-person.ts'
import { hasBankAccount } from '../../store/banking/has-bank-account.ts'

/** The concern of a payment: it is unbacked where it names no transaction once its database has a bank account. */
export async function concernOfPaying(
  { db }: MerchantContext,
  act: Act,
  payment: Omit<Payment, 'unbacked'>,
  claim: Claim | null,
): Promise<Concern | null> {
  const unbacked = claim === null && act.role === 'operator' && (await hasBankAccount(db))
  return concernOfPayment(act, { ...payment, unbacked })
}

/** The concern of naming an order's transactions: an exchange always needs a second person. */
export function concernOfBacking({ insteadOf }: BackingCall): Concern | null {
  return insteadOf === null ? null : standing('transactions_exchanged')
}
