import { describe, expect, test } from 'vitest'
import { linkIdOf, newLinkToken } from '../../../../src/rules/links/link-identity.ts'
import {
  isSameContent,
  type LinkRequest,
  linkCollection,
  linkContent,
  mayBeSameAccount,
} from '../../../../src/rules/links/payment-link.ts'
import {
  amountMode,
  defaultPaymentAmounts,
} from '../../../../src/rules/merchants/payment-amounts.ts'

const request: LinkRequest = {
  channel: '',
  merchant_order_no: 'T-1',
  member_no: '7',
  member_name: '王小明',
  member_account: '',
  member_phone: '',
  payer_name: '',
  payer_bank_name: '臺灣銀行',
  payer_bank_code: '004',
  payer_account_no: '001-2345-67890',
  payer_account_last5: '',
  notify_url: 'https://m.example/n',
  return_url: '',
  extra: '',
}

describe('the last five digits', () => {
  test.each([
    ['0012345678', '', '45678'],
    ['001-2345-67 890', '', '67890'],
    ['123', '', '123'],
    ['', '', ''],
    ['', '末五碼 12345', '12345'],
    ['no digits', '', ''],
    ['０１２-３４５６７８９０', '', '67890'],
    ['0012345*****', '67890', '67890'],
    ['0012345678', '45-678', '45678'],
  ])('of %j and %j are %j (§2.4 payer_account_last5)', (account, last5, told) => {
    const sent = { ...request, payer_account_no: account, payer_account_last5: last5 }
    expect(linkContent(sent, 'c').payerAccountLast5).toBe(told)
  })

  test.each([
    ['0012345678', '45678', true],
    ['0012345678', '45-678', true],
    ['0012345678', '0012345678', true],
    ['0012345678', '45679', false],
    ['0012345678', '678', false],
    ['0012345678', 'x', false],
    ['', '45678', true],
    ['0012345*****', '67890', true],
    ['0012345678', '', true],
  ])('an account %j and %j are one: %j', (account, last5, one) => {
    expect(mayBeSameAccount(account, last5)).toBe(one)
  })
})

describe('the content of a link', () => {
  test('has its defaults filled in (§2.4 channel, payer_name)', () => {
    expect(linkContent(request, 'exchange_coin')).toMatchObject({
      channel: 'exchange_coin',
      amount: null,
      memberEmail: '',
      payerName: '王小明',
      payerAccountLast5: '67890',
    })
  })

  test('takes the given last five digits where there is no account', () => {
    const given = { ...request, payer_account_no: '', payer_account_last5: '0099912345' }
    const content = linkContent(given, 'c')
    expect(content.payerAccountLast5).toBe('12345')
    expect(linkCollection(content, 100, 'O').counterparty_account).toBe('12345')
  })

  test('differs when any of its fields does', () => {
    const content = linkContent(request, 'c')
    expect(isSameContent(content, linkContent({ ...request, channel: 'c' }, 'c'))).toBe(true)
    for (const name of Object.keys(content)) {
      expect(isSameContent(content, { ...content, [name]: 'another' })).toBe(false)
    }
  })

  test('becomes a pending collection of the member', () => {
    const content = linkContent({ ...request, amount: 500, extra: '{"a":1}' }, 'exchange_coin')
    expect(linkCollection(content, 50_000, 'C1')).toMatchObject({
      orderid: 'C1',
      merchant_order_no: 'T-1',
      channel: 'exchange_coin',
      amount: 50_000,
      status: 'pending',
      collection_status: 'pending',
      user_id: '7',
      user_name: '王小明',
      member_bank_name: '臺灣銀行',
      counterparty_account: '001-2345-67890',
      notify_url: 'https://m.example/n',
      extra: '{"a":1}',
    })
  })
})

describe('an amount', () => {
  test.each([
    [500, 'fixed'],
    [50_000, 'custom'],
    [100, 'custom'],
    [99, null],
    [50_001, null],
  ])('of %i is %j by default', (amount, mode) => {
    expect(amountMode(defaultPaymentAmounts, amount)).toBe(mode)
  })

  test('that is not listed is none where custom amounts are off', () => {
    const listed = { ...defaultPaymentAmounts, allowCustom: false }
    expect(amountMode(listed, 500)).toBe('fixed')
    expect(amountMode(listed, 501)).toBeNull()
  })
})

describe('the name of a link', () => {
  test.each([0, 1, 63, 64, 424_242, 2 ** 52 + 1, Number.MAX_SAFE_INTEGER])(
    'carries its id %i',
    (id) => {
      const name = newLinkToken(id, Math.random)
      expect(name).toMatch(/^[A-Za-z0-9_-]{31}$/)
      expect(linkIdOf(name)).toBe(id)
    },
  )

  test('takes 22 draws of 64', () => {
    let draws = 0
    const random = () => {
      draws += 1
      return 0.999_999
    }
    expect(newLinkToken(0, random)).toBe(`${'A'.repeat(9)}${'_'.repeat(22)}`)
    expect(draws).toBe(22)
  })

  test.each(['', 'A'.repeat(30), 'A'.repeat(32), `${'A'.repeat(30)}=`, '_'.repeat(31)])(
    '%j names none',
    (text) => {
      expect(linkIdOf(text)).toBeNull()
    },
  )
})
