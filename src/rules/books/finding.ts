/** The tables whose rows a check of the books may find to be wrong. */
export type CheckedRecord =
  | 'collections'
  | 'payouts'
  | 'events'
  | 'ledger_entries'
  | 'callbacks'
  | 'adjustments'
  | 'bank_transactions'
  | 'balances'
  | 'ledger_days'
  | 'archived_orders'
  | 'archive_objects'

/** One row that does not agree with the others. */
export type Finding = {
  readonly record: CheckedRecord
  /** Which row: `C0…` an order, `C0…#2` its second event, `C0…#2.1` that event's first entry, `M1 other` a balance. */
  readonly subject: string
  readonly field: string
  /** What the others say, and what the row says; amounts as decimals, "" where there is nothing. */
  readonly expected: string
  readonly found: string
}

/**
 * The fields in which a row differs from what the others say; null where they say nothing of a field.
 *
 * @param found what the row says; a field that is not there is ""
 */
export function differences(
  row: Pick<Finding, 'record' | 'subject'>,
  expected: Readonly<Record<string, string | null>>,
  found: Readonly<Record<string, string>>,
): readonly Finding[] {
  return Object.entries(expected).flatMap(([field, should]) => {
    const { [field]: is = '' } = found
    return should === null || should === is ? [] : [{ ...row, field, expected: should, found: is }]
  })
}

/** Hundredths as a finding has them: -1000001 is `-10000.01`; null stays null. Exact below 2⁵³. */
export function amountText(hundredths: number): string
export function amountText(hundredths: number | null): string | null
export function amountText(hundredths: number | null): string | null {
  if (hundredths === null) return null
  const digits = String(Math.abs(hundredths)).padStart(3, '0')
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
