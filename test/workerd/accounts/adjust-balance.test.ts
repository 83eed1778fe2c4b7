import { expect, test } from 'vitest'
import { ledgerPage } from '../../../src/contract/back-office/merchants/ledger.ts'
import { listLedger } from '../../../src/operations/accounts/adjust-balance.ts'
import { aCollection, aContext, adjustShop, aMerchant, anId, rows } from '../support/service.ts'

const bucket = 'available' as const

test('money is added and taken out, with ledger entries', async () => {
  const shop = await aMerchant()
  const adjust = (amount: number) =>
    adjustShop(shop.uid, { amount, bucket, reason: 'goodwill', idempotency_key: anId() })
  await adjust(10_010)
  await adjust(-20)
  expect((await shop.balance()).body).toMatchObject({ balance: 99.9, balance0: 99.9 })
  const { items } = await listLedger(aContext(), shop.uid, { limit: 10 })
  expect(items).toMatchObject([
    { from: 'available', to: 'outside', amount: 0.2, channel: 'other' },
    { from: 'outside', to: 'available', amount: 100.1, channel: 'other' },
  ])
})

test('50 equal calls with one idempotency key book once; a different call with it is refused', async () => {
  const shop = await aMerchant()
  const call = { amount: 500, bucket, reason: 'once', idempotency_key: anId() }
  const adjust = (changes = {}) => adjustShop(shop.uid, { ...call, ...changes })
  const answers = await Promise.all(Array.from({ length: 50 }, () => adjust()))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect((await shop.balance()).body.balance).toBe(5)
  for (const change of [{ amount: 501 }, { bucket: 'frozen' as const }, { reason: 'other' }]) {
    await expect(adjust(change)).rejects.toMatchObject({ code: 'idempotency_key_used' })
  }
})

test('an order’s adjustment is booked in the order’s channel, and only for its own merchant', async () => {
  const shop = await aMerchant()
  const { tradeNo } = await aCollection(shop, { channel: 'exchange_coin' })
  const call = { amount: 100, bucket, reason: 'x', idempotency_key: anId(), trade_no: tradeNo }
  await adjustShop(shop.uid, call)
  const { channels } = (await shop.balance()).body.data.summary
  expect(channels.exchange_coin.available).toBe(1)
  const stranger = await aMerchant()
  const wrong = adjustShop(stranger.uid, call)
  await expect(wrong).rejects.toMatchObject({ code: 'validation_error' })
})

test('the ledger is listed newest first, page by page, without gaps or repetitions', async () => {
  const shop = await aMerchant()
  for (let n = 1; n <= 7; n += 1) {
    const call = { amount: n, bucket, reason: 'x', idempotency_key: String(n) }
    await adjustShop(shop.uid, call)
  }
  const amounts: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = cursor === '' ? {} : { cursor: ledgerPage.parse({ cursor }).cursor }
    const listed = await listLedger(aContext(), shop.uid, { ...page, limit: 3 })
    amounts.push(...listed.items.map(({ amount }) => Math.round(amount * 100)))
    cursor = listed.next_cursor
  }
  expect(amounts).toEqual([7, 6, 5, 4, 3, 2, 1])
})

test('the journal has the event of an adjustment', async () => {
  const shop = await aMerchant()
  const call = { amount: -7, bucket: 'unconfirmed' as const, reason: 'x', idempotency_key: 'k' }
  await adjustShop(shop.uid, call)
  const [event] = await rows<{ name: string; fact: string }>(
    `select events.name, events.fact from events
     join adjustments on adjustments.id = events.order_id
     where merchant_id = (select id from merchants where uid = ?)`,
    shop.uid,
  )
  expect(event?.name).toBe('adjusted')
  expect(JSON.parse(event?.fact ?? '')).toMatchObject({ bucket: 'unconfirmed', amount: -7 })
})
