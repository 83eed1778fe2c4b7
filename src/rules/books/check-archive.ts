import { amountText, differences, type Finding } from './finding.ts'

type Counts = Readonly<Record<'collections' | 'payouts', number>>

/**
 * How the number of a merchant's archived orders differs from what the tallies say of them; nothing where those are not
 * what they were before the first order was counted.
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

/** How the sums of all objects differ from what the tallies say, in the same way. */
export function sumFindings(objects: Sums, tallied: Sums, before: Sums): readonly Finding[] {
  if (before.orders !== tallied.orders) return []
  return differences(
    { record: 'archive_objects', subject: '*' },
    textsOf(tallied),
    textsOf(objects),
  )
}

function textsOf({ orders, collected, paidOut }: Sums) {
  return {
    orders: String(orders),
    collected: amountText(collected),
    paid_out: amountText(paidOut),
  }
}
