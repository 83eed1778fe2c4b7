import type { Collection, Order, Payout } from '../orders/orders.ts'

/** A count of a merchant's orders, by kind and status (decisions §4, `data.summary`). */
export type TallyName =
  | 'collectionPending'
  | 'collectionSucceeded'
  | 'collectionManual'
  | 'payoutPending'
  | 'payoutProcessed'
  | 'payoutCancelled'

/** How one order's step changes a tally: by how many orders and by how many hundredths. */
export type TallyChange = {
  readonly tally: TallyName
  readonly count: number
  readonly amount: number
}

const collectionTallies = {
  pending: 'collectionPending',
  succeeded: 'collectionSucceeded',
  manual: 'collectionManual',
} satisfies Record<Collection['status'], TallyName>

const payoutTallies = {
  pending: 'payoutPending',
  processed: 'payoutProcessed',
  cancelled: 'payoutCancelled',
} satisfies Record<Payout['status'], TallyName>

/**
 * How a collection's step changes the tallies; `before` is null at creation. A pending collection counts with its
 * amount, a settled one with what was paid.
 */
export function collectionTallyChanges(
  before: Collection | null,
  after: Collection,
): readonly TallyChange[] {
  return changes(before, after, (order) => {
    const amount = order.status === 'pending' ? order.amount : order.paidAmount
    return { tally: collectionTallies[order.status], amount }
  })
}

/** How a payout's step changes the tallies: a processed one counts with what was paid, others with their amount. */
export function payoutTallyChanges(before: Payout | null, after: Payout): readonly TallyChange[] {
  return changes(before, after, (order) => {
    const amount = order.status === 'processed' ? order.actualAmount : order.amount
    return { tally: payoutTallies[order.status], amount }
  })
}

function changes<O extends Order & { readonly status: string }>(
  before: O | null,
  after: O,
  counted: (order: O) => Omit<TallyChange, 'count'>,
): readonly TallyChange[] {
  if (before?.status === after.status) return []
  const added = { ...counted(after), count: 1 }
  if (before === null) return [added]
  const { tally, amount } = counted(before)
  return [{ tally, count: -1, amount: -amount }, added]
}
