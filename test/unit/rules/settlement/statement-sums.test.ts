import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LedgerEntry, moneyChanges } from '../../../../src/rules/accounts/ledger.ts'
import { statementSums, sumsOfEntry } from '../../../../src/rules/settlement/statement-sums.ts'
import { netChanges } from '../../../../src/store/accounts/ledger-days.ts'
import { storedEntry } from '../../../../src/store/accounts/stored-entries.ts'

const entry = (from: LedgerEntry['from'], to: LedgerEntry['to'], fee = 0) => ({
  from,
  to,
  amount: 1_000,
  fee,
})

const nothing = { collections: 0, payouts: 0, returned: 0, withdrawn: 0, corrections: 0, fees: 0 }

test.each([
  [
    'a collection',
    entry('outside', 'available', 30),
    'collection',
    { collections: 1_000, fees: -30 },
  ],
  ['declared money', entry('outside', 'unconfirmed'), 'collection', { collections: 1_000 }],
  ['its confirmation', entry('unconfirmed', 'available', 30), 'collection', { fees: -30 }],
  [
    'a reversal',
    entry('available', 'outside', -30),
    'collection',
    { collections: -1_000, fees: 30 },
  ],
  ['what a payout freezes', entry('available', 'frozen'), 'payout', {}],
  ['a payout', entry('frozen', 'outside', 15), 'payout', { payouts: -1_000, fees: -15 }],
  ['its return', entry('outside', 'available', -15), 'payout', { returned: 1_000, fees: 15 }],
  ['a withdrawal', entry('frozen', 'outside', 15), 'withdrawal', { withdrawn: -1_000, fees: -15 }],
  ['its cancellation', entry('frozen', 'available'), 'withdrawal', {}],
  ['its return', entry('outside', 'available'), 'withdrawal', { returned: 1_000 }],
  ['a correction', entry('frozen', 'outside'), 'correction', { corrections: -1_000 }],
  ['fees that are given back', entry('fees', 'available'), 'correction', { corrections: 1_000 }],
  ['fees that are taken', entry('available', 'fees'), 'correction', { corrections: -1_000 }],
] as const)('%s counts for its sum', (_name, one, kind, sums) => {
  expect(sumsOfEntry(one, kind)).toEqual({ ...nothing, ...sums })
})

const place = fc.constantFrom('available', 'frozen', 'unconfirmed', 'outside', 'fees')
const kind = fc.constantFrom('collection', 'payout', 'withdrawal', 'correction')
const anEntry = fc
  .record({ from: place, to: place, amount: fc.integer({ min: 1, max: 1e9 }), part: fc.nat(100) })
  .filter(({ from, to }) => from !== to)
  .map(({ part, ...one }) => ({ ...one, fee: Math.floor((one.amount * part) / 100) }))

test('the sums are what an entry changes all buckets together, and SQL says the same', () => {
  const db = new DatabaseSync(':memory:')
  db.exec(`create table ledger_entries (
    "from" text, "to" text, from_bucket text, to_bucket text, amount integer, fee integer, kind text,
    statement integer
  )`)
  const insert = db.prepare('insert into ledger_entries values (?, ?, ?, ?, ?, ?, ?, ?)')
  const read = db.prepare(`select ${netChanges} from ledger_entries`)
  fc.assert(
    fc.property(anEntry, kind, fc.constantFrom(1, null), (drawn, of, statement) => {
      const isOfFees = drawn.from === 'fees' || drawn.to === 'fees'
      // A correction has no fee beside its amount, and fees move by one alone.
      fc.pre(of === 'correction' || !isOfFees)
      const one = of === 'correction' ? { ...drawn, fee: 0 } : drawn
      const sums = sumsOfEntry(one, of)
      const { available, frozen, unconfirmed } = moneyChanges([one])
      const all = statementSums.reduce((sum, name) => sum + sums[name], 0)
      // The fee of what never was the merchant's comes out of nothing of it.
      fc.pre(one.from !== 'outside' || one.to !== 'outside')
      expect(all).toBe(available + frozen + unconfirmed)
      const { from, to, amount, fee, kind: stored } = storedEntry(one, of)
      db.exec('delete from ledger_entries')
      insert.run(from, to, from, to, amount, fee, stored, statement)
      const { collections, payouts, returned, withdrawn, corrections } =
        statement === null ? nothing : sums
      expect(read.get()).toMatchObject({
        moved_collections: collections,
        moved_payouts: payouts,
        moved_returned: returned,
        moved_withdrawn: withdrawn,
        moved_corrections: corrections,
      })
    }),
    { numRuns: 1_000 },
  )
})
