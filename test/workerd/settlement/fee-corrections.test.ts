import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { checks } from '../../../scripts/restore/checks.ts'
import { contextFrom } from '../../../src/context.ts'
import { setPricing } from '../../../src/operations/settlement/manage-pricing.ts'
import { closedDaysFromEntries } from '../../../src/store/accounts/ledger-days.ts'
import { ann, approvalOf, approve, ask, ben, withApprovals } from '../support/back-office.ts'
import { checkAll } from '../support/book-check.ts'
import { expectCopied } from '../support/copies.ts'
import { aSettled, context } from '../support/orders.ts'
import { soundLedger } from '../support/own-ledger.ts'
import {
  adjustShop,
  aMerchant,
  anId,
  operator,
  rows,
  rowsOf,
  type Shop,
  setClock,
} from '../support/service.ts'

// Money between the platform's fees and what a merchant has available (fees §2, "Corrections").

const share = { rate_ppm: 20_000, fixed: 0, min: 0, max: null }

let shop: Shop
beforeEach(async () => {
  shop = await aMerchant()
  await setPricing({ context, principal: operator, uid: shop.uid, change: { collection: share } })
})

const correct = (amount: number, key = anId()) =>
  adjustShop(shop.uid, { amount, bucket: 'fees', reason: '多收', idempotency_key: key })

const ofShop = 'merchant_id = (select id from merchants where uid = ?)'

/** What stands in all channels, and what has come from outside less what went there. */
async function sums() {
  const [found] = await rows<Readonly<Record<string, number>>>(
    `select sum(available) as available, sum(collection_fees) as charged, sum(corrected_fees) as corrected,
       sum(available + frozen + unconfirmed + collection_fees + payout_fees + withdrawal_fees + corrected_fees)
         - (select sum(amount * ((from_bucket = 'outside') - (to_bucket = 'outside'))) from ledger_entries
            where ledger_entries.merchant_id = balances.merchant_id and kind <> 'fee_correction') as off
     from balances where ${ofShop}`,
    shop.uid,
  )
  return found
}

describe('a correction of fees', () => {
  test('gives to what is available, or takes from there; all sums agree', async () => {
    await aSettled(shop, { amount: 1_000 })
    await correct(500)
    expect(await sums()).toEqual({ available: 98_500, charged: 2_000, corrected: -500, off: 0 })
    await correct(-700)
    expect(await sums()).toEqual({ available: 97_800, charged: 2_000, corrected: 200, off: 0 })
    const { items, closing } = await soundLedger(shop)
    const corrections = items.filter(({ event }) => event === 'adjusted')
    const ways = corrections.map((one) => `${one.bucket_from}>${one.bucket_to} ${one.amount}`)
    // Within a second, they are in the order of their ids.
    expect(ways.toSorted()).toEqual(['available>fees 7', 'fees>available 5'])
    for (const one of corrections) {
      expect(one).toMatchObject({ type: 'adjustment', fee: 0, reason: '多收' })
    }
    expect(closing.available).toBe(97_800)
    expect((await shop.balance()).body.balance).toBe(978)
  })

  test('is booked once under its key; another one under it is refused', async () => {
    const key = anId()
    const [first, second] = await Promise.all([correct(-300, key), correct(-300, key)])
    expect(second).toEqual(first)
    expect(first).toMatchObject({ bucket: 'fees', amount: -3 })
    const call = { amount: -300, reason: '多收', idempotency_key: key }
    for (const other of [
      { ...call, bucket: 'available' as const },
      { ...call, bucket: 'fees' as const, amount: -301 },
    ]) {
      const refused = adjustShop(shop.uid, other)
      await expect(refused).rejects.toMatchObject({ code: 'idempotency_key_used' })
    }
    expect(await sums()).toMatchObject({ available: -300, corrected: 300 })
  })

  test('waits for a second person from the amount on, either way', async () => {
    const strict = withApprovals()
    for (const amount of [10_000_000, -10_000_000]) {
      const body = { amount, bucket: 'fees', reason: 'x', idempotency_key: anId() }
      const { as, value } = await ask(strict, ann, 'adjustBalance', { uid: shop.uid }, body)
      expect([as, value.state]).toEqual([null, 'waiting'])
      expect((await sums())?.corrected ?? 0).toBe(amount > 0 ? 0 : -10_000_000)
      const { body: asked } = await approvalOf(strict, value.approval_id)
      expect(asked).toMatchObject({ bucket: 'fees', amount })
      expect((await approve(strict, ben, value.approval_id)).error).toBe('')
    }
    expect(await sums()).toMatchObject({ available: 0, corrected: 0 })
  })

  test('that its entry, row or sum does not agree with is found', async () => {
    await correct(500)
    expect(await checkAll()).toEqual([])
    const [booked] = await rowsOf<{ order_id: number }>('ledger_entries', shop)
    const id = booked?.order_id
    const found = async (table: string, column: string, [is, was]: readonly [string, string]) => {
      const which = table === 'adjustments' ? `id = ${id}` : `order_id = ${id}`
      const ofBalance = `merchant_id = (select id from merchants where uid = '${shop.uid}')`
      const where = table === 'balances' ? ofBalance : which
      await rows(`update ${table} set ${column} = ${is} where ${where}`)
      const findings = await checkAll()
      await rows(`update ${table} set ${column} = ${was} where ${where}`)
      return findings
    }
    expect(await found('ledger_entries', 'amount', ['501', '500'])).toContain(
      `ledger_entries ${id}#1.1 amount: 5.01, not 5.00`,
    )
    // Without its kind, the entry says that the money came from outside.
    expect(await found('ledger_entries', 'kind', [`'correction'`, `'fee_correction'`])).toContain(
      `ledger_entries ${id}#1.1 from_bucket: outside, not fees`,
    )
    expect(await found('adjustments', 'bucket', [`'available'`, `'fees'`])).toContain(
      `adjustments ${id} bucket: available, not fees`,
    )
    expect(await found('balances', 'corrected_fees', ['-499', '-500'])).toContain(
      `balances ${shop.uid} other corrected_fees: -4.99, not -5.00`,
    )
    expect(await checkAll()).toEqual([])
  })

  test('is in the copies, and a restored database has its days again', async () => {
    await aSettled(shop, { amount: 1_000 })
    await correct(500)
    setClock(Date.now() + 86_400_000)
    await correct(-700)
    await expectCopied({ ...contextFrom(env), sandbox: null }, [env.DB])
    const days = () =>
      rows<object>(
        `select channel, day, available, frozen, unconfirmed, collection_fees, payout_fees,
           withdrawal_fees, corrected_fees from ledger_days where ${ofShop} order by 1, 2`,
        shop.uid,
      )
    const before = await days()
    expect(before).toMatchObject([{ collection_fees: 2_000, corrected_fees: -500 }])
    await rows('delete from ledger_days')
    await rows(closedDaysFromEntries)
    expect(await days()).toEqual(before)
    const wrong = async () => {
      const [row] = await rows<{ wrong: number }>(checks[0]?.sql ?? '')
      return row?.wrong
    }
    const moreBy = (n: number) =>
      rows(`update balances set corrected_fees = corrected_fees + ? where ${ofShop}`, n, shop.uid)
    expect(await wrong()).toBe(0)
    await moreBy(1)
    expect(await wrong()).toBe(1)
    await moreBy(-1)
  })
})
