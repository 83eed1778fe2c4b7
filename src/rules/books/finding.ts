/** The tables whose rows the check of the books may report. */
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

/** A row that contradicts others. */
export type Finding = {
  readonly record: CheckedRecord
  /** The row: `C0…` an order, `C0…#2` its second event, `C0…#2.1` that event's first entry, `M1 other` a balance. */
  readonly subject: string
  readonly field: string
  /** The value by the other rows, and the row's own value; amounts as decimals, "" for none. */
  readonly expected: string
  readonly found: string
}

/**
 * The fields in which a row differs from the expected values; a null expectation matches every value.
 *
 * @param found the row's values; "" for a missing field
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
