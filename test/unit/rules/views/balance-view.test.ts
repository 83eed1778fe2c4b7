import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanceQuery } from '../../../../src/contract/accounts/balance-endpoint.ts'
import { ledgerChannels } from '../../../../src/rules/accounts/ledger.ts'
import { balanceView, type ChannelBalance } from '../../../../src/rules/views/balance-view.ts'
import { forAll } from '../../../support/property.ts'

const channels = ledgerChannels('acme')

const names = [
  'available',
  'frozen',
  'unconfirmed',
  ...['collectionPending', 'collectionSucceeded', 'collectionManual'].flatMap(both),
  ...['payoutPending', 'payoutProcessed', 'payoutCancelled'].flatMap(both),
] as (keyof Omit<ChannelBalance, 'channel'>)[]

function both(tally: string): string[] {
  return [`${tally}Count`, `${tally}Amount`]
}

/** A channel's balance in which the names have these values, one after the other. */
function balanceOf(channel: string, values: readonly number[]): ChannelBalance {
  const entries = names.map((name, index) => [name, values[index] ?? 0])
  return { channel, ...Object.fromEntries(entries) }
}

const none = { count: 0, amount: 0 }
const noMoney = { available: 0, frozen: 0, unconfirmed: 0 }
const nothing = { ...noMoney, collected: none, paid_out: none }

describe('the balance of a merchant', () => {
  test('adds its channels up: available, in all, frozen, unconfirmed (§4.9 balance–balance2, data.summary.payout, data.summary.frozen)', () => {
    const coin = [10_050, 2_000, 300, 1, 111, 2, 222, 3, 333, 4, 444, 5, 555, 6, 666]
    const other = [1, 2, 3, 10, 1, 10, 2, 10, 3, 10, 4, 10, 5, 10, 6]
    const view = balanceView(
      [balanceOf('acme_coin', coin), balanceOf('other', other)],
      channels,
      {},
    )
    expect(view).toEqual({
      ok: 1,
      message: 'success',
      balance: 100.51,
      balance0: 123.56,
      balance1: 20.02,
      balance2: 3.03,
      data: {
        summary: {
          collection: {
            pending: { count: 11, amount: 1.12 },
            succeeded: { count: 12, amount: 2.24 },
            manual: { count: 13, amount: 3.36 },
          },
          payout: {
            pending: { count: 14, amount: 4.48 },
            processed: { count: 15, amount: 5.6 },
            cancelled: { count: 16, amount: 6.72 },
          },
          available: 100.51,
          frozen: 20.02,
          unconfirmed: 3.03,
          channels: {
            acme_coin: {
              available: 100.5,
              frozen: 20,
              unconfirmed: 3,
              collected: { count: 5, amount: 5.55 },
              paid_out: { count: 5, amount: 5.55 },
            },
            代付: nothing,
            other: {
              available: 0.01,
              frozen: 0.02,
              unconfirmed: 0.03,
              collected: { count: 20, amount: 0.05 },
              paid_out: { count: 10, amount: 0.05 },
            },
          },
        },
      },
    })
  })

  test('may be below zero, and is shown so', () => {
    const { balance, balance0 } = balanceView([balanceOf('代付', [-5_000, 5_000])], channels, {})
    expect({ balance, balance0 }).toEqual({ balance: -50, balance0: 0 })
  })

  test('counts money of a channel that is no longer there as other', () => {
    const former = [balanceOf('former_coin', [700]), balanceOf('other', [50, 1])]
    expect(balanceView(former, channels, {}).data.summary.channels).toEqual({
      acme_coin: nothing,
      代付: nothing,
      other: { ...nothing, available: 7.5, frozen: 0.01, unconfirmed: 0 },
    })
  })

  test('property: is what the contract says, and its channels sum to the whole (§4.9 data.summary.channels, types)', () => {
    const value = fc.integer({ min: -1e11, max: 1e11 })
    const aBalance = fc
      .tuple(fc.constantFrom('acme_coin', '代付', 'other', 'former_coin'), fc.array(value))
      .map((both) => balanceOf(...both))
    const balances = fc.uniqueArray(aBalance, { selector: ({ channel }) => channel })
    forAll([balances], (given) => {
      const view = balanceView(given, channels, {})
      expect(balanceQuery.response.parse(view)).toEqual(view)
      const { summary } = view.data
      const hundredths = (name: keyof typeof noMoney) =>
        Object.values(summary.channels).reduce((sum, one) => sum + Math.round(one[name] * 100), 0)
      for (const name of ['available', 'frozen', 'unconfirmed'] as const) {
        expect(hundredths(name) / 100).toBe(summary[name])
      }
      const { collection, payout } = summary
      for (const [name, whole] of [
        ['collected', [collection.succeeded, collection.manual]],
        ['paid_out', [payout.processed]],
      ] as const) {
        const parts = Object.values(summary.channels).map((one) => one[name])
        expect(inAll(parts)).toEqual(inAll(whole))
      }
      const { balance, balance0, balance1, balance2 } = view
      expect([balance, balance1, balance2]).toEqual([
        summary.available,
        summary.frozen,
        summary.unconfirmed,
      ])
      const cents = [balance, balance1, balance2].map((amount) => Math.round(amount * 100))
      expect(balance0).toBe(cents.reduce((sum, one) => sum + one, 0) / 100)
    })
  })
})

function inAll(tallies: readonly { readonly count: number; readonly amount: number }[]) {
  const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)
  return {
    count: sum(tallies.map(({ count }) => count)),
    hundredths: sum(tallies.map(({ amount }) => Math.round(amount * 100))),
  }
}
