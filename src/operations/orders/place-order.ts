import type { Context, MerchantContext } from '../../context.ts'
import { invalid, Refusal } from '../../contract/refusals.ts'
import { callbackAddressProblem } from '../../rules/callbacks/callback-address.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { type OrderKind, orderId, tradeNo } from '../../rules/orders/order-identity.ts'
import type { Order, Step } from '../../rules/orders/orders.ts'
import { commit, type Statement } from '../../store/database.ts'
import { wakeCallbacks } from '../callbacks/wake-callbacks.ts'
import { MerchantChanged } from '../merchants/merchant-changed.ts'
import { overQuota, withinQuota } from './limit-custom-data.ts'
import { usedByOtherKind } from './refuse-copies.ts'
import { consequencesOf } from './step-statements.ts'

/** A new order's id and transaction number. */
export type NewIdentity = { readonly id: number; readonly tradeNo: string }

/**
 * Places an order: draws its id, and commits the order, its event, its bookings and the callback it owes in one batch.
 * Refuses with `insufficient_balance` what the merchant's balance does not cover. Refuses what may be a copy of a
 * request that created an order of another kind, and what exceeds the merchant's quota of custom data; a held merchant
 * with `merchant_not_enabled`. Throws `MerchantChanged`.
 *
 * @param place returns the first step of the order with that identity, at that time (UTC seconds)
 */
export async function placeOrder<O extends Order>(
  context: MerchantContext,
  merchant: Merchant,
  kind: OrderKind,
  place: (identity: NewIdentity, now: number) => Step<O>,
  insert: (order: O) => Statement,
): Promise<O> {
  refuseHeldMerchant(merchant)
  for (let tries = 0; tries < triesMax; tries += 1) {
    const nowMs = context.now()
    const id = orderId(kind, nowMs, context.random(), context.databaseNumber)
    const identity = { id, tradeNo: tradeNo(id, context.random) }
    const step = place(identity, Math.floor(nowMs / 1000))
    const outcome = await commit(context.db, [
      insert(step.order),
      ...withinQuota(context, merchant, step.keptBytes),
      ...consequencesOf(context, merchant, step),
    ])
    if (outcome === 'merchant_changed') throw new MerchantChanged()
    if (outcome === 'not_covered') throw new Refusal('insufficient_balance')
    if (outcome === 'other_kind') throw usedByOtherKind(kind)
    if (outcome === 'over_quota') throw overQuota(context)
    if (outcome !== 'committed') continue
    if (step.callback?.kind === 'owed') await wakeCallbacks(context, [id])
    return step.order
  }
  throw new Error(`drew ${triesMax} ids that were taken`)
}

const triesMax = 5

/** Refuses what a held merchant creates (back office §6). */
export function refuseHeldMerchant({ held }: Pick<Merchant, 'held'>): void {
  if (held) throw new Refusal('merchant_not_enabled')
}

/** Refuses addresses that no callback may go to (decisions §6, "Addresses"); absent ones are "". */
export function refusePrivateAddresses(
  context: Context,
  addresses: Readonly<Record<string, string>>,
): void {
  const refusals = Object.entries(addresses).flatMap(([field, address]): Refusal[] => {
    if (address === '') return []
    const problem = callbackAddressProblem(address, context.settings.callbackAddresses)
    return problem === null ? [] : [invalid(field, '必須是可由外部網路連線的公開網址')]
  })
  const [first] = refusals
  if (first !== undefined) throw first
}
