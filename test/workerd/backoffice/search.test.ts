import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { signedJson } from '../../../scripts/client/merchant-client.ts'
import { contextFrom } from '../../../src/context.ts'
import { searchQuery } from '../../../src/contract/back-office/search.ts'
import { createMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { search } from '../../../src/operations/search/search.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { aLink, amountPath, anAmountLink, aPlainLink } from '../support/links.ts'
import { move } from '../support/orders.ts'
import { anAccount, aTransaction, copied, find, named } from '../support/searches.ts'
import {
  aCollection,
  aContext,
  agent,
  aMerchant,
  anId,
  newCaches,
  operator,
  paths,
  postJson,
  rows,
  type Shop,
} from '../support/service.ts'

let shop: Shop

beforeAll(async () => {
  shop = await aMerchant()
})

const none = { exact: 0, possible: 0, other: 0, sum: false, unsure: false, other_name: false }

describe('a search finds', () => {
  test('a collection by each of its numbers, with its merchant, amount and state', async () => {
    const merchant_order_no = anId()
    const { orderid, tradeNo } = await aCollection(shop, { merchant_order_no, amount: 250.5 })
    const shown = { kind: 'collection', name: tradeNo, merchant_uid: shop.uid, amount: 250.5 }
    const [found, ...others] = await find(orderid)
    expect(others).toEqual([])
    expect(found).toEqual({
      ...shown,
      status: 'pending',
      collection_status: 'pending',
      deposits: none,
      held: false,
      matched_on: 'orderid',
      test: false,
      merchant_order_no,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
    expect(await named(merchant_order_no)).toEqual([['collection', tradeNo, 'merchant_order_no']])
    expect(await named(tradeNo.toLowerCase())).toEqual([['collection', tradeNo, 'trade_no']])
    expect(await named(orderid, { merchant_uid: shop.uid })).toHaveLength(1)
    expect(await named(orderid, { merchant_uid: (await aMerchant()).uid })).toEqual([])
    // The number is as unguessable as it is long.
    const guess = `${tradeNo.slice(0, -1)}${tradeNo.endsWith('0') ? '1' : '0'}`
    expect(await named(guess)).toEqual([])
  })

  test('a payout by each of its numbers', async () => {
    const [serial_no, merchant_order_no] = [anId().slice(0, 40), anId()]
    const asked = { serial_no, merchant_order_no, amount: 5, payee_name: 'x' }
    const { body } = await shop.call(paths.payouts, asked)
    const { trade_no: name } = body.data
    expect(await named(serial_no)).toEqual([['payout', name, 'serial_no']])
    expect(await named(merchant_order_no)).toEqual([['payout', name, 'merchant_order_no']])
    expect(await named(name)).toEqual([['payout', name, 'trade_no']])
  })

  test('orders of one number at several merchants, what waits first, then the newest', async () => {
    const orderid = anId()
    const [first, second, third] = [await aMerchant(), await aMerchant(), await aMerchant()]
    const old = await aCollection(first, { orderid })
    const paid = await aCollection(second, { orderid })
    const newest = await aCollection(third, { orderid })
    await rows('update collections set created_at = created_at - 5 where id = ?', old.id)
    await move.settle(paid.tradeNo)
    const names = (await find(orderid)).map(({ name }) => name)
    expect(names).toEqual([newest.tradeNo, old.tradeNo, paid.tradeNo])
    expect(await find(orderid, { limit: '2' })).toHaveLength(2)
  })

  test('each order of a number that a merchant repeats', async () => {
    const merchant_order_no = anId()
    const oldest = await aCollection(shop, { merchant_order_no })
    const newest = await aCollection(shop, { merchant_order_no })
    const paid = await aCollection(shop, { merchant_order_no })
    await rows('update collections set created_at = created_at - 5 where id = ?', oldest.id)
    await move.settle(paid.tradeNo)
    const names = (await find(merchant_order_no)).map(({ name }) => name)
    expect(names).toEqual([newest.tradeNo, oldest.tradeNo, paid.tradeNo])
  })

  test('of more orders of one number the newest 20 of each merchant, what waits among them first', async () => {
    const merchant_order_no = anId()
    const other = await aMerchant()
    const elsewhere = await aCollection(other, { merchant_order_no })
    const first = await aCollection(shop, { merchant_order_no })
    await copied(first.id, 30, { status: `'succeeded'`, paid_at: '1' })
    const names = (await find(merchant_order_no)).map(({ name }) => name)
    expect(names).toHaveLength(1 + 20)
    // Older than the 30 that are over, it waits.
    expect(names.slice(0, 2).sort()).toEqual([elsewhere.tradeNo, first.tradeNo].sort())
  })

  test('an agent the orders that it sees, whatever newer ones of others there are', async () => {
    const merchant_order_no = anId()
    const others = await anAccount(['x@y.z'])
    const merchants = await Promise.all([1, 2, 3].map(() => aMerchant()))
    for (const one of merchants) {
      const { id } = await aCollection(one, { merchant_order_no })
      await copied(id, 19, { bank_account_id: String(others.id) })
    }
    const seen = (await find(merchant_order_no, {}, agent)).map(({ name }) => name)
    expect(seen).toHaveLength(3)
    expect(await find(merchant_order_no)).toHaveLength(50)
  })

  test('a callback by its id, with its order', async () => {
    const order = await aCollection(shop, { notify_url: 'https://m.example/n' })
    await move.settle(order.tradeNo)
    const id = `cb_${order.tradeNo}`
    expect(await named(id)).toEqual([
      ['callback', id, 'callback_id'],
      ['collection', order.tradeNo, 'callback_id'],
    ])
  })

  test('a link by what its session or its token begins with', async () => {
    const { third_party_session: session, token, trade_no } = await anAmountLink(shop)
    const bare = await aPlainLink(shop)
    const [[linked], [unlinked]] = await Promise.all([find(session), find(bare.session)])
    expect(linked?.trade_no).toBe(trade_no)
    expect(unlinked).not.toHaveProperty('trade_no')
    for (const text of [session, token, bare.session]) {
      const name = text === bare.session ? bare.session : session
      expect(await named(text.slice(0, 9))).toEqual([['link', name.slice(0, 9), 'link']])
      expect(await named(text)).toEqual([['link', name.slice(0, 9), 'link']])
      const other = text.endsWith('A') ? 'B' : 'A'
      expect(await named(text.slice(0, -1) + other)).toEqual([])
    }
  })

  test('a merchant by its uid', async () => {
    expect(await find(shop.uid)).toMatchObject([
      { kind: 'merchant', name: shop.uid, merchant_uid: shop.uid, status: 'enabled' },
    ])
  })

  test('a member’s orders by its number at a named merchant', async () => {
    const member_no = anId().slice(0, 30)
    const { trade_no } = await anAmountLink(shop, { member_no })
    const within = { merchant_uid: shop.uid }
    expect(await named(member_no, within)).toEqual([['collection', trade_no, 'member_no']])
    expect(await named(member_no)).toEqual([])
  })

  const wide = (text: string) => text.replace(/[0-9A-Za-z]/g, (one) => fullWidth(one))

  test('numbers that a merchant itself writes in full width', async () => {
    const [member_no, number] = [wide(anId().slice(0, 30)), wide(anId().slice(0, 30))]
    const { trade_no } = await anAmountLink(shop, { member_no })
    const { tradeNo } = await aCollection(shop, { merchant_order_no: number })
    expect(await named(number)).toEqual([['collection', tradeNo, 'merchant_order_no']])
    expect(await named(member_no, { merchant_uid: shop.uid })).toEqual([
      ['collection', trade_no, 'member_no'],
    ])
  })

  test('both as chats copy them and input methods write them, and an account after its bank', async () => {
    const member_no = anId().slice(0, 30)
    const { trade_no } = await anAmountLink(shop, { member_no })
    const { id, no } = await anAccount([])
    for (const form of [wide, (text: string) => `\u2068${text}\u2069`]) {
      expect(await named(form(shop.uid))).toEqual([['merchant', shop.uid, 'uid']])
      const within = { merchant_uid: shop.uid }
      expect(await named(form(member_no), within)).toEqual([['collection', trade_no, 'member_no']])
      expect(await named(form(`004-${no}`))).toEqual([['bank_account', String(id), 'account_no']])
    }
    expect(await named(`005-${no}`)).toEqual([])
  })
})

const fullWidth = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)

describe('a deposit is looked for', () => {
  test('among what waits on an account, what waits on none, and transactions', async () => {
    const [own, other] = [await anAccount(['agent@platform.example']), await anAccount(['x@y.z'])]
    const digits = '48151'
    const [amount, member] = [7_316.5, { counterparty_account: '004-12348151' }]
    const onOwn = await aCollection(shop, { amount })
    const onOther = await aCollection(shop, { amount: 3, ...member })
    const onNone = await aCollection(shop, { amount, ...member })
    const settled = await aCollection(shop, { amount, ...member })
    for (const [order, account] of [
      [onOwn, own],
      [onOther, other],
    ] as const) {
      const matched = `bank_account_id = ?, collection_status = 'matched'`
      await rows(`update collections set ${matched} where id = ?`, account.id, order.id)
    }
    await move.settle(settled.tradeNo)
    const line = await aTransaction(own.id, amount, '00000')
    const back = await aTransaction(other.id, -amount, digits)
    const asked = { serial_no: anId().slice(0, 40), amount, payee_name: 'x' }
    const payout = (await shop.call(paths.payouts, asked)).body.data.trade_no

    const byAmount = ['7,316.50', '7316.5', '-7316.5']
    for (const q of byAmount) {
      const names = (await find(q)).map(({ name }) => name)
      const all = [onOwn.tradeNo, onNone.tradeNo, payout, String(line.id), String(back.id)]
      expect(names.sort()).toEqual(all.sort())
    }
    expect((await named(digits)).sort()).toEqual(
      [
        ['bank_transaction', String(back.id), 'last5'],
        ['collection', onNone.tradeNo, 'last5'],
        ['collection', onOther.tradeNo, 'last5'],
      ].sort(),
    )
    // Agents: their accounts', and what waits on none.
    const seen = (await find('7316.5', {}, agent)).map(({ name }) => name)
    expect(seen.sort()).toEqual([onOwn.tradeNo, onNone.tradeNo, payout, String(line.id)].sort())
    expect(await named(digits, {}, agent)).toEqual([['collection', onNone.tradeNo, 'last5']])
    expect(await named(onOther.tradeNo, {}, agent)).toEqual([])
    expect(await named(settled.tradeNo, {}, agent)).toHaveLength(1)
    expect(await named(onOwn.tradeNo, {}, agent)).toHaveLength(1)
    expect(await named(other.no, {}, agent)).toEqual([])
    expect(await named(own.no, {}, agent)).toEqual([['bank_account', String(own.id), 'account_no']])
    expect(await named(`${other.no.slice(0, 3)}-${other.no.slice(3)}`)).toEqual([
      ['bank_account', String(other.id), 'account_no'],
    ])
    expect(await find(back.external, {}, agent)).toEqual([])
    expect(await find(back.external)).toMatchObject([
      { kind: 'bank_transaction', name: String(back.id), amount: -amount, status: 'unclaimed' },
    ])
  })

  test('what waits on its account behind 1,500 that are over, by as many reads as behind 3,000', async () => {
    const { id: account } = await anAccount([])
    const amount = 8_642.5
    const member = { counterparty_account: '004-12348642' }
    const waiting = await aCollection(shop, { amount, ...member })
    const over = await aCollection(shop, { amount, ...member })
    const matched = `bank_account_id = ${account}, collection_status = 'matched'`
    await rows(`update collections set ${matched} where id in (?, ?)`, waiting.id, over.id)
    await rows(
      `update collections set status = 'manual', paid_at = 1, backed = 0 where id = ?`,
      over.id,
    )
    const found = async (q: string) => {
      const { usage, database } = meter()
      const at = aContext({ db: openMerchantDatabase(database(env.DB)) })
      const { items } = await search(at, operator, searchQuery.parse({ q }))
      return { first: items[0]?.name, rowsRead: usage.rowsRead }
    }
    await copied(over.id, 1_500)
    const byAmount = await found('8642.5')
    expect(byAmount.first).toBe(waiting.tradeNo)
    expect((await found('48642')).first).toBe(waiting.tradeNo)
    await copied(over.id, 1_500, { orderid: `'again' || n`, trade_no: `trade_no || 'again' || n` })
    expect(await found('8642.5')).toEqual(byAmount)
    expect(byAmount.rowsRead).toBeLessThanOrEqual(10_000)
  })

  test('what was settled in the last 30 days, by the lines that paid it', async () => {
    const { id: account } = await anAccount([agent.name])
    const { id: foreign } = await anAccount(['x@y.z'])
    const now = Math.floor(Date.now() / 1000)
    const paid = async (of: number, days: number) => {
      const order = await aCollection(shop, { amount: 50 })
      const claimed = { state: `'claimed'`, order_id: String(order.id) }
      const at = { claimed_by: `'x'`, claimed_at: String(now - days * 86_400) }
      for (const amount of [3_131.25, 2_000]) {
        const line = await aTransaction(of, amount, '31312')
        const changes = Object.entries({ ...claimed, ...at }).map(
          ([name, value]) => `${name} = ${value}`,
        )
        await rows(`update bank_transactions set ${changes.join()} where id = ?`, line.id)
      }
      await rows(
        `update collections set status = 'succeeded', paid_at = 1, bank_account_id = ?, backed = 1 where id = ?`,
        of,
        order.id,
      )
      return order.tradeNo
    }
    const [recent, old, others] = [
      await paid(account, 29),
      await paid(account, 31),
      await paid(foreign, 1),
    ]
    const orders = async (q: string, principal: typeof operator | typeof agent = operator) =>
      (await find(q, {}, principal)).flatMap(({ kind, name }) =>
        kind === 'collection' ? [name] : [],
      )
    for (const q of ['3131.25', '31312']) {
      expect((await orders(q)).sort()).toEqual([recent, others].sort())
      expect(await orders(q, agent)).toEqual([recent])
      expect(await orders(q)).not.toContain(old)
    }
  })

  test('a transaction that nothing has claimed, behind those that pay orders', async () => {
    const { id: account } = await anAccount([])
    const waiting = await aTransaction(account, 4_747.5, '47475')
    const claimed = await aTransaction(account, 4_747.5, '47475')
    await rows(
      `update bank_transactions set state = 'claimed', order_id = 1, claimed_by = 'x', claimed_at = 1
       where id = ?`,
      claimed.id,
    )
    await copied(
      claimed.id,
      1_200,
      { booked_at: 'booked_at + n', external_id: 'null' },
      'bank_transactions',
    )
    const items = await find('4747.5')
    expect(items).toHaveLength(50)
    expect(items[0]).toMatchObject({ name: String(waiting.id), status: 'unclaimed' })
  })

  test('agents find no merchants and no callbacks', async () => {
    const order = await aCollection(shop, { notify_url: 'https://m.example/n' })
    await move.settle(order.tradeNo)
    expect(await find(shop.uid, {}, agent)).toEqual([])
    const found = await find(`cb_${order.tradeNo}`, {}, agent)
    expect(found.map(({ kind }) => kind)).toEqual(['collection'])
  })
})

test('a search looks in all databases', async () => {
  const bindings = { ...env, DB_1: env.SPARE_1, DB_2: env.SPARE_2 }
  const quiet = { wake: async () => undefined, log: () => undefined, caches: newCaches() }
  const three = { ...contextFrom(bindings), ...quiet }
  const number = anId()
  const links: string[] = []
  for (const database of [0, 1, 2]) {
    const uid = `M${crypto.randomUUID().slice(0, 12)}`
    const { api_secret } = await createMerchant(three, operator, { uid, name: 'x', database })
    const call = (path: string, fields: object) =>
      postJson(path, signedJson(uid, api_secret, { ...fields }), undefined, bindings)
    await call(paths.create, { orderid: number, amount: 1 })
    const { body } = await call(amountPath, aLink({ amount: 500 }))
    links.push(body.data.third_party_session)
  }
  const of = async (q: string) => (await search(three, operator, searchQuery.parse({ q }))).items
  expect(await of(number)).toHaveLength(3)
  for (const link of links) expect(await of(link.slice(0, 9))).toHaveLength(1)
})

test('a number at 500 merchants is found by one seek for each number and state', async () => {
  const { orderid, tradeNo } = await aCollection(shop)
  const [known] = await rows<{ n: number }>('select count(*) as n from merchants')
  await manyMerchants(500 - (known?.n ?? 0))
  const { usage, database } = meter()
  const at = aContext({ db: openMerchantDatabase(database(env.DB)) })
  const { items } = await search(at, operator, searchQuery.parse({ q: orderid }))
  expect(items).toMatchObject([{ name: tradeNo }])
  expect(usage.trips).toBeLessThanOrEqual(8)
  expect(usage.rowsRead).toBeLessThanOrEqual(5_000)
  await rows(`delete from merchants where uid like 'many%'`)
})

test('with more than 500 merchants a number is sought at a named one, and all else as before', async () => {
  const { orderid, tradeNo } = await aCollection(shop, { amount: 6_543.21 })
  await manyMerchants(500)
  await expect(find(orderid)).rejects.toMatchObject({
    code: 'validation_error',
    details: { errors: { merchant_uid: [expect.any(Object)] } },
  })
  expect(await named(orderid, { merchant_uid: shop.uid })).toEqual([
    ['collection', tradeNo, 'orderid'],
  ])
  expect(await named('6543.21')).toEqual([['collection', tradeNo, 'amount']])
  expect(await named(tradeNo)).toHaveLength(1)
  await rows(`delete from merchants where uid like 'many%'`)
})

/** So many more merchants. */
async function manyMerchants(count: number): Promise<void> {
  const names = await rows<{ name: string }>(`select name from pragma_table_info('merchants')`)
  const own: Record<string, string> = { id: 'null', uid: `'many' || n` }
  const columns = names.map(({ name }) => own[name] ?? name)
  await rows(
    `with recursive number (n) as (select 1 union all select n + 1 from number where n < ${count})
     insert into merchants select ${columns.join()} from merchants, number where uid = ?`,
    shop.uid,
  )
}
