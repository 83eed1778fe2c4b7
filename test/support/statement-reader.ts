// What a merchant's statements have to say, from its ledger entries alone (fees §4): a second writing of the law, which
// imports nothing of the service.

/** An entry as it is stored; hundredths. */
export type Entry = {
  readonly merchant: number
  readonly statement: number
  readonly kind: string
  readonly from: string
  readonly to: string
  readonly amount: number
  readonly fee: number
}

const buckets = ['available', 'frozen', 'unconfirmed']

/** The expected statement `number` of its merchant's entries; in hundredths. */
export function statementFrom(own: readonly Entry[], number: number) {
  return {
    opening: stoodAfter(own.filter(({ statement }) => statement < number)),
    closing: stoodAfter(own.filter(({ statement }) => statement <= number)),
    sums: sumsOf(own.filter(({ statement }) => statement === number)),
  }
}

function stoodAfter(entries: readonly Entry[]) {
  const balances: Record<string, number> = { available: 0, frozen: 0, unconfirmed: 0 }
  const add = (bucket: string, amount: number) => {
    if (bucket in balances) balances[bucket] = (balances[bucket] ?? 0) + amount
  }
  for (const { from, to, amount, fee } of entries) {
    add(from, -amount)
    add(to, amount)
    add(to === 'outside' ? from : to, -fee)
  }
  return balances
}

function sumsOf(entries: readonly Entry[]) {
  const sums = { collections: 0, payouts: 0, returned: 0, withdrawn: 0, corrections: 0, fees: 0 }
  for (const { kind, from, to, amount, fee } of entries) {
    const came = buckets.includes(from) ? 0 : amount
    const went = buckets.includes(to) ? 0 : amount
    if (kind === 'collection') sums.collections += came - went
    if (kind === 'payout') sums.payouts -= went
    if (kind === 'withdrawal') sums.withdrawn -= went
    if (kind === 'payout' || kind === 'withdrawal') sums.returned += came
    if (kind === 'correction' || kind === 'fee_correction') sums.corrections += came - went
    sums.fees -= fee
  }
  return sums
}

/** The sum of all buckets. */
export function total(
  balances: Readonly<Record<'available' | 'frozen' | 'unconfirmed', number>>,
): number {
  return balances.available + balances.frozen + balances.unconfirmed
}
