import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secondsToTaipei, taipeiDay, taipeiDayStart } from '../../../src/units/taipei-time.ts'
import { move } from '../support/orders.ts'
import {
  balancesAt,
  book,
  daysOf,
  dayText,
  noonOf,
  soundLedger,
  stoodAfter,
  wholeLedger,
} from '../support/own-ledger.ts'
import {
  aCollection,
  adjustShop,
  aMerchant,
  anId,
  asOrdered,
  expectRefused,
  paths,
  post,
  rows,
  type Shop,
  setClock,
} from '../support/service.ts'

/** 2026-03-02, a day of the moved clock. */
const monday = taipeiDay(Date.UTC(2026, 2, 2) / 1000)

describe('an item', () => {
  test('names its order, where its money came from and went to, and the reason that may be read', async () => {
    setClock(noonOf(monday))
    const shop = await aMerchant()
    const [orderid, serial_no] = [anId(), anId()]
    const order = await aCollection(shop, { orderid, merchant_order_no: 'shop-1', amount: 70.5 })
    const settled = { ...asOrdered, reason: 'said on the phone' }
    await move.settle(order.tradeNo, settled)
    setClock(noonOf(monday) + 1_000)
    const mistake = { reason: 'wrong deposit', because: 'wrong_match' } as const
    await move.reverse(order.tradeNo, mistake)
    setClock(noonOf(monday) + 2_000)
    await post(shop, paths.payouts, { serial_no, amount: 20, payee_name: '林' })
    const { tradeNo } = (await post(shop, paths.payoutStatus, { serial_no })).body
    setClock(noonOf(monday) + 3_000)
    await move.cancel(tradeNo, 'account closed')
    setClock(noonOf(monday) + 4_000)
    const correction = { amount: -150, bucket: 'available', reason: '手續費' } as const
    const { id } = await adjustShop(shop.uid, {
      ...correction,
      idempotency_key: 'a',
      trade_no: order.tradeNo,
    })

    const { body } = await post(shop, paths.ledger)
    const at = (seconds: number) => secondsToTaipei(noonOf(monday) / 1000 + seconds)
    const collection = {
      type: 'collection',
      orderid,
      merchant_order_no: 'shop-1',
      trade_no: order.tradeNo,
      channel: 'other',
      amount: 70.5,
    }
    const payout = {
      type: 'payout',
      serial_no,
      merchant_order_no: serial_no,
      trade_no: tradeNo,
      channel: '代付',
      amount: 20,
    }
    const way = (bucket_from: string, bucket_to: string) => ({ bucket_from, bucket_to })
    expect(body).toEqual({
      ok: 1,
      message: 'success',
      data: {
        items: [
          {
            ...collection,
            ...way('outside', 'available'),
            at: at(0),
            event: 'settled',
            reason: '',
          },
          {
            ...collection,
            ...way('available', 'outside'),
            at: at(1),
            event: 'reversed',
            reason: 'wrong deposit',
          },
          {
            ...payout,
            ...way('available', 'frozen'),
            at: at(2),
            event: 'requested',
            reason: '',
          },
          {
            ...payout,
            ...way('frozen', 'available'),
            at: at(3),
            event: 'cancelled',
            reason: 'account closed',
          },
          {
            type: 'adjustment',
            orderid: String(id),
            merchant_order_no: '',
            trade_no: order.tradeNo,
            channel: 'other',
            amount: 1.5,
            at: at(4),
            ...way('available', 'outside'),
            event: 'adjusted',
            reason: '手續費',
          },
        ],
        next_cursor: null,
        opening: { available: 0, frozen: 0, unconfirmed: 0 },
        closing: { available: -1.5, frozen: 0, unconfirmed: 0 },
      },
    })
  })

  test('tells the reasons of what a merchant is told, and of nothing else', async () => {
    const shop = await aMerchant()
    const [orderid, serial_no] = [anId(), anId()]
    const declared = await aCollection(shop, { orderid, status: 'succeeded', amount: 30 })
    const rejection = { accept: false, reason: 'never arrived', override: false }
    await move.confirm(declared.tradeNo, rejection)
    await post(shop, paths.payouts, { serial_no, amount: 20, payee_name: '林' })
    const { tradeNo } = (await post(shop, paths.payoutStatus, { serial_no })).body
    await move.cancel(tradeNo, 'account closed')
    await book(shop, 1)
    const { items } = (await post(shop, paths.ledger)).body.data
    const told = items.filter(({ reason }: { reason: string }) => reason !== '')
    const reasons = told.map(({ event, reason }: Record<string, string>) => [event, reason])
    expect(reasons.sort()).toEqual([
      ['adjusted', 'x'],
      ['cancelled', 'account closed'],
      ['rejected', 'never arrived'],
    ])
  })

  test('has one row for each movement: a payout with less than its amount makes two', async () => {
    const shop = await aMerchant()
    const serial_no = anId()
    await post(shop, paths.payouts, { serial_no, amount: 20, payee_name: '林' })
    const { tradeNo } = (await post(shop, paths.payoutStatus, { serial_no })).body
    const processing = { actualAmount: 1_500, voucherNo: null, processedAt: null, override: true }
    await move.process(tradeNo, processing)
    const { items } = await soundLedger(shop, { limit: 1 })
    expect(items.map((one) => [one.event, one.bucket_from, one.bucket_to, one.amount])).toEqual([
      ['requested', 'available', 'frozen', 20],
      ['processed', 'frozen', 'outside', 15],
      ['processed', 'frozen', 'available', 5],
    ])
  })
})

describe('the request', () => {
  test.each([
    [{ from: '2026-03-03', to: '2026-03-02' }, ['from']],
    [{ from: '2026-03-03' }, ['from']],
    [{ to: '2026-03-01' }, ['from']],
    [{ from: '2026-01-30', to: '2026-03-02' }, ['from']],
    [{ from: '2026-02-30', to: 'today' }, ['from', 'to']],
    [{ from: '2026-03-02 00:00:00', to: '2026-3-2' }, ['from', 'to']],
    [{ limit: 0 }, ['limit']],
    [{ limit: 201 }, ['limit']],
    [{ limit: 'many', cursor: 'x' }, ['cursor', 'limit']],
    // Of the day before.
    [{ cursor: `${taipeiDayStart(monday) - 1}.1.1.1.0.0.0` }, ['cursor']],
    [{ cursor: `${taipeiDayStart(monday + 1)}.1.1.1.0.0.0` }, ['cursor']],
  ])('%j is refused', async (fields, problems) => {
    setClock(noonOf(monday))
    const shop = await aMerchant()
    expectRefused(await post(shop, paths.ledger, fields), 422, 'validation_error', problems)
  })

  test.each([
    {},
    { from: '', to: null },
    { from: '2026-01-31', to: '2026-03-02' },
    { from: '2026-03-02', to: '2026-04-01' },
    { from: '1970-01-02', to: '1970-01-03' },
    { from: '2999-12-01', to: '2999-12-31' },
    { limit: '200', cursor: '' },
  ])('%j is taken', async (fields) => {
    setClock(noonOf(monday))
    expect((await post(await aMerchant(), paths.ledger, fields)).status).toBe(200)
  })

  test('has 50 items a page unless it asks for another number', async () => {
    setClock(noonOf(monday))
    const shop = await aMerchant()
    for (let n = 0; n < 51; n += 1) await book(shop, 1, noonOf(monday) - 60_000)
    const pages = (await soundLedger(shop)).pages.map(({ items }) => items.length)
    expect(pages).toEqual([50, 1])
    expect((await soundLedger(shop, { limit: 200 })).pages).toHaveLength(1)
  })
})

describe('opening and entries make the closing', () => {
  test('for a merchant whose first entry is of today, for days before it, and for days to come', async () => {
    setClock(noonOf(monday))
    const shop = await aMerchant()
    await book(shop, 1_000)
    const standing = { available: 1_000, frozen: 0, unconfirmed: 0 }
    const nothing = { available: 0, frozen: 0, unconfirmed: 0 }
    const of = async (from: number, to: number) => {
      const { opening, closing, items } = await soundLedger(shop, {
        from: dayText(from),
        to: dayText(to),
      })
      return [opening, closing, items.length]
    }
    expect(await of(monday, monday)).toEqual([nothing, standing, 1])
    expect(await of(monday - 30, monday - 1)).toEqual([nothing, nothing, 0])
    expect(await of(monday - 30, monday)).toEqual([nothing, standing, 1])
    expect(await of(monday, monday + 30)).toEqual([nothing, standing, 1])
    expect(await of(monday + 1, monday + 1)).toEqual([standing, standing, 0])
  })

  test('when an entry is written after its day was closed', async () => {
    setClock(noonOf(monday))
    const shop = await aMerchant()
    await book(shop, 1_000, noonOf(monday - 2))
    await book(shop, 200, noonOf(monday - 1))
    await book(shop, 7)
    expect(Object.keys(await daysOf(shop))).toEqual([String(monday - 2), String(monday - 1)])
    const lastSecond = (taipeiDayStart(monday) - 1) * 1000
    await book(shop, -30, lastSecond)
    await book(shop, 5, lastSecond + 1_000)
    await book(shop, 4, (taipeiDayStart(monday - 2) - 1) * 1000, 'unconfirmed')
    expect(await daysOf(shop)).toEqual({
      [monday - 3]: { available: 0, frozen: 0, unconfirmed: 4 },
      [monday - 2]: { available: 1_000, frozen: 0, unconfirmed: 4 },
      [monday - 1]: { available: 1_170, frozen: 0, unconfirmed: 4 },
    })
    for (let day = monday - 4; day <= monday; day += 1) {
      const { opening, closing } = await soundLedger(shop, { from: dayText(day), to: dayText(day) })
      expect([opening, closing]).toEqual([
        await balancesAt(shop, taipeiDayStart(day)),
        await balancesAt(shop, taipeiDayStart(day + 1)),
      ])
    }
  })

  test('in the last page, or it is refused: an entry came in before one that was given', async () => {
    setClock(noonOf(monday))
    const shop = await aMerchant()
    for (const minute of [5, 4, 3, 2]) await book(shop, 100, noonOf(monday) - minute * 60_000)
    const interrupted = (at: number) => async () => {
      await book(shop, 7, at)
    }
    // It comes in before the page that is read next, or after all of it.
    expect(await wholeLedger(shop, { limit: 3 }, interrupted(noonOf(monday) - 270_000))).toBeNull()
    const later = await wholeLedger(shop, { limit: 3 }, interrupted(noonOf(monday) - 1_000))
    expect(later && stoodAfter(later.opening, later.items)).toEqual(later?.closing)
    const before = interrupted(noonOf(monday - 1))
    expect(await wholeLedger(shop, { limit: 4 }, before)).toBeNull()
    expect((await soundLedger(shop, { limit: 2 })).items).toHaveLength(6)
  })

  test('in pages that end before what is written at that moment, so that they are hardly ever refused', async () => {
    setClock(noonOf(monday))
    const shop = await aMerchant()
    for (const seconds of [90, 60, 2, 1]) await book(shop, 100, noonOf(monday) - seconds * 1_000)
    const read = await wholeLedger(shop, { limit: 3 }, async () => {
      await book(shop, 7, noonOf(monday) - 2_000)
    })
    expect(read?.pages.map(({ items }) => items.length)).toEqual([2, 3])
    expect(read && stoodAfter(read.opening, read.items)).toEqual(read?.closing)
  })

  test('while orders are written: a whole reading adds up, and the next one has the rest', async () => {
    const shop = await aMerchant()
    const readings: (Awaited<ReturnType<typeof wholeLedger>> | null)[] = []
    let isWriting = true
    const write = async () => {
      for (let n = 0; n < 60; n += 1) await writeSome(shop, n)
      isWriting = false
    }
    const read = async () => {
      while (isWriting) readings.push(await wholeLedger(shop, { ...aroundNow(), limit: 7 }))
    }
    await Promise.all([write(), read(), read()])
    const whole = readings.filter((one) => one !== null)
    expect(whole.length).toBeGreaterThan(0)
    for (const one of whole) expect(stoodAfter(one.opening, one.items)).toEqual(one.closing)
    const { items } = await soundLedger(shop, { ...aroundNow(), limit: 7 })
    const [{ n } = { n: 0 }] = await rows<{ n: number }>(
      `select count(*) as n from ledger_entries
       where merchant_id = (select id from merchants where uid = ?)`,
      shop.uid,
    )
    expect(items).toHaveLength(n)
  })
})

const step = fc.record({
  /** Hours until it happens. */
  wait: fc.constantFrom(0, 0, 0.001, 3, 20, 70),
  /** Seconds by which its writer is late. */
  late: fc.constantFrom(0, 0, 0, 2, 60, 90_000),
  amount: fc.integer({ min: -500, max: 1_000 }).filter((amount) => amount !== 0),
  bucket: fc.constantFrom('available', 'frozen', 'unconfirmed'),
})
const request = fc.record({
  from: fc.integer({ min: -3, max: 30 }),
  days: fc.integer({ min: 1, max: 31 }),
  limit: fc.integer({ min: 1, max: 9 }),
})

// The walk's command takes more.
const runs = { numRuns: Math.ceil(Number(env.WALK_OPERATIONS) / 30) }
const patience = { timeout: 7_200_000 }

test(
  'any range of a random walk over days opens, moves and closes as the entries say',
  patience,
  async () => {
    const walk = fc.array(step, { minLength: 1, maxLength: 14 })
    const requests = fc.array(request, { minLength: 3, maxLength: 3 })
    let [closed, walks] = [0, 0]
    await fc.assert(
      fc.asyncProperty(walk, requests, async (steps, asked) => {
        // Each has milliseconds of its own: one has room for so many new numbers.
        walks += 1
        setClock(noonOf(monday) + walks)
        const shop = await aMerchant({ settings: { rate_limit: 'off' } })
        for (const { wait, late, amount, bucket } of steps) {
          setClock(Date.now() + wait * 3_600_000)
          await book(shop, amount, Date.now() - late * 1000, bucket)
        }
        const all = await rows<{ at: number }>(
          `select at from ledger_entries where merchant_id = (select id from merchants where uid = ?)
         order by at, order_id, seq, number`,
          shop.uid,
        )
        for (const { from, days, limit } of asked) {
          const [first, last] = [monday + from, monday + from + days - 1]
          const range = { from: dayText(first), to: dayText(last) }
          const { opening, closing, items } = await soundLedger(shop, { ...range, limit })
          const [start, end] = [taipeiDayStart(first), taipeiDayStart(last + 1)]
          expect(opening).toEqual(await balancesAt(shop, start))
          expect(closing).toEqual(await balancesAt(shop, end))
          const expected = all.filter(({ at }) => at >= start && at < end)
          expect(items.map((item) => (item as unknown as { at: string }).at)).toEqual(
            expected.map(({ at }) => secondsToTaipei(at)),
          )
        }
        for (const [day, balances] of Object.entries(await daysOf(shop))) {
          expect(balances).toEqual(await balancesAt(shop, taipeiDayStart(Number(day) + 1)))
          closed += 1
        }
      }),
      runs,
    )
    expect(closed).toBeGreaterThan(0)
  },
)

/** The day before and after, so that no midnight comes between two requests. */
function aroundNow() {
  const today = taipeiDay(Date.now() / 1000)
  return { from: dayText(today - 1), to: dayText(today + 1) }
}

async function writeSome(shop: Shop, n: number): Promise<void> {
  await Promise.all([
    post(shop, paths.create, { orderid: anId(), amount: n + 1, status: 'succeeded' }),
    post(shop, paths.payouts, { serial_no: anId().slice(0, 40), amount: 1, payee_name: 'x' }),
    book(shop, n + 1),
  ])
}
