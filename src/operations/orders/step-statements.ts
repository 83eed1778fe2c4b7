import type { MerchantContext } from '../../context.ts'
import { ledgerChannel, moneyChanges } from '../../rules/accounts/ledger.ts'
import { receiverName } from '../../rules/callbacks/receiver-breaker.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { entriesFor } from '../../rules/orders/order-events.ts'
import type { Order } from '../../rules/orders/orders.ts'
import type { Step } from '../../rules/orders/steps.ts'
import { sumsOf } from '../../rules/settlement/statement-sums.ts'
import { claimStatements } from '../../store/banking/claims.ts'
import { endCallback, oweCallback } from '../../store/callbacks/owe-callback.ts'
import type { Statement } from '../../store/database.ts'
import { appendEvent, bookEvent } from '../../store/orders/booking.ts'
import { isStoredInOrderRow } from '../../store/orders/creation-events.ts'

/**
 * The statements of a step beside those of the order itself, in the same batch: its event unless the order's row
 * implies it, its bookings, the effect on its callback, and its claims of bank transactions.
 *
 * @param keptBytes the text bytes of a new order; 0 for any other step
 */
export function consequencesOf({
  context,
  merchant,
  step,
  keptBytes = 0,
}: {
  readonly context: MerchantContext
  readonly merchant: Pick<Merchant, 'id' | 'uid' | 'version'>
  readonly step: Step<Order>
  readonly keptBytes?: number | undefined
}): readonly Statement[] {
  const { settings } = context
  const { order, event, entryKind, tallies, credit, coverage, unbacked } = step
  const entries = entriesFor(event.fact)
  const posting = {
    merchantId: order.merchantId,
    channel: ledgerChannel(order.channel, settings.exchangeCode),
    event,
    kind: entryKind,
    entries,
    changes: moneyChanges(entries),
    sums: sumsOf(entries, entryKind),
    tallies,
    credit,
    unbacked,
    keptBytes,
  }
  return [
    ...(isStoredInOrderRow(event, merchant.uid) ? [] : [appendEvent(event, merchant, coverage)]),
    ...bookEvent(posting),
    ...reportedBy(step),
    ...claimedBy(step),
  ]
}

function claimedBy({ event, claim }: Step<Order>): readonly Statement[] {
  const { orderId, actor, at } = event
  return claim === null ? [] : claimStatements(claim, { orderId, actor, at })
}

function reportedBy({ order, event, callback }: Step<Order>): readonly Statement[] {
  const { id: orderId, merchantId, tradeNo } = order
  const { seq, at: now } = event
  if (callback === null) return []
  if (callback.kind === 'ended') return [endCallback({ orderId, now })]
  const { url, body } = callback
  const receiver = receiverName(merchantId, url)
  return [oweCallback({ orderId, merchantId, tradeNo, url, body, receiver, seq, now })]
}
