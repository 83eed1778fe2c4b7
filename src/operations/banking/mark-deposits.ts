import type { MerchantContext } from '../../context.ts'
import { mayUse } from '../../rules/banking/bank-account.ts'
import { depositMarks } from '../../rules/banking/deposit-marks.ts'
import {
  clockDifferenceSeconds,
  expectedOfCollection,
  inTimeFrom,
} from '../../rules/banking/evidence.ts'
import type { LinkedCollection, ListedCollection } from '../../rules/views/back-office-views.ts'
import { type MarkedOrder, unclaimedOfAmounts } from '../../store/banking/candidates.ts'
import { findTermsOf } from '../../store/banking/claims.ts'
import { taipeiDay, taipeiDayStart } from '../../units/taipei-time.ts'

/**
 * Pending collections with how many unclaimed transactions of their accounts may pay them (back office §8). An agent
 * learns nothing of accounts that it may not use.
 *
 * @param seenBy the names of that agent
 */
export async function withDepositMarks(
  { db, settings: { matchedGraceSeconds } }: MerchantContext,
  collections: readonly LinkedCollection[],
  seenBy: readonly string[] | undefined,
): Promise<readonly ListedCollection[]> {
  const expected = new Map(
    collections.flatMap(({ order, link }) => {
      if (order.status !== 'pending') return []
      const awaiting = link && { ...link, payerName: link.content.payerName }
      return [[order.id, expectedOfCollection(order, { link: awaiting, matchedGraceSeconds })]]
    }),
  )
  const accounts = new Set(
    [...expected.values()].flatMap(({ bankAccountId }) => bankAccountId ?? []),
  )
  const hidden = seenBy === undefined ? [] : await unusable(db, [...accounts], seenBy)
  const marked = [...expected].flatMap(([orderId, one]): readonly MarkedOrder[] => {
    const { bankAccountId, amount, last5, createdAt, until } = one
    if (bankAccountId === null || hidden.includes(bankAccountId)) return []
    const dayOf = (at: number) => taipeiDayStart(taipeiDay(at))
    const from = dayOf(createdAt - clockDifferenceSeconds)
    const since = dayOf(inTimeFrom(one, bankAccountId))
    return [{ orderId, bankAccountId, amount, last5, from, since, until }]
  })
  const found = Map.groupBy(await unclaimedOfAmounts(db, marked), ({ orderId }) => orderId)
  return collections.map((collection) => {
    const { id } = collection.order
    const one = expected.get(id)
    if (one === undefined) return collection
    return { ...collection, deposits: depositMarks(one, found.get(id) ?? []) }
  })
}

async function unusable(
  db: MerchantContext['db'],
  accounts: readonly number[],
  [name = '']: readonly string[],
): Promise<readonly number[]> {
  const terms = await findTermsOf(db, accounts)
  return terms.filter((one) => !mayUse(one, { name, role: 'agent' })).map(({ id }) => id)
}
