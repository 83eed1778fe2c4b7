import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { Doubt } from '../../../src/contract/back-office/states.ts'
import { candidatesOfCollection } from '../../../src/operations/banking/find-candidates.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { ann, ask, withApprovals } from '../support/back-office.ts'
import { matchTo } from '../support/bank-accounts.ts'
import { aBankAccount, aShopWithAccount, aTransaction, payersLast5 } from '../support/banking.ts'
import { aCollection } from '../support/orders.ts'
import { aContext, agent, aMerchant, rows } from '../support/service.ts'

// Unclaimed lines by what was in doubt of them when they were last judged (matching §3).

const context = withApprovals()

beforeAll(async () => {
  await rows('update bank_transactions set doubts = null')
})

/** A line that was judged; not yet, where it is `''`. */
async function aLine(account: number, doubts: readonly Doubt[] | '', more: object = {}) {
  const id = await aTransaction(account, more)
  const text = doubts === '' ? '' : JSON.stringify(doubts)
  await rows('update bank_transactions set doubts = ? where id = ?', text, id)
  return id
}

async function listed(query: object, by = ann, at = context) {
  const asked = { query: { limit: 50, ...query } }
  const { value } = await ask(at, by, 'listTransactions', {}, undefined, asked)
  return value
}

const idsOf = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id)

test('lines are found by one doubt, by any, and by what switches alone do not explain, page by page', async () => {
  const account = await aBankAccount()
  const twin = await aLine(account, ['twin', 'late'])
  const stopped = await aLine(account, ['stopped', 'source'])
  const none = await aLine(account, ['no_order'], { bookedAt: 2_000_000_000 })
  const late = await aLine(account, ['off', 'late'], { bookedAt: 1_000_000_000 })
  await aLine(account, '')
  await aTransaction(account)
  const aside = await aLine(account, ['twin'])
  await rows(`update bank_transactions set state = 'ignored' where id = ?`, aside)
  const mine = { bank_account: account, to: 3_000_000_000 }
  const found = async (doubt: string) => idsOf((await listed({ ...mine, doubt })).items)
  expect(await found('any')).toEqual([late, none, stopped, twin])
  expect(await found('unsure')).toEqual([late, twin])
  expect(await found('late')).toEqual([late, twin])
  expect(await found('twin')).toEqual([twin])
  expect(await found('no_order')).toEqual([none])
  expect(await found('part')).toEqual([])
  const [first] = (await listed({ ...mine, doubt: 'unsure' })).items
  expect(first.doubts).toEqual(['off', 'late'])

  const paged: number[] = []
  let cursor: { readonly bookedAt: number; readonly id: number } | undefined
  do {
    const page = await listed({ ...mine, doubt: 'any', limit: 1, cursor })
    paged.push(...idsOf(page.items))
    const [bookedAt = 0, id = 0] = (page.next_cursor ?? '').split('.').map(Number)
    cursor = page.next_cursor === null ? undefined : { bookedAt, id }
  } while (cursor !== undefined)
  expect(paged).toEqual([late, none, stopped, twin])
  const later = await listed({ ...mine, doubt: 'any', from: 1_500_000_000 })
  expect(idsOf(later.items)).toEqual([none, stopped, twin])
})

test('a doubtful line shows the pending orders that it may pay, three at most, of those that the reader sees', async () => {
  const { shop, account } = await aShopWithAccount()
  const payer = { counterparty_account: `001-2345-${payersLast5}`, user_name: '王小明' }
  const id = async () => {
    const tradeNo = await aCollection(shop, payer)
    await matchTo(account, tradeNo, agent)
    return tradeNo
  }
  const [first, second] = [await id(), await id()]
  const line = await aLine(account, ['two_orders'])
  const lonely = await aLine(account, ['no_order'], { counterpartyLast5: '00000' })
  const asked = { bank_account: account, doubt: 'any', orders: '1' }
  const shown = async (by = ann) =>
    (await listed(asked, by)).items.map((item: { id: number; orders: object[] }) => [
      item.id,
      item.orders,
    ])
  const told = (tradeNo: string) => expect.objectContaining({ trade_no: tradeNo, name: '王小明' })
  expect(await shown()).toEqual([
    [lonely, []],
    [line, [told(second), told(first)]],
  ])
  expect((await listed({ bank_account: account, doubt: 'any' })).items[0].orders).toBeUndefined()
  await id()
  await id()
  const many = await aLine(account, ['two_orders'])
  const three = [expect.anything(), expect.anything(), told(second)]
  expect((await shown())[0]).toEqual([many, three])
  await rows(`update bank_accounts set agents = '["carl@platform.example"]' where id = ?`, account)
  expect(await shown({ name: 'amy@platform.example', role: 'agent' })).toEqual([])
})

test('the section of the queue reads at most 200 rows, an agent’s 300, with 300 lines in doubt that wait', async () => {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const account = await aBankAccount()
  await rows('update bank_transactions set doubts = null')
  for (let n = 0; n < 300; n += 1) {
    const last5 = String(30_000 + n)
    const doubts: readonly Doubt[] = n % 3 === 0 ? ['late', 'name'] : ['no_order']
    if (n >= 270 && n % 3 === 0) {
      const tradeNo = await aCollection(shop, { counterparty_account: `001-${last5}` })
      await matchTo(account, tradeNo, agent)
    }
    await aLine(account, doubts, { counterpartyLast5: last5 })
  }
  const counter = meter()
  const counted = {
    ...context,
    ...aContext({ db: openMerchantDatabase(counter.database(env.DB)) }),
  }
  const query = { doubt: 'unsure', orders: '1', limit: 8 }
  const page = await listed(query, ann, counted)
  expect(page.items).toHaveLength(8)
  expect(page.items.filter(({ orders }: { orders: object[] }) => orders.length === 1)).toHaveLength(
    8,
  )
  expect(page.next_cursor).not.toBeNull()
  expect(counter.usage.rowsRead).toBeLessThanOrEqual(200)
  const amy = { name: 'amy@platform.example', role: 'agent' } as const
  counter.reset()
  await listed(query, amy, counted)
  expect(counter.usage.rowsRead).toBeLessThanOrEqual(300)
})

test('a candidate of an order has its doubts as they are now, on an account that settles by itself', async () => {
  const shop = await aMerchant()
  const settling = await aBankAccount({ auto: 'settle', autoSources: ['feed'] })
  const candidatesOn = async (account: number, doubts: readonly Doubt[] | null) => {
    const tradeNo = await aCollection(shop, { counterparty_account: `001-2345-${payersLast5}` })
    await matchTo(account, tradeNo, agent)
    const line = await aTransaction(account, { doubts: doubts && JSON.stringify(doubts) })
    const { items } = await candidatesOfCollection(context, ann, tradeNo)
    return items.filter(({ id }) => id === line).map((one) => one.doubts)
  }
  // It was judged before there was an order.
  const [now] = await candidatesOn(settling, ['no_order'])
  expect(now).toContain('off')
  expect(now).not.toContain('no_order')
  expect(await candidatesOn(await aBankAccount(), null)).toEqual([null])
})
