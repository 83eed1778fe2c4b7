import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  entryOf,
  entryWithFee,
  knownChannel,
  type LedgerEntry,
  ledgerChannel,
  ledgerChannels,
  moneyChanges,
  payoutChannel,
} from '../../../../src/rules/accounts/ledger.ts'
import { forAll } from '../../../support/property.ts'

const aPlace = () =>
  fc.constantFrom<LedgerEntry['from']>('available', 'frozen', 'unconfirmed', 'outside')

const anEntry = () =>
  fc
    .record({
      from: aPlace(),
      to: aPlace(),
      amount: fc.integer({ min: 1, max: 999_999_999_999 }),
      fee: fc.integer({ min: -99_999_999, max: 99_999_999 }),
    })
    .filter(({ from, to }) => from !== to)

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

describe('a movement', () => {
  test('is one entry', () => {
    expect(entryOf('outside', 'available', 500)).toEqual([
      { from: 'outside', to: 'available', amount: 500, fee: 0 },
    ])
  })

  test('of nothing is none', () => expect(entryOf('outside', 'available', 0)).toEqual([]))
})

describe('the buckets', () => {
  test('lose what leaves them and gain what enters', () => {
    const entries = [
      ...entryOf('outside', 'available', 500),
      ...entryOf('available', 'frozen', 200),
      ...entryOf('frozen', 'outside', 50),
      ...entryOf('outside', 'unconfirmed', 7),
    ]
    expect(moneyChanges(entries)).toEqual({ available: 300, frozen: 150, unconfirmed: 7, fees: 0 })
  })

  test('pay the fee out of where money goes, or besides where it leaves', () => {
    const entries = [
      ...entryWithFee({ from: 'outside', to: 'available', amount: 500 }, 10),
      ...entryOf('available', 'frozen', 205),
      ...entryWithFee({ from: 'frozen', to: 'outside', amount: 200 }, 5),
      ...entryWithFee({ from: 'outside', to: 'available', amount: 200 }, -5),
    ]
    expect(moneyChanges(entries)).toEqual({ available: 490, frozen: 0, unconfirmed: 0, fees: 10 })
  })

  test('do not change by nothing', () => {
    expect(moneyChanges([])).toEqual({ available: 0, frozen: 0, unconfirmed: 0, fees: 0 })
  })

  test('property: change in sum by what comes from and goes outside only', () =>
    forAll([fc.array(anEntry())], (entries) => {
      const came = entries.filter(({ from }) => from === 'outside').map(({ amount }) => amount)
      const left = entries.filter(({ to }) => to === 'outside').map(({ amount }) => amount)
      const changes = Object.values(moneyChanges(entries))
      expect(sumOf(changes)).toBe(sumOf(came) - sumOf(left))
    }))

  test('property: change by all entries as by each of them in turn', () =>
    forAll([fc.array(anEntry())], (entries) => {
      const each = entries.map((entry) => moneyChanges([entry]))
      for (const [name, sum] of Object.entries(moneyChanges(entries))) {
        expect(sum).toBe(sumOf(each.map((changes) => changes[name as keyof typeof changes])))
      }
    }))
})

describe('money is counted under', () => {
  test('the exchange’s channel, payouts, and other', () => {
    expect(payoutChannel).toBe('代付')
    expect(ledgerChannels('acme')).toEqual(['acme_coin', '代付', 'other'])
  })

  test.each([
    ['acme_coin', 'acme_coin'],
    ['代付', '代付'],
    ['other', 'other'],
    ['', 'other'],
    ['exchange_coin', 'other'],
    ['ACME_COIN', 'other'],
    ['acme_coin ', 'other'],
    ['__proto__', 'other'],
  ])('%j: %s', (channel, counted) => expect(ledgerChannel(channel, 'acme')).toBe(counted))

  test('property: one of the channels, for any text that a merchant sends', () =>
    forAll([fc.string()], (channel) => {
      expect(ledgerChannels('acme')).toContain(ledgerChannel(channel, 'acme'))
    }))

  test('its own channel among those given, else other', () => {
    expect(knownChannel(['a', 'b'], 'a')).toBe('a')
    expect(knownChannel(['a', 'b'], 'c')).toBe('other')
  })
})
