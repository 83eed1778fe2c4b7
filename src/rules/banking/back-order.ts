import { say } from '../../units/language.ts'
import type { OrderKind } from '../orders/order-kinds.ts'
import { type MoveRequest, stepTo } from '../orders/order-step.ts'
import { type Order, refused } from '../orders/orders.ts'
import { type Decision, decided } from '../orders/steps.ts'
import { standingConcern } from '../people/second-person.ts'
import { areOfMerchant, claimOf, depositSum, refuseUnclaimable } from './claim.ts'
import { type OrderEvidence, sumDiffers } from './order-claims.ts'

/** The input of backing. `insteadOf` are the transactions that pay the order now and are freed. */
export type BackingInput = {
  readonly insteadOf: readonly number[] | null
  readonly reason: string | undefined
}

/**
 * Names the transactions that paid an order which was settled without any; or, with `insteadOf`, exchanges transactions
 * for others of the same sum, of accounts that serve the merchant. Moves no money (back office §4).
 */
export function decideBacking<O extends Order>(
  kind: OrderKind<O>,
  { order, merchant, input, evidence, maker }: MoveRequest<O, BackingInput, OrderEvidence>,
): Decision<O> {
  const { insteadOf, reason } = input
  const { deposits, paying } = evidence
  if (!kind.isPaid(order)) return refused('move_not_allowed')
  if (insteadOf === null && order.backed === true) return refused('already_backed')
  if (insteadOf !== null && order.backed !== true) return refused('move_not_allowed')
  const replaced = paying.filter(({ id }) => insteadOf?.includes(id))
  if (replaced.length !== (insteadOf?.length ?? 0)) {
    const errors = {
      instead_of: [
        say('必須是此訂單目前認列的銀行交易', 'Must be bank transactions claimed by this order'),
      ],
    }
    return refused('validation_error', { errors })
  }
  const paid = kind.paidSum(order)
  const unclaimable = refuseUnclaimable(evidence, paid < 0 ? -1 : 1)
  if (unclaimable !== null) return unclaimable
  if (!areOfMerchant(deposits, order.bankAccountId, merchant.uid)) {
    return refused('bank_account_not_allowed')
  }
  const sum = insteadOf === null ? paid : replaced.reduce((total, { amount }) => total + amount, 0)
  if (deposits.length === 0 || depositSum(deposits) !== sum) return sumDiffers
  const claim = claimOf({ deposits, freed: insteadOf ?? [] })
  const fact = {
    name: 'backed',
    bankTransactions: claim?.claimed ?? [],
    ...(insteadOf === null ? {} : { insteadOf }),
    ...(reason === undefined ? {} : { reason }),
  } as const
  // A person who exchanges transactions claimed by the service becomes the order's settler.
  const isTakenOver = insteadOf !== null && 'settledBy' in order && order.settledBy === 'auto'
  const settledBy = isTakenOver ? { settledBy: 'person' as const } : null
  const after = { ...order, backed: true, ...settledBy }
  const concern = insteadOf === null ? null : standingConcern('transactions_exchanged')
  return decided(stepTo({ kind, before: order, after, maker, fact, claim }), concern)
}
