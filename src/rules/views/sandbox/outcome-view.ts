import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { sandboxOutcome } from '../../../contract/sandbox/outcome-endpoint.ts'
import type { SandboxOutcome } from '../../../contract/sandbox/outcomes.ts'
import { toAmount } from '../../../units/money.ts'
import type { Collection, Payout } from '../../orders/orders.ts'
import { eventOf } from '../../sandbox/reported-outcomes.ts'
import { type CallbackProgress, callbackStatus } from '../callbacks/callback-view.ts'

type ReportedOrder = { readonly callback: CallbackProgress | null } & (
  | { readonly kind: 'collection'; readonly order: Collection }
  | { readonly kind: 'payout'; readonly order: Payout }
)

/** An order of a test merchant after the outcome that it asked for. */
export function outcomeView(
  found: ReportedOrder,
  outcome: SandboxOutcome,
): ResponseOf<typeof sandboxOutcome> {
  const { kind: type, callback } = found
  const event = eventOf(type, outcome)
  const isOwed = callback !== null && callback.endedAt === null
  return {
    ok: 1,
    message: 'success',
    data: {
      type,
      ...(found.kind === 'payout' ? payoutFields(found.order) : collectionFields(found.order)),
      outcome,
      events: isOwed && event !== undefined ? [event] : [],
      callback_status: callbackStatus(callback),
    },
  }
}

function collectionFields(collection: Collection) {
  const { orderid, merchantOrderNo, tradeNo, status, paidAmount } = collection
  const numbers = { orderid, merchant_order_no: merchantOrderNo, trade_no: tradeNo }
  return { ...numbers, status, paid_amount: toAmount(paidAmount) }
}

function payoutFields({ serialNo, merchantOrderNo, tradeNo, status, actualAmount }: Payout) {
  const numbers = { serial_no: serialNo, merchant_order_no: merchantOrderNo, trade_no: tradeNo }
  return { ...numbers, status, actual_amount: toAmount(actualAmount) }
}
