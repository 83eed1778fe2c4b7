/** The buckets of a merchant's money. */
export type Bucket = 'available' | 'frozen' | 'unconfirmed'

/** The side of a ledger entry: a merchant's bucket, the platform's fees, or outside of the books. */
export type LedgerPlace = Bucket | 'fees' | 'outside'

/** What an entry belongs to: an order, or a correction of the books. */
export type EntryKind = 'collection' | 'payout' | 'withdrawal' | 'correction'

/**
 * One movement of money. The amount that leaves `from` enters `to`, so the books always balance. `amount` is positive
 * hundredths. `rules/orders/order-events.ts` defines the entries of each move of an order.
 */
export type LedgerEntry = {
  readonly from: LedgerPlace
  readonly to: LedgerPlace
  readonly amount: number
  /** The platform's fee, taken out of `to`, or out of `from` if `to` is outside; negative if given back. */
  readonly fee: number
}

/** The entry that moves `amount` hundredths; none when the amount is 0. */
export function entryOf(
  from: LedgerEntry['from'],
  to: LedgerEntry['to'],
  amount: number,
): readonly LedgerEntry[] {
  return entryWithFee({ from, to, amount }, 0)
}

/** The entry that moves `amount` hundredths and takes a fee, which is at most the amount. */
export function entryWithFee(
  movement: Omit<LedgerEntry, 'fee'>,
  fee: number | undefined,
): readonly LedgerEntry[] {
  return movement.amount === 0 ? [] : [{ ...movement, fee: fee ?? 0 }]
}

/** Changes of a merchant's buckets and of the platform's fees, in hundredths. */
export type MoneyChanges = Record<Bucket | 'fees', number>

/** How entries change the buckets and the fees (fees §2, "Ledger"). */
export function moneyChanges(entries: readonly LedgerEntry[]): MoneyChanges {
  const changes = { available: 0, frozen: 0, unconfirmed: 0, fees: 0 }
  for (const { from, to, amount, fee } of entries) {
    if (from !== 'outside') changes[from] -= amount
    if (to !== 'outside') changes[to] += amount
    const payer = to === 'outside' ? from : to
    if (payer !== 'outside') changes[payer] -= fee
    changes.fees += fee
  }
  return changes
}

/** The channel of payouts (decisions §4, "Defaults"). */
export const payoutChannel = '代付'

/** The code of the coin exchange's top-up channel (decisions §1). */
export function topUpChannel(exchangeCode: string): string {
  return `${exchangeCode}_coin`
}

/** The channels by which money is counted; `other` stands for any other text (decisions §4, "Balance"). */
export function ledgerChannels(exchangeCode: string): readonly string[] {
  return [topUpChannel(exchangeCode), payoutChannel, otherChannel]
}

/** The channel under which an order's money is counted. */
export function ledgerChannel(channel: string, exchangeCode: string): string {
  return knownChannel(ledgerChannels(exchangeCode), channel)
}

/** `channel` when it is one of `channels`, else `other`. */
export function knownChannel(channels: readonly string[], channel: string): string {
  return channels.includes(channel) ? channel : otherChannel
}

const otherChannel = 'other'
