import { describe, expect, test } from 'vitest'
import { type Fields, signedForm } from '../../../scripts/client/merchant-client.ts'
import { aLink, collectionsOf, endpoints, linksOf } from '../support/links.ts'
import { aMerchant, anId, expectRefused, form, post, postJson } from '../support/service.ts'

describe.each(endpoints)('a link, %s', (kind, path, more) => {
  const link = (fields: Fields = {}) => aLink({ ...more, ...fields })

  test(
    'needs an order number, the member and an address to call ' +
      '(§1.8.1, §2.4 merchant_order_no, member_no, member_name, notify_url, §4.3–4 body)',
    async () => {
      const required = ['merchant_order_no', 'member_no', 'member_name', 'notify_url']
      const nothing = Object.fromEntries(required.map((name) => [name, '']))
      const answer = await post(await aMerchant(), path, link(nothing))
      expectRefused(answer, 422, 'validation_error', required)
    },
  )

  test.each([
    ['merchant_order_no', 64],
    ['member_no', 64],
    ['member_name', 120],
    ['member_account', 120],
    ['member_phone', 30],
    ['payer_name', 120],
    ['payer_bank_name', 120],
    ['payer_bank_code', 10],
    ['payer_account_no', 120],
    ['payer_account_last5', 120],
    ...(kind === 'plain' ? ([['member_email', 255]] as const) : []),
  ] as const)(
    '%s has at most %i characters ' +
      '(§1.8.1, §2.4 merchant_order_no, member_no–member_account, member_email–payer_account_no, §4.3–4 body)',
    async (name, length) => {
      const shop = await aMerchant()
      const of = (count: number) => `${anId().slice(2)}${'甲'.repeat(300)}`.slice(0, count)
      const last5 = { payer_account_no: '' }
      const fits = await post(shop, path, link({ ...last5, [name]: of(length) }))
      expect(fits.body).toMatchObject({ ok: 1 })
      const long = await post(shop, path, link({ ...last5, [name]: of(length + 1) }))
      expectRefused(long, 422, 'validation_error', [name])
    },
  )

  test('accepts only the channel that exists (§2.4 channel)', async () => {
    const shop = await aMerchant()
    expect((await post(shop, path, link({ channel: 'exchange_coin' }))).body.ok).toBe(1)
    for (const channel of ['other_coin', 'Exchange_coin', '代付']) {
      expectRefused(await post(shop, path, link({ channel })), 422, 'channel_not_available')
    }
  })

  test('refuses a private notify_url (§2.4 notify_url)', async () => {
    const answer = await post(await aMerchant(), path, link({ notify_url: 'http://127.0.0.1/n' }))
    expectRefused(answer, 422, 'validation_error', ['notify_url'])
  })

  test.each([
    [{ payer_account_no: '', payer_account_last5: '67890' }, '67890', '67890'],
    [{ payer_account_no: '', payeeAccountNumber: '001234567890' }, '67890', '67890'],
    [{ payer_account_no: '', payerAccountNumber: '00 12345' }, '00 12345', '12345'],
    [{ payer_account_no: '', member_bank_account: '0012346' }, '0012346', '12346'],
    [{ payer_account_no: '', bankAccount: '0012347' }, '0012347', '12347'],
    [{ payer_account_no: '123' }, '123', '123'],
    [{ payer_account_last5: '001-2345-67890' }, '001-2345-67890', '67890'],
    [{ payerAccountNumber: '999999' }, '001-2345-67890', '67890'],
  ])(
    'of %j has the account %s and the last five %s ' +
      '(§2.4 payer_account_no–payeeAccountNumber, member_bank_account, ' +
      '§9.2 bankAccount of a link–payeeAccountNumber)',
    async (fields, account, last5) => {
      const shop = await aMerchant()
      expect((await post(shop, path, link(fields))).body.ok).toBe(1)
      const [stored] = await linksOf(shop)
      const content = JSON.parse(stored?.content ?? '')
      expect(content.payerAccountNo || content.payerAccountLast5).toBe(account)
      expect(content.payerAccountLast5).toBe(last5)
      const collections = await collectionsOf(shop)
      expect(collections.map((one) => one.counterparty_account)).toEqual(
        kind === 'amount' ? [account] : [],
      )
    },
  )

  test.each(['payer_account_last5', 'payeeAccountNumber'])(
    '%s that differs from the account’s end is refused by its name (§2.4 payer_account_last5)',
    async (name) => {
      const answer = await post(await aMerchant(), path, link({ [name]: '67891' }))
      expectRefused(answer, 422, 'validation_error', [name])
    },
  )

  test('accepts the earlier protocol’s names (§9.2 bankName of a link, bankAccount of a link)', async () => {
    const shop = await aMerchant()
    const number = anId()
    const { body } = await post(shop, path, {
      ...more,
      orderNo: number,
      userNo: 'member-7',
      userName: '王小明',
      bankName: '臺灣銀行',
      bankAccount: '001-2345-67890',
      notifyUrl: 'https://m.example/notify',
      returnUrl: 'https://m.example/back',
    })
    expect(body.data.merchant_order_no).toBe(number)
    const current = link({ merchant_order_no: number, return_url: 'https://m.example/back' })
    expect((await post(shop, path, current)).body, 'the same call in current names').toEqual(body)
  })

  test('prefers the current name, then the alias of §2.4 (§2.4 member_bank_name)', async () => {
    const shop = await aMerchant()
    const names = { bankName: '三', member_bank_name: '二' }
    await post(shop, path, link({ ...names, payer_bank_name: '一' }))
    await post(shop, path, link({ ...names, payer_bank_name: null }))
    const stored = (await linksOf(shop)).map(({ content }) => JSON.parse(content).payerBankName)
    expect(stored.sort()).toEqual(['一', '二'])
  })

  test('is the same as a form and as JSON', async () => {
    const shop = await aMerchant()
    const fields = link({ extra: { a: [1, '甲'] } })
    const asForm = await postJson(path, signedForm(shop.uid, shop.secret, fields), form)
    expect(asForm.body.ok).toBe(1)
    expect((await post(shop, path, fields)).body).toEqual(asForm.body)
  })
})
