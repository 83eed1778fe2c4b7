import type { Row } from './row.ts'
import {
  badInput,
  callbackDoors,
  collectionFields,
  collectionReport,
  creation,
  endpoints,
  opening,
  payoutFields,
  payouts,
  query,
  signedBodies,
  signedRoutes,
  tenancy,
} from './tests.ts'

const answer = creation('the answer is the one of §2.2, and the defaults are filled in')
const found = query('any of its numbers finds a collection, and several have to match all')
const paths = endpoints('have the numbers that §4 gives to their paths')
const payoutAnswer = payoutFields('the answer is the one of §2.3, and the defaults are filled in')
const payoutFound = payoutFields('any of its numbers finds a payout, and several have to match all')
const signedFirst = signedRoutes('%s is checked first: %j')

/** §4: what all endpoints share. */
const all: readonly Row[] = [
  {
    id: '4 paths',
    says: 'Are relative to the base address, and served there only',
    provedBy: [
      paths,
      callbackDoors('the merchant API is not served on the exchange host, nor on any other'),
    ],
  },
  {
    id: '4 bodies',
    says: 'Are JSON objects',
    provedBy: [signedBodies('%s is not a body'), signedBodies('%s makes a body ambiguous')],
  },
  {
    id: '4 success',
    says: 'Has ok 1 and a message',
    provedBy: [endpoints('answer with ok 1 and the message success'), answer],
  },
  {
    id: '4 signed requests',
    says: 'Carry uid, timestamp and sign',
    provedBy: [
      endpoints('uid, timestamp and sign, each of them required'),
      signedFirst,
      signedRoutes('uid, timestamp and sign that are all missing are all named'),
    ],
  },
]

/** §4.5 and §4.6: collections. */
const ofCollections: readonly Row[] = [
  {
    id: '4.5 path',
    says: 'POST /api/v1/merchant/collections',
    provedBy: [collectionFields('is number 5 of §4'), answer],
  },
  {
    id: '4.5 body',
    says: 'The fields of §2.2',
    provedBy: [
      collectionFields('takes the fields of §2.2 and no others'),
      creation('every field comes back as it was sent, in JSON and as a form'),
      badInput('everything that is wrong is named at once'),
    ],
  },
  {
    id: '4.5 answer',
    says: 'ok, message and the data of §2.2',
    provedBy: [answer, collectionFields('answers with the result of §2.2')],
  },
  {
    id: '4.5 duplicate orderid',
    says: '422 for the same merchant, and nothing is written',
    provedBy: [
      creation(
        'a repeated orderid is refused and nothing is written; another merchant may have it',
      ),
      creation('200 creations with one orderid at once: one is accepted, with one effect'),
    ],
  },
  {
    id: '4.5 merchant_order_no',
    says: 'Equals orderid when absent',
    provedBy: [answer, opening('has the defaults of §2.2 for all that the merchant left out')],
  },
  {
    id: '4.6 path',
    says: 'POST /api/v1/merchant/collections/status',
    provedBy: [collectionFields('is number 6 of §4'), found],
  },
  {
    id: '4.6 body',
    says: 'uid, timestamp and sign; orderid and merchant_order_no are optional text',
    provedBy: [
      signedFirst,
      found,
      query('identifiers are text within their limits'),
      query('empty identifiers count as absent'),
    ],
  },
  { id: '4.6 tradeNo', says: 'Finds a collection as well', provedBy: [found] },
  {
    id: '4.6 no identifier',
    says: 'Not shown; decided: a validation error that names them',
    provedBy: [query('without an identifier the request is wrong, and says which there are')],
  },
  {
    id: '4.6 no match',
    says: 'Not shown; decided: order_not_found, for orders of other merchants too',
    provedBy: [
      query('what does not exist is not found, nearly right ones included'),
      query('another merchant’s collection is never shown, whatever it is asked by'),
      tenancy('shows and changes nothing of an order that is another’s, by %s'),
    ],
  },
  {
    id: '4.6 answer',
    says: 'As in §2.7',
    provedBy: [answer, collectionReport('has the fields of §2.7 and every stored one')],
  },
]

/** §4.7 and §4.8: payouts. */
const ofPayouts: readonly Row[] = [
  { id: '4.7 path', says: 'POST /api/v1/merchant/payouts', provedBy: [paths, payoutAnswer] },
  {
    id: '4.7 body',
    says: 'The fields of §2.3',
    provedBy: [
      payoutFields('every field comes back as it was sent, in JSON and as a form'),
      payoutFields('needs serial_no, amount and payee_name and nothing else'),
    ],
  },
  { id: '4.7 answer', says: 'ok, message and the data of §2.3', provedBy: [payoutAnswer] },
  {
    id: '4.7 duplicate serial_no',
    says: '422, and nothing is written',
    provedBy: [
      payoutFields(
        'a repeated serial_no is refused and nothing is written; another merchant may have it',
      ),
      payouts('200 at once with one serial number: one is accepted, one amount is frozen'),
    ],
  },
  { id: '4.8 path', says: 'POST /api/v1/merchant/payouts/status', provedBy: [paths, payoutFound] },
  {
    id: '4.8 body',
    says: 'serial_no and merchant_order_no are optional',
    provedBy: [signedFirst, payoutFound],
  },
  { id: '4.8 tradeNo', says: 'Finds a payout as well', provedBy: [payoutFound] },
  {
    id: '4.8 answer',
    says: 'Not shown; decided: the shape of §2.7',
    provedBy: [
      payoutAnswer,
      payoutFields('every field comes back as it was sent, in JSON and as a form'),
    ],
  },
]

/** §4.5 to §4.8, and what all endpoints share. */
export const chapter4Orders: readonly Row[] = [...all, ...ofCollections, ...ofPayouts]
