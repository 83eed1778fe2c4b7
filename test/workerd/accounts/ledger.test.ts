import { expect, test } from 'vitest'
import { ledgerPage } from '../../../src/contract/back-office/merchants/ledger.ts'
import { listLedger } from '../../../src/operations/accounts/adjust-balance.ts'
import { move } from '../support/orders.ts'
import { aContext, adjustShop, aMerchant, anId, operator } from '../support/service.ts'

const context = aContext({ wake: async () => undefined })

test('ledger rows show trade_no, number, event, reason and actor', async () => {
  const shop = await aMerchant()
  const [orderid, declared, serial_no] = [anId(), anId(), anId()]
  await shop.create({ orderid, merchant_order_no: 'shop-1', amount: 70 })
  const { tradeNo } = (await shop.status({ orderid })).body
  await move.settle(tradeNo)
  await shop.create({ orderid: declared, status: 'succeeded', amount: 30 })
  const declaredNo = (await shop.status({ orderid: declared })).body.tradeNo
  await move.confirm(declaredNo, { accept: false, reason: 'never arrived', override: false })
  await shop.call('/api/v1/merchant/payouts', { serial_no, amount: 20, payee_name: '林' })
  const payoutNo = (await shop.call('/api/v1/merchant/payouts/status', { serial_no })).body.tradeNo
  await move.cancel(payoutNo, 'account closed')

  const { items } = await listLedger(context, shop.uid, { limit: 50 })
  const shown = items.map(
    ({ at: _at, order_id: _id, seq: _seq, channel: _channel, balance: _balance, ...row }) => row,
  )
  const one = {
    type: 'collection',
    trade_no: tradeNo,
    number: orderid,
    merchant_order_no: 'shop-1',
  }
  const two = { type: 'collection', trade_no: declaredNo, number: declared }
  const out = {
    type: 'payout',
    trade_no: payoutNo,
    number: serial_no,
    merchant_order_no: serial_no,
  }
  const back = { from: 'frozen', to: 'available' }
  const desk = { actor: operator.name }
  const mine = { actor: shop.uid, reason: '' }
  expect(shown).toHaveLength(5)
  expect(shown).toEqual(
    expect.arrayContaining([
      {
        ...one,
        ...desk,
        event: 'settled',
        reason: '',
        from: 'outside',
        to: 'available',
        amount: 70,
        fee: 0,
      },
      expect.objectContaining({ ...two, ...mine, event: 'created', to: 'unconfirmed', amount: 30 }),
      expect.objectContaining({ ...two, ...desk, event: 'rejected', reason: 'never arrived' }),
      expect.objectContaining({ ...out, ...mine, event: 'requested', to: 'frozen', amount: 20 }),
      {
        ...out,
        ...desk,
        ...back,
        event: 'cancelled',
        reason: 'account closed',
        amount: 20,
        fee: 0,
      },
    ]),
  )
})

test('an adjustment’s reason can be read again, with its number and the order it corrects', async () => {
  const shop = await aMerchant()
  const orderid = anId()
  await shop.create({ orderid })
  const { tradeNo } = (await shop.status({ orderid })).body
  const call = { amount: 150, bucket: 'available', reason: '銀行手續費退回' } as const
  const booked = [
    await adjustShop(shop.uid, { ...call, idempotency_key: 'a' }),
    await adjustShop(shop.uid, { ...call, idempotency_key: 'b', trade_no: tradeNo }),
  ]
  const { items } = await listLedger(context, shop.uid, { limit: 50 })
  const known = { type: 'adjustment', event: 'adjusted', reason: call.reason, actor: operator.name }
  expect(items.toSorted((one, other) => one.order_id - other.order_id)).toMatchObject([
    { ...known, number: String(booked[0]?.id), trade_no: '', merchant_order_no: '' },
    { ...known, number: String(booked[1]?.id), trade_no: tradeNo },
  ])
})

test('each entry has what its merchant has after it, over pages, and of whatever channel', async () => {
  const shop = await aMerchant()
  const adjust = (amount: number, bucket: 'available' | 'frozen', key: string) =>
    adjustShop(shop.uid, { amount, bucket, reason: 'x', idempotency_key: key })
  await adjust(50_000, 'available', 'a')
  await adjust(3_050, 'frozen', 'b')
  await shop.call('/api/v1/merchant/payouts', { serial_no: anId(), amount: 100, payee_name: '林' })
  await adjust(-5_000, 'available', 'c')
  const { items } = await listLedger(context, shop.uid, { limit: 50 })
  expect(items.map(({ balance }) => balance).sort()).toEqual([480.5, 500, 530.5, 530.5])
  expect(items[0]?.balance).toBe(480.5)
  const first = await listLedger(context, shop.uid, { limit: 2 })
  const cursor = ledgerPage.parse({ cursor: first.next_cursor }).cursor
  const second = await listLedger(context, shop.uid, { limit: 2, cursor })
  expect([...first.items, ...second.items]).toEqual(items)
  // A cursor of the version before tells no balance.
  const former = { ...cursor, balance: null } as typeof cursor
  const unknown = await listLedger(context, shop.uid, { limit: 2, cursor: former })
  expect(unknown.items.map(({ balance }) => balance)).toEqual([null, null])
})
