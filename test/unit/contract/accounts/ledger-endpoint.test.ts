import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ledgerQuery } from '../../../../src/contract/accounts/ledger-endpoint.ts'
import { fieldNotes } from '../../../../src/contract/fields.ts'
import type { OwnEntry } from '../../../../src/rules/accounts/own-ledger.ts'
import { ownLedgerView } from '../../../../src/rules/views/own-ledger-view.ts'
import { forAll } from '../../../support/property.ts'
import { absent, expectRefused, reading, sent } from '../field-reading.ts'

const { from, to, cursor, limit } = ledgerQuery.request.shape

test('the ledger takes two days, a cursor and a limit, all of them optional', () => {
  expect(Object.keys(ledgerQuery.request.shape)).toEqual(['from', 'to', 'cursor', 'limit'])
  for (const parameter of absent) {
    for (const field of [from, to, cursor])
      expect(reading(field, parameter)).toEqual({ value: null })
    expect(reading(limit, parameter)).toEqual({ value: 50 })
  }
  expect(fieldNotes.get(limit)).toMatchObject({ minimum: 1, maximum: 200, default: '50' })
})

test('property: a next_cursor is read as the entry and the stand that it was made of', () => {
  const number = fc.integer({ min: 1, max: 999_999_999 })
  const stand = fc.integer({ min: -(10 ** 15), max: 10 ** 15 })
  forAll([number, number, stand, stand], (at, orderId, available, frozen) => {
    const entry = { at, orderId, seq: 3, number: 1 } as OwnEntry
    const balances = { available, frozen, unconfirmed: 0 }
    const page = { entries: [], next: { entry, balances }, balances }
    const text =
      ownLedgerView(page, { opening: balances, closing: balances }, { seesFees: false }).data
        .next_cursor ?? ''
    expect(reading(cursor, sent.text(text))).toEqual({
      value: { at, orderId, seq: 3, number: 1, ...balances },
    })
  })
})

test('any other cursor is refused', () => {
  const wrong = ['x', '1', '1.1.1.1', '1.1.1.1.0.0', '1.1.1.1.0.0.0.0', '-1.1.1.1.0.0.0']
  expectRefused(cursor, [...wrong, '1.1.1.1.0.0.1e5', '1.1.1.1.0.0.0\n'].map(sent.text))
})
