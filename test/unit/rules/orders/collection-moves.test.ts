import { describe, expect, test } from 'vitest'
import {
  decideConfirmation,
  decideException,
  decideMatch,
  decideSettlement,
} from '../../../../src/rules/orders/collection-moves.ts'
import type { Actor } from '../../../../src/rules/orders/order-events.ts'
import type { Collection, Decision } from '../../../../src/rules/orders/orders.ts'
import { aCollection, agent, aMerchant, now, operator, stepOf } from '../examples.ts'

// The moves of a collection, copied by hand from decisions §4.

const account = {
  agent: 'amy@back.example',
  collectionAccountName: 'new name',
  collectionAccountNo: 'new no',
  collectionBankName: 'new bank',
}

const plain = { paidAmount: null, paidAt: null, manual: false, override: false }

const moves = {
  match: (found: Collection) => decideMatch(found, account, { actor: operator, now }),
  exception: (found: Collection) => decideException(found, 'wrong sum', { actor: operator, now }),
  settle: (found: Collection) =>
    decideSettlement(found, aMerchant(), plain, { actor: operator, now }),
  settleByHand: (found: Collection) =>
    decideSettlement(found, aMerchant(), { ...plain, manual: true }, { actor: operator, now }),
  confirm: (found: Collection) => decideConfirmation(found, true, '', { actor: operator, now }),
  reject: (found: Collection) =>
    decideConfirmation(found, false, 'no deposit', { actor: operator, now }),
}

type MoveName = keyof typeof moves

// The state that each move leads to, or the code of its refusal.
const table: readonly (readonly [from: string, move: MoveName, outcome: string])[] = [
  ['pending/pending', 'match', 'pending/matched'],
  ['pending/pending', 'exception', 'pending/exception'],
  ['pending/pending', 'settle', 'succeeded/pending'],
  ['pending/pending', 'settleByHand', 'manual/pending'],
  ['pending/matched', 'match', 'taken'],
  ['pending/matched', 'exception', 'pending/exception'],
  ['pending/matched', 'settle', 'succeeded/matched'],
  ['pending/matched', 'settleByHand', 'manual/matched'],
  ['pending/exception', 'match', 'pending/matched'],
  ['pending/exception', 'exception', 'move_not_allowed'],
  ['pending/exception', 'settle', 'manual/exception'],
  ['pending/exception', 'settleByHand', 'manual/exception'],
  ...['succeeded', 'manual'].flatMap((status) =>
    ['pending', 'matched', 'exception'].flatMap((matching) =>
      (['match', 'exception', 'settle', 'settleByHand'] as const).map(
        (move) => [`${status}/${matching}`, move, 'already_final'] as const,
      ),
    ),
  ),
]

const confirmations = [
  ['none', 'nothing_to_confirm'],
  ['awaiting', 'stays'],
  ['accepted', 'already_final'],
  ['rejected', 'already_final'],
] as const

function inState(state: string, changes: Partial<Collection> = {}): Collection {
  const [status, collectionStatus] = state.split('/') as [
    Collection['status'],
    Collection['collectionStatus'],
  ]
  return aCollection({ status, collectionStatus, seq: 4, ...changes })
}

function outcomeOf(decision: Decision<Collection>): string {
  return 'refusal' in decision ? decision.refusal : decision.step.event.to
}

test('the table knows every state and every move but confirming', () => {
  expect(table).toHaveLength(9 * 4)
  expect(new Set(table.map(([from, move]) => `${from} ${move}`)).size).toBe(9 * 4)
})

describe.each(confirmations.map(([confirmation]) => confirmation))(
  'with confirmation %s',
  (confirmation) => {
    test.each(table)('%s, %s: %s (§3.1 transitions)', (from, move, outcome) => {
      expect(outcomeOf(moves[move](inState(from, { confirmation })))).toBe(outcome)
    })
  },
)

describe.each([...new Set(table.map(([from]) => from))])('in %s', (from) => {
  test.each(confirmations)('confirming what is %s: %s', (confirmation, outcome) => {
    const expected = outcome === 'stays' ? from : outcome
    for (const move of ['confirm', 'reject'] as const) {
      expect(outcomeOf(moves[move](inState(from, { confirmation })))).toBe(expected)
    }
  })
})

describe('every move', () => {
  test.each(table.filter(([, , outcome]) => outcome.includes('/')))(
    'from %s (%s) writes the next event and moves the collection to %s',
    (from, move, to) => {
      const { order, event } = stepOf(moves[move](inState(from)))
      expect(`${order.status}/${order.collectionStatus}`).toBe(to)
      expect(order.seq).toBe(5)
      expect(event).toMatchObject({ orderId: 424_242, seq: 5, from, to, actor: operator.name })
      expect(event.at).toBe(now)
    },
  )

  test.each(table)('%s leaves the collection that it was given alone (%s: %s)', (from, move) => {
    const found = Object.freeze(inState(from))
    const before = structuredClone(found)
    moves[move](found)
    expect(found).toEqual(before)
  })
})

describe('matching', () => {
  test('names the receiving account and the agent, and nothing else', () => {
    const found = inState('pending/pending')
    const { order, event, callback } = stepOf(moves.match(found))
    expect(order).toEqual({ ...found, ...account, collectionStatus: 'matched', seq: 5 })
    expect(event.fact).toEqual({ name: 'matched', agent: account.agent })
    expect(callback).toBeNull()
  })

  test('a matched collection is refused with the name of its agent', () => {
    const found = inState('pending/matched', { agent: 'ben@back.example' })
    expect(moves.match(found)).toEqual({ refusal: 'taken', takenBy: 'ben@back.example' })
  })

  test('corrects a wrong account after an exception', () => {
    const found = inState('pending/matched', { agent: 'ben@back.example' })
    const aside = stepOf(moves.exception(found)).order
    expect(stepOf(moves.match(aside)).order).toMatchObject(account)
  })
})

test('an exception says why, changes nothing else and calls nobody back', () => {
  const found = inState('pending/matched')
  const { order, event, callback } = stepOf(moves.exception(found))
  expect(order).toEqual({ ...found, collectionStatus: 'exception', seq: 5 })
  expect(event.fact).toEqual({ name: 'exception', reason: 'wrong sum' })
  expect(callback).toBeNull()
})

describe('a settlement', () => {
  const found = inState('pending/matched', { paidAmount: 99_999, paidAt: now - 9 })
  const settle = (changes: Partial<typeof plain>, actor: Actor, from = found) =>
    decideSettlement(from, aMerchant(), { ...plain, ...changes } as never, { actor, now })
  const withPaid = (paidAmount: number, override = false) => ({ paidAmount, override }) as never

  test('takes the amount and the moment, not what the merchant once declared', () => {
    const { order, event } = stepOf(settle({}, agent))
    expect(order).toMatchObject({ paidAmount: 10_050, paidAt: now, status: 'succeeded' })
    expect(event.fact).toEqual({ name: 'settled', paidAmount: 10_050, override: false })
  })

  test('takes the amount and time that it is given', () => {
    const told = { paidAmount: 10_000, paidAt: now - 60 } as never
    const { order, event } = stepOf(settle(told, agent))
    expect(order).toMatchObject({ paidAmount: 10_000, paidAt: now - 60 })
    expect(event.fact).toMatchObject({ paidAmount: 10_000 })
  })

  test.each([
    ['an agent', agent, 10_050, false, 'succeeded/matched'],
    ['an agent', agent, 10_051, false, 'override_required'],
    ['an operator', operator, 10_051, false, 'override_required'],
    ['an agent', agent, 10_051, true, 'forbidden'],
    ['an agent', agent, 1, true, 'forbidden'],
    ['an operator', operator, 10_051, true, 'succeeded/matched'],
    ['an operator', operator, 999_999_999_999, true, 'succeeded/matched'],
  ] as const)(
    'by %s, %j pays %i with override %s: %s (§1.2 collections)',
    (_, actor, paid, override, outcome) => {
      expect(outcomeOf(settle(withPaid(paid, override), actor))).toBe(outcome)
    },
  )

  test.each(['auditor', 'bridge', 'merchant', 'system'] as const)(
    'with override is not for the role %s',
    (role) => {
      const decision = settle(withPaid(1, true), { name: 'x', role })
      expect(decision).toEqual({ refusal: 'forbidden' })
    },
  )

  test('a settled one is refused as final before anything is said of override', () => {
    const settled = inState('succeeded/matched')
    expect(settle(withPaid(10_051, true), agent, settled)).toEqual({ refusal: 'already_final' })
    expect(settle(withPaid(10_051), agent, settled)).toEqual({ refusal: 'already_final' })
  })

  test('owes a callback with what was paid, when there is an address', () => {
    const { callback } = stepOf(settle(withPaid(10_000), agent))
    expect(callback).toMatchObject({
      url: 'https://shop.example/notify',
      body: { amount: 100.5, paid_amount: 100, status: 'success', paid_at: '2026-01-31 15:04:05' },
    })
    const unheard = inState('pending/matched', { notifyUrl: '' })
    expect(stepOf(settle({}, agent, unheard)).callback).toBeNull()
  })

  test('leaves nothing to confirm', () => {
    expect(stepOf(settle({}, agent)).order.confirmation).toBe('none')
  })
})

describe('confirming', () => {
  const found = inState('succeeded/pending', { confirmation: 'awaiting', paidAmount: 7_000 })

  test.each([
    ['confirm', 'accepted', { name: 'confirmed', paidAmount: 7_000, reason: '' }],
    ['reject', 'rejected', { name: 'rejected', paidAmount: 7_000, reason: 'no deposit' }],
  ] as const)('%s: what was declared is %s, without a callback', (move, confirmation, fact) => {
    const { order, event, callback } = stepOf(moves[move](found))
    expect(order).toEqual({ ...found, confirmation, seq: 5 })
    expect(event.fact).toEqual(fact)
    expect(callback).toBeNull()
  })
})
