import { expect, test } from 'vitest'
import type { LinkContent, PaymentLink } from '../../../../src/rules/links/payment-link.ts'
import { plainLinkView } from '../../../../src/rules/views/links/payment-link-view.ts'

const exchange = { origin: 'https://exchange.example', code: 'coins' }
const pages = 'https://exchange.example/coins/purchase'
const secret = 'what the answer must not tell'

const content: LinkContent = {
  channel: 'coins_coin',
  merchantOrderNo: 'T-1',
  amount: null,
  memberNo: '7',
  memberName: '王 & 明',
  memberAccount: 'login',
  memberPhone: secret,
  memberEmail: secret,
  payerName: secret,
  payerBankName: '臺灣銀行',
  payerBankCode: secret,
  payerAccountNo: '001-2345-67890',
  payerAccountLast5: '67890',
  notifyUrl: 'https://m.example/n',
  returnUrl: 'https://m.example/back',
  extra: secret,
}

const link: PaymentLink = {
  id: 42,
  merchantId: 1,
  kind: 'plain',
  merchantOrderNo: 'T-1',
  content,
  state: 'open',
  session: 'session-1',
  token: null,
  collectionId: null,
  endsAt: 1_769_844_845,
  waitExpiresAt: null,
  expiresAt: 1_769_843_045,
  replacedBy: 0,
  sentAmount: null,
  reversedAt: null,
  createdAt: 1_769_841_245,
}

const merchant = { collectionEvents: 'completed' } as const
const plain = plainLinkView({ exchange, link, linkSign: 'the sign', merchant })

/** §2.6, `data`, its addresses and `redirect` aside. */
const common = {
  method: 'GET',
  channel: { code: 'coins_coin', name: '虛擬幣交易所儲值', type: 'redirect', method: 'GET' },
  merchant_order_no: 'T-1',
  third_party_session: 'session-1',
  // Until it lives now, which is later than its first end.
  expires_at: '2026-01-31 15:34:05',
  callback: {
    notify_url: 'https://m.example/n',
    return_success_body: 'success',
    events: ['collection.completed'],
  },
}

test(
  'the answer with a plain link is all of §2.6 and nothing else ' +
    '(§2.6 data.method–data.merchant_order_no, data.expires_at, data.callback, ' +
    '§4.4 answer, event, §6 event name)',
  () => {
    const query = 'third_party_session=session-1&third_party_order_no=T-1&user_no=7'
    const url = `${pages}/42?${query}&user_name=%E7%8E%8B+%26+%E6%98%8E`
    const addresses = { url, redirect_url: url, payment_url: url }
    const query_params = {
      third_party_order_no: 'T-1',
      user_no: '7',
      user_name: '王 & 明',
      user_account: 'login',
      customer_bank_name: '臺灣銀行',
      customer_bank_account: '001-2345-67890',
      payer_account_last5: '67890',
      payeeAccountNumber: '67890',
      notify_url: 'https://m.example/n',
      link_sign: 'the sign',
    }
    expect(plain).toEqual({
      ok: 1,
      message: 'success',
      ...addresses,
      method: 'GET',
      amount: null,
      amount_mode: null,
      data: { ...addresses, ...common, redirect: { method: 'GET', url, query_params } },
    })
  },
)
