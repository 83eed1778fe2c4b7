import type { MerchantContext } from '../../context.ts'
import type { Actor } from '../../rules/people/principal.ts'
import { fittingOfDeposits } from '../../store/banking/fitting-collections.ts'
import { ordersInSight } from '../people/orders-in-sight.ts'
import { collectionWindow } from './gather-evidence.ts'

/** A pending collection with a transaction's amount and payer. */
export type FittingOrder = {
  readonly trade_no: string
  readonly merchant_order_no: string
  readonly name: string
}

/**
 * By transaction, the pending collections of its amount and payer on its account that the reader sees: at most three,
 * those still awaiting their payment first, then the newest.
 */
export async function ordersOfLines(
  { db, settings }: MerchantContext,
  reader: Actor,
  ids: readonly number[],
): Promise<readonly { readonly lineId: number; readonly order: FittingOrder }[]> {
  const found = await fittingOfDeposits(db, ids, collectionWindow(settings))
  const seen = new Set(
    await ordersInSight(
      { db },
      reader,
      found.map(({ collection }) => collection),
    ),
  )
  const sorted = found
    .filter(({ collection }) => seen.has(collection))
    .sort(
      (one, other) =>
        Number(one.endedAt !== null) - Number(other.endedAt !== null) ||
        other.collection.id - one.collection.id,
    )
  return ids.flatMap((lineId) =>
    sorted
      .filter(({ deposit }) => deposit.id === lineId)
      .slice(0, shownMax)
      .map(({ collection, link }) => ({
        lineId,
        order: {
          trade_no: collection.tradeNo,
          merchant_order_no: collection.merchantOrderNo,
          name: (link?.payerName ?? '') || collection.userName,
        },
      })),
  )
}

const shownMax = 3
