import { describe, expect, test } from 'vitest'
import type { Fields } from '../../../../src/contract/endpoint.ts'
import {
  amountLinkCreation,
  plainLinkCreation,
} from '../../../../src/contract/links/link-endpoints.ts'
import {
  earlierNamesOf,
  expectNoControlCharacter,
  expectRefused,
  expectWebAddress,
  fieldOf,
  notText,
  reading,
  requiredNames,
  sent,
} from '../field-reading.ts'

// Copied by hand from §2.4, §2.6 and §9.2, never from src. Fields, their limits and defaults are those of
// `published-contract.txt`; test/workerd/links sends them.

const amountFields: Fields = amountLinkCreation.request.shape
const plainFields: Fields = plainLinkCreation.request.shape

const endpoints = [
  ['amount', amountFields],
  ['plain', plainFields],
] as const

/** The text fields that take no control character; the e-mail is the plain one's alone. */
const identifiers =
  'channel merchant_order_no member_no member_account member_phone payer_bank_code payer_account_no payer_account_last5'

/** §2.4's aliases and §9.2's names of what a link is asked for, those that win first. */
const earlierNames = {
  merchant_order_no: ['orderNo'],
  member_no: ['userNo'],
  member_name: ['userName'],
  payer_bank_name: ['member_bank_name', 'bankName'],
  payer_account_no: ['payerAccountNumber', 'member_bank_account', 'bankAccount'],
  payer_account_last5: ['payeeAccountNumber'],
  notify_url: ['notifyUrl'],
  return_url: ['returnUrl'],
}

const address = 'https://exchange.example/exchange/purchase/7'
const addresses = { url: address, redirect_url: address, payment_url: address }

/** §2.6: what `data` has in both forms, but for `redirect`. */
const data = {
  ...addresses,
  method: 'GET',
  channel: { code: 'exchange_coin', name: '儲值', type: 'redirect', method: 'GET' },
  merchant_order_no: 'T-1',
  third_party_session: 's',
  expires_at: '2026-01-31 15:04:05',
  callback: {
    notify_url: 'https://m.example/n',
    return_success_body: 'success',
    events: ['collection.completed'],
  },
}

const waitPageForm = {
  ok: 1,
  message: 'success',
  ...addresses,
  wait_url: address,
  method: 'GET',
  amount: 500,
  amount_mode: 'fixed',
  data: {
    ...data,
    wait_url: address,
    redirect: { method: 'GET', url: address },
    orderid: 'A1',
    trade_no: 'C1',
  },
}

const redirectForm = {
  ok: 1,
  message: 'success',
  ...addresses,
  method: 'GET',
  amount: null,
  amount_mode: null,
  data: {
    ...data,
    redirect: {
      method: 'GET',
      url: address,
      query_params: {
        third_party_order_no: 'T-1',
        user_no: '7',
        user_name: '王',
        user_account: '',
        customer_bank_name: '',
        customer_bank_account: '',
        payer_account_last5: '',
        payeeAccountNumber: '',
        notify_url: 'https://m.example/n',
        link_sign: 'ab'.repeat(32),
      },
    },
  },
}

const answers = [
  ['wait-page', waitPageForm, amountLinkCreation.response],
  ['redirect', redirectForm, plainLinkCreation.response],
] as const

/** Each copy of a value that lacks one of its members, at any depth, by the path of what it lacks. */
function lacking(value: object): readonly (readonly [path: string, copy: object])[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _, ...without } = value as Record<string, unknown>
    const isObject = typeof member === 'object' && member !== null && !Array.isArray(member)
    const inside = isObject ? lacking(member) : []
    const deeper = inside.map(
      ([path, copy]) => [`${name}.${path}`, { ...value, [name]: copy }] as const,
    )
    return [[name, without] as const, ...deeper]
  })
}

test('a link for an amount is number 3 of §4, a plain one number 4', () => {
  const path = '/api/v1/merchant/payment-links'
  const both = ['channel_not_available', 'duplicate_merchant_order_no']
  expect(amountLinkCreation).toMatchObject({ number: 3, method: 'POST', path: `${path}/amount` })
  expect(amountLinkCreation.refusals.toSorted()).toEqual(['amount_not_allowed', ...both])
  expect(plainLinkCreation).toMatchObject({ number: 4, method: 'POST', path })
  expect(plainLinkCreation.refusals.toSorted()).toEqual(both)
})

describe('a request for a link', () => {
  test.each(endpoints)(
    'needs what §2.4 requires and nothing of the payer, %s (§2.4 payer_bank_code, payer data)',
    (kind, fields) => {
      const both = ['member_name', 'member_no', 'merchant_order_no', 'notify_url']
      const all = kind === 'amount' ? ['amount', ...both] : both
      expect(requiredNames(fields, undefined)).toEqual(all)
    },
  )

  test.each(endpoints)('takes no control character in what identifies, %s', (kind, fields) => {
    const names = kind === 'plain' ? `${identifiers} member_email` : identifiers
    for (const name of names.split(' ')) expectNoControlCharacter(fieldOf(fields, name))
  })

  test.each(endpoints)(
    'takes addresses of up to 255 characters, http or https, %s (§2.4 notify_url, return_url)',
    (_, all) => {
      for (const name of ['notify_url', 'return_url']) expectWebAddress(fieldOf(all, name))
      expect(reading(fieldOf(all, 'return_url'), undefined)).toEqual({ value: '' })
    },
  )

  test('takes a whole number as its amount, in any spelling (§2.4 amount)', () => {
    const field = fieldOf(amountFields, 'amount')
    for (const parameter of [...['500', '500.0', '5e2'].map(sent.number), sent.text('500')]) {
      expect(reading(field, parameter)).toEqual({ value: 500 })
    }
    expectRefused(field, ['500.5', '1e-1'].map(sent.number))
    expectRefused(field, ['', ' 500', '500元', '5,000', '500.5'].map(sent.text))
    expectRefused(field, [sent.null, ...notText.filter(({ kind }) => kind !== 'number')])
  })

  test.each(endpoints)(
    'takes extra as an object, and no list or number, %s (§2.4 extra)',
    (_, fields) => {
      const field = fieldOf(fields, 'extra')
      expect(reading(field, sent.nested('{"a":[1]}'))).toEqual({ value: '{"a":[1]}' })
      expect(reading(field, undefined)).toEqual({ value: '' })
      expectRefused(field, [sent.nested('[1]'), sent.number('1'), sent.boolean(true)])
    },
  )

  test.each(Object.entries({ amount: amountLinkCreation, plain: plainLinkCreation }))(
    'may be made in the aliases of §2.4 and the names of §9.2, %s ' +
      '(§2.4 payerAccountNumber–member_bank_account, §9.2 payerAccountNumber, payeeAccountNumber)',
    (_, endpoint) => {
      expect(earlierNamesOf(endpoint)).toEqual(earlierNames)
    },
  )
})

describe.each(answers)('an answer in the %s form', (_, answer, response) => {
  test('has everything that §2.6 shows', () => {
    expect(response.parse(answer)).toEqual(answer)
    for (const [path, copy] of lacking(answer)) {
      expect(response.safeParse(copy).success, path).toBe(false)
    }
  })

  test('is fetched with GET, and its channel redirects', () => {
    for (const wrong of [
      { ...answer, method: 'POST' },
      { ...answer, data: { ...answer.data, method: 'POST' } },
      { ...answer, data: { ...answer.data, redirect: { ...answer.data.redirect, method: '' } } },
      { ...answer, data: { ...answer.data, channel: { ...data.channel, type: 'form' } } },
      { ...answer, data: { ...answer.data, expires_at: '2026-01-31T15:04:05Z' } },
    ]) {
      expect(response.safeParse(wrong).success).toBe(false)
    }
  })
})
