import { describe, expect, test } from 'vitest'
import type { OverrideName } from '../../../../src/contract/back-office/orders/overrides.ts'
import { entriesFor } from '../../../../src/rules/orders/order-events.ts'
import { payoutKind } from '../../../../src/rules/orders/order-kinds.ts'
import { decideRelease, decideTaking } from '../../../../src/rules/orders/order-step.ts'
import { type Payout, refused } from '../../../../src/rules/orders/orders.ts'
import {
  decideCancellation,
  decideProcessing,
  decideReturn,
  placePayout,
} from '../../../../src/rules/orders/payout-moves.ts'
import type { Decision, NoChange } from '../../../../src/rules/orders/steps.ts'
import {
  agent,
  aMerchant,
  aPayout,
  aPayoutRequest,
  inOrderNames,
  now,
  operator,
  plainCase,
  stepOf,
} from '../examples.ts'

const waiting = aPayout()
const identity = { id: waiting.id, tradeNo: waiting.tradeNo }
const asOrdered = { actualAmount: null, voucherNo: null, processedAt: null, override: false }
const byOperator = { actor: operator, now }

const placed = (
  request: Parameters<typeof aPayoutRequest>[0] = {},
  merchant: Parameters<typeof aMerchant>[0] = {},
) => placePayout({ request: aPayoutRequest(request), merchant: aMerchant(merchant), identity, now })

describe('a payout as its merchant creates it', () => {
  test('has the defaults of §2.3 for all that the merchant left out', () => {
    expect(placed().order).toEqual({
      ...identity,
      ...inOrderNames(aPayoutRequest()),
      merchantOrderNo: 'P1',
      actualAmount: 10_050,
      beneficiaryName: 'payee',
      requestedAt: now,
      merchantId: 7,
      agent: '',
      reason: '',
      seq: 1,
      createdAt: now,
      bankAccountId: null,
      backed: null,
      last5: '',
      pricing: 0,
      fee: null,
      kind: null,
    })
  })

  test('keeps every field that the merchant gave', () => {
    const given = {
      merchant_order_no: 'M1',
      channel: 'channel-x',
      actual_amount: 7,
      note: 'note',
      payee_bank: 'payee bank',
      payee_account: 'payee account',
      payment_tag: 'tag',
      beneficiary_name: 'beneficiary',
      requested_at: now - 60,
      processed_at: now - 5,
      voucher_no: 'voucher',
      is_delayed: true,
      extra: '{"a":1}',
      notify_url: waiting.notifyUrl,
      reverse_url: waiting.reverseUrl,
    }
    const kept = { ...waiting, ...inOrderNames(given), seq: 1 }
    expect(placed(given).order).toEqual(kept)
    const processed = placed({ ...given, status: 'processed' }).order
    expect(processed).toEqual({ ...kept, status: 'processed', backed: false })
  })

  test('keeps the last five digits of its payee’s account', () => {
    expect(placed({ payee_account: '00１２３-４５６７８ (004)' }).order.last5).toBe('45678')
    expect(placed({ payee_account: '0012345*****' }).order.last5).toBe('')
  })

  test('is processed in full and now by default when it is created as processed', () => {
    const { order } = placed({ status: 'processed' })
    expect(order).toMatchObject({ actualAmount: 10_050, processedAt: now })
    expect(placed({ status: 'processed', actual_amount: 0 }).order.actualAmount).toBe(0)
  })

  test('has paid nothing when it is created as cancelled, even if the merchant sends an amount', () => {
    const { order } = placed({ status: 'cancelled', actual_amount: 7, processed_at: now - 60 })
    expect(order).toMatchObject({ status: 'cancelled', actualAmount: 0, processedAt: now })
  })

  test.each([
    [
      'pending',
      { effect: 'freeze', amount: 10_050, orderActual: 700 },
      { of: 'available', atLeast: 10_050 },
      null,
    ],
    [
      'processed',
      { effect: 'debit', amount: 700, orderAmount: 10_050 },
      { of: 'available', atLeast: 700 },
      'notify',
    ],
    ['cancelled', { effect: 'none', amount: 0, orderAmount: 10_050 }, null, 'reverse'],
  ] as const)(
    'created %s: %j, needs %j when set so, calls %s',
    (status, booked, needed, called) => {
      const { notifyUrl: notify_url, reverseUrl: reverse_url } = waiting
      const given = { status, actual_amount: 700, notify_url, reverse_url }
      const { event, coverage, callback } = placed(given, { payoutRequiresBalance: true })
      expect(event).toEqual({
        orderId: identity.id,
        seq: 1,
        from: '',
        to: status,
        actor: 'SHOP1',
        at: now,
        fact: { name: 'requested', ...booked },
      })
      expect(coverage).toEqual(needed)
      expect(placed(given).coverage).toBeNull()
      const url = callback?.kind === 'owed' ? callback.url : null
      expect(url).toBe(called && `https://shop.example/${called}`)
      expect(placed({ status }).callback).toBeNull()
    },
  )
})

const returned = { reason: 'account closed', because: 'money_returned' } as const

const moves = {
  process: (found: Payout) => decideProcessing({ ...plainCase, order: found, input: asOrdered }),
  cancel: (found: Payout) =>
    decideCancellation({ ...plainCase, order: found, input: 'account closed' }),
  reverse: (found: Payout) => decideReturn({ ...plainCase, order: found, input: returned }),
  take: (found: Payout) =>
    decideTaking({ kind: payoutKind, order: found, agent: agent.name, maker: byOperator }),
  release: (found: Payout) => decideRelease({ kind: payoutKind, order: found, maker: byOperator }),
}

// Decisions §4: the state that each move leads to, or the code of its refusal.
const table: readonly (readonly [Payout['status'], string, keyof typeof moves, string])[] = [
  ['pending', '', 'process', 'processed'],
  ['pending', '', 'cancel', 'cancelled'],
  ['pending', '', 'reverse', 'move_not_allowed'],
  ['processed', '', 'reverse', 'cancelled'],
  ['processed', agent.name, 'reverse', 'cancelled'],
  ['cancelled', '', 'reverse', 'already_final'],
  ['pending', '', 'take', 'pending'],
  ['pending', '', 'release', 'not_taken'],
  ['pending', agent.name, 'process', 'processed'],
  ['pending', agent.name, 'cancel', 'cancelled'],
  ['pending', agent.name, 'take', 'unchanged'],
  ['pending', 'other@back.example', 'take', 'taken'],
  ['pending', agent.name, 'release', 'pending'],
  ...(['processed', 'cancelled'] as const).flatMap((status) =>
    ['', agent.name].flatMap((holder) =>
      (['process', 'cancel', 'take', 'release'] as const).map(
        (move) => [status, holder, move, 'already_final'] as const,
      ),
    ),
  ),
]

function outcomeOf(decision: Decision<Payout> | NoChange): string {
  if (decision.kind === 'unchanged') return 'unchanged'
  return decision.kind === 'refused' ? decision.refusal : decision.step.order.status
}

describe('the moves of a payout', () => {
  test.each(table)(
    '%s, in hand of "%s", %s: %s (§3.2 transitions)',
    (status, holder, move, outcome) => {
      const decision = moves[move]({ ...waiting, status, agent: holder })
      expect(outcomeOf(decision)).toBe(outcome)
      if (decision.kind !== 'step') return
      const { order, event } = decision.step
      expect(event).toMatchObject({ seq: 5, from: status, to: outcome, actor: operator.name })
      expect(order.seq).toBe(5)
    },
  )

  test.each(['process', 'cancel'] as const)('an agent may %s only what it has taken', (move) => {
    const by = (found: Payout) =>
      move === 'process'
        ? decideProcessing({
            ...plainCase,
            order: found,
            input: asOrdered,
            maker: { actor: agent, now },
          })
        : decideCancellation({
            ...plainCase,
            order: found,
            input: 'x',
            maker: { actor: agent, now },
          })
    expect(by(waiting)).toEqual(refused('not_taken'))
    const takenBy = 'other@back.example'
    expect(by({ ...waiting, agent: takenBy })).toEqual(refused('taken', { takenBy }))
    expect(stepOf(by({ ...waiting, agent: agent.name })).event.actor).toBe(agent.name)
    // Older rows have names in mixed case.
    const asOnce = { ...waiting, agent: agent.name.toUpperCase() }
    expect(stepOf(by(asOnce)).event.actor).toBe(agent.name)
  })

  test('processing takes the amount that it is given, else the ordered one', () => {
    const override = ['amount'] as const
    const told = { actualAmount: 9_900, voucherNo: 'V-1', processedAt: now - 5, override }
    const { order, event, coverage } = stepOf(
      decideProcessing({ ...plainCase, order: waiting, input: told }),
    )
    expect(order).toMatchObject({ actualAmount: 9_900, voucherNo: 'V-1', processedAt: now - 5 })
    const fact = { name: 'processed', amount: 10_050, actualAmount: 9_900, override }
    expect(event.fact).toEqual({ ...fact, backed: false })
    expect(coverage).toEqual({ of: 'available_and_frozen', atLeast: 9_900 })
    const plain = { actualAmount: 10_050, voucherNo: 'voucher', processedAt: now }
    expect(stepOf(moves.process({ ...waiting, actualAmount: 1 })).order).toMatchObject(plain)
  })

  test('an amount that was not ordered, or a disabled merchant, needs an operator’s override', () => {
    const more = { ...asOrdered, actualAmount: 10_051 }
    const less = { ...asOrdered, actualAmount: 10_049 }
    const disabled = aMerchant({ enabled: false })
    for (const [merchant, told] of [
      [aMerchant(), more] as const,
      [aMerchant(), less] as const,
      [disabled, asOrdered] as const,
    ]) {
      const ofOperator = decideProcessing({ ...plainCase, order: waiting, merchant, input: told })
      expect(ofOperator).toEqual(refused('override_required'))
      const insisting = { ...told, override: true }
      expect(
        stepOf(decideProcessing({ ...plainCase, order: waiting, merchant, input: insisting }))
          .coverage,
      ).toBeNull()
      const taken = { ...waiting, agent: agent.name }
      for (const asked of [told, insisting]) {
        const byAgent = decideProcessing({
          ...plainCase,
          order: taken,
          merchant,
          input: asked,
          maker: { actor: agent, now },
        })
        expect(byAgent).toEqual(refused('forbidden'))
      }
    }
  })

  test('cancelling pays nothing, says why, and releases what was frozen', () => {
    const { order, event, coverage } = stepOf(moves.cancel(waiting))
    expect(order).toMatchObject({ actualAmount: 0, processedAt: now })
    expect(event.fact).toEqual({ name: 'cancelled', amount: 10_050, reason: 'account closed' })
    expect(coverage).toBeNull()
  })

  test('a reversal gives back what had gone out, and says why', () => {
    const processed = aPayout({ status: 'processed', actualAmount: 9_999, processedAt: now - 5 })
    const { order, event, callback, tallies } = stepOf(moves.reverse(processed))
    expect(order).toEqual({
      ...processed,
      status: 'cancelled',
      actualAmount: 0,
      processedAt: now,
      reason: returned.reason,
      seq: 5,
    })
    expect(event.fact).toEqual({ name: 'returned', actualAmount: 9_999, ...returned })
    expect(entriesFor(event.fact)).toEqual([
      { from: 'outside', to: 'available', amount: 9_999, fee: 0 },
    ])
    expect(tallies).toEqual([
      { tally: 'payoutProcessed', count: -1, amount: -9_999 },
      { tally: 'payoutCancelled', count: 1, amount: 10_050 },
    ])
    expect(callback).toMatchObject({
      url: 'https://shop.example/reverse',
      body: { actual_amount: 0 },
    })
  })

  test('an override by name goes past what it names and nothing else', () => {
    const disabled = aMerchant({ enabled: false })
    const process = (override: readonly OverrideName[], actualAmount = 10_050) =>
      decideProcessing({
        ...plainCase,
        order: waiting,
        merchant: disabled,
        input: { ...asOrdered, actualAmount, override },
      })
    const needed = refused('override_required')
    expect(process(['amount', 'balance', 'already_paid'])).toEqual(needed)
    expect(process(['disabled_merchant'], 10_051)).toEqual(needed)
    expect(stepOf(process(['disabled_merchant'])).coverage).not.toBeNull()
    expect(stepOf(process(['disabled_merchant', 'balance'])).coverage).toBeNull()
    expect(stepOf(process(['disabled_merchant', 'amount'], 1)).order.actualAmount).toBe(1)
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
    expect(callback?.kind === 'owed' ? callback.url : '').toBe(called)
  })
})
