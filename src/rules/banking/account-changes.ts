import { isSettled } from '../orders/order-states.ts'
import type { Collection } from '../orders/orders.ts'

/** The change of an account's figures by a collection's step. Amounts in hundredths. */
export type AccountChange = {
  readonly bankAccountId: number
  /** Unpaid collections that are matched to it. */
  readonly waitingCount: number
  readonly waitingAmount: number
  /** The amount handed out on a day (Asia/Taipei, in days since 1970), less that of collections which ended unpaid. */
  readonly day: number
  readonly handedOut: number
}

type OrderOnAccount = Pick<
  Collection,
  'amount' | 'status' | 'collectionStatus' | 'bankAccountId' | 'bankAccountDay'
>

/**
 * The changes of bank accounts between two states of an order; none if neither names an account. They depend on the two
 * states alone, so every move keeps an account's figures.
 */
export function accountChanges(
  before: OrderOnAccount,
  after: OrderOnAccount,
): readonly AccountChange[] {
  const [former, entered] = [shareOf(before, -1), shareOf(after, 1)]
  const isOne = former?.bankAccountId === entered?.bankAccountId && former?.day === entered?.day
  const changes = isOne && former && entered ? [sumOf(former, entered)] : [former, entered]
  return changes.flatMap((one) => {
    return one === null || (one.waitingCount === 0 && one.handedOut === 0) ? [] : [one]
  })
}

// An amount counts as handed out from the match until the order ends unpaid. If it is paid late, as an exception, it
// counts again for its day.
function shareOf(order: OrderOnAccount, sign: 1 | -1): AccountChange | null {
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
