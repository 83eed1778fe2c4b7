import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { randomFrom } from '../../support/random-from.ts'
import { type Entry, statementFrom, total } from '../../support/statement-reader.ts'
import { aPayout, move } from '../support/orders.ts'
import {
  adjustShop,
  anId,
  paths,
  post,
  rows,
  type Shop,
  setClock,
  spyOnLog,
} from '../support/service.ts'
import { aRichShop, ask, collect, price } from '../support/withdrawals.ts'

// Merchants that trade and are paid for a year: each statement that they are told is what their entries say.

const merchants = Number(env.YEAR_MERCHANTS)
const days = Number(env.YEAR_DAYS)
const day = 86_400_000
const random = randomFrom(20_261_128)

afterEach(() => {
  vi.useRealTimers()
})

test(`the statements of ${merchants} merchants over ${days} days are what their entries say`, {
  timeout: 7_200_000,
}, async () => {
  spyOnLog()
  const begin = Date.parse('2026-01-01T08:00:00+08:00')
  setClock(begin)
  const shops: Shop[] = []
  for (let n = 0; n < merchants; n += 1) shops.push(await aRichShop(n % 3 ? 0 : 1_000, aPrice()))
  for (let passed = 0; passed < days; passed += 1) {
    setClock(begin + passed * day)
    for (const shop of shops) if (random() < 0.25) await trade(shop, passed)
  }
  const seen = { statements: 0, withdrawn: 0, returned: 0 }
  for (const shop of shops) {
    const own = await entriesOf(shop)
    expect(own.filter(({ statement }) => statement === null)).toEqual([])
    const open = await told(shop)
    for (let number = 1; number <= open.number; number += 1) {
      const { opening, closing, sums } = await told(shop, number)
      expect({ shop: shop.uid, number, opening, closing, sums }).toEqual({
        shop: shop.uid,
        number,
        ...statementFrom(own, number),
      })
      const moved = Object.values(sums).reduce((sum, one) => sum + one, 0)
      expect(total(opening) + moved).toBe(total(closing))
      seen.statements += 1
      seen.withdrawn += sums.withdrawn
      seen.returned += sums.returned
    }
  }
  expect(seen.statements).toBeGreaterThan(merchants)
  expect(seen.withdrawn).toBeLessThan(0)
  expect(seen.returned).toBeGreaterThan(0)
})

function aPrice() {
  const [rate_ppm, fixed] = [Math.floor(random() * 30_000), Math.floor(random() * 1_000)]
  const rate = { rate_ppm, fixed, min: 0, max: null }
  const fee_on_reversal = random() < 0.5 ? ('keep' as const) : ('return' as const)
  return { collection: rate, payout: rate, withdrawal: rate, fee_on_reversal }
}

/** A merchant's day: what comes in and goes out, sometimes a reversal, a withdrawal, a correction, another price. */
async function trade(shop: Shop, passed: number): Promise<void> {
  const tradeNo = await collect(shop, 100 + Math.floor(random() * 5_000))
  if (random() < 0.15) {
    const because = random() < 0.5 ? 'wrong_match' : 'money_returned'
    await move.reverse(tradeNo, { reason: 'x', because })
  }
  if (random() < 0.4) await ended(await aPayout(shop, { amount: 1 + Math.floor(random() * 100) }))
  if (random() < 0.3) {
    const { body } = await ask(shop, random() < 0.7 ? 'all' : 50)
    if (body.data?.trade_no !== undefined) await ended(body.data.trade_no)
  }
  if (random() < 0.05) {
    const bucket = random() < 0.5 ? 'available' : 'fees'
    await adjustShop(shop.uid, { amount: 1_234, bucket, reason: 'x', idempotency_key: anId() })
  }
  if (passed > 0 && random() < 0.03) await price(shop, aPrice())
}

/** Pays out, cancels or sends back a payout. */
async function ended(tradeNo: string): Promise<void> {
  const drawn = random()
  if (drawn < 0.15) {
    await move.cancel(tradeNo)
    return
  }
  await move.process(tradeNo, { override: ['balance'] })
  if (drawn > 0.85) await move.reversePayout(tradeNo, { reason: 'x', because: 'money_returned' })
}

/** A statement as endpoint 16 tells it, in hundredths. */
async function told(shop: Shop, number?: number) {
  const { body } = await post(shop, paths.statements, number === undefined ? {} : { number })
  const { data } = body
  const hundredths = (names: readonly string[], from: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      names.map((name) => [name, Math.round((from[name] ?? Number.NaN) * 100) + 0]),
    )
  const buckets = ['available', 'frozen', 'unconfirmed'] as const
  const sums = ['collections', 'payouts', 'returned', 'withdrawn', 'corrections', 'fees'] as const
  return {
    number: data.number as number,
    opening: hundredths(buckets, data.opening) as Record<(typeof buckets)[number], number>,
    closing: hundredths(buckets, data.closing) as Record<(typeof buckets)[number], number>,
    sums: hundredths(sums, data) as Record<(typeof sums)[number], number>,
  }
}

function entriesOf({ uid }: Shop): Promise<Entry[]> {
  return rows<Entry>(
    `select merchant_id as merchant, statement, kind, from_bucket as "from", to_bucket as "to",
       amount, fee from ledger_entries where merchant_id = (select id from merchants where uid = ?)`,
    uid,
  )
}
