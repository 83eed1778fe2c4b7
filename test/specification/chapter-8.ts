import type { Row } from './row.ts'
import {
  badInput,
  creation,
  endpoints,
  links,
  linksAgain,
  payoutFields,
  query,
  rates,
  signedBodies,
  signedRoutes,
} from './tests.ts'

const length = badInput('%s takes %i characters and no more')
const address = badInput('%s takes 255 characters and no more')
const payoutLeast = payoutFields('amount starts at 0.01, actual_amount at 0')
const payoutLength = payoutFields('%s takes %i characters and no more')
const least = badInput('amount starts at 0.01, paid_amount at 0')

/** §8: limits. */
export const chapter8: readonly Row[] = [
  {
    id: '8 uid',
    says: '20 characters',
    provedBy: [
      endpoints('a uid of up to 20 characters, without control characters'),
      signedRoutes('%s is checked first: %j'),
    ],
  },
  {
    id: '8 orderid',
    says: '64 characters, unique per merchant',
    provedBy: [
      length,
      query('identifiers are text within their limits'),
      creation(
        'a repeated orderid is refused and nothing is written; another merchant may have it',
      ),
    ],
  },
  {
    id: '8 merchant_order_no of a collection',
    says: '64 characters',
    provedBy: [length, query('identifiers are text within their limits')],
  },
  {
    id: '8 serial_no',
    says: '40 characters, unique',
    provedBy: [
      payoutLength,
      payoutFields(
        'a repeated serial_no is refused and nothing is written; another merchant may have it',
      ),
    ],
  },
  { id: '8 merchant_order_no of a payout', says: '80 characters', provedBy: [payoutLength] },
  { id: '8 gateway_code', says: '30 characters', provedBy: [length] },
  { id: '8 channel of a collection', says: '30 characters', provedBy: [length] },
  { id: '8 channel of a payout', says: '30 characters', provedBy: [payoutLength] },
  { id: '8 currency', says: '10 characters', provedBy: [length] },
  { id: '8 amount of a collection', says: 'From 0.01', provedBy: [least] },
  { id: '8 amount of a payout', says: 'From 0.01', provedBy: [payoutLeast] },
  { id: '8 paid_amount', says: 'From 0', provedBy: [least] },
  { id: '8 actual_amount', says: 'From 0', provedBy: [payoutLeast] },
  { id: '8 collection_account_no', says: '80 characters', provedBy: [length] },
  { id: '8 payee_account', says: '80 characters', provedBy: [payoutLength] },
  { id: '8 collection_account_name', says: '120 characters', provedBy: [length] },
  { id: '8 collection_bank_name', says: '120 characters', provedBy: [length] },
  { id: '8 counterparty_account', says: '120 characters', provedBy: [length] },
  { id: '8 member_bank_name', says: '120 characters', provedBy: [length] },
  { id: '8 user_name', says: '120 characters', provedBy: [length] },
  { id: '8 payee_name', says: '120 characters', provedBy: [payoutLength] },
  { id: '8 payee_bank', says: '120 characters', provedBy: [payoutLength] },
  { id: '8 beneficiary_name', says: '120 characters', provedBy: [payoutLength] },
  { id: '8 user_id', says: '64 characters', provedBy: [length] },
  { id: '8 payment_tag', says: '60 characters', provedBy: [payoutLength] },
  { id: '8 voucher_no', says: '80 characters', provedBy: [payoutLength] },
  { id: '8 notify_url', says: 'A URL of 255 characters', provedBy: [address] },
  { id: '8 return_url', says: 'A URL of 255 characters', provedBy: [address] },
  {
    id: '8 reverse_url',
    says: 'A URL of 255 characters',
    provedBy: [payoutFields('%s takes 255 characters of a public address and no more')],
  },
  {
    id: '8 sign',
    says: '32 characters',
    provedBy: [
      endpoints('a sign of 32 hexadecimal characters in any case, kept as it was sent'),
      signedRoutes('%s is checked first: %j'),
    ],
  },
  {
    id: '8 link amount',
    says: 'One of the list, or within the merchant’s range',
    provedBy: [
      links('of %j is not allowed'),
      links('of %j has the mode %s'),
      links('goes by the merchant’s own settings'),
    ],
  },
  {
    id: '8 rates',
    says: 'Not shown; decided: per merchant and per address',
    provedBy: [
      rates(
        'an address over its rate is refused before its body is looked at, and told when to come',
      ),
      rates('a merchant of the rate %s is held to it, after its signature'),
      rates('the platform’s own limiter counts by key'),
    ],
  },
  {
    id: '8 life of a link',
    says: 'Not shown; decided: 30 minutes',
    provedBy: [
      links('is answered in the wait-page form of §2.6'),
      links('a link lives as long as the deployment says, and no less than a minute'),
      linksAgain('has ended when its time is over: a new one then, whatever its content'),
    ],
  },
  {
    id: '8 size of a request',
    says: 'Not shown; decided: 64 KiB',
    provedBy: [
      signedBodies('65,536 bytes are read, 65,537 are refused, with and without a content-length'),
    ],
  },
]
