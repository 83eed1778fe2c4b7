import { describe, expect, test } from 'vitest'
import { collectionTallyChanges, payoutTallyChanges } from '../../../../src/rules/accounts/tally.ts'
import { aCollection, agent, aPayout } from '../examples.ts'

const pending = aCollection({ status: 'pending', amount: 500, paidAmount: 9 })

describe('the tallies of a merchant’s collections', () => {
  test.each([
    ['pending', 'collectionPending', 500],
    ['succeeded', 'collectionSucceeded', 480],
    ['manual', 'collectionManual', 480],
  ] as const)('count one created %s under %s, with %i', (status, tally, amount) => {
    const paidAmount = status === 'pending' ? 9 : 480
    const created = aCollection({ status, amount: 500, paidAmount })
    expect(collectionTallyChanges(null, created)).toEqual([{ tally, count: 1, amount }])
  })

  test.each([
    ['succeeded', 'collectionSucceeded'],
    ['manual', 'collectionManual'],
  ] as const)('take one that is %s from those that wait, with what was paid', (status, tally) => {
    const settled = { ...pending, status, paidAmount: 480 }
    expect(collectionTallyChanges(pending, settled)).toEqual([
      { tally: 'collectionPending', count: -1, amount: -500 },
      { tally, count: 1, amount: 480 },
    ])
  })

  test('do not change by matching, exceptions and confirmations', () => {
    const settled = aCollection({ status: 'succeeded', confirmation: 'awaiting' })
    expect(collectionTallyChanges(pending, { ...pending, collectionStatus: 'matched' })).toEqual([])
    expect(collectionTallyChanges(settled, { ...settled, confirmation: 'rejected' })).toEqual([])
  })
})

test.each([
  ['pending', 'payoutPending', 10_050],
  ['processed', 'payoutProcessed', 9_999],
  ['cancelled', 'payoutCancelled', 10_050],
] as const)('a %s payout is tallied under %s with %i', (status, tally, amount) => {
  const entered = { tally, count: 1, amount }
  const after = aPayout({ status, actualAmount: 9_999 })
  expect(payoutTallyChanges(null, after)).toEqual([entered])
  expect(payoutTallyChanges(after, { ...after, agent: agent.name })).toEqual([])
  if (status === 'pending') return
  const left = { tally: 'payoutPending', count: -1, amount: -10_050 }
  expect(payoutTallyChanges(aPayout(), after)).toEqual([left, entered])
})
