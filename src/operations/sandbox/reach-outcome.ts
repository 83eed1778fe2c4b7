import type { MerchantContext } from '../../context.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { Collection, Order, Payout } from '../../rules/orders/orders.ts'
import type { Override } from '../../rules/orders/override.ts'
import type { Principal } from '../../rules/people/principal.ts'
import { madeUpAccount } from '../../rules/sandbox/made-up-account.ts'
import { notMovable, paidElsewhere } from '../../rules/sandbox/outcome-labels.ts'
import {
  type OutcomeInput,
  type OutcomePlan,
  planCollection,
  planPayout,
  type SandboxMove,
  stateOfCollection,
  stateOfPayout,
} from '../../rules/sandbox/plan-outcome.ts'
import { readDecided } from '../../store/orders/decided-events.ts'
import type { WithCallback } from '../../store/orders/order-table.ts'
import { retry } from '../../units/retry.ts'
import { isSandbox } from '../merchant-contexts.ts'
import { MerchantChanged } from '../merchants/merchant-changed.ts'
import { matchCollection } from '../orders/match-collection.ts'
import {
  confirmCollection,
  reportException,
  reverseCollection,
  settleCollection,
} from '../orders/move-collection.ts'
import { cancelPayout, processPayout, reversePayout } from '../orders/move-payout.ts'
import { expireCollection } from './expire-collection.ts'

/** An order with its callback, as its merchant finds it. */
type OrderWithCallback = WithCallback<'collection', Collection> | WithCallback<'payout', Payout>

/** A test merchant's request; `reason` is "" if absent. */
type OutcomeRequest = OutcomeInput & { readonly reason: string }

/** Refuses any but a test merchant, with `sandbox_only`. */
export function requireTestMerchant(context: MerchantContext): void {
  if (!isSandbox(context)) throw new Refusal('sandbox_only')
}

/**
 * Brings a test merchant's order to an outcome by the back office's moves, and returns it (decisions §7, "Sandbox").
 * Each move has one effect, also in simultaneous calls. Refuses an impossible outcome with `outcome_not_possible`.
 * Throws `MerchantChanged`.
 *
 * @param find reads the order, anew each time
 */
export async function reachOutcome({
  context,
  merchant,
  find,
  request,
}: {
  readonly context: MerchantContext
  readonly merchant: Merchant
  readonly find: () => Promise<OrderWithCallback>
  readonly request: OutcomeRequest
}): Promise<OrderWithCallback> {
  let refusedAt = 0
  return retry('outcome: lost a race', 10, async () => {
    const found = await find()
    const { order } = found
    const plan = await planFor({ context, merchant, found, wish: request })
    if (plan.kind === 'refused') {
      throw new Refusal('outcome_not_possible', { message: plan.message })
    }
    if (plan.moves.length === 0) return found
    const refusal = await makeMoves({ context, order, moves: plan.moves, reason: request.reason })
    if (refusal === null) return find()
    // If no other call has moved the order meanwhile, the move itself is impossible.
    if (refusedAt === order.seq) {
      const message = refusal.code === 'already_paid' ? paidElsewhere : notMovable
      throw new Refusal('outcome_not_possible', { message })
    }
    refusedAt = order.seq
    return null
  })
}

async function planFor({
  context: { db },
  merchant,
  found,
  wish,
}: {
  readonly context: MerchantContext
  readonly merchant: Merchant
  readonly found: OrderWithCallback
  readonly wish: OutcomeInput
}): Promise<OutcomePlan> {
  const { facts, version } = await readDecided(db, found.order)
  if (version !== merchant.version) throw new MerchantChanged()
  return found.kind === 'payout'
    ? planPayout(found.order, stateOfPayout(found.order, facts), wish)
    : planCollection(found.order, stateOfCollection(found.order, facts), wish)
}

// Makes the moves, one commit each; returns the refusal of the first impossible one.
async function makeMoves({
  context,
  order: { tradeNo, amount },
  moves,
  reason,
}: {
  readonly context: MerchantContext
  readonly order: Order
  readonly moves: readonly SandboxMove[]
  readonly reason: string
}): Promise<Refusal | null> {
  try {
    for (const move of moves) {
      await makers[move.kind]({
        context,
        tradeNo,
        amount,
        reason: reason || standardReason,
        paid: move.paid ?? amount,
      })
    }
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const standardReason = 'sandbox'

type OrderToMove = {
  readonly context: MerchantContext
  readonly tradeNo: string
  /** In hundredths, as `paid`. */
  readonly amount: number
  readonly paid: number
  readonly reason: string
}

/** The events of the order name the sandbox, because no person is at work. */
const principal: Principal = {
  name: 'sandbox',
  role: 'operator',
  requestId: '',
  approval: null,
  byMerchant: true,
}

const makers: Readonly<Record<SandboxMove['kind'], (making: OrderToMove) => Promise<unknown>>> = {
  settle: ({ amount, paid, ...order }) => {
    const override: Override = paid > amount ? ['amount'] : false
    const input = { paidAmount: paid, paidAt: null, manual: paid < amount, override }
    return settleCollection({ ...order, principal, input })
  },
  confirm: ({ amount, paid, ...order }) => {
    const override: Override = paid === amount ? false : ['amount']
    return confirmCollection({ ...order, principal, input: { accept: true, reason: '', override } })
  },
  reject: ({ reason, ...order }) =>
    confirmCollection({ ...order, principal, input: { accept: false, reason, override: false } }),
  expire: (order) => expireCollection({ ...order, principal }),
  put_aside: ({ reason, ...order }) => reportException({ ...order, principal, input: reason }),
  match: (order) => matchCollection({ ...order, principal, input: madeUpAccount }),
  reverse: ({ reason, ...order }) =>
    reverseCollection({ ...order, principal, input: { reason, because: 'wrong_match' } }),
  // Test merchants have no money: their payouts ignore the balance.
  process: ({ amount, paid, ...order }) => {
    const override: Override = paid === amount ? ['balance'] : ['amount', 'balance']
    const input = { actualAmount: paid, voucherNo: null, processedAt: null, override }
    return processPayout({ ...order, principal, input })
  },
  cancel: ({ reason, ...order }) => cancelPayout({ ...order, principal, input: reason }),
  return: ({ reason, ...order }) =>
    reversePayout({ ...order, principal, input: { reason, because: 'money_returned' } }),
}
