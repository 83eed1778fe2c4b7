import type { MerchantContext } from '../../context.ts'
import type { Actor } from '../../rules/people/principal.ts'
import {
  type FittingRecord,
  fittingOfDeposits,
  nearOfDeposits,
} from '../../store/banking/fitting-collections.ts'
import { ordersInSight } from '../people/orders-in-sight.ts'
import { collectionWindow } from './gather-evidence.ts'

/** A pending collection with a transaction's amount and payer. */
export type FittingView = {
  readonly trade_no: string
  readonly merchant_order_no: string
  readonly name: string
}

/** An order of a transaction; `isPart`: of another amount, of which the transaction may be a part. */
export type OrderOfLine = {
  readonly lineId: number
  readonly order: FittingView
  readonly isPart: boolean
}

/**
 * By transaction, the pending collections of its amount and payer on its account that the reader sees: at most three,
 * those still awaiting their payment first, then the newest. Without any, those of `ordersNearLines`.
 */
export async function ordersOfLines(
  context: MerchantContext,
  reader: Actor,
  ids: readonly number[],
): Promise<readonly OrderOfLine[]> {
  const fitting = await fittingOfDeposits(context.db, ids, collectionWindow(context.settings))
  const bare = ids.filter((id) => fitting.every(({ deposit }) => deposit.id !== id))
  const near = await ordersNearLines(context, reader, bare)
  return [...(await seenOf(context, reader, { found: fitting, isPart: false })), ...near]
}

/**
 * The orders of transactions that `ordersOfLines` finds none for: on other accounts, else of other amounts that are
 * still awaited.
 */
export async function ordersNearLines(
  context: MerchantContext,
  reader: Actor,
  ids: readonly number[],
): Promise<readonly OrderOfLine[]> {
  const near = await nearOfDeposits(context.db, ids, collectionWindow(context.settings))
  const elsewhere = near.filter(isElsewhere)
  const parts = near.filter(
    ({ deposit, endedAt }) =>
      endedAt === null && elsewhere.every((one) => one.deposit.id !== deposit.id),
  )
  return [
    ...(await seenOf(context, reader, { found: elsewhere, isPart: false })),
    ...(await seenOf(context, reader, { found: parts, isPart: true })),
  ]
}

const isElsewhere = ({ collection, deposit }: FittingRecord) =>
  collection.bankAccountId !== deposit.bankAccountId

async function seenOf(
  { db }: MerchantContext,
  reader: Actor,
  { found, isPart }: { readonly found: readonly FittingRecord[]; readonly isPart: boolean },
): Promise<readonly OrderOfLine[]> {
  const visible = new Set(
    await ordersInSight(
      { db },
      reader,
      found.map(({ collection }) => collection),
    ),
  )
  const sorted = found
    .filter(({ collection }) => visible.has(collection))
    .sort(
      (one, other) =>
        Number(one.endedAt !== null) - Number(other.endedAt !== null) ||
        other.collection.id - one.collection.id,
    )
  const byLine = Map.groupBy(sorted, ({ deposit }) => deposit.id)
  return [...byLine].flatMap(([lineId, ofLine]) =>
    ofLine.slice(0, shownMax).map((one) => ({
      lineId,
      isPart,
      order: {
        trade_no: one.collection.tradeNo,
        merchant_order_no: one.collection.merchantOrderNo,
        name: (one.link?.payerName ?? '') || one.collection.userName,
      },
    })),
  )
}

const shownMax = 3
