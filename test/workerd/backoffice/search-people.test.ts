import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { searchQuery } from '../../../src/contract/back-office/search.ts'
import { search } from '../../../src/operations/search/search.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { anAmountLink } from '../support/links.ts'
import { anAccount, aTransaction, copied, find, named } from '../support/searches.ts'
import {
  aCollection,
  aContext,
  agent,
  aMerchant,
  anId,
  operator,
  paths,
  rows,
  type Shop,
} from '../support/service.ts'

let shop: Shop

beforeAll(async () => {
  shop = await aMerchant()
})

const namesOf = async (...given: Parameters<typeof find>) =>
  (await find(...given)).map(({ name }) => name)

const onAccount = (id: number, account: number, state = 'matched') =>
  rows(
    `update collections set bank_account_id = ?, collection_status = ? where id = ?`,
    account,
    state,
    id,
  )

describe('a found record shows', () => {
  test('of an order who pays, from where, under which number, and on which account', async () => {
    const { id: account } = await anAccount([])
    const link = { payer_name: '王大華', payer_account_no: '004-0012371904' }
    const { trade_no: name } = await anAmountLink(shop, { merchant_order_no: 'YS-1', ...link })
    const [order] = await rows<{ id: number }>(
      'select id from collections where trade_no = ?',
      name,
    )
    await onAccount(order?.id ?? 0, account)
    expect(await find(name)).toMatchObject([
      {
        kind: 'collection',
        merchant_order_no: 'YS-1',
        bank_account: account,
        party_name: '王大華',
        last5: '71904',
      },
    ])
  })

  test('of a payout who is paid, of a transaction who paid, of what is ours whose it is', async () => {
    const serial_no = anId().slice(0, 40)
    const payee = { payee_name: '林美麗', payee_account: '808-0012367199' }
    await shop.call(paths.payouts, { serial_no, amount: 5, ...payee })
    expect(await find(serial_no)).toMatchObject([
      { kind: 'payout', party_name: '林美麗', last5: '67199', merchant_order_no: serial_no },
    ])
    const { id: account, no } = await anAccount([])
    const { external } = await aTransaction(account, 81, '71905', '陳○文')
    expect(await find(external)).toMatchObject([
      { kind: 'bank_transaction', party_name: '陳○文', last5: '71905', bank_account: account },
    ])
    expect(await find(no)).toMatchObject([
      { kind: 'bank_account', party_name: 'x', last5: no.slice(-5), bank_account: account },
    ])
    expect(await find(shop.uid)).toMatchObject([{ party_name: expect.stringMatching(/./) }])
  })

  test('of a transaction the order that it has paid, where its reader sees it', async () => {
    const [own, other] = [await anAccount([agent.name]), await anAccount(['x@y.z'])]
    const paid = async (account: number) => {
      const order = await aCollection(shop, { amount: 50 })
      const line = await aTransaction(account, 50, '71906')
      await rows(
        `update bank_transactions set state = 'claimed', order_id = ?, claimed_by = 'x', claimed_at = ?
         where id = ?`,
        order.id,
        Math.floor(Date.now() / 1000) - 86_400,
        line.id,
      )
      await onAccount(order.id, account)
      await rows(`update collections set status = 'succeeded', paid_at = 1 where id = ?`, order.id)
      return order.tradeNo
    }
    const [seen, unseen] = [await paid(own.id), await paid(other.id)]
    const linesOf = async (principal: typeof operator | typeof agent) => {
      const found = await find('71906', {}, principal)
      return found.flatMap((one) => (one.kind === 'bank_transaction' ? [one.trade_no] : []))
    }
    expect((await linesOf(operator)).sort()).toEqual([seen, unseen].sort())
    expect(await linesOf(agent)).toEqual([seen])
  })
})

describe('a name beside digits or an amount', () => {
  test('keeps what has it, of orders by payer or member, and of transactions, masked or not', async () => {
    const { id: account } = await anAccount([])
    const payer_account_no = '004-0012371907'
    const made = async (names: object) =>
      (await anAmountLink(shop, { amount: 49_731, payer_account_no, ...names })).trade_no as string
    const [wang, wangs, lin] = [
      await made({ member_name: '王小明' }),
      await made({ member_name: '陳小姐', payer_name: '王小明' }),
      await made({ member_name: '林小明' }),
    ]
    const masked = await aTransaction(account, 49_731, '71907', '王○明')
    const unnamed = await aTransaction(account, 49_731, '71907')
    const kept = [wang, wangs, String(masked.id)].sort()
    const texts = ['71907 王', '王小明 49,731', '王小明71907', '王小 …71907', 'NT$ 49,731.00 王']
    for (const q of [...texts, '49731元　王小明']) {
      expect((await namesOf(q)).sort(), q).toEqual(kept)
    }
    expect((await namesOf('71907')).sort()).toEqual([...kept, lin, String(unnamed.id)].sort())
    expect(await namesOf('71907 趙')).toEqual([])
    // A name alone is sought nowhere.
    expect(await namesOf('王小明')).toEqual([])
  })

  test('finds it behind 200 orders of that amount that have another', async () => {
    const wanted = await aCollection(shop, { amount: 7_191.5, user_name: '歐陽春' })
    const other = await aCollection(shop, { amount: 7_191.5, user_name: '林小明' })
    await copied(other.id, 200)
    expect(await namesOf('7191.5')).not.toContain(wanted.tradeNo)
    expect(await namesOf('歐陽 7191.5')).toEqual([wanted.tradeNo])
  })
})

test('five digits find what waits on its account after its link has ended, the newest first', async () => {
  const { id: account } = await anAccount([])
  const order = await aCollection(shop, { amount: 9, counterparty_account: '004-12371908' })
  await onAccount(order.id, account, 'exception')
  // Behind the newest that were put aside, everywhere.
  const aside = await aCollection(shop, { amount: 9 })
  await rows(`update collections set collection_status = 'exception' where id = ?`, aside.id)
  await copied(aside.id, 1_100)
  expect(await named('71908')).toEqual([['collection', order.tradeNo, 'last5']])
})

describe('the beginning of an order’s number', () => {
  test('finds what has it, in capitals or not, and the whole number alone where there is one', async () => {
    const [first, second] = [
      await aCollection(shop, { orderid: 'YS-7190-1', merchant_order_no: 'Ab-7190' }),
      await aCollection(shop, { orderid: 'ys-7190-12' }),
    ]
    const { body } = await shop.call(paths.payouts, {
      serial_no: 'YS-7190-3',
      amount: 5,
      payee_name: 'x',
    })
    const payout = body.data.trade_no
    const all = [first.tradeNo, second.tradeNo, payout]
    for (const q of ['YS-7190', 'ys-7190', 'ＹＳ－７１９０', ' \u200eys-7190\u2069 ']) {
      expect((await namesOf(q)).sort(), q).toEqual([...all].sort())
    }
    expect(await named('ys-7190-1')).toEqual([['collection', first.tradeNo, 'orderid']])
    expect(await named('ys-7190-12')).toEqual([['collection', second.tradeNo, 'orderid']])
    expect(await named('Ys-7190-3')).toEqual([['payout', payout, 'serial_no']])
    expect(await named('ab-71')).toEqual([['collection', first.tradeNo, 'merchant_order_no']])
    expect(await named('YS-7190', { merchant_uid: (await aMerchant()).uid })).toEqual([])
    expect(await named('YS')).toEqual([])
  })

  test('is of six digits or more where it has nothing else', async () => {
    const { tradeNo } = await aCollection(shop, { orderid: '71920260001' })
    expect(await named('719202')).toEqual([['collection', tradeNo, 'orderid']])
    expect(await named('71920')).toEqual([])
  })

  test('shows an agent what it sees', async () => {
    const { id: foreign } = await anAccount(['x@y.z'])
    const [seen, unseen] = [
      await aCollection(shop, { orderid: 'SEEN-7191-1' }),
      await aCollection(shop, { orderid: 'SEEN-7191-2' }),
    ]
    await onAccount(unseen.id, foreign)
    expect(await namesOf('seen-7191', {}, agent)).toEqual([seen.tradeNo])
    expect(await namesOf('seen-7191')).toHaveLength(2)
  })

  test('is found among 100,000 orders that begin so by as many reads as among 3,000', async () => {
    const { id } = await aCollection(shop, { orderid: 'MANY-7192-0' })
    const numbers = (beginning: string) => ({
      orderid: `'${beginning}' || n`,
      trade_no: `trade_no || '${beginning}' || n`,
      merchant_order_no: `'${beginning}' || n`,
    })
    const readFor = async (q: string) => {
      const { usage, database } = meter()
      const at = aContext({ db: openMerchantDatabase(database(env.DB)) })
      const { items } = await search(at, operator, searchQuery.parse({ q }))
      expect(items).toHaveLength(50)
      return usage.rowsRead
    }
    await copied(id, 3_000, numbers('MANY-7192-'))
    const read = await readFor('many-7192')
    expect(read).toBeLessThanOrEqual(2_500)
    await copied(id, 97_000, numbers('MANY-7192-X'))
    expect(await readFor('many-7192')).toBeLessThanOrEqual(read)
  })
})

describe('what pages show can be pasted', () => {
  test('the shortened number of one of the newest orders', async () => {
    const order = await aCollection(shop)
    const end = order.tradeNo.slice(-6)
    for (const q of [`…${end}`, `...${end.toLowerCase()}`, ` …${end}\u200b`]) {
      expect(await named(q)).toEqual([['collection', order.tradeNo, 'trade_no']])
    }
    expect(await named(end)).toEqual([])
  })

  test('an account of ours by the end of its number', async () => {
    const { id, no } = await anAccount([])
    const account = ['bank_account', String(id), 'account_no']
    expect(await named(`…${no.slice(-5)}`)).toContainEqual(account)
    expect(await named(no.slice(-5))).not.toContainEqual(account)
  })
})
