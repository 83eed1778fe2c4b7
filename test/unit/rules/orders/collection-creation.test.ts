import { describe, expect, test } from 'vitest'
import { placeCollection } from '../../../../src/rules/orders/collection-moves.ts'
import { aMerchant, aRequest, asMerchant, now, nowShown } from '../examples.ts'

const identity = { id: 424_242, tradeNo: 'C0000000CY9J0123456789ABCDE', linkId: null }

const open = (
  changes: Parameters<typeof aRequest>[0] = {},
  merchant: Parameters<typeof aMerchant>[0] = {},
) => placeCollection(aRequest(changes), aMerchant(merchant), identity, asMerchant)

const finalStatuses = ['succeeded', 'manual'] as const

describe('a collection as its merchant creates it', () => {
  test('has the defaults of §2.2 for all that the merchant left out (§4.5 merchant_order_no)', () => {
    expect(open().order).toEqual({
      ...identity,
      merchantId: 7,
      orderid: 'A1',
      merchantOrderNo: 'A1',
      gatewayCode: 'gateway_c',
      channel: '',
      currency: 'TWD',
      amount: 10_050,
      paidAmount: 0,
      status: 'pending',
      collectionStatus: 'pending',
      collectionAccountName: '',
      collectionAccountNo: '',
      collectionBankName: '',
      counterpartyAccount: '',
      memberBankName: '',
      userId: '',
      userName: '',
      notifyUrl: '',
      returnUrl: '',
      paidAt: null,
      extra: '',
      agent: '',
      confirmation: 'none',
      seq: 1,
      createdAt: now,
    })
  })

  test('keeps every field that the merchant gave', () => {
    const given = {
      orderid: 'A2',
      merchant_order_no: 'M2',
      gateway_code: 'gateway_x',
      channel: 'channel-x',
      currency: 'USD',
      amount: 1,
      collection_status: 'matched',
      collection_account_name: 'account name',
      collection_account_no: 'account no',
      collection_bank_name: 'account bank',
      counterparty_account: 'payer account',
      member_bank_name: 'payer bank',
      user_id: 'user id',
      user_name: 'user name',
      notify_url: 'https://shop.example/notify',
      return_url: 'https://shop.example/return',
      extra: '{"a":1}',
    } as const
    expect(open(given).order).toMatchObject({
      orderid: 'A2',
      merchantOrderNo: 'M2',
      gatewayCode: 'gateway_x',
      channel: 'channel-x',
      currency: 'USD',
      amount: 1,
      collectionStatus: 'matched',
      collectionAccountName: 'account name',
      collectionAccountNo: 'account no',
      collectionBankName: 'account bank',
      counterpartyAccount: 'payer account',
      memberBankName: 'payer bank',
      userId: 'user id',
      userName: 'user name',
      notifyUrl: 'https://shop.example/notify',
      returnUrl: 'https://shop.example/return',
      extra: '{"a":1}',
    })
  })

  test('begins its journal: from nothing to its state, by the merchant', () => {
    expect(open({ collection_status: 'exception' }).event).toEqual({
      orderId: 424_242,
      seq: 1,
      from: '',
      to: 'pending/exception',
      actor: 'SHOP1',
      at: now,
      fact: { name: 'created', paidAmount: 0, credit: 'none' },
    })
  })
})

describe('a collection created pending', () => {
  test('keeps a paid amount and a time of payment that were declared, and credits nothing', () => {
    const { order: collection, event } = open({ paid_amount: 9_999, paid_at: now - 60 })
    expect(collection).toMatchObject({ paidAmount: 9_999, paidAt: now - 60, confirmation: 'none' })
    expect(event.fact).toEqual({ name: 'created', paidAmount: 9_999, credit: 'none' })
  })

  test('credits nothing to a trusted merchant either', () => {
    const { event } = open({ paid_amount: 9_999 }, { trusted: true })
    expect(event.fact).toMatchObject({ credit: 'none' })
  })

  test('owes no callback, even with an address', () => {
    expect(open({ notify_url: 'https://shop.example/notify' }).callback).toBeNull()
  })
})

describe.each(finalStatuses)('a collection created %s', (status) => {
  test('was paid in full and now, unless the merchant says otherwise', () => {
    expect(open({ status }).order).toMatchObject({ status, paidAmount: 10_050, paidAt: now })
  })

  test.each([0, 1, 10_049, 20_000])('was paid %i hundredths when the merchant says so', (paid) => {
    const { order: collection, event } = open({ status, paid_amount: paid, paid_at: now - 60 })
    expect(collection).toMatchObject({ paidAmount: paid, paidAt: now - 60 })
    expect(event.fact).toMatchObject({ paidAmount: paid })
  })

  test('credits unconfirmed money, which awaits the back office', () => {
    const { order: collection, event } = open({ status })
    expect(collection.confirmation).toBe('awaiting')
    expect(event.fact).toEqual({ name: 'created', paidAmount: 10_050, credit: 'unconfirmed' })
  })

  test('credits a trusted merchant’s available money, with nothing to confirm', () => {
    const { order: collection, event } = open({ status }, { trusted: true })
    expect(collection.confirmation).toBe('none')
    expect(event.fact).toEqual({ name: 'created', paidAmount: 10_050, credit: 'available' })
  })

  test('keeps its matching state', () => {
    const { order: collection } = open({ status, collection_status: 'exception' })
    expect(collection.collectionStatus).toBe('exception')
  })

  test('owes a callback at once, when there is an address', () => {
    const url = 'https://shop.example/notify'
    expect(open({ status, notify_url: url, paid_amount: 5_000 }).callback).toEqual({
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
    const { callback } = open(
      { status, notify_url: 'https://shop.example/notify' },
      { callbackVocabulary: 'legacy' },
    )
    expect(callback?.body.status).toBe('succeeded')
  })

  test('owes none without an address', () => expect(open({ status }).callback).toBeNull())
})
