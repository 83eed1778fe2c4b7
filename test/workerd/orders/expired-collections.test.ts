import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { collectionFilter } from '../../../src/contract/back-office/orders/filters.ts'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { listCollections, showCollection } from '../../../src/operations/orders/list-orders.ts'
import { anAmountLink } from '../support/links.ts'
import { move } from '../support/orders.ts'
import { aContext, aMerchant, operator, rows, type Shop } from '../support/service.ts'

// What the service has put aside because its time ran out, apart from what a person has, whatever the reason says
// (decisions §5, "Expiry unpaid").

const context = aContext()

const isExpired = async (tradeNo: string) =>
  (await showCollection(context, operator, tradeNo)).expired

/** The numbers of a merchant's exceptions that ran out, or of the others. */
async function exceptionsOf({ uid }: Shop, expired: boolean): Promise<readonly string[]> {
  const asked = { merchant_uid: uid, status: 'pending', collection_status: 'exception' }
  const filter = collectionFilter.parse({ ...asked, expired: String(expired) })
  const { items } = await listCollections(context, operator, filter)
  return items.map(({ trade_no: tradeNo }) => tradeNo)
}

/** An order whose link has ended unpaid. */
async function anExpired(shop: Shop): Promise<string> {
  const { trade_no: tradeNo } = await anAmountLink(shop)
  await expireLinks(aContext({ now: () => Date.now() + 1_900_000 }))
  return tradeNo
}

test('what ran out is listed apart from what a person has put aside with the same word', async () => {
  const shop = await aMerchant()
  const expired = await anExpired(shop)
  const { trade_no: typed } = await anAmountLink(shop)
  await move.putAside(typed, 'expired')
  await expireLinks(aContext({ now: () => Date.now() + 1_900_000 }))
  expect(await exceptionsOf(shop, true)).toEqual([expired])
  expect(await exceptionsOf(shop, false)).toEqual([typed])
  const shown = [expired, typed].map((tradeNo) => showCollection(context, operator, tradeNo))
  expect(await Promise.all(shown)).toMatchObject([
    { reason: 'expired', expired: true },
    { reason: 'expired', expired: false },
  ])
})

test('an order is listed as run out until a person puts it aside, or its late settlement is reversed', async () => {
  const shop = await aMerchant()
  const tradeNo = await anExpired(shop)
  await move.match(tradeNo)
  expect(await isExpired(tradeNo)).toBe(true)
  await move.putAside(tradeNo, 'expired')
  expect(await isExpired(tradeNo)).toBe(false)
  const late = await anExpired(shop)
  await move.settle(late)
  expect(await isExpired(late)).toBe(true)
  await move.reverse(late)
  expect(await isExpired(late)).toBe(false)
  expect(await exceptionsOf(shop, false)).toEqual([late, tradeNo])
})

test('what had run out before the migration is found by who put it aside', async () => {
  const shop = await aMerchant()
  const expired = await anExpired(shop)
  const { trade_no: typed } = await anAmountLink(shop)
  await move.putAside(typed, 'expired')
  await rows('update collections set expired = 0')
  const migration = env.TEST_MIGRATIONS.find(({ name }) => name.includes('expired_collections'))
  const fill = migration?.queries.find((query) => query.includes('set expired = 1'))
  await env.DB.prepare(fill ?? '').run()
  expect(await exceptionsOf(shop, true)).toEqual([expired])
  expect(await exceptionsOf(shop, false)).toEqual([typed])
})
