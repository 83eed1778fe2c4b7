import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { contextFrom } from '../../../src/context.ts'
import { newHold } from '../../../src/contract/back-office/merchants/holds.ts'
import { purchaseOverBridge } from '../../../src/operations/links/bridge-link.ts'
import { refreshWaitPage, showWaitPage } from '../../../src/operations/links/show-wait-page.ts'
import { liftHold, listHolds, placeHold } from '../../../src/operations/merchants/manage-holds.ts'
import { showCollection } from '../../../src/operations/orders/list-orders.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { aLink, amountPath, anAmountLink, aPlainLink, atOnce, plainPath } from '../support/links.ts'
import { aPayout, context, move } from '../support/orders.ts'
import {
  aCollection,
  aContext,
  aMerchant,
  anId,
  expectRefused,
  operator,
  paths,
  rows,
  type Shop,
} from '../support/service.ts'

// Back office §6, "Hold": what it names is neither settled nor paid out, everything else goes on.

// Of the isolate that answers, so that its cache of merchants forgets the one that changes.
const own = contextFrom(env)
const hold = (subject: object) =>
  placeHold(own, operator, newHold.parse({ reason: '調查', ...subject }))
const lift = (id: number) => liftHold({ context: own, principal: operator, id, reason: '查無異常' })
const settle = (tradeNo: string) => move.settle(tradeNo)
const process = (tradeNo: string) => move.process(tradeNo)
const held = { code: 'held' }

type Names = (shop: Shop, tradeNo: string, account: string) => object

const subjects: [string, Names][] = [
  ['its merchant', ({ uid }) => ({ merchant_uid: uid })],
  ['its member', ({ uid }) => ({ merchant_uid: uid, user_id: 'U7' })],
  ['its account', (_shop, _tradeNo, account) => ({ account_no: account })],
  ['itself', (_shop, tradeNo) => ({ trade_no: tradeNo })],
]

test.each(subjects)('a collection is not settled while %s is held', async (_name, names) => {
  const shop = await aMerchant()
  const account = anAccount()
  const fields = { user_id: 'U7', counterparty_account: account.replace(/(...)/, '$1-') }
  const { tradeNo } = await aCollection(shop, fields)
  const other = await aCollection(await aMerchant(), { user_id: 'U7' })
  const { id } = await hold(names(shop, tradeNo, account))
  await expect(settle(tradeNo)).rejects.toMatchObject(held)
  expect(await showCollection(own, operator, tradeNo)).toMatchObject({ hold: id })
  expect(await entriesOf(shop)).toEqual([])
  await settle(other.tradeNo)
  await move.putAside(tradeNo, '查核中')
  await lift(id)
  expect(await showCollection(own, operator, tradeNo)).toMatchObject({ hold: null })
  expect(await settle(tradeNo)).toMatchObject({ status: 'manual' })
})

test.each(subjects)(
  'a page shows no account to pay into while %s is held',
  async (_name, names) => {
    const shop = await aMerchant()
    const behindBank = (digits: string) => `004-${digits.replace(/(....)/g, '$1 ')}`
    const wide = (digits: string) => [...digits].map((one) => '０１２３４５６７８９'[+one]).join('')
    for (const write of [(digits: string) => digits, behindBank, wide]) {
      const account = anAccount()
      const written = write(account)
      const link = await anAmountLink(shop, { member_no: 'U7', payer_account_no: written })
      await move.match(link.trade_no)
      const calls = meter()
      const reading = aContext({ db: openMerchantDatabase(calls.database(env.DB)) })
      const shown = async () => {
        const first = await showWaitPage(reading, link.token)
        const next = await refreshWaitPage(reading, link.token, atOnce)
        return [first, next].map((one) => [one.state, one.account && one.report && 'shown'])
      }
      const open = ['transfer', 'shown']
      expect(await shown()).toEqual([open, open])
      // Only an account in other characters than ASCII's digits takes another call.
      const more = write === wide ? 2 : 0
      expect(calls.usage).toMatchObject({ trips: 2 + more, rowsRead: 6 + more })
      const { id } = await hold(names(shop, link.trade_no, account))
      expect(await shown()).toEqual([
        ['review', null],
        ['review', null],
      ])
      await lift(id)
      expect(await shown()).toEqual([open, open])
    }
  },
)

test.each(subjects.filter(([name]) => name !== 'its member'))(
  'a payout is not paid out while %s is held, and is cancelled',
  async (_name, names) => {
    const shop = await aMerchant()
    const account = anAccount()
    const fund = await aCollection(shop)
    await settle(fund.tradeNo)
    const tradeNo = await aPayout(shop, { payee_account: account })
    const { id } = await hold(names(shop, tradeNo, account))
    await expect(process(tradeNo)).rejects.toMatchObject(held)
    await lift(id)
    await process(tradeNo)
    const second = await aPayout(shop, { payee_account: account })
    await hold(names(shop, second, account))
    await move.cancel(second, '疑似詐騙')
  },
)

test('declared money is not accepted while it is held, and can be rejected', async () => {
  const shop = await aMerchant()
  const { tradeNo } = await aCollection(shop, { status: 'succeeded' })
  const { id } = await hold({ trade_no: tradeNo })
  const answer = { reason: 'x', override: false }
  const accepted = move.confirm(tradeNo, { accept: true, ...answer })
  await expect(accepted).rejects.toMatchObject(held)
  await move.confirm(tradeNo, { accept: false, ...answer })
  await lift(id)
})

test('a held merchant creates nothing, and looks up, is paid nothing and resends as before', async () => {
  const shop = await aMerchant()
  const { tradeNo, orderid } = await aCollection(shop, { notify_url: 'https://m.example/n' })
  await settle(tradeNo)
  const link = await aPlainLink(shop)
  const { id } = await hold({ merchant_uid: shop.uid })
  const creations: [string, object][] = [
    [paths.create, { orderid: anId(), amount: 1 }],
    [paths.payouts, { serial_no: anId(), amount: 1, payee_name: 'x' }],
    [amountPath, aLink({ amount: 1000 })],
    [plainPath, aLink()],
  ]
  for (const [path, fields] of creations) {
    expectRefused(await shop.call(path, { ...fields }), 422, 'merchant_not_enabled')
  }
  const purchase = purchaseOverBridge({
    context,
    actor: operator,
    session: link.session,
    call: { amount: 500 },
  })
  await expect(purchase).rejects.toMatchObject({ code: 'merchant_not_enabled' })
  for (const [path, fields] of [
    [paths.status, { orderid }],
    [paths.balance, {}],
    [paths.resend, { type: 'collection', orderid }],
  ] as const) {
    expect((await shop.call(path, { ...fields })).status).toBe(200)
  }
  await move.reverse(tradeNo)
  await lift(id)
  expect((await shop.create()).status).toBe(200)
})

test.each(['member', 'account'])('a held %s gets no link and pays by none', async (kind) => {
  const shop = await aMerchant()
  const member_no = anId()
  const payer_account_no = anAccount()
  const given = { member_no, payer_account_no }
  const link = await aPlainLink(shop, given)
  const subject =
    kind === 'member'
      ? { merchant_uid: shop.uid, user_id: member_no }
      : { account_no: payer_account_no }
  const { id } = await hold(subject)
  for (const [path, fields] of [
    [amountPath, aLink({ amount: 1000, ...given })],
    [plainPath, aLink(given)],
  ] as const) {
    expectRefused(await shop.call(path, fields), 422, 'channel_not_available')
  }
  const purchase = () =>
    purchaseOverBridge({ context, actor: operator, session: link.session, call: { amount: 500 } })
  await expect(purchase()).rejects.toMatchObject({ code: 'channel_not_available' })
  expect((await shop.create({ user_id: member_no })).status).toBe(200)
  expect(
    await anAmountLink(shop, { member_no: anId(), payer_account_no: anAccount() }),
  ).toBeDefined()
  await lift(id)
  await purchase()
})

test('of two holds of a merchant both must be lifted', async () => {
  const shop = await aMerchant()
  const [one, two] = [
    await hold({ merchant_uid: shop.uid }),
    await hold({ merchant_uid: shop.uid }),
  ]
  await lift(one.id)
  expectRefused(await shop.create(), 422, 'merchant_not_enabled')
  await lift(two.id)
  expect((await shop.create()).status).toBe(200)
  await expect(lift(two.id)).rejects.toMatchObject({ code: 'already_final' })
})

test('an account is held in every database, and listed once', async () => {
  const bindings = { ...env, DB_1: env.SPARE_1, DB_2: env.SPARE_2 }
  const three = { ...contextFrom(bindings), wake: async () => undefined, log: () => undefined }
  const account_no = anAccount()
  const call = newHold.parse({ account_no, reason: '調查' })
  const { id } = await placeHold(three, operator, call)
  const inForce = () =>
    Promise.all(
      [env.DB, env.SPARE_1, env.SPARE_2].map(async (db) => {
        const query = 'select count(*) as n from holds where key = ? and lifted_at is null'
        return (await db.prepare(query).bind(`account:${account_no}`).first<{ n: number }>())?.n
      }),
    )
  expect(await inForce()).toEqual([1, 1, 1])
  const { items } = await listHolds(three, { limit: 200 })
  expect(items.filter((one) => one.id === id)).toHaveLength(1)
  await liftHold({ context: three, principal: operator, id, reason: '解除' })
  expect(await inForce()).toEqual([0, 0, 0])
})

test('what does not exist is not held', async () => {
  for (const subject of [{ merchant_uid: 'nobody' }, { trade_no: 'C1' }]) {
    await expect(hold(subject)).rejects.toThrow()
  }
  await expect(lift(123)).rejects.toMatchObject({ code: 'not_found' })
  for (const wrong of [{}, { user_id: 'x' }, { merchant_uid: 'x', account_no: '1' }]) {
    expect(newHold.safeParse({ reason: 'x', ...wrong }).success).toBe(false)
  }
})

test('a hold against settlements: what is settled after it is nothing', async () => {
  const shop = await aMerchant()
  const orders = await Promise.all(Array.from({ length: 10 }, () => aCollection(shop)))
  const outcomes = await Promise.allSettled([
    ...orders.slice(0, 5).map(({ tradeNo }) => settle(tradeNo)),
    hold({ merchant_uid: shop.uid }),
    ...orders.slice(5).map(({ tradeNo }) => settle(tradeNo)),
  ])
  const settled = outcomes.filter(({ status }) => status === 'fulfilled').length - 1
  expect(await entriesOf(shop)).toHaveLength(settled)
  for (const { tradeNo } of orders) await expect(settle(tradeNo)).rejects.toThrow()
})

function anAccount(): string {
  return String(Math.floor(Math.random() * 1e12)).padStart(12, '7')
}

function entriesOf({ uid }: Shop) {
  return rows(
    'select amount from ledger_entries where merchant_id = (select id from merchants where uid = ?)',
    uid,
  )
}
