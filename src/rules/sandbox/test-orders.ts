import type { RequestOf } from '../../contract/endpoint.ts'
import type { collectionCreation } from '../../contract/orders/collection-endpoints.ts'
import type { payoutCreation } from '../../contract/orders/payout-endpoints.ts'
import type { sandboxCallback } from '../../contract/sandbox/test-callback-endpoint.ts'

type Request = RequestOf<typeof sandboxCallback>

/** The number of an order that is made for a test callback. */
export function testNumber(tradeNo: string): string {
  return `TEST-${tradeNo}`
}

/** The merchant's request for a test collection. One that is to be rejected is declared as paid. */
export function testCollection(
  { notify_url, amount, outcome }: Request,
  orderid: string,
): RequestOf<typeof collectionCreation> {
  return {
    orderid,
    merchant_order_no: orderid,
    gateway_code: 'gateway_c',
    channel: '',
    currency: 'TWD',
    amount,
    paid_amount: null,
    collection_status: 'pending',
    status: outcome === 'cancelled' ? 'succeeded' : 'pending',
    collection_account_name: '',
    collection_account_no: '',
    collection_bank_name: '',
    counterparty_account: '',
    member_bank_name: '',
    user_id: '',
    user_name: '',
    notify_url,
    return_url: '',
    paid_at: null,
    extra: '',
  }
}

/** The merchant's request for a test payout. */
export function testPayout(
  { notify_url, reverse_url, amount }: Request,
  serialNo: string,
): RequestOf<typeof payoutCreation> {
  return {
    serial_no: serialNo,
    merchant_order_no: serialNo,
    channel: '代付',
    amount,
    actual_amount: null,
    status: 'pending',
    payee_name: '測試',
    payee_bank: '',
    payee_account: '',
    payment_tag: '',
    beneficiary_name: '',
    requested_at: null,
    processed_at: null,
    voucher_no: '',
    note: '',
    is_delayed: false,
    notify_url,
    reverse_url,
    extra: '',
  }
}
