/**
 * A condition that only the database can check at the moment of the write, named after the constraint that it breaks.
 * When each breaks it: `merchant_changed`: the merchant is not as it was read. `not_covered`: it lacks the money.
 * `link_closed`: the link or its order accepts no payment any more. `other_kind`: an order of another kind may stem
 * from the same request. `over_quota`: the merchant's texts of the day are over its quota. `superseded`: the callback's
 * event is not the newest of its order. `approval_over`: somebody else has decided the approval.
 * `second_person_needed`: the person's amounts of the day reach the limit. `account_changed`: the bank account is not
 * as it was read. `cap_reached`: its daily cap would be exceeded. `slot_taken`: another order has the digits and the
 * amount on that account. `transaction_taken`: another order has the bank transaction. `transaction_ignored`: it is
 * ignored. `transaction_changed`: it is otherwise not as it was read. `import_agreed`: somebody has agreed to the
 * import before. `held`: a hold keeps what the batch moves. `archive_changed`: an object and the database differ in an
 * order.
 */
export const guards = [
  'merchant_changed',
  'not_covered',
  'link_closed',
  'other_kind',
  'over_quota',
  'superseded',
  'approval_over',
  'second_person_needed',
  'account_changed',
  'cap_reached',
  'slot_taken',
  'transaction_taken',
  'transaction_ignored',
  'transaction_changed',
  'import_agreed',
  'held',
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
