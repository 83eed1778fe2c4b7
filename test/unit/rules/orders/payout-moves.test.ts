import { describe, expect, test } from 'vitest'
import type { RequestOf } from '../../../../src/contract/endpoint.ts'
import {
  type payoutCreation,
  payoutQuery,
} from '../../../../src/contract/orders/payout-endpoints.ts'
import { payoutTallyChanges } from '../../../../src/rules/accounts/tally.ts'
import { payoutCallbackBody } from '../../../../src/rules/callbacks/callback-body.ts'
import { decideRelease, decideTaking } from '../../../../src/rules/orders/order-step.ts'
import type { Decision, Payout } from '../../../../src/rules/orders/orders.ts'
import {
  decideCancellation,
  decideProcessing,
  payoutSteps,
  placePayout,
} from '../../../../src/rules/orders/payout-moves.ts'
import { payoutStatusView } from '../../../../src/rules/views/payout-view.ts'
import { agent, aMerchant, now, nowShown, operator } from '../examples.ts'

const identity = { id: 424_242, tradeNo: 'P0000000CY9J0123456789ABCDE' }
const asOrdered = { actualAmount: null, voucherNo: null, processedAt: null, override: false }
const byOperator = { actor: operator, now }

const least: RequestOf<typeof payoutCreation> = {
  serial_no: 'P1',
  merchant_order_no: '',
  channel: '代付',
  amount: 10_050,
  actual_amount: null,
  status: 'pending',
  payee_name: 'payee',
  payee_bank: '',
  payee_account: '',
  payment_tag: '',
  beneficiary_name: '',
  requested_at: null,
  processed_at: null,
  voucher_no: '',
  note: '',
  is_delayed: false,
  notify_url: '',
  reverse_url: '',
  extra: '',
}

/** A waiting payout; every text in it is different, so that none can stand for another. */
const waiting: Payout = {
  ...identity,
  merchantId: 7,
  serialNo: 'P1',
  merchantOrderNo: 'M1',
  channel: 'channel-x',
  amount: 10_050,
  actualAmount: 10_050,
  status: 'pending',
  payeeName: 'payee',
  payeeBank: 'payee bank',
  payeeAccount: 'payee account',
  paymentTag: 'tag',
  beneficiaryName: 'beneficiary',
  requestedAt: now - 60,
  processedAt: null,
  voucherNo: 'voucher',
  note: 'note',
  isDelayed: true,
  notifyUrl: 'https://shop.example/notify',
  reverseUrl: 'https://shop.example/reverse',
  extra: '',
  agent: '',
  seq: 4,
  createdAt: now,
}

const open = (
  changes: Partial<typeof least> = {},
  merchant: Parameters<typeof aMerchant>[0] = {},
) => placePayout({ ...least, ...changes }, aMerchant(merchant), identity, now)

function stepOf(decision: Decision<Payout>) {
  if ('refusal' in decision) throw new Error(decision.refusal)
  return decision.step
}

describe('a payout as its merchant creates it', () => {
  test('has the defaults of §2.3 for all that the merchant left out', () => {
    expect(open().order).toEqual({
      ...{ ...identity, merchantId: 7, serialNo: 'P1', merchantOrderNo: 'P1', channel: '代付' },
      ...{ amount: 10_050, actualAmount: 10_050, status: 'pending', payeeName: 'payee' },
      ...{ payeeBank: '', payeeAccount: '', paymentTag: '', beneficiaryName: 'payee' },
      ...{ requestedAt: now, processedAt: null, voucherNo: '', note: '', isDelayed: false },
      ...{ notifyUrl: '', reverseUrl: '', extra: '', agent: '', seq: 1, createdAt: now },
    })
  })

  test('keeps every field that the merchant gave', () => {
    const given = {
      ...{ serial_no: 'P1', merchant_order_no: 'M1', channel: 'channel-x', actual_amount: 7 },
      ...{ payee_bank: 'payee bank', payee_account: 'payee account', payment_tag: 'tag' },
      ...{ beneficiary_name: 'beneficiary', requested_at: now - 60, processed_at: now - 5 },
      ...{ voucher_no: 'voucher', note: 'note', is_delayed: true, extra: '{"a":1}' },
      ...{ notify_url: waiting.notifyUrl, reverse_url: waiting.reverseUrl },
    }
    const kept = { actualAmount: 7, processedAt: now - 5, extra: '{"a":1}', seq: 1 }
    expect(open(given).order).toEqual({ ...waiting, ...kept })
    const processed = open({ ...given, status: 'processed' }).order
    expect(processed).toEqual({ ...waiting, ...kept, status: 'processed' })
  })

  test('was processed in full and now, when it is created so and nothing else is said', () => {
    const { order } = open({ status: 'processed' })
    expect(order).toMatchObject({ actualAmount: 10_050, processedAt: now })
    expect(open({ status: 'processed', actual_amount: 0 }).order.actualAmount).toBe(0)
  })

  test('paid nothing when it is created as cancelled, whatever the merchant says', () => {
    const { order } = open({ status: 'cancelled', actual_amount: 7, processed_at: now - 60 })
    expect(order).toMatchObject({ status: 'cancelled', actualAmount: 0, processedAt: now })
  })

  test.each([
    ['pending', { effect: 'freeze', amount: 10_050 }, { of: 'available', atLeast: 10_050 }, null],
    ['processed', { effect: 'debit', amount: 700 }, { of: 'available', atLeast: 700 }, 'notify'],
    ['cancelled', { effect: 'none', amount: 0 }, null, 'reverse'],
  ] as const)(
    'created %s: %j, needs %j when set so, calls %s',
    (status, booked, needed, called) => {
      const { notifyUrl: notify_url, reverseUrl: reverse_url } = waiting
      const given = { status, actual_amount: 700, notify_url, reverse_url }
      const { event, coverage, callback } = open(given, { payoutRequiresBalance: true })
      expect(event).toEqual({
        ...{ orderId: identity.id, seq: 1, from: '', to: status, actor: 'SHOP1', at: now },
        fact: { name: 'requested', ...booked },
      })
      expect(coverage).toEqual(needed)
      expect(open(given).coverage).toBeNull()
      expect(callback?.url ?? null).toBe(called && `https://shop.example/${called}`)
      expect(open({ status }).callback).toBeNull()
    },
  )
})

const moves = {
  process: (found: Payout) => decideProcessing(found, aMerchant(), asOrdered, byOperator),
  cancel: (found: Payout) => decideCancellation(found, aMerchant(), 'account closed', byOperator),
  take: (found: Payout) => decideTaking(payoutSteps, found, agent.name, byOperator),
  release: (found: Payout) => decideRelease(payoutSteps, found, byOperator),
}

// Decisions §4: where each move leads from each state, or the code that refuses it.
const table: readonly (readonly [Payout['status'], string, keyof typeof moves, string])[] = [
  ['pending', '', 'process', 'processed'],
  ['pending', '', 'cancel', 'cancelled'],
  ['pending', '', 'take', 'pending'],
  ['pending', '', 'release', 'not_taken'],
  ['pending', agent.name, 'process', 'processed'],
  ['pending', agent.name, 'cancel', 'cancelled'],
  ['pending', agent.name, 'take', 'taken'],
  ['pending', agent.name, 'release', 'pending'],
  ...(['processed', 'cancelled'] as const).flatMap((status) =>
    ['', agent.name].flatMap((holder) =>
      (['process', 'cancel', 'take', 'release'] as const).map(
        (move) => [status, holder, move, 'already_final'] as const,
      ),
    ),
  ),
]

describe('the moves of a payout', () => {
  test.each(table)(
    '%s, in hand of "%s", %s: %s (§3.2 transitions)',
    (status, holder, move, outcome) => {
      const decision = moves[move]({ ...waiting, status, agent: holder })
      expect('refusal' in decision ? decision.refusal : decision.step.order.status).toBe(outcome)
      if ('refusal' in decision) return
      const { order, event } = decision.step
      expect(event).toMatchObject({ seq: 5, from: status, to: outcome, actor: operator.name })
      expect(order.seq).toBe(5)
    },
  )

  test.each(['process', 'cancel'] as const)('an agent may %s only what it has taken', (move) => {
    const by = (found: Payout) =>
      move === 'process'
        ? decideProcessing(found, aMerchant(), asOrdered, { actor: agent, now })
        : decideCancellation(found, aMerchant(), 'x', { actor: agent, now })
    expect(by(waiting)).toEqual({ refusal: 'not_taken' })
    const takenBy = 'other@back.example'
    expect(by({ ...waiting, agent: takenBy })).toEqual({ refusal: 'taken', takenBy })
    expect(stepOf(by({ ...waiting, agent: agent.name })).event.actor).toBe(agent.name)
    // As names were stored before they were put into lower case.
    const asOnce = { ...waiting, agent: agent.name.toUpperCase() }
    expect(stepOf(by(asOnce)).event.actor).toBe(agent.name)
  })

  test('processing takes what it is told, else what was ordered', () => {
    const told = { actualAmount: 9_900, voucherNo: 'V-1', processedAt: now - 5, override: false }
    const { order, event, coverage } = stepOf(
      decideProcessing(waiting, aMerchant(), told, byOperator),
    )
    expect(order).toMatchObject({ actualAmount: 9_900, voucherNo: 'V-1', processedAt: now - 5 })
    const fact = { name: 'processed', amount: 10_050, actualAmount: 9_900, override: false }
    expect(event.fact).toEqual(fact)
    expect(coverage).toEqual({ of: 'held', atLeast: 9_900 })
    const plain = { actualAmount: 10_050, voucherNo: 'voucher', processedAt: now }
    expect(stepOf(moves.process({ ...waiting, actualAmount: 1 })).order).toMatchObject(plain)
  })

  test('more than was ordered, or for a disabled merchant, needs an operator’s override', () => {
    const more = { ...asOrdered, actualAmount: 10_051 }
    const disabled = aMerchant({ enabled: false })
    for (const [merchant, told] of [[aMerchant(), more] as const, [disabled, asOrdered] as const]) {
      const refused = decideProcessing(waiting, merchant, told, byOperator)
      expect(refused).toEqual({ refusal: 'override_required' })
      const insisting = { ...told, override: true }
      expect(stepOf(decideProcessing(waiting, merchant, insisting, byOperator)).coverage).toBeNull()
      const taken = { ...waiting, agent: agent.name }
      const byAgent = decideProcessing(taken, merchant, insisting, { actor: agent, now })
      expect(byAgent).toEqual({ refusal: 'forbidden' })
    }
  })

  test('cancelling pays nothing, says why, and releases what was frozen', () => {
    const { order, event, coverage } = stepOf(moves.cancel(waiting))
    expect(order).toMatchObject({ actualAmount: 0, processedAt: now })
    expect(event.fact).toEqual({ name: 'cancelled', amount: 10_050, reason: 'account closed' })
    expect(coverage).toBeNull()
  })

  test.each([
    ['process', 'notify', 'reverse', 'notify'],
    ['process', '', 'reverse', ''],
    ['cancel', 'notify', 'reverse', 'reverse'],
    ['cancel', 'notify', '', 'notify'],
    ['cancel', '', '', ''],
  ] as const)('to %s with notify_url "%s" and reverse_url "%s" calls "%s"', (...row) => {
    const [move, notifyUrl, reverseUrl, called] = row
    const { callback } = stepOf(moves[move]({ ...waiting, notifyUrl, reverseUrl }))
    expect(callback?.url ?? '').toBe(called)
  })
})

const processed: Payout = {
  ...waiting,
  status: 'processed',
  actualAmount: 9_999,
  processedAt: now - 5,
}

describe('the body of a payout’s callback', () => {
  test('has the fields of §6 but for timestamp and sign, which each attempt adds', () => {
    expect(payoutCallbackBody(processed, aMerchant())).toEqual({
      ...{ type: 'payout', uid: 'SHOP1', serial_no: 'P1', merchant_order_no: 'M1' },
      ...{ amount: 100.5, actual_amount: 99.99, status: 'success' },
      processed_at: '2026-01-31 15:04:00',
    })
  })

  test.each([
    ['current', 'processed', 'success'],
    ['current', 'cancelled', 'failed'],
    ['legacy', 'processed', 'processed'],
    ['legacy', 'cancelled', 'cancelled'],
  ] as const)(
    'in the %s vocabulary says of %s: %s (§3.3 failed, processed)',
    (callbackVocabulary, status, word) => {
      const body = payoutCallbackBody({ ...processed, status }, aMerchant({ callbackVocabulary }))
      expect(body.status).toBe(word)
    },
  )
})

describe('the report of a payout', () => {
  test('has the shape of §2.7 and every stored field', () => {
    const report = payoutStatusView('SHOP1', { ...processed, extra: '{"a":"王"}' }, null)
    expect(payoutQuery.response.parse(report)).toEqual(report)
    const { data, ...said } = report
    expect(said).toEqual({
      ...{ ok: 1, code: 0, text: 'success', message: 'success', status: 'PAID', paid: 99.99 },
      ...{ tradeNo: identity.tradeNo, orderNo: 'M1' },
    })
    expect(data).toEqual({
      ...{ id: 424_242, uid: 'SHOP1', trade_no: identity.tradeNo, serial_no: 'P1' },
      ...{ merchant_order_no: 'M1', channel: 'channel-x', amount: 100.5, actual_amount: 99.99 },
      ...{ system_status: 'processed', status: 'processed', payee_name: 'payee' },
      ...{ payee_bank: 'payee bank', payee_account: 'payee account', payment_tag: 'tag' },
      ...{ beneficiary_name: 'beneficiary', requested_at: '2026-01-31 15:03:05' },
      ...{ processed_at: '2026-01-31 15:04:00', voucher_no: 'voucher', note: 'note' },
      ...{ is_delayed: true, notify_url: waiting.notifyUrl, reverse_url: waiting.reverseUrl },
      ...{ created_at: nowShown, extra: { a: '王' }, callback_status: 'none' },
      callback: expect.objectContaining({ attempts: 0, next_attempt_at: null }),
    })
  })

  test.each([
    ['pending', 'PENDING', 0],
    ['processed', 'PAID', 99.99],
    ['cancelled', 'CANCELLED', 0],
  ] as const)('of one that is %s says %s, and paid %d', (status, word, paid) => {
    expect(payoutStatusView('SHOP1', { ...processed, status }, null)).toMatchObject({
      ...{ status: word, paid, data: { status, system_status: status } },
    })
  })
})

test.each([
  ['pending', 'payoutPending', 10_050],
  ['processed', 'payoutProcessed', 9_999],
  ['cancelled', 'payoutCancelled', 10_050],
] as const)('a %s payout is tallied under %s with %i', (status, tally, amount) => {
  const entered = { tally, count: 1, amount }
  const after = { ...processed, status }
  expect(payoutTallyChanges(null, after)).toEqual([entered])
  expect(payoutTallyChanges(after, { ...after, agent: agent.name })).toEqual([])
  if (status === 'pending') return
  const left = { tally: 'payoutPending', count: -1, amount: -10_050 }
  expect(payoutTallyChanges(waiting, after)).toEqual([left, entered])
})
