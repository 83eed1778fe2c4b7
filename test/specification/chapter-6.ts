import type { Row } from './row.ts'
import {
  callbackAnswer,
  callbackBody,
  callbackRequest,
  callbackSchedule,
  collectionLives,
  delivery,
  demo,
  linkReports,
  links,
  payoutCallbacks,
  payouts,
  resends,
  story,
} from './tests.ts'

const body = callbackBody(
  'has the fields of §6 but for timestamp and sign, which each attempt adds',
)
const delivered = delivery('is signed both ways, with every field of §6')
const cancelled = payoutCallbacks('a cancelled payout calls its reverse_url, with nothing paid')
const posted = callbackRequest('a callback is a POST of one flat JSON object to its very address')
const processed = payoutCallbacks(
  'a processed payout calls its notify_url, signed, with every field of §6',
)
const told = demo('npm run demo tells the whole story')
const vocabulary = callbackBody('in the %s vocabulary says of %s: %s')

/** §6: who is called back, when, and what counts as success. */
const events: readonly Row[] = [
  { id: '6 request', says: 'An HTTP POST with a JSON body', provedBy: [posted] },
  {
    id: '6 collection',
    says: 'Goes to the notify_url of the collection when it completes, and once',
    provedBy: [
      story('a settled collection calls back a real server, which verifies both signatures'),
      collectionLives(
        'property: it owes at most one callback: when it is paid, and only with an address',
      ),
    ],
  },
  {
    id: '6 event name',
    says: 'collection.completed, in the link’s answer',
    provedBy: [
      links('is answered in the wait-page form of §2.6'),
      linkReports('the answer with a plain link is all of §2.6 and nothing else'),
    ],
  },
  {
    id: '6 payout',
    says: 'Goes to the payout’s notify_url when it completes',
    provedBy: [processed, told],
  },
  {
    id: '6 payout failure',
    says: 'Goes to reverse_url in preference',
    provedBy: [
      cancelled,
      payouts('tells notify_url where there is no reverse_url, in the older words when set so'),
      told,
    ],
  },
  {
    id: '6 success',
    says: 'The plain text success acknowledges',
    provedBy: [callbackAnswer('with %i and %j'), delivery('answered %j with %i is %s')],
  },
  {
    id: '6 any other answer',
    says: 'Is a failed delivery',
    provedBy: [
      callbackAnswer('not with %i and %j: %s'),
      delivery('answered %j with %i is %s'),
      callbackRequest('a redirect is not followed'),
    ],
  },
  {
    id: '6 resend',
    says: 'Can be asked for',
    provedBy: [resends('is answered before the attempt, by any of the order’s numbers'), told],
  },
  { id: '6 status success', says: 'What was paid', provedBy: [vocabulary, delivered] },
  { id: '6 status failed', says: 'What was cancelled', provedBy: [cancelled] },
  {
    id: '6 schedule',
    says: 'Not shown; decided: waits from 15 s to 12 h, about three days in all',
    provedBy: [
      callbackSchedule(
        'property: walked to its end has 20 attempts, each wait within ±10 % of the list',
      ),
      delivery('the whole schedule: 20 attempts over about three days, then given up and kept'),
    ],
  },
  {
    id: '6 attempts',
    says: 'Not shown; decided: 20, then failed and kept',
    provedBy: [
      callbackSchedule('ends at the 20th attempt, and after it'),
      delivery('the whole schedule: 20 attempts over about three days, then given up and kept'),
    ],
  },
  {
    id: '6 time-out',
    says: 'Not shown; decided: 10 s for connecting, headers and body together',
    provedBy: [
      callbackRequest('a server that does not answer, or does not end its answer, gets 10 seconds'),
      callbackSchedule('property: after %s it waits at least a minute, and no less than otherwise'),
    ],
  },
  {
    id: '6 other events',
    says: 'Not shown; decided: there are none',
    provedBy: [links('is answered in the wait-page form of §2.6')],
  },
]

/** §6: the body of a collection's callback. */
const collection: readonly Row[] = [
  { id: '6 collection type', says: 'collection', provedBy: [body, delivered] },
  { id: '6 collection uid', says: 'Text', provedBy: [body, delivered] },
  { id: '6 collection orderid', says: 'Text', provedBy: [body, delivered] },
  { id: '6 collection merchant_order_no', says: 'Text', provedBy: [body, delivered] },
  { id: '6 collection trade_no', says: 'Text', provedBy: [body, delivered] },
  {
    id: '6 collection amount',
    says: 'A number',
    provedBy: [
      body,
      delivered,
      callbackBody('property: is flat, and its amounts are the shortest decimals'),
    ],
  },
  {
    id: '6 collection paid_amount',
    says: 'A number',
    provedBy: [
      body,
      delivered,
      callbackBody('property: is flat, and its amounts are the shortest decimals'),
    ],
  },
  { id: '6 collection status', says: 'Text', provedBy: [body, vocabulary, delivered] },
  {
    id: '6 collection paid_at',
    says: 'A date-time, always there',
    provedBy: [body, callbackBody('always has a time of payment')],
  },
  { id: '6 collection timestamp', says: 'UNIX time of the attempt', provedBy: [posted] },
  { id: '6 collection sign', says: 'Text', provedBy: [delivered] },
]

/** §6: the body of a payout's callback. */
const payout: readonly Row[] = [
  { id: '6 payout type', says: 'payout', provedBy: [processed] },
  { id: '6 payout uid', says: 'Text', provedBy: [processed] },
  { id: '6 payout serial_no', says: 'Text', provedBy: [processed] },
  { id: '6 payout merchant_order_no', says: 'Text', provedBy: [processed] },
  { id: '6 payout amount', says: 'A number', provedBy: [processed] },
  { id: '6 payout actual_amount', says: 'A number', provedBy: [processed, cancelled] },
  { id: '6 payout status', says: 'Text', provedBy: [processed] },
  { id: '6 payout processed_at', says: 'A date-time', provedBy: [processed, cancelled] },
  { id: '6 payout timestamp', says: 'UNIX time of the attempt', provedBy: [processed] },
  { id: '6 payout sign', says: 'Text', provedBy: [processed] },
]

/** §6: events and callbacks. */
export const chapter6: readonly Row[] = [...events, ...collection, ...payout]
