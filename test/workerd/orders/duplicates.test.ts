import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { type Fields, signedJson } from '../../../scripts/client/merchant-client.ts'
import { submitPurchase } from '../../../src/operations/links/submit-purchase.ts'
import { meter } from '../../support/metered.ts'
import { aLink, amountPath, plainPath } from '../support/links.ts'
import { move } from '../support/orders.ts'
import {
  aContext,
  aMerchant,
  anId,
  expectRefused,
  json,
  paths,
  post,
  postJson,
} from '../support/service.ts'

// Decisions §3: a refused duplicate says that the order is there and to look it up, and names it by its transaction
// number, so that a merchant whose answer was lost does not pay again under another number.

const kinds = [
  {
    kind: 'collection',
    path: paths.create,
    error: 'duplicate_orderid',
    fields: () => ({ orderid: anId(), amount: 100 }),
  },
  {
    kind: 'payout',
    path: paths.payouts,
    error: 'duplicate_serial_no',
    fields: () => ({ serial_no: anId().slice(0, 40), amount: 100, payee_name: '林' }),
  },
] as const

describe.each(kinds)(
  'a $kind that is sent again after a lost answer',
  ({ path, error, fields }) => {
    test('is refused as one that is there, to be looked up by its transaction number', async () => {
      const [shop, other] = [await aMerchant(), await aMerchant()]
      const sent = fields()
      const { trade_no } = (await post(shop, path, sent)).body.data
      const others = (await post(other, path, sent)).body.data.trade_no
      const again = await post(shop, path, sent)
      expectRefused(again, 422, error)
      expect(again.body.data).toEqual({ trade_no })
      expect(again.body.message).toMatch(/已存在.*查詢/)
      expect(again.body.message).not.toMatch(/請使用新的/)
      expect((await post(other, path, { ...sent, amount: 7 })).body.data).toEqual({
        trade_no: others,
      })
      const english = await postJson(path, signedJson(shop.uid, shop.secret, sent), {
        ...json,
        'accept-language': 'en',
      })
      expect(english.body).toMatchObject({ error, data: { trade_no } })
      expect(english.body.message).toMatch(/already exists; query it/)
      expect(english.body.message).not.toMatch(/use a new/)
    })

    test('costs one look-up more than the refusal; one that is accepted costs none', async () => {
      const shop = await aMerchant()
      const sent = fields()
      const usage = async () => {
        const counter = meter()
        await post(shop, path, sent, { ...env, DB: counter.database(env.DB) })
        return counter.usage
      }
      await post(shop, path, fields())
      const [accepted, refused] = [await usage(), await usage()]
      expect([accepted.trips, refused.trips]).toEqual([1, 2])
      const reads = ({ statements }: typeof accepted) => {
        return statements.filter(({ sql }) => sql.startsWith('select '))
      }
      expect(reads(accepted)).toEqual([])
      expect(reads(refused)).toHaveLength(1)
      expect(reads(refused)[0]?.rowsRead).toBeLessThan(5)
    })
  },
)

describe('a link of a number that has other content', () => {
  test('names the collection of the link that there is, and none where its member has chosen no amount', async () => {
    const shop = await aMerchant()
    const amount = aLink({ amount: 1000 })
    const { trade_no } = (await post(shop, amountPath, amount)).body.data
    const refused = await post(shop, amountPath, { ...amount, member_name: '別人' })
    expectRefused(refused, 422, 'duplicate_merchant_order_no')
    expect(refused.body.data).toEqual({ trade_no })
    expect(refused.body.message).toMatch(/已存在.*查詢/)

    const plain = aLink()
    const { data } = (await post(shop, plainPath, plain)).body
    const changed = { ...plain, member_name: '別人' }
    const early = await post(shop, plainPath, changed)
    expectRefused(early, 422, 'duplicate_merchant_order_no')
    expect(early.body).not.toHaveProperty('data')
    await submitted(data)
    const late = await post(shop, plainPath, changed)
    const found = await shop.status({ merchant_order_no: plain.merchant_order_no })
    expect(late.body.data).toEqual({ trade_no: found.body.tradeNo })
  })

  test('names the collection that paid it, whichever endpoint is asked', async () => {
    const shop = await aMerchant()
    const link = aLink()
    const { data } = (await post(shop, plainPath, link)).body
    const other = (await post(shop, amountPath, { ...link, amount: 500 })).body.data.trade_no
    await submitted(data)
    const found = await shop.status({ merchant_order_no: link.merchant_order_no })
    const paid = found.body.tradeNo
    expect(paid).not.toBe(other)
    await move.settle(paid)
    for (const [path, fields] of [
      [plainPath, link],
      [amountPath, { ...link, amount: 500 }],
      [amountPath, { ...link, amount: 1000 }],
    ] as const) {
      const refused = await post(shop, path, fields)
      expectRefused(refused, 422, 'duplicate_merchant_order_no')
      expect(refused.body.data).toEqual({ trade_no: paid })
    }
  })

  async function submitted({ third_party_session: session, url }: Fields): Promise<void> {
    const id = Number(new URL(String(url)).pathname.split('/').at(-1))
    const waiting = await submitPurchase(aContext(), { id, session: String(session) }, '1000')
    expect(waiting).toHaveProperty('waitToken')
  }
})
