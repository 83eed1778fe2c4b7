/** The conditions that only the database can check at the moment of the write, as the constraints that break. */
export const guards = [
  // The merchant is not as it was read.
  'merchant_changed',
  // The merchant lacks the money.
  'not_covered',
  // The link or its order accepts no payment any more.
  'link_closed',
  // An order of another kind may stem from the same request.
  'other_kind',
  // The merchant's texts of the day are over its quota.
  'over_quota',
  // The callback's event is not the newest of its order.
  'superseded',
  // Somebody else has decided the approval.
  'approval_over',
  // The person's amounts of the day reach the limit.
  'second_person_needed',
  // The bank account is not as it was read.
  'account_changed',
  // The bank account's daily cap would be exceeded.
  'cap_reached',
  // Another order has the digits and the amount on that bank account.
  'slot_taken',
  // Another order has the bank transaction.
  'transaction_taken',
  // The bank transaction is ignored.
  'transaction_ignored',
  // The bank transaction is otherwise not as it was read.
  'transaction_changed',
  // Somebody has agreed to the import before.
  'import_agreed',
  // A hold keeps what the batch moves.
  'held',
  // An object and the database differ in an order.
  'archive_changed',
] as const
export type Guard = (typeof guards)[number]

/**
 * The value of a row's column `refused`, as SQL: null if all conditions hold, else the name of the first that fails.
 */
export function refusedUnless(conditions: Readonly<Partial<Record<Guard, string>>>): string {
  const refusals = Object.entries(conditions).map(
    ([guard, holds]) => `when (${holds}) is not true then '${guard}'`,
  )
  return `case ${refusals.join(' ')} end`
}
