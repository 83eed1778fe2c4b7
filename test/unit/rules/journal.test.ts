import { expect, test } from 'vitest'
import { type EventFact, entriesFor } from '../../../src/rules/journal.ts'

const facts: readonly (readonly [string, EventFact, readonly (readonly [string, string])[]])[] = [
  ['a creation that credits nothing', { name: 'created', paidAmount: 500, credit: 'none' }, []],
  [
    'a creation by a trusted merchant',
    { name: 'created', paidAmount: 500, credit: 'available' },
    [['outside', 'available']],
  ],
  [
    'a creation by any other merchant',
    { name: 'created', paidAmount: 500, credit: 'unconfirmed' },
    [['outside', 'unconfirmed']],
  ],
  ['a match', { name: 'matched', agent: 'amy' }, []],
  ['an exception', { name: 'exception', reason: 'wrong sum' }, []],
  [
    'a settlement',
    { name: 'settled', paidAmount: 500, override: false },
    [['outside', 'available']],
  ],
  [
    'a settlement with override',
    { name: 'settled', paidAmount: 500, override: true },
    [['outside', 'available']],
  ],
  [
    'a confirmation',
    { name: 'confirmed', paidAmount: 500, reason: '' },
    [['unconfirmed', 'available']],
  ],
  [
    'a rejection',
    { name: 'rejected', paidAmount: 500, reason: 'no deposit' },
    [['unconfirmed', 'outside']],
  ],
]

test.each(facts)('%s moves its paid amount where decisions §4 says', (_, fact, movements) => {
  expect(entriesFor(fact)).toEqual(movements.map(([from, to]) => ({ from, to, amount: 500 })))
})

test.each(facts)('%s of nothing paid moves nothing', (_, fact) => {
  if ('paidAmount' in fact) expect(entriesFor({ ...fact, paidAmount: 0 })).toEqual([])
})
