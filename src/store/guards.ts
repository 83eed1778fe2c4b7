/**
 * A condition that only the database can check at the moment of the write, named after the constraint that it breaks.
 * `merchant_changed`: the merchant is unchanged since it was read. `not_covered`: the merchant has the money.
 * `link_closed`: the link and its order still accept a payment. `other_kind`: no order of another kind may stem from
 * the same request. `over_quota`: the merchant is within its daily quota of texts. `superseded`: the callback's event
 * is the newest of its order. `archive_changed`: an object has an order as the database does.
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
