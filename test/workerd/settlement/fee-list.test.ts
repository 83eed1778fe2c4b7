import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Context, contextFrom } from '../../../src/context.ts'
import { feeFilter } from '../../../src/contract/back-office/settlement/fees.ts'
import { exportFees, listFees } from '../../../src/operations/settlement/list-fees.ts'
import { setPricing } from '../../../src/operations/settlement/manage-pricing.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { taipeiDay } from '../../../src/units/taipei-time.ts'
import { meter } from '../../support/metered.ts'
import { ann, ask } from '../support/back-office.ts'
import {
  aContext,
  adjustShop,
  anId,
  newCaches,
  operator,
  paths,
  post,
  rowsIn,
  setClock,
} from '../support/service.ts'
import { bindings, databases } from '../support/three-databases.ts'

// What the platform earned, by merchant and day (fees §5), against the entries themselves.

const context: Context = {
  ...aContext(),
  databases: contextFrom(bindings).databases,
  caches: newCaches(),
}
const fixed = { rate_ppm: 10_000, fixed: 100, min: 0, max: null }

// At noon in Taipei, in the middle of a month.
const noon = (day: number) => (Date.UTC(2031, 4, day, 4) / 1_000) * 1_000
const all = { from: taipeiDay(noon(1) / 1_000), to: taipeiDay(noon(31) / 1_000) }

type Shop = { uid: string; secret: string; database: number }

async function aShop(database: number): Promise<Shop> {
  const uid = `M${crypto.randomUUID().slice(0, 12)}`
  const made = await ask(context, ann, 'createMerchant', {}, { uid, name: 'x', database })
  const change = { collection: fixed, payout: fixed }
  await setPricing({ context, principal: operator, uid, change })
  return { uid, secret: made.value.api_secret, database }
}

async function settled(shop: Shop, amount: number, channel = ''): Promise<string> {
  const sent = { orderid: anId(), amount, ...(channel === '' ? {} : { channel }) }
  const { body } = await post(shop, paths.create, sent, bindings)
  const path = { trade_no: body.data.trade_no }
  const done = await ask(context, ann, 'settleCollection', path, { manual: false, override: true })
  expect(done.error).toBe('')
  return path.trade_no
}

const correct = (shop: Shop, amount: number) =>
  adjustShop(
    shop.uid,
    { amount, bucket: 'fees', reason: 'x', idempotency_key: anId() },
    { context: context as never },
  )

let shops: Shop[]
let free: Shop
beforeAll(async () => {
  setClock(noon(2))
  shops = [await aShop(0), await aShop(1), await aShop(2), await aShop(1)]
  free = shops[3] as Shop
  const [first, second, third] = shops as [Shop, Shop, Shop]
  await settled(first, 1_000)
  await settled(first, 500, 'exchange_coin')
  const wrong = await settled(second, 700)
  setClock(noon(3))
  await settled(first, 2_000)
  const path = { trade_no: wrong }
  await ask(context, ann, 'reverseCollection', path, { reason: 'x', because: 'wrong_match' })
  await settled(second, 100)
  setClock(noon(9))
  const payout = { serial_no: 'S', amount: 300, payee_name: 'x', status: 'processed' }
  expect((await post(first, paths.payouts, payout, bindings)).status).toBe(200)
  await correct(third, 250)
  await correct(first, -50)
  setClock(noon(20))
  await settled(third, 900)
})

beforeEach(() => setClock(noon(20)))

type Filter = Parameters<typeof listFees>[1]

async function pagesOf(filter: Partial<Filter> = {}, at = context) {
  const items: Awaited<ReturnType<typeof listFees>>['items'][number][] = []
  let cursor: number | undefined
  for (let pages = 0; pages < 100; pages += 1) {
    const page = await listFees(at, { ...all, limit: 50, ...filter, cursor })
    expect(page.items.length).toBeLessThanOrEqual(filter.limit ?? 50)
    items.push(...page.items)
    if (page.next_cursor === null) return items
    cursor = Number(page.next_cursor)
  }
  throw new Error('the list does not end')
}

/** What the entries come to, in the list's order within a merchant. */
async function byEntries(database: number) {
  const db = databases[database] as D1Database
  return rowsIn<object>(
    db,
    `select uid, date((at + 28800), 'unixepoch') as day,
       sum(iif(kind = 'collection', fee, 0)) / 100.0 as collections,
       sum(iif(kind = 'payout', fee, 0)) / 100.0 as payouts, 0 as withdrawals,
       sum(iif(kind = 'fee_correction', iif(to_bucket = 'outside', amount, -amount), 0)) / 100.0 as corrections
     from ledger_entries join merchants on merchants.id = merchant_id
     where at >= ? group by 1, 2 order by merchants.id desc, day desc`,
    noon(1) / 1_000,
  )
}

describe('the list of fees', () => {
  test('is what the entries of each day come to, of all databases', async () => {
    const listed = await pagesOf()
    for (const database of [0, 1, 2]) {
      const uids = shops.filter((shop) => shop.database === database).map(({ uid }) => uid)
      const expected = (await byEntries(database)) as { uid: string }[]
      const ofDatabase = listed.filter(({ uid }) => uids.includes(uid))
      expect(ofDatabase.map(({ total: _, ...rest }) => rest)).toEqual(
        expected.filter(({ uid }) => uids.includes(uid)),
      )
    }
    expect(listed.map(({ uid }) => uid)).not.toContain(free.uid)
    const sums = listed.map((one) =>
      Math.round(100 * (one.collections + one.payouts + one.withdrawals + one.corrections)),
    )
    expect(listed.map(({ total }) => Math.round(100 * total))).toEqual(sums)
    const [first, second, third] = shops as [Shop, Shop, Shop]
    const of = (shop: Shop) =>
      listed.filter(({ uid }) => uid === shop.uid).map(({ day, total }) => `${day} ${total}`)
    expect(of(first)).toEqual(['2031-05-09 4.5', '2031-05-03 21', '2031-05-02 17'])
    // The fee of the second day's order was given back on the third: 8 less 2 of another.
    expect(of(second)).toEqual(['2031-05-03 -6', '2031-05-02 8'])
    expect(of(third)).toEqual(['2031-05-20 10', '2031-05-09 -2.5'])
  })

  test('is the same in pages of any size, each day once', async () => {
    const whole = await pagesOf({ limit: 200 })
    for (const limit of [1, 2, 3, 5]) expect(await pagesOf({ limit })).toEqual(whole)
  })

  test('has the days that are asked for, by default those of this month', async () => {
    const day = (n: number) => taipeiDay(noon(n) / 1_000)
    const days = async (filter: object) => (await pagesOf(filter)).map((one) => one.day)
    expect([...new Set(await days({ from: day(3), to: day(9) }))].toSorted()).toEqual([
      '2031-05-03',
      '2031-05-09',
    ])
    const { uid } = shops[0] as Shop
    expect(await days({ from: day(3), to: day(3), merchant_uid: uid })).toEqual(['2031-05-03'])
    expect(await days({ from: undefined, to: undefined })).toEqual(await days({}))
    setClock(noon(1))
    expect(await days({ from: undefined, to: undefined })).toEqual([])
  })

  test('refuses more than 92 days, and days that do not exist or go back', async () => {
    const [first, last] = [taipeiDay(noon(1) / 1_000), taipeiDay(noon(1) / 1_000) + 91]
    expect((await listFees(context, { limit: 50, from: first, to: last })).items).not.toEqual([])
    for (const days of [
      { from: first - 1, to: last },
      { from: first + 1, to: first },
    ]) {
      await expect(listFees(context, { limit: 50, ...days })).rejects.toMatchObject({
        code: 'validation_error',
        details: { errors: { from: expect.anything() } },
      })
      expect(() => exportFees(context, days, 'en')).toThrow()
    }
    expect(feeFilter.safeParse({ from: '2031-02-29' }).success).toBe(false)
    expect(feeFilter.parse({ from: '2031-05-01' }).from).toBe(first)
  })

  test('is a file', async () => {
    let text = ''
    for await (const part of exportFees(context, all, 'en')) text += part
    const [head, ...lines] = text.trim().split('\r\n')
    expect(head).toContain('Merchant,Day,Fees of collections')
    const { uid } = shops[0] as Shop
    expect(lines).toHaveLength((await pagesOf()).length)
    expect(lines).toContain(`${uid},2031-05-09,0,4,0,0.5,4.5`)
  })

  test('reads as many rows after many orders as after few', async () => {
    const { uid } = shops[2] as Shop
    const counted = meter()
    const metered = databases.map((one) => openMerchantDatabase(counted.database(one)))
    const at = { ...context, databases: metered }
    const readBy = async (filter: Partial<Filter>) => {
      counted.reset()
      await listFees(at, { ...all, limit: 200, ...filter })
      return counted.usage.rowsRead
    }
    const before = [await readBy({}), await readBy({ merchant_uid: uid })]
    for (let n = 0; n < 12; n += 1) await settled(shops[2] as Shop, 100 + n)
    expect([await readBy({}), await readBy({ merchant_uid: uid })]).toEqual(before)
    expect(Math.max(...before)).toBeLessThan(600)
  })
})
