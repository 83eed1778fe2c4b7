import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { readOwnLedger } from '../../../src/store/accounts/own-ledger.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { taipeiDay, taipeiDayStart } from '../../../src/units/taipei-time.ts'
import { meter } from '../../support/metered.ts'
import { book, daysOf, noonOf } from '../support/own-ledger.ts'
import { aMerchant, rows } from '../support/service.ts'

// The rows of days that are over: the first change of a later day writes them, in its own transaction. What they are
// after any changes in any order, own-ledger.test.ts compares with the entries.

/** 2026-03-02, a day of the moved clock. */
const monday = taipeiDay(Date.UTC(2026, 2, 2) / 1000)

test('each day with a change gets its row by the first change of a later one, and no other day', async () => {
  const shop = await aMerchant()
  await book(shop, 100, noonOf(monday))
  await book(shop, 20, noonOf(monday), 'unconfirmed')
  expect(await daysOf(shop)).toEqual({})
  await book(shop, 3, noonOf(monday + 2))
  const first = { [monday]: { available: 100, frozen: 0, unconfirmed: 20 } }
  expect(await daysOf(shop)).toEqual(first)
  await book(shop, 4, taipeiDayStart(monday + 3) * 1000)
  expect(await daysOf(shop)).toEqual({
    ...first,
    [monday + 2]: { available: 103, frozen: 0, unconfirmed: 20 },
  })
})

test('a late change corrects the rows from its day on, and writes one where its day has none', async () => {
  const shop = await aMerchant()
  await book(shop, 100, noonOf(monday))
  await book(shop, 10, noonOf(monday + 4))
  await book(shop, 1, noonOf(monday + 2))
  await book(shop, 1_000, noonOf(monday + 5))
  await book(shop, 10_000, noonOf(monday))
  const available = Object.values(await daysOf(shop)).map((one) => one.available)
  expect(available).toEqual([10_100, 10_101, 10_111])
  const [balance] = await rows(
    `select available, day from balances where merchant_id = (select id from merchants where uid = ?)`,
    shop.uid,
  )
  expect(balance).toEqual({ available: 11_111, day: monday + 5 })
})

test('changes side by side at midnight close a day once', async () => {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const midnight = taipeiDayStart(monday + 1) * 1000
  const seconds = [-2, 3, -1, 1, 2, -3, 4, 5]
  await Promise.all(seconds.map((second) => book(shop, 1, midnight + second * 1_000)))
  expect(await daysOf(shop)).toEqual({ [monday]: { available: 3, frozen: 0, unconfirmed: 0 } })
})

test('a day is read without the entries of other days, before and after', async () => {
  const shop = await aMerchant()
  for (const day of [0, 1, 2, 3]) {
    for (let n = 0; n < 30; n += 1) await book(shop, 1, noonOf(monday + day) + n * 1000)
  }
  const [{ id } = { id: 0 }] = await rows<{ id: number }>(
    'select id from merchants where uid = ?',
    shop.uid,
  )
  const counter = meter()
  const day = monday + 2
  const { opening, closing } = await readOwnLedger(openMerchantDatabase(counter.database(env.DB)), {
    merchantId: id,
    from: day,
    until: day + 1,
    end: taipeiDayStart(day + 1),
    after: { at: taipeiDayStart(day), orderId: 0, seq: 0, number: 0 },
    limit: 1,
  })
  expect([opening.available, closing.available]).toEqual([60, 90])
  expect(counter.usage.rowsRead).toBeLessThanOrEqual(16)
})
