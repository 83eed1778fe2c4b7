import { webhookSecret, webhookSignature } from '../signing/callback-headers.ts'
import { currentStyleText, signCurrent } from '../signing/current-style.ts'
import { md5Hex } from '../signing/md5.ts'
import { readJsonBody } from '../signing/parameters.ts'

/** The steps of signing one request. */
export type SigningExample = {
  readonly secret: string
  /** The fields before they are signed, as JSON. */
  readonly unsigned: string
  readonly stringToSign: string
  readonly sign: string
  readonly body: string
}

/** A callback as it arrives, and its receiver's computation to verify it. */
export type CallbackExample = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly stringToSign: string
  readonly sign: string
  readonly signedContent: string
  /** The secret as libraries of Standard Webhooks take it. */
  readonly webhookSecret: string
}

/** §5.3 on a request with Chinese text, a slash, an empty value, which is left out, and an object. */
export function signingExample(): SigningExample {
  const unsigned = JSON.stringify(fields)
  const read = readJsonBody(new TextEncoder().encode(unsigned))
  if (!read.ok) throw new Error('the example is not readable')
  const stringToSign = currentStyleText(read.parameters, secret)
  const sign = md5Hex(stringToSign)
  return { secret, unsigned, stringToSign, sign, body: JSON.stringify({ ...fields, sign }) }
}

/** A collection's callback, signed in both ways. */
export function callbackExample(): CallbackExample {
  const texts = Object.fromEntries(
    Object.entries(fixedFields).map(([name, value]) => [name, String(value)]),
  )
  const sign = signCurrent(texts, secret)
  const parameters = Object.entries(texts).map(
    ([name, text]) => ({ name, kind: 'text', text }) as const,
  )
  const body = JSON.stringify({ ...fixedFields, sign })
  const id = `cb_${fixedFields.trade_no}`
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(fixedFields.timestamp),
    'webhook-signature': webhookSignature({
      secrets: [secret],
      id,
      timestamp: fixedFields.timestamp,
      body,
    }),
    'webhook-attempt': '1',
  }
  const stringToSign = currentStyleText(parameters, secret)
  return {
    headers,
    body,
    stringToSign,
    sign,
    signedContent: `${id}.${fixedFields.timestamp}.${body}`,
    webhookSecret: webhookSecret(secret),
  }
}

/** The secret of the examples: that of the local database's demonstration merchant. */
export const exampleSecret = 'demo-secret-for-local-use-only'

const secret = exampleSecret

const fields = {
  uid: 'DEMO0001',
  timestamp: 1_760_000_000,
  orderid: 'A-1001',
  amount: 100.5,
  channel: '',
  user_name: '王小明',
  notify_url: 'https://shop.example/notify?from=pay',
  extra: { memo: '測試', lines: [1, 2] },
}

const fixedFields = {
  type: 'collection',
  uid: fields.uid,
  orderid: fields.orderid,
  merchant_order_no: fields.orderid,
  trade_no: 'C0ABCDEFGHJK0123456789MNPQR',
  amount: fields.amount,
  paid_amount: fields.amount,
  status: 'success',
  paid_at: '2025-10-09 16:55:00',
  timestamp: 1_760_000_110,
}
