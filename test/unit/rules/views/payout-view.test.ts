import { describe, expect, test } from 'vitest'
import { payoutQuery } from '../../../../src/contract/orders/payout-endpoints.ts'
import { payoutStatusView } from '../../../../src/rules/views/payout-view.ts'
import { aMerchant, aPayout, now, nowShown } from '../examples.ts'

const processed = aPayout({ status: 'processed', actualAmount: 9_999, processedAt: now - 5 })

const statusOf = (changes: Partial<typeof processed>) =>
  payoutStatusView({ merchant: aMerchant(), order: { ...processed, ...changes }, callback: null })

describe('the status of a payout', () => {
  test('has the shape of §2.7 and every stored field', () => {
    const view = statusOf({ extra: '{"a":"王"}' })
    expect(payoutQuery.response.parse(view)).toEqual(view)
    const { data, ...said } = view
    expect(said).toEqual({
      ok: 1,
      code: 0,
      text: 'success',
      message: 'success',
      status: 'PAID',
      paid: 99.99,
      tradeNo: processed.tradeNo,
      orderNo: 'M1',
    })
    expect(data).toEqual({
      id: 424_242,
      uid: 'SHOP1',
      trade_no: processed.tradeNo,
      serial_no: 'P1',
      merchant_order_no: 'M1',
      channel: 'channel-x',
      amount: 100.5,
      actual_amount: 99.99,
      system_status: 'processed',
      status: 'processed',
      payee_name: 'payee',
      payee_bank: 'payee bank',
      payee_account: 'payee account',
      payment_tag: 'tag',
      beneficiary_name: 'beneficiary',
      requested_at: '2026-01-31 15:03:05',
      processed_at: '2026-01-31 15:04:00',
      voucher_no: 'voucher',
      note: 'note',
      reason: '',
      is_delayed: true,
      notify_url: processed.notifyUrl,
      reverse_url: processed.reverseUrl,
      created_at: nowShown,
      extra: { a: '王' },
      callback_status: 'none',
      callback: expect.objectContaining({ attempts: 0, next_attempt_at: null }),
    })
  })

  test.each([
    ['pending', 'PENDING', 0],
    ['processed', 'PAID', 99.99],
    ['cancelled', 'CANCELLED', 0],
  ] as const)('of one that is %s says %s, and paid %d', (status, word, paid) => {
    expect(statusOf({ status })).toMatchObject({
      status: word,
      paid,
      data: { status, system_status: status },
    })
  })
})
