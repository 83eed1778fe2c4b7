import { describe, expect, test } from 'vitest'
import {
  listPricing,
  setPricing,
  withdrawPricing,
} from '../../../src/operations/settlement/manage-pricing.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { aContext, aMerchant, operator, paths, post } from '../support/service.ts'

const firstPage = { limit: 50 }
const share = (ratePpm: number) => ({ collection: { rate_ppm: ratePpm } })

/** A merchant on a clock of its own, and what is done with its prices. */
async function aPriced() {
  const shop = await aMerchant()
  // Somewhat before that of the merchant API.
  let nowMs = Date.now() - 10_000
  const context = aContext({ now: () => nowMs })
  const by = { context, principal: operator, uid: shop.uid }
  return {
    shop,
    elapse: (seconds: number) => {
      nowMs += seconds * 1_000
    },
    now: () => Math.floor(nowMs / 1_000),
    set: (change: Parameters<typeof setPricing>[0]['change']) => setPricing({ ...by, change }),
    withdraw: (number: string) => withdrawPricing({ ...by, number }),
    list: () => listPricing(context, shop.uid, firstPage),
  }
}

describe('a price', () => {
  test('is a version of its own; what is left out is as in the newest one', async () => {
    const { set, elapse, list, shop } = await aPriced()
    const rate = { rate_ppm: 15_000, fixed: 300, min: 500, max: null }
    await set({ collection: rate, settle_after_days: 2 })
    elapse(1)
    await set({ collection: { fixed: 100 }, fee_on_reversal: 'keep' })
    const { items } = await list()
    expect(items).toMatchObject([
      {
        version: 2,
        holds: true,
        withdrawn: false,
        set_by: operator.name,
        pricing: {
          collection: { rate_ppm: 15_000, fixed: 1, min: 5, max: null },
          payout: { rate_ppm: 0, fixed: 0, min: 0, max: null },
          fee_on_reversal: 'keep',
          settle_after_days: 2,
        },
      },
      { version: 1, holds: false, pricing: { collection: { fixed: 3 } } },
    ])
    const { body } = await post(shop, paths.pricing, {})
    expect(body.data).toMatchObject({
      version: 2,
      next: null,
      pricing: { fee_on_reversal: 'keep' },
    })
  })

  test('that is to come is the merchant’s next one, and can be withdrawn until it begins', async () => {
    const { set, elapse, list, withdraw, now, shop } = await aPriced()
    await set(share(10_000))
    await set({ ...share(20_000), valid_from: now() + 60 })
    await set({ ...share(30_000), valid_from: now() + 3_600 })
    const { body } = await post(shop, paths.pricing, {})
    expect(body.data).toMatchObject({
      version: 1,
      next: { version: 2, valid_from: secondsToTaipei(now() + 60) },
    })
    expect(await withdraw('3')).toMatchObject({ version: 3, withdrawn: true, holds: false })
    elapse(60)
    await expect(withdraw('2')).rejects.toMatchObject({ code: 'already_final' })
    await expect(withdraw('3')).rejects.toMatchObject({ code: 'already_final' })
    await expect(withdraw('4')).rejects.toMatchObject({ code: 'not_found' })
    const { items } = await list()
    expect(items.map(({ version, holds, withdrawn }) => [version, holds, withdrawn])).toEqual([
      [3, false, true],
      [2, true, false],
      [1, false, false],
    ])
    await set(share(40_000)).catch((refusal) => expect(refusal.code).toBe('pricing_in_past'))
    elapse(1)
    expect(await set(share(40_000))).toMatchObject({ version: 4, holds: true })
  })

  test('begins neither before now nor before another one', async () => {
    const { set, now } = await aPriced()
    await set({ ...share(1), valid_from: now() + 100 })
    for (const valid_from of [now() - 1, now() + 99, now() + 100]) {
      const refused = set({ ...share(2), valid_from })
      await expect(refused).rejects.toMatchObject({ code: 'pricing_in_past', status: 422 })
    }
    await expect(set(share(2))).rejects.toMatchObject({ code: 'pricing_in_past' })
    expect(await set({ ...share(2), valid_from: now() + 101 })).toMatchObject({ version: 2 })
  })

  test('has a lower bound that is not above the upper one', async () => {
    const { set } = await aPriced()
    const refused = set({ payout: { min: 600, max: 500 } })
    await expect(refused).rejects.toMatchObject({ code: 'validation_error' })
  })

  test('is one of fifty at most', async () => {
    const { set, elapse } = await aPriced()
    for (let n = 1; n <= 50; n += 1) {
      await set(share(n))
      elapse(1)
    }
    await expect(set(share(51))).rejects.toMatchObject({ code: 'validation_error' })
  })

  test('of two that are set at once is written after the other, or refused', async () => {
    const { set, now, list } = await aPriced()
    const at = (n: number) => set({ ...share(n), valid_from: now() + n })
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(at))
    const { items } = await list()
    const written = outcomes.filter(({ status }) => status === 'fulfilled').length
    expect(items).toHaveLength(written)
    expect(items.map(({ version }) => version)).toEqual(
      Array.from({ length: written }, (_, n) => written - n),
    )
    const begins = items.map(({ valid_from: from }) => from)
    expect(begins).toEqual(begins.toSorted().reverse())
  })
})
