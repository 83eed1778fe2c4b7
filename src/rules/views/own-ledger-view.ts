import type { ledgerQuery } from '../../contract/accounts/ledger-endpoint.ts'
import type { ResponseOf } from '../../contract/endpoint.ts'
import { toAmount } from '../../units/money.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import {
  type Buckets,
  type OwnEntry,
  type OwnLedgerPage,
  type OwnLedgerPosition,
  reasonForMerchant,
} from '../accounts/own-ledger.ts'
import { bucketsView } from './balance-view.ts'
import { type FeeReader, merchantFee } from './settlement/fee-view.ts'

/** A page of a merchant's ledger, with the balances before and after the whole range (decisions §7). */
export function ownLedgerView(
  { entries, next }: OwnLedgerPage,
  { opening, closing }: Readonly<Record<'opening' | 'closing', Buckets>>,
  merchant: FeeReader,
): ResponseOf<typeof ledgerQuery> {
  return {
    ok: 1,
    message: 'success',
    data: {
      items: entries.map((entry) => ({ ...itemOf(entry), ...merchantFee(merchant, entry.fee) })),
      next_cursor: next === null ? null : cursorOf(next),
      opening: bucketsView(opening),
      closing: bucketsView(closing),
    },
  }
}

function itemOf(entry: OwnEntry) {
  const { order, fact } = entry
  return {
    at: secondsToTaipei(entry.at),
    ...numbersOf(entry),
    merchant_order_no: order?.merchantOrderNo ?? '',
    trade_no: order?.tradeNo ?? (fact.name === 'adjusted' ? fact.tradeNo : ''),
    event: fact.name,
    channel: entry.channel,
    bucket_from: entry.from,
    bucket_to: entry.to,
    amount: toAmount(entry.amount),
    reason: reasonForMerchant(entry),
  }
}

function numbersOf({ order, orderId }: OwnEntry) {
  if (order === null) return { type: 'adjustment', orderid: String(orderId) } as const
  const { type, number } = order
  return type === 'payout' ? { type, serial_no: number } : { type, orderid: number }
}

// `ledgerCursor` of the contract parses it.
function cursorOf({ entry, balances }: OwnLedgerPosition): string {
  const { at, orderId, seq, number } = entry
  const { available, frozen, unconfirmed } = balances
  return [at, orderId, seq, number, available, frozen, unconfirmed].join('.')
}
