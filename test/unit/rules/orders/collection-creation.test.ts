import { describe, expect, test } from 'vitest'
import { placeCollection } from '../../../../src/rules/orders/collection-moves.ts'
import {
  aCollectionRequest,
  aMerchant,
  asMerchant,
  inOrderNames,
  now,
  nowShown,
} from '../examples.ts'

const identity = { id: 424_242, tradeNo: 'C0000000CY9J0123456789ABCDE', linkId: null }

const placed = (
  changes: Parameters<typeof aCollectionRequest>[0] = {},
  merchant: Parameters<typeof aMerchant>[0] = {},
) =>
  placeCollection({
    request: aCollectionRequest(changes),
    merchant: aMerchant(merchant),
    identity,
    maker: asMerchant,
  })

const finalStatuses = ['succeeded', 'manual'] as const

describe('a collection as its merchant creates it', () => {
  test('has the defaults of §2.2 for all that the merchant left out (§4.5 merchant_order_no)', () => {
    expect(placed().order).toEqual({
      ...identity,
      ...inOrderNames(aCollectionRequest()),
      merchantOrderNo: 'A1',
      paidAmount: 0,
      paidAt: null,
      merchantId: 7,
      agent: '',
      confirmation: 'none',
      reason: '',
      bankAccountId: null,
      bankAccountDay: null,
      accountSince: null,
      backed: null,
      last5: '',
      expired: false,
      saidPaidAt: null,
      saidPaidTimes: 0,
      seq: 1,
      createdAt: now,
      pricing: 0,
      fee: null,
      creditedDay: null,
      waitsInSlot: false,
      assignment: null,
      settledBy: null,
      proof: null,
    })
  })

  test('keeps the last five digits of its payer’s account, or those that its link was told', () => {
    const given = aCollectionRequest({ counterparty_account: '００１２-３４５６７８９０ (004)' })
    const last5Of = (told: { last5?: string }) =>
      placeCollection({
        request: given,
        merchant: aMerchant(),
        identity: { ...identity, ...told },
        maker: asMerchant,
      }).order.last5
    expect(last5Of({})).toBe('67890')
    expect(last5Of({ last5: '12345' })).toBe('12345')
  })

  test('begins its journal: from nothing to its state, by the merchant', () => {
    expect(placed({ collection_status: 'exception' }).event).toEqual({
      orderId: 424_242,
      seq: 1,
      from: '',
      to: 'pending/exception',
      actor: 'SHOP1',
      at: now,
      fact: { name: 'created', orderAmount: 10_050, paidAmount: 0, credit: 'none' },
    })
  })
})

describe('a collection created pending', () => {
  test('keeps a paid amount and a time of payment that were declared, and credits nothing', () => {
    const { order, event } = placed({ paid_amount: 9_999, paid_at: now - 60 })
    expect(order).toMatchObject({ paidAmount: 9_999, paidAt: now - 60, confirmation: 'none' })
    expect(event.fact).toEqual({
      name: 'created',
      orderAmount: 10_050,
      paidAmount: 9_999,
      credit: 'none',
    })
  })

  test('credits nothing to a trusted merchant either', () => {
    const { event } = placed({ paid_amount: 9_999 }, { trusted: true })
    expect(event.fact).toMatchObject({ credit: 'none' })
  })

  test('owes no callback, even with an address', () => {
    expect(placed({ notify_url: 'https://shop.example/notify' }).callback).toBeNull()
  })
})

describe.each(finalStatuses)('a collection created %s', (status) => {
  test('was paid in full and now, unless the merchant says otherwise', () => {
    expect(placed({ status }).order).toMatchObject({ status, paidAmount: 10_050, paidAt: now })
  })

  test.each([0, 1, 10_049, 20_000])('was paid %i hundredths when the merchant says so', (paid) => {
    const { order, event } = placed({ status, paid_amount: paid, paid_at: now - 60 })
    expect(order).toMatchObject({ paidAmount: paid, paidAt: now - 60 })
    expect(event.fact).toMatchObject({ paidAmount: paid })
  })

  test('credits unconfirmed money, which awaits the back office', () => {
    const { order, event } = placed({ status })
    expect(order.confirmation).toBe('awaiting')
    expect(event.fact).toEqual({
      name: 'created',
      orderAmount: 10_050,
      paidAmount: 10_050,
      credit: 'unconfirmed',
    })
  })

  test('credits a trusted merchant’s available money, with nothing to confirm', () => {
    const { order, event } = placed({ status }, { trusted: true })
    expect(order.confirmation).toBe('none')
    expect(event.fact).toEqual({
      name: 'created',
      orderAmount: 10_050,
      paidAmount: 10_050,
      credit: 'available',
    })
  })

  test('keeps its matching state', () => {
    const { order } = placed({ status, collection_status: 'exception' })
    expect(order.collectionStatus).toBe('exception')
  })

  test('owes a callback at once, when there is an address', () => {
    const url = 'https://shop.example/notify'
    expect(placed({ status, notify_url: url, paid_amount: 5_000 }).callback).toEqual({
      kind: 'owed',
      url,
      body: {
        type: 'collection',
        uid: 'SHOP1',
        orderid: 'A1',
        merchant_order_no: 'A1',
        trade_no: identity.tradeNo,
        amount: 100.5,
        paid_amount: 50,
        status: 'success',
        paid_at: nowShown,
      },
    })
  })

  test('speaks the merchant’s vocabulary', () => {
    const { callback } = placed(
      { status, notify_url: 'https://shop.example/notify' },
      { callbackVocabulary: 'legacy' },
    )
    expect(callback).toMatchObject({ kind: 'owed', body: { status: 'succeeded' } })
  })

  test('owes none without an address', () => expect(placed({ status }).callback).toBeNull())
})
