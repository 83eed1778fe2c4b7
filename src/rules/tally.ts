import type { Collection } from './collection.ts'

/** What is counted of a merchant's orders, by kind and status (decisions §4, `data.summary`). */
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

/**
 * How a collection's step changes the tallies. A pending one counts with its amount, a settled one with what was
 * paid. `before` is null at creation.
 */
export function collectionTallyChanges(
  before: Collection | null,
  after: Collection,
): readonly TallyChange[] {
  if (before?.status === after.status) return []
  const entered = { tally: collectionTallies[after.status], count: 1, amount: counted(after) }
  if (before === null) return [entered]
  return [{ tally: collectionTallies[before.status], count: -1, amount: -counted(before) }, entered]
}

function counted(collection: Collection): number {
  return collection.status === 'pending' ? collection.amount : collection.paidAmount
}
