import { describe, expect, test } from 'vitest'
import { signedSource } from '../../../scripts/client/merchant-client.ts'
import { purchaseOverBridge, showBridgeLink } from '../../../src/operations/links/bridge-link.ts'
import {
  aLink,
  amountPath,
  collectionsOf,
  endpoints,
  expectedSign,
  linksOf,
  plainPath,
  secondsOf,
} from '../support/links.ts'
import { move } from '../support/orders.ts'
import {
  type Answer,
  aContext,
  aMerchant,
  expectRefused,
  post,
  postJson,
  type Shop,
  setClock,
} from '../support/service.ts'

const lifetime = 1800
const grace = 3600

describe('expires_at is of the time that counts now:', () => {
  test('after a member has submitted and after a match, to the merchant and to the bridge', async () => {
    const shop = await aMerchant()
    const fields = aLink()
    const started = Math.floor(Date.now() / 1000)
    setClock(started * 1000)
    const first = (await post(shop, plainPath, fields)).body
    const session = first.data.third_party_session
    expect(await toldEnds(shop, fields, session)).toEqual(both(started + lifetime))

    setClock((started + 600) * 1000)
    const exchange = { name: 'exchange.service', role: 'bridge' } as const
    await purchaseOverBridge({
      context: aContext(),
      actor: exchange,
      session,
      call: { amount: 500 },
    })
    expect(await toldEnds(shop, fields, session)).toEqual(both(started + 600 + lifetime))

    await move.match((await collectionsOf(shop))[0]?.trade_no ?? '')
    setClock((started + 600 + lifetime + 60) * 1000)
    expect(await toldEnds(shop, fields, session)).toEqual(both(started + 600 + lifetime + grace))

    const { redirect } = (await post(shop, plainPath, fields)).body.data
    expect(redirect.query_params.link_sign).toBe(expectedSign(first))
  })

  test('a link that lives never tells a time in the past, though it was matched late', async () => {
    const shop = await aMerchant()
    const fields = aLink({ amount: 1000 })
    const first = (await post(shop, amountPath, fields)).body
    const late = secondsOf(first) + 5000
    setClock(late * 1000)
    await move.match(first.data.trade_no)
    const again = (await post(shop, amountPath, fields)).body
    expect(again.data.trade_no).toBe(first.data.trade_no)
    expect(secondsOf(again)).toBe(late + grace)
  })
})

describe.each(endpoints)('extra of a repeated link, %s,', (_kind, path, more) => {
  const link = Object.entries(aLink(more)).map(([name, value]) => [name, JSON.stringify(value)])
  const send = ({ uid, secret }: Shop, no: string, extra: string) => {
    const sources = { ...Object.fromEntries(link), merchant_order_no: `"${no}"`, extra }
    return postJson(path, signedSource(uid, secret, sources))
  }

  test.each([
    ['{"a":1,"b":["<",2.50]}', '{ "b" : [ "\\u003c" , 25e-1 ], "a" : 1.0 }'],
    ['"vip=1"', '"\\u0076ip\\u003d1"'],
    ['null', '[]'],
    ['""', '[ ]'],
  ])('is compared by value: %s is %s', async (one, other) => {
    const shop = await aMerchant()
    const first = await send(shop, 'A', one)
    expect(first.status).toBe(200)
    expect((await send(shop, 'A', other)).body).toEqual(first.body)
    expect(await linksOf(shop)).toHaveLength(1)
  })

  test.each([
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":"\\u0022"}', '{"a":"\\\\u0022"}'],
    ['[]', '{}'],
  ])('that has another value is a duplicate: %s is not %s', async (one, other) => {
    const shop = await aMerchant()
    expect((await send(shop, 'A', one)).status).toBe(200)
    expectRefused(await send(shop, 'A', other), 422, 'duplicate_merchant_order_no')
  })
})

test('a link that lives is found whatever became of an older one of its number', async () => {
  const shop = await aMerchant()
  const fields = aLink({ amount: 1000 })
  const older = (await post(shop, amountPath, fields)).body
  setClock(secondsOf(older) * 1000)
  const living = (await post(shop, amountPath, fields)).body
  expect(living.data.trade_no).not.toBe(older.data.trade_no)

  // An agent matches the older one late: it lives again beside the newer.
  await move.match(older.data.trade_no)
  expect((await post(shop, amountPath, fields)).body).toEqual(living)
  const changed = { ...fields, member_no: 'member-8' }
  expectRefused(await post(shop, amountPath, changed), 422, 'duplicate_merchant_order_no')
  expect(await linksOf(shop)).toHaveLength(2)
})

async function toldEnds(shop: Shop, fields: ReturnType<typeof aLink>, session: string) {
  const answer: Answer = await post(shop, plainPath, fields)
  expect(answer.body.data.third_party_session).toBe(session)
  const { expires_at } = await showBridgeLink(aContext(), session, {})
  return { merchant: secondsOf(answer.body), bridge: secondsOf({ data: { expires_at } }) }
}

function both(end: number) {
  return { merchant: end, bridge: end }
}
