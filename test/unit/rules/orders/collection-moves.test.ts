import { describe, expect, test } from 'vitest'
import {
  decideConfirmation,
  decideReversal,
  decideSettlement,
} from '../../../../src/rules/orders/collection-moves.ts'
import { decideException, decideMatch } from '../../../../src/rules/orders/matching.ts'
import { entriesFor } from '../../../../src/rules/orders/order-events.ts'
import { type Collection, refused } from '../../../../src/rules/orders/orders.ts'
import type { Override } from '../../../../src/rules/orders/override.ts'
import type { Decision } from '../../../../src/rules/orders/steps.ts'
import type { Actor } from '../../../../src/rules/people/principal.ts'
import { taipeiDay } from '../../../../src/units/taipei-time.ts'
import { aCollection, agent, now, operator, plainCase, stepOf } from '../examples.ts'

// The moves of a collection, copied by hand from decisions §4.

const account = {
  agent: 'amy@back.example',
  collectionAccountName: 'new name',
  collectionAccountNo: 'new no',
  collectionBankName: 'new bank',
}

const plain = { paidAmount: null, paidAt: null, manual: false, override: false }

const reversal = { reason: 'another order’s', because: 'wrong_match' } as const

const moves = {
  match: (found: Collection) =>
    decideMatch({
      order: found,
      match: account,
      hasAccounts: false,
      maker: { actor: operator, now },
    }),
  exception: (found: Collection) => decideException(found, 'wrong sum', { actor: operator, now }),
  settle: (found: Collection) => decideSettlement({ ...plainCase, order: found, input: plain }),
  settleByHand: (found: Collection) =>
    decideSettlement({ ...plainCase, order: found, input: { ...plain, manual: true } }),
  reverse: (found: Collection) => decideReversal({ ...plainCase, order: found, input: reversal }),
  confirm: (found: Collection) =>
    decideConfirmation({
      ...plainCase,
      order: found,
      input: { accept: true, reason: '', override: ['amount'] },
    }),
  reject: (found: Collection) =>
    decideConfirmation({
      ...plainCase,
      order: found,
      input: { accept: false, reason: 'no deposit', override: false },
    }),
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
  ['pending/pending', 'reverse', 'move_not_allowed'],
  ['pending/matched', 'reverse', 'move_not_allowed'],
  ['pending/exception', 'reverse', 'move_not_allowed'],
  ...['succeeded', 'manual'].flatMap((status) =>
    ['pending', 'matched', 'exception'].flatMap((matching) =>
      (['match', 'exception', 'settle', 'settleByHand'] as const).map(
        (move) => [`${status}/${matching}`, move, 'already_final'] as const,
      ),
    ),
  ),
]

// Accepting leaves the state as it is; rejecting makes an exception. What awaits either is not reversed.
const confirmations = [
  ['none', 'nothing_to_confirm', 'nothing_to_confirm', 'pending/exception'],
  ['awaiting', 'stays', 'pending/exception', 'move_not_allowed'],
  ['accepted', 'already_final', 'already_final', 'pending/exception'],
  ['rejected', 'already_final', 'already_final', 'pending/exception'],
] as const

function inState(state: string, changes: Partial<Collection> = {}): Collection {
  const [status, collectionStatus] = state.split('/') as [
    Collection['status'],
    Collection['collectionStatus'],
  ]
  return aCollection({ status, collectionStatus, seq: 4, ...changes })
}

function outcomeOf(decision: Decision<Collection>): string {
  return decision.kind === 'refused' ? decision.refusal : decision.step.event.to
}

test('the table knows every state and every move but confirming, and reversing what is settled', () => {
  expect(table).toHaveLength(9 * 4 + 3)
  expect(new Set(table.map(([from, move]) => `${from} ${move}`)).size).toBe(9 * 4 + 3)
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
  test.each(confirmations)(
    'what is %s: accepting %s, rejecting %s, reversing what is settled %s',
    (confirmation, accepted, rejected, reversed) => {
      const found = inState(from, { confirmation, paidAmount: 10_050 })
      expect(outcomeOf(moves.confirm(found))).toBe(accepted === 'stays' ? from : accepted)
      expect(outcomeOf(moves.reject(found))).toBe(rejected)
      const expected = from.startsWith('pending') ? 'move_not_allowed' : reversed
      expect(outcomeOf(moves.reverse(found))).toBe(expected)
    },
  )
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
    expect(moves.match(found)).toEqual(refused('taken', { takenBy: 'ben@back.example' }))
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
  const aside = { collectionStatus: 'exception', reason: 'wrong sum', seq: 5 }
  expect(order).toEqual({ ...found, ...aside })
  expect(event.fact).toEqual({ name: 'exception', reason: 'wrong sum' })
  expect(callback).toBeNull()
})

describe('a settlement', () => {
  const declared = { paidAmount: 99_999, paidAt: now - 9 }
  const found = inState('pending/matched', { ...declared, agent: agent.name })
  const settle = (changes: Partial<typeof plain>, actor: Actor, from = found) =>
    decideSettlement({
      ...plainCase,
      order: from,
      input: { ...plain, ...changes } as never,
      maker: { actor, now },
    })
  const withPaid = (paidAmount: number, override: Override = false) =>
    ({ paidAmount, override }) as never

  test('takes the amount and the moment, not what the merchant once declared', () => {
    const { order, event } = stepOf(settle({}, agent))
    expect(order).toMatchObject({ paidAmount: 10_050, paidAt: now, status: 'succeeded' })
    expect(event.fact).toEqual({
      name: 'settled',
      paidAmount: 10_050,
      orderAmount: 10_050,
      override: false,
      backed: false,
    })
  })

  test('takes the amount and time that it is given', () => {
    const told = { paidAmount: 10_000, paidAt: now - 60, manual: true } as never
    const { order, event } = stepOf(settle(told, operator))
    expect(order).toMatchObject({ paidAmount: 10_000, paidAt: now - 60, status: 'manual' })
    expect(event.fact).toMatchObject({ paidAmount: 10_000 })
  })

  test.each([
    ['an agent', agent, 10_050, false, 'succeeded/matched'],
    ['an agent', agent, 10_051, false, 'forbidden'],
    ['an agent', agent, 10_049, false, 'forbidden'],
    ['an operator', operator, 10_049, false, 'override_required'],
    ['an operator', operator, 10_049, true, 'override_required'],
    ['an operator', operator, 10_051, ['amount'], 'succeeded/matched'],
    ['an operator', operator, 10_051, ['balance', 'already_paid'], 'override_required'],
    ['an agent', agent, 10_050, ['balance'], 'forbidden'],
    ['an agent', agent, 10_050, [], 'succeeded/matched'],
    ['an operator', operator, 10_051, false, 'override_required'],
    ['an agent', agent, 10_051, true, 'forbidden'],
    ['an agent', agent, 1, true, 'forbidden'],
    ['an operator', operator, 10_051, true, 'succeeded/matched'],
    ['an operator', operator, 999_999_999_999, true, 'succeeded/matched'],
  ] as const)(
    'by %s, %j pays %i with override %j: %s (§1.2 collections)',
    (_, actor, paid, override, outcome) => {
      expect(outcomeOf(settle(withPaid(paid, override), actor))).toBe(outcome)
    },
  )

  test.each(['auditor', 'bridge', 'merchant', 'system'] as const)(
    'with override is not for the role %s',
    (role) => {
      const decision = settle(withPaid(1, true), { name: 'x', role })
      expect(decision).toEqual(refused('forbidden'))
    },
  )

  test('a settled one is refused as final, but first what the role may not ask for', () => {
    const settled = inState('succeeded/matched')
    expect(settle(withPaid(10_051, true), agent, settled)).toEqual(refused('forbidden'))
    expect(settle(withPaid(10_051, true), operator, settled)).toEqual(refused('already_final'))
    expect(settle(withPaid(10_051), agent, settled)).toEqual(refused('already_final'))
  })

  test('owes a callback with what was paid, when there is an address', () => {
    const less = { paidAmount: 10_000, manual: true } as never
    const { callback } = stepOf(settle(less, operator))
    expect(callback).toMatchObject({
      url: 'https://shop.example/notify',
      body: { amount: 100.5, paid_amount: 100, status: 'success', paid_at: '2026-01-31 15:04:05' },
    })
    const unheard = { ...found, notifyUrl: '' }
    expect(stepOf(settle({}, agent, unheard)).callback).toBeNull()
  })

  test('leaves nothing to confirm', () => {
    expect(stepOf(settle({}, agent)).order.confirmation).toBe('none')
    const rejected = { ...found, confirmation: 'rejected' } as const
    expect(stepOf(settle({}, agent, rejected)).order.confirmation).toBe('none')
  })

  test('with less is for an operator’s manual, which no override stands for', () => {
    const less = { paidAmount: 10_049, manual: true } as never
    const { order, event } = stepOf(settle(less, operator))
    expect(order).toMatchObject({ status: 'manual', paidAmount: 10_049 })
    expect(event.fact).toEqual({
      name: 'settled',
      paidAmount: 10_049,
      orderAmount: 10_050,
      override: false,
      backed: false,
    })
    const said = { paidAmount: 10_049, manual: true, reason: 'fee' } as never
    expect(stepOf(settle(said, operator)).event.fact).toMatchObject({ reason: 'fee' })
    expect(settle(less, agent)).toEqual(refused('forbidden'))
    expect(settle({ manual: true }, agent)).toEqual(refused('forbidden'))
    expect(stepOf(settle({ manual: true }, operator)).order.status).toBe('manual')
  })
})

describe('an agent', () => {
  const settle = (found: Collection) =>
    decideSettlement({ ...plainCase, order: found, input: plain, maker: { actor: agent, now } })
  const except = (found: Collection) => decideException(found, 'x', { actor: agent, now })

  test.each([settle, except])('settles and excepts only what it has taken or matched', (move) => {
    expect(move(inState('pending/pending'))).toEqual(refused('not_taken'))
    const takenBy = 'ben@back.example'
    const another = refused('taken', { takenBy })
    expect(move(inState('pending/matched', { agent: takenBy }))).toEqual(another)
    expect(stepOf(move(inState('pending/matched', { agent: agent.name }))).event.actor).toBe(
      agent.name,
    )
  })
})

describe('confirming', () => {
  const found = inState('succeeded/pending', { confirmation: 'awaiting', paidAmount: 7_000 })

  test('accepted: what was declared is available, and nothing else changes', () => {
    const { order, event, callback } = stepOf(moves.confirm(found))
    const accepted = { confirmation: 'accepted', backed: false, creditedDay: taipeiDay(now) }
    expect(order).toEqual({ ...found, ...accepted, seq: 5 })
    const fact = { name: 'confirmed', paidAmount: 7_000, reason: '', override: ['amount'] }
    expect(event.fact).toEqual({ ...fact, backed: false })
    expect(callback).toBeNull()
  })

  test('rejected: it is out of the books, and the collection is an exception that says so', () => {
    const { order, event, callback, tallies } = stepOf(moves.reject(found))
    expect(order).toEqual({
      ...found,
      status: 'pending',
      collectionStatus: 'exception',
      confirmation: 'rejected',
      paidAmount: 0,
      paidAt: null,
      reason: 'no deposit',
      seq: 5,
    })
    expect(event.fact).toEqual({ name: 'rejected', paidAmount: 7_000, reason: 'no deposit' })
    expect(tallies).toEqual([
      { tally: 'collectionSucceeded', count: -1, amount: -7_000 },
      { tally: 'collectionPending', count: 1, amount: 10_050 },
    ])
    expect(callback).toEqual({ kind: 'ended' })
  })

  test.each([
    [10_050, false, 'succeeded/pending'],
    [10_049, false, 'override_required'],
    [10_051, false, 'override_required'],
    [10_051, ['balance'], 'override_required'],
    [10_051, ['amount'], 'succeeded/pending'],
    [10_049, true, 'succeeded/pending'],
    [0, false, 'move_not_allowed'],
    [0, true, 'move_not_allowed'],
  ] as const)('accepting %i with override %j: %s', (paidAmount, override, outcome) => {
    const told = { accept: true, reason: '', override }
    const by = { actor: operator, now }
    expect(
      outcomeOf(
        decideConfirmation({
          ...plainCase,
          order: { ...found, paidAmount },
          input: told,
          maker: by,
        }),
      ),
    ).toBe(outcome)
    expect(outcomeOf(moves.reject({ ...found, paidAmount }))).toBe('pending/exception')
  })
})

describe('reversing', () => {
  const found = inState('manual/matched', { paidAmount: 7_000, paidAt: now - 9 })

  test('undoes what the settlement credited, and says why', () => {
    const { order, event, callback, tallies } = stepOf(moves.reverse(found))
    expect(order).toEqual({
      ...found,
      status: 'pending',
      collectionStatus: 'exception',
      confirmation: 'none',
      paidAmount: 0,
      paidAt: null,
      reason: reversal.reason,
      seq: 5,
    })
    expect(event.fact).toEqual({ name: 'reversed', paidAmount: 7_000, ...reversal })
    expect(entriesFor(event.fact)).toEqual([
      { from: 'available', to: 'outside', amount: 7_000, fee: 0 },
    ])
    expect(tallies).toEqual([
      { tally: 'collectionManual', count: -1, amount: -7_000 },
      { tally: 'collectionPending', count: 1, amount: 10_050 },
    ])
    expect(callback).toEqual({ kind: 'ended' })
  })
})
