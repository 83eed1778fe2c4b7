import { describe, expect, test } from 'vitest'
import { submitPurchase } from '../../../src/operations/links/submit-purchase.ts'
import type { confirmCollection } from '../../../src/operations/orders/move-collection.ts'
import { expectSoundBooks } from '../support/books.ts'
import { anAmountLink, aPlainLink, collectionsOf } from '../support/links.ts'
import {
  aCollection,
  account,
  aPayout,
  aSettled,
  asPaidOut,
  context,
  eventNames,
  eventsOf,
  move,
  outcomesOf,
} from '../support/orders.ts'
import { agent, aMerchant, asOrdered, operator, patchShop, rows } from '../support/service.ts'

const status = '/api/v1/merchant/payouts/status'
const refusal = (code: string) => expect.objectContaining({ code })
const accepted = { accept: true, reason: '', override: false } as const
const rejected = { accept: false, reason: '查無此筆入帳', override: false } as const

describe('rejected declared money becomes an exception that says so', () => {
  test.each(['succeeded', 'manual'])('of one declared as %s', async (declared) => {
    const shop = await aMerchant()
    const tradeNo = await aCollection(shop, { status: declared, paid_amount: 90 })
    await move.confirm(tradeNo, rejected)
    const { body } = await shop.status({ tradeNo })
    expect(body).toMatchObject({ status: 'EXCEPTION', paid: 0 })
    const data = { system_status: 'pending', collection_status: 'exception', paid_amount: 0 }
    expect(body.data).toMatchObject({ ...data, paid_at: null, reason: rejected.reason })
    const none = { count: 0, amount: 0 }
    const collection = { pending: { count: 1, amount: 100 }, succeeded: none, manual: none }
    const books = { balance: 0, balance0: 0, balance2: 0, data: { summary: { collection } } }
    expect((await shop.balance()).body).toMatchObject(books)
    expect((await eventsOf(tradeNo)).at(-1)).toMatchObject({
      name: 'rejected',
      actor: operator.name,
      from_state: `${declared}/pending`,
      to_state: 'pending/exception',
    })
    await expectSoundBooks()
  })

  test('the exception may be settled afterwards, as manual', async () => {
    const shop = await aMerchant()
    const tradeNo = await aCollection(shop, { status: 'succeeded' })
    await move.confirm(tradeNo, rejected)
    const again = move.confirm(tradeNo, accepted)
    await expect(again).rejects.toEqual(refusal('already_final'))
    await move.settle(tradeNo)
    expect((await shop.status({ tradeNo })).body).toMatchObject({
      status: 'MANUAL PAID',
      paid: 100,
    })
    expect((await shop.balance()).body).toMatchObject({ balance: 100, balance0: 100 })
    await expectSoundBooks()
  })

  test('accepting and rejecting at once: one of them', async () => {
    for (let n = 0; n < 10; n += 1) {
      const shop = await aMerchant()
      const tradeNo = await aCollection(shop, { status: 'succeeded' })
      const outcomes = await outcomesOf(
        [accepted, rejected].map((word) => move.confirm(tradeNo, word)),
      )
      expect(outcomes.sort()).toEqual(['already_final', 'done'])
      const [, word] = await eventNames(tradeNo)
      const balance = word === 'confirmed' ? 100 : 0
      expect((await shop.balance()).body).toMatchObject({ balance, balance0: balance })
    }
    await expectSoundBooks()
  })

  test('a declared amount that is not the order’s is accepted with override, and a declared zero is only rejected', async () => {
    const shop = await aMerchant()
    const confirm = (tradeNo: string, word: Parameters<typeof confirmCollection>[0]['input']) =>
      move.confirm(tradeNo, word)
    const less = await aCollection(shop, { status: 'succeeded', paid_amount: 90 })
    await expect(confirm(less, accepted)).rejects.toEqual(refusal('override_required'))
    await confirm(less, { ...accepted, override: ['amount'] })
    expect((await shop.balance()).body).toMatchObject({ balance: 90, balance2: 0 })
    const nothing = await aCollection(shop, { status: 'succeeded', paid_amount: 0 })
    const insisting = confirm(nothing, { ...accepted, override: true })
    await expect(insisting).rejects.toEqual(refusal('move_not_allowed'))
    await confirm(nothing, rejected)
    expect((await shop.status({ tradeNo: nothing })).body.status).toBe('EXCEPTION')
    await expectSoundBooks()
  })
})

describe('a paid amount that is less than the order’s', () => {
  const less = { ...asOrdered, paidAmount: 4_000 }

  test('settles with an operator’s manual, and is manual', async () => {
    const shop = await aMerchant()
    const tradeNo = await aCollection(shop, { notify_url: 'https://m.example/n' })
    for (const told of [less, { ...less, override: true }]) {
      const short = move.settle(tradeNo, told)
      await expect(short).rejects.toEqual(refusal('override_required'))
    }
    await move.settle(tradeNo, { ...less, manual: true })
    expect((await shop.status({ tradeNo })).body).toMatchObject({ status: 'MANUAL PAID', paid: 40 })
    expect((await shop.balance()).body.balance).toBe(40)
    const [owed] = await rows<{ body: string }>(
      'select body from callbacks where trade_no = ?',
      tradeNo,
    )
    expect(JSON.parse(owed?.body ?? '')).toMatchObject({ amount: 100, paid_amount: 40 })
    await expectSoundBooks()
  })

  test('is not an agent’s to settle, with manual or without', async () => {
    const tradeNo = await aCollection(await aMerchant())
    await move.take(tradeNo, { principal: agent })
    for (const manual of [false, true]) {
      const short = move.settle(tradeNo, { ...less, manual }, { principal: agent })
      await expect(short).rejects.toEqual(refusal('forbidden'))
    }
    await move.settle(tradeNo, {}, { principal: agent })
  })

  test('is processed with override, and the rest is available again', async () => {
    const shop = await aMerchant()
    await aSettled(shop)
    const tradeNo = await aPayout(shop)
    const short = { ...asPaidOut, actualAmount: 1_000 }
    const process = (override: boolean | readonly ['amount']) =>
      move.process(tradeNo, { ...short, override })
    await expect(process(false)).rejects.toEqual(refusal('override_required'))
    await process(['amount'])
    expect((await shop.balance()).body).toMatchObject({ balance: 90, balance1: 0 })
    expect((await shop.call(status, { tradeNo })).body).toMatchObject({ status: 'PAID', paid: 10 })
    await expectSoundBooks()
  })
})

describe('override names what it goes past, and nothing unnamed is passed', () => {
  test('more than was ordered: amount', async () => {
    const shop = await aMerchant()
    const tradeNo = await aCollection(shop)
    const settleWith = (override: readonly ('amount' | 'already_paid')[]) =>
      move.settle(tradeNo, { paidAmount: 10_001, override })
    await expect(settleWith(['already_paid'])).rejects.toEqual(refusal('override_required'))
    await settleWith(['amount'])
    expect((await shop.balance()).body.balance).toBe(100.01)
  })

  test('a second payment of one link order: already_paid', async () => {
    const shop = await aMerchant()
    const chosen = await anAmountLink(shop)
    const plain = await aPlainLink(shop, { merchant_order_no: chosen.merchant_order_no })
    await submitPurchase(context, plain, '3000')
    await move.settle(chosen.trade_no)
    const [, other = ''] = (await collectionsOf(shop)).map(({ trade_no }) => trade_no)
    const settleWith = (override: readonly ('amount' | 'already_paid')[]) =>
      move.settle(other, { override })
    await expect(settleWith(['amount'])).rejects.toEqual(refusal('already_paid'))
    await settleWith(['already_paid'])
    expect((await shop.balance()).body.balance).toBe(4000)
  })

  test('more than the merchant has: balance; a disabled merchant: disabled_merchant', async () => {
    const shop = await aMerchant()
    const tradeNo = await aPayout(shop)
    const processWith = (
      ...override: readonly ('amount' | 'balance' | 'disabled_merchant' | 'already_paid')[]
    ) => move.process(tradeNo, { override })
    await expect(processWith('amount', 'disabled_merchant')).rejects.toEqual(
      refusal('override_required'),
    )
    await patchShop(shop.uid, { enabled: false })
    await expect(processWith('amount', 'balance')).rejects.toEqual(refusal('override_required'))
    await processWith('balance', 'disabled_merchant')
    expect(await eventNames(tradeNo)).toEqual(['requested', 'processed'])
  })

  test('an agent who meets a balance that is too low is refused', async () => {
    const shop = await aMerchant()
    const tradeNo = await aPayout(shop)
    await move.take(tradeNo, { principal: agent })
    const processing = move.process(tradeNo, {}, { principal: agent })
    await expect(processing).rejects.toEqual(refusal('forbidden'))
  })
})

describe('agents settle and except what they have taken or matched', () => {
  const settleBy = (tradeNo: string) => move.settle(tradeNo, {}, { principal: agent })

  test('what nobody has is not_taken', async () => {
    const tradeNo = await aCollection(await aMerchant())
    await expect(settleBy(tradeNo)).rejects.toEqual(refusal('not_taken'))
    const exception = move.putAside(tradeNo, 'x', { principal: agent })
    await expect(exception).rejects.toEqual(refusal('not_taken'))
    expect(await eventNames(tradeNo)).toEqual(['created'])
  })

  test('matching is enough, and so is taking', async () => {
    const shop = await aMerchant()
    const [matched, taken] = [await aCollection(shop), await aCollection(shop)]
    await move.match(matched, account, { principal: agent })
    await move.take(taken, { principal: agent })
    for (const tradeNo of [matched, taken]) await settleBy(tradeNo)
    expect((await shop.balance()).body.balance).toBe(200)
  })

  test('taking again what one has is no new event', async () => {
    const tradeNo = await aCollection(await aMerchant())
    for (const _again of [1, 2, 3]) {
      const taken = await move.take(tradeNo, { principal: agent })
      expect(taken).toMatchObject({ agent: agent.name })
    }
    expect(await eventNames(tradeNo)).toEqual(['created', 'taken'])
  })

  test('what its merchant created as matched is named as the merchant’s', async () => {
    const shop = await aMerchant()
    const tradeNo = await aCollection(shop, { collection_status: 'matched' })
    const matching = move.match(tradeNo)
    await expect(matching).rejects.toMatchObject({ code: 'taken', details: { taken_by: shop.uid } })
  })
})
