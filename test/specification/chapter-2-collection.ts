import type { Row } from './row.ts'
import {
  badInput,
  callbackReport,
  collectionFields,
  collectionReport,
  creation,
  endpoints,
  query,
  signedRoutes,
  story,
} from './tests.ts'

const absent = collectionFields('with an absent %s (up to %i) has %j')
const answer = creation('the answer is the one of §2.2, and the defaults are filled in')
const atCreation = creation('created %s with %j: paid_amount %d, paid at %s')
const comesBack = creation('every field comes back as it was sent, in JSON and as a form')
const documented = collectionFields('the documentation of %s says at most %i characters')
const length = badInput('%s takes %i characters and no more')
const needed = collectionFields('needs orderid and amount and nothing else')
const reported = collectionReport('has the fields of §2.7 and every stored one')
const signedFirst = signedRoutes('%s is checked first: %j')
const text = [length, comesBack, absent, documented]
const addressed = [
  badInput('%s takes 255 characters and no more'),
  badInput('%s has to be a whole http or https address'),
  comesBack,
]

/** §2.2: what a request to create a collection carries. */
const request: readonly Row[] = [
  {
    id: '2.2 uid',
    says: 'Required, at most 20 characters',
    provedBy: [endpoints('a uid of up to 20 characters, without control characters'), signedFirst],
  },
  {
    id: '2.2 orderid',
    says: 'Required, at most 64 characters, unique per merchant',
    provedBy: [
      needed,
      length,
      comesBack,
      creation(
        'a repeated orderid is refused and nothing is written; another merchant may have it',
      ),
      creation('200 creations with one orderid at once: one is accepted, with one effect'),
    ],
  },
  {
    id: '2.2 merchant_order_no',
    says: 'At most 64 characters; the orderid when absent',
    provedBy: [length, comesBack, answer],
  },
  {
    id: '2.2 gateway_code',
    says: 'At most 30 characters; gateway_c when absent',
    provedBy: text,
  },
  { id: '2.2 channel', says: 'Name or code, at most 30 characters', provedBy: text },
  { id: '2.2 currency', says: 'At most 10 characters; TWD when absent', provedBy: text },
  {
    id: '2.2 amount',
    says: 'Required, from 0.01',
    provedBy: [
      needed,
      badInput('amount starts at 0.01, paid_amount at 0'),
      badInput('%s takes whole hundredths up to 9,999,999,999.99'),
      comesBack,
    ],
  },
  {
    id: '2.2 paid_amount',
    says: 'From 0; the amount when absent and status is succeeded',
    provedBy: [badInput('amount starts at 0.01, paid_amount at 0'), atCreation],
  },
  {
    id: '2.2 status',
    says: 'pending, succeeded or manual',
    provedBy: [badInput('%s has to be one of its words'), atCreation],
  },
  {
    id: '2.2 collection_status',
    says: 'pending, matched or exception; pending when absent',
    provedBy: [
      badInput('%s has to be one of its words'),
      collectionFields('takes the words of §3.1 as %s, pending when absent'),
      comesBack,
      creation('an exception from the start is reported as one while it is unpaid'),
    ],
  },
  {
    id: '2.2 collection_account_name',
    says: 'Holder of the receiving account, at most 120 characters',
    provedBy: text,
  },
  {
    id: '2.2 collection_account_no',
    says: 'Receiving account, at most 80 characters',
    provedBy: text,
  },
  {
    id: '2.2 collection_bank_name',
    says: 'Receiving bank, at most 120 characters',
    provedBy: text,
  },
  {
    id: '2.2 counterparty_account',
    says: 'The payer’s account, recommended but not required, at most 120 characters',
    provedBy: [needed, ...text],
  },
  {
    id: '2.2 member_bank_name',
    says: 'The payer’s bank, at most 120 characters',
    provedBy: text,
  },
  { id: '2.2 user_id', says: 'Member id, at most 64 characters', provedBy: text },
  { id: '2.2 user_name', says: 'Member name, at most 120 characters', provedBy: text },
  {
    id: '2.2 notify_url',
    says: 'The address that is called back: a URL of at most 255 characters',
    provedBy: [
      ...addressed,
      story('a settled collection calls back a real server, which verifies both signatures'),
    ],
  },
  {
    id: '2.2 return_url',
    says: 'Where the payer returns to: a URL of at most 255 characters',
    provedBy: addressed,
  },
  {
    id: '2.2 paid_at',
    says: 'A date or date-time; may come with succeeded',
    provedBy: [
      creation('paid_at %s is %s in Taipei'),
      badInput('paid_at has to be a date or date-time that exists'),
    ],
  },
  {
    id: '2.2 timestamp',
    says: 'Required, UNIX time',
    provedBy: [
      endpoints('a timestamp in seconds, or in milliseconds when it has 13 digits'),
      signedFirst,
    ],
  },
  {
    id: '2.2 extra',
    says: 'An object or a string',
    provedBy: [
      creation('extra that is %s comes back'),
      creation('extra is kept as the text that was sent'),
      collectionFields('takes extra as an object or a string'),
    ],
  },
  {
    id: '2.2 sign',
    says: 'Required, 32 characters',
    provedBy: [
      endpoints('a sign of 32 hexadecimal characters in any case, kept as it was sent'),
      signedFirst,
    ],
  },
]

/** §2.2: what the creation answers with. */
const result: readonly Row[] = [
  {
    id: '2.2 data',
    says: 'These eight fields, each of its type, and trade_no beside them',
    provedBy: [collectionFields('answers with the result of §2.2'), answer],
  },
  { id: '2.2 data.id', says: 'An integer', provedBy: [answer] },
  { id: '2.2 data.orderid', says: 'The collection’s number', provedBy: [answer, comesBack] },
  {
    id: '2.2 data.merchant_order_no',
    says: 'The merchant’s number',
    provedBy: [answer, comesBack],
  },
  { id: '2.2 data.status', says: 'The status', provedBy: [answer, atCreation] },
  { id: '2.2 data.amount', says: 'A number', provedBy: [answer, comesBack] },
  { id: '2.2 data.paid_amount', says: 'A number', provedBy: [answer, atCreation] },
  {
    id: '2.2 data.payment_bank_account',
    says: 'Text: the receiving account, empty until it is known',
    provedBy: [answer, comesBack],
  },
  {
    id: '2.2 data.counterparty_account',
    says: 'Text: the payer’s account',
    provedBy: [answer, comesBack],
  },
]

/** §2.7: what a query of a collection answers with. */
const report: readonly Row[] = [
  { id: '2.7 ok', says: '1', provedBy: [reported, answer] },
  { id: '2.7 code', says: '0 on success', provedBy: [reported, answer] },
  { id: '2.7 text', says: 'Text: success', provedBy: [reported, answer] },
  {
    id: '2.7 status',
    says: 'A word for the state, PAID for one',
    provedBy: [collectionReport('of one that is %s and %s says %s'), atCreation],
  },
  {
    id: '2.7 paid',
    says: 'A number: what was paid, 0 until then',
    provedBy: [
      collectionReport('of a %s one says paid %d, and shows what was declared'),
      atCreation,
    ],
  },
  {
    id: '2.7 tradeNo',
    says: 'The platform’s transaction number',
    provedBy: [
      reported,
      query('any of its numbers finds a collection, and several have to match all'),
    ],
  },
  { id: '2.7 orderNo', says: 'The merchant’s order number', provedBy: [reported, answer] },
  { id: '2.7 data.system_status', says: 'The stored status', provedBy: [reported, atCreation] },
  { id: '2.7 data.amount', says: 'A number', provedBy: [reported, comesBack] },
  { id: '2.7 data.paid_amount', says: 'A number', provedBy: [reported, comesBack] },
  {
    id: '2.7 data.callback_status',
    says: 'How the callback fares',
    provedBy: [
      reported,
      callbackReport('of one that is %s is %s'),
      callbackReport('is none when no callback is owed'),
      story('a settled collection calls back a real server, which verifies both signatures'),
    ],
  },
  {
    id: '2.7 both styles',
    says: 'Current system fields beside those of the earlier style',
    provedBy: [
      reported,
      collectionReport('property: is what the contract says, nothing more and nothing less'),
    ],
  },
]

/** §2.2 and §2.7: a collection. */
export const chapter2Collection: readonly Row[] = [...request, ...result, ...report]
