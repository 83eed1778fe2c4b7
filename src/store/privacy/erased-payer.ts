/**
 * Whether the payer of a line is erased, in SQL: a member's, whose payment the line is (back office §6). Both fields
 * are masked even if nothing was reported, so that no later report of the same money fills them.
 */
export const isPayerErased = `(
    bank_transactions.counterparty_account = '***' and bank_transactions.counterparty_name = '***'
  )`

/** The name by which a line is recognised; "" matches every name. */
export const knownName = `iif(${isPayerErased}, '', bank_transactions.counterparty_name)`

/** A line's last five digits, filled from a later report. */
export function filledLast5(reported: string): string {
  return `iif(counterparty_last5 = '' and not ${isPayerErased}, ${reported}, counterparty_last5)`
}

/**
 * A statement's key of a line without its payer. The statement recognises it by day, time, amount and balance: memo and
 * payer become columns that it lacks, and the line's id keeps its key unique.
 */
export function keyWithoutPayer(key: string): string {
  return `json_set(${key}, '$[4]', null, '$[5]', null, '$[6]', bank_transactions.id)`
}
