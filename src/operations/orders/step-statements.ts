import type { MerchantContext } from '../../context.ts'
import { bucketChanges, ledgerChannel } from '../../rules/accounts/ledger.ts'
import { receiverName } from '../../rules/callbacks/receiver-breaker.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { entriesFor } from '../../rules/orders/order-events.ts'
import type { Order, OwedCallback, Step } from '../../rules/orders/orders.ts'
import { oweCallback } from '../../store/callbacks/callbacks.ts'
import type { Statement } from '../../store/database.ts'
import { appendEvent, bookEvent } from '../../store/orders/journal.ts'
import { taipeiDay } from '../../units/taipei-time.ts'

/**
 * What a step of an order writes besides the order itself, in the same batch: its event, its bookings, and the callback
 * it owes.
 */
export function consequencesOf(
  context: MerchantContext,
  merchant: Pick<Merchant, 'id' | 'version'>,
  step: Step<Order>,
): readonly Statement[] {
  const { db, settings } = context
  const { order, event, tallies, callback, keptBytes, coverage } = step
  const entries = entriesFor(event.fact)
  const posting = {
    merchantId: order.merchantId,
    channel: ledgerChannel(order.channel, settings.exchangeCode),
    event,
    entries,
    changes: bucketChanges(entries),
    tallies,
    kept: keptBytes === 0 ? null : { bytes: keptBytes, on: taipeiDay(event.at) },
  }
  return [
    appendEvent(db, event, merchant, coverage),
    ...bookEvent(db, posting),
    ...(callback === null ? [] : [oweCallback(db, order, owed(order, callback), event.at)]),
  ]
}

function owed({ merchantId }: Order, callback: OwedCallback) {
  return { ...callback, receiver: receiverName(merchantId, callback.url) }
}
