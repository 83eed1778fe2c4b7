import type { MerchantContext } from '../../context.ts'
import type { Act } from '../../rules/people/act.ts'
import { type Concern, concernOfPayment, type Payment } from '../../rules/people/second-person.ts'
import { hasBankAccount } from '../../store/banking/has-bank-account.ts'

/** The concern of a payment that names no bank transaction: one it may, once its database has a bank account. */
export async function concernOfUnbacked(
  { db }: MerchantContext,
  act: Act,
  payment: Omit<Payment, 'unbacked'>,
): Promise<Concern | null> {
  const unbacked = act.role === 'operator' && (await hasBankAccount(db))
  return concernOfPayment(act, { ...payment, unbacked })
}
