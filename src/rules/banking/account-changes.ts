import { isSettled } from '../orders/order-states.ts'
import type { Collection } from '../orders/orders.ts'

/** What a collection's step changes on the accounts that it was and is matched to. Amounts in hundredths. */
export type AccountChanges = {
  /** What waits on an account: matched to it and unpaid. */
  readonly waiting: readonly {
    readonly bankAccountId: number
    readonly count: number
    readonly amount: number
  }[]
  /** What an account has handed out on a day (Asia/Taipei, in days since 1970), less what ended unpaid. */
  readonly handedOut: readonly {
    readonly bankAccountId: number
    readonly day: number
    readonly amount: number
  }[]
}

type Placed = Pick<
  Collection,
  'amount' | 'status' | 'collectionStatus' | 'bankAccountId' | 'bankAccountDay'
>

/**
 * What turning `before` into `after` changes on bank accounts, nothing where neither names one. It follows from the two
 * alone, so that every move, whoever makes it, keeps an account's figures.
 */
export function accountChanges(before: Placed, after: Placed): AccountChanges {
  if (before.bankAccountId === null && after.bankAccountId === null) return none
  return {
    waiting: differenceOf(waitingOf(before), waitingOf(after)).map(({ place, sign, amount }) => {
      return { ...place, count: sign, amount: sign * amount }
    }),
    handedOut: differenceOf(handedOutOf(before), handedOutOf(after)).map(
      ({ place, sign, amount }) => ({ ...place, amount: sign * amount }),
    ),
  }
}

const none: AccountChanges = { waiting: [], handedOut: [] }

type Share<Place> = { readonly place: Place; readonly amount: number }

function waitingOf(order: Placed): Share<{ bankAccountId: number }> | null {
  const { bankAccountId, amount } = order
  return bankAccountId === null || isSettled(order) || order.collectionStatus !== 'matched'
    ? null
    : { place: { bankAccountId }, amount }
}

// Counted from the match until it ends unpaid: paid late, as an exception, it counts again for its day.
function handedOutOf(order: Placed): Share<{ bankAccountId: number; day: number }> | null {
  const { bankAccountId, bankAccountDay: day, amount } = order
  const counts = isSettled(order) || order.collectionStatus === 'matched'
  return bankAccountId === null || day === null || !counts
    ? null
    : { place: { bankAccountId, day }, amount }
}

function differenceOf<Place extends object>(
  before: Share<Place> | null,
  after: Share<Place> | null,
): readonly (Share<Place> & { readonly sign: 1 | -1 })[] {
  if (before !== null && after !== null && isSamePlace(before.place, after.place)) return []
  return [
    ...(before === null ? [] : [{ ...before, sign: -1 as const }]),
    ...(after === null ? [] : [{ ...after, sign: 1 as const }]),
  ]
}

function isSamePlace<Place extends object>(one: Place, other: Place): boolean {
  return Object.entries(one).every(([name, value]) => other[name as keyof Place] === value)
}
