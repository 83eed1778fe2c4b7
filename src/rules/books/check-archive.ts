import { amountText, differences, type Finding } from './finding.ts'

type Counts = Readonly<Record<'collections' | 'payouts', number>>

/**
 * The difference between the number of a merchant's archived orders and the tallies; none if the tallies have changed
 * since the first order was counted.
 */
export function countFindings(
  rows: Counts,
  tallied: Counts & { readonly uid: string },
  before: Counts,
): readonly Finding[] {
  const texts = ({ collections, payouts }: Counts) => {
    return { collections: String(collections), payouts: String(payouts) }
  }
  const [should, began] = [texts(tallied), texts(before)]
  if (should.collections !== began.collections || should.payouts !== began.payouts) return []
  return differences({ record: 'archived_orders', subject: tallied.uid }, should, texts(rows))
}

type Sums = Readonly<Record<'orders' | 'collected' | 'paidOut', number>>

/** The difference between the sums of all objects and the tallies, under the same condition. */
export function sumFindings(objects: Sums, tallied: Sums, before: Sums): readonly Finding[] {
  if (before.orders !== tallied.orders) return []
  return differences(
    { record: 'archive_objects', subject: '*' },
    textsOf(tallied),
    textsOf(objects),
  )
}

function textsOf({ orders, collected, paidOut }: Sums) {
  return { orders: String(orders), collected: amountText(collected), paid_out: amountText(paidOut) }
}
