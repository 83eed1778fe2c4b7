import type { Context } from '../../../context.ts'
import type { SettlementsCall } from '../../../contract/back-office/banking/many-orders.ts'
import type { Principal } from '../../../rules/people/principal.ts'
import { carryOutOrAsk } from '../../people/ask-approval.ts'
import { settleCollection } from '../move-collection.ts'
import { type OrderOutcome, outcomeOf } from './order-outcome.ts'

/**
 * Settles several collections one after the other, in the given order (back office §8). Each is a `settle` call of its
 * own: a refusal, or the need for a second person, stops no other.
 */
export async function settleCollections(
  context: Context,
  principal: Principal,
  { items }: SettlementsCall,
): Promise<readonly OrderOutcome<'settled' | 'waiting'>[]> {
  const outcomes: OrderOutcome<'settled' | 'waiting'>[] = []
  for (const { trade_no: tradeNo, bank_transactions: bankTransactions } of items) {
    outcomes.push(
      await outcomeOf(context, tradeNo, async () => {
        const sent = { bank_transactions: bankTransactions }
        const path = { trade_no: tradeNo }
        let paid = 0
        const outcome = await carryOutOrAsk({
          context,
          principal,
          call: { name: 'settleCollection', path, body: { ...asRead, ...sent }, sent },
          carryOut: async (by) => {
            const input = { ...plainSettlement, bankTransactions }
            const value = await settleCollection({ context, principal: by, tradeNo, input })
            paid = value.paid_amount
            return { kind: 'answered', call: 'settleCollection', value }
          },
        })
        if (outcome.kind === 'answered') return { outcome: 'settled', paid_amount: paid }
        return { outcome: 'waiting', approval_id: outcome.value.approval_id }
      }),
    )
  }
  return outcomes
}

// The defaults of a `settle` body with transactions alone, so that the same call equals it.
const asRead = { manual: false, override: false }

const plainSettlement = { paidAmount: null, paidAt: null, manual: false, override: false } as const
