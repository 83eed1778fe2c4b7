/** The buckets of a merchant's money. */
export type Bucket = 'available' | 'frozen' | 'unconfirmed'

/**
 * One movement of money between buckets; what leaves one enters the other, so the books always balance. `outside` is
 * outside of the books; `amount` is positive hundredths. `rules/orders/order-events.ts` says which entries each move of
 * an order makes.
 */
export type LedgerEntry = {
  readonly from: Bucket | 'outside'
  readonly to: Bucket | 'outside'
  readonly amount: number
}

/** The entry that moves `amount` hundredths; none when the amount is 0. */
export function move(
  from: LedgerEntry['from'],
  to: LedgerEntry['to'],
  amount: number,
): readonly LedgerEntry[] {
  return amount === 0 ? [] : [{ from, to, amount }]
}

/** How entries change the buckets, in hundredths. */
export function bucketChanges(entries: readonly LedgerEntry[]): Record<Bucket, number> {
  const changes = { available: 0, frozen: 0, unconfirmed: 0 }
  for (const { from, to, amount } of entries) {
    if (from !== 'outside') changes[from] -= amount
    if (to !== 'outside') changes[to] += amount
  }
  return changes
}

/** The channel of payouts (decisions §4, "Defaults"). */
export const payoutChannel = '代付'

/** The code of the coin exchange's top-up channel (decisions §1). */
export function topUpChannel(exchangeCode: string): string {
  return `${exchangeCode}_coin`
}

/** The channels under which a platform's money is counted; `other` is any other text (decisions §4, "Balance"). */
export function ledgerChannels(exchangeCode: string): readonly string[] {
  return [topUpChannel(exchangeCode), payoutChannel, otherChannel]
}

/** The channel under which an order's money is counted. */
export function ledgerChannel(channel: string, exchangeCode: string): string {
  return channelAmong(ledgerChannels(exchangeCode), channel)
}

/** `channel` when it is one of `channels`, else `other`. */
export function channelAmong(channels: readonly string[], channel: string): string {
  return channels.includes(channel) ? channel : otherChannel
}

const otherChannel = 'other'
