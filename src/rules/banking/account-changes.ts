import { isSettled } from '../orders/order-states.ts'
import type { Collection } from '../orders/orders.ts'

/** What a collection's step changes on an account that it was or is matched to. Amounts in hundredths. */
export type AccountChange = {
  readonly bankAccountId: number
  /** What waits on it: matched to it and unpaid. */
  readonly waitingCount: number
  readonly waitingAmount: number
  /** What it has handed out on a day (Asia/Taipei, in days since 1970), less what ended unpaid. */
  readonly day: number
  readonly handedOut: number
}

type Placed = Pick<
  Collection,
  'amount' | 'status' | 'collectionStatus' | 'bankAccountId' | 'bankAccountDay'
>

/**
 * What turning `before` into `after` changes on bank accounts, nothing where neither names one. It follows from the two
 * alone, so that every move, whoever makes it, keeps an account's figures.
 */
export function accountChanges(before: Placed, after: Placed): readonly AccountChange[] {
  const [left, entered] = [shareOf(before, -1), shareOf(after, 1)]
  const isOne = left?.bankAccountId === entered?.bankAccountId && left?.day === entered?.day
  const changes = isOne && left && entered ? [sumOf(left, entered)] : [left, entered]
  return changes.flatMap((one) => {
    return one === null || (one.waitingCount === 0 && one.handedOut === 0) ? [] : [one]
  })
}

// What is handed out is counted from the match until it ends unpaid: paid late, as an exception, it counts again for
// its day.
function shareOf(order: Placed, sign: 1 | -1): AccountChange | null {
  const { bankAccountId, bankAccountDay, amount, collectionStatus } = order
  if (bankAccountId === null) return null
  const isMatched = collectionStatus === 'matched'
  const waits = isMatched && !isSettled(order) ? sign : 0
  const counts = bankAccountDay !== null && (isMatched || isSettled(order)) ? sign : 0
  return {
    bankAccountId,
    waitingCount: waits,
    waitingAmount: waits * amount,
    day: bankAccountDay ?? 0,
    handedOut: counts * amount,
  }
}

function sumOf(one: AccountChange, other: AccountChange): AccountChange {
  return {
    ...one,
    waitingCount: one.waitingCount + other.waitingCount,
    waitingAmount: one.waitingAmount + other.waitingAmount,
    handedOut: one.handedOut + other.handedOut,
  }
}
