import type { Row } from './row.ts'
import { endpoints, payoutCallbacks, payoutFields, payouts, signedRoutes } from './tests.ts'

const addresses = payoutFields('%s takes 255 characters of a public address and no more')
const amounts = payoutFields('amount starts at 0.01, actual_amount at 0')
const answer = payoutFields('the answer is the one of §2.3, and the defaults are filled in')
const comesBack = payoutFields('every field comes back as it was sent, in JSON and as a form')
const needed = payoutFields('needs serial_no, amount and payee_name and nothing else')
const repeated = payoutFields(
  'a repeated serial_no is refused and nothing is written; another merchant may have it',
)
const signedFirst = signedRoutes('%s is checked first: %j')
const states = payoutFields('one created as %s is reported as %s, with %d paid')
const text = [payoutFields('%s takes %i characters and no more'), comesBack]
const words = payoutFields('%s takes %j, not %j')

/** §2.3: what a request to create a payout carries. */
const request: readonly Row[] = [
  {
    id: '2.3 uid',
    says: 'Required, at most 20 characters',
    provedBy: [endpoints('a uid of up to 20 characters, without control characters'), signedFirst],
  },
  {
    id: '2.3 serial_no',
    says: 'Required, at most 40 characters, never repeated',
    provedBy: [
      needed,
      ...text,
      repeated,
      payouts('200 at once with one serial number: one is accepted, one amount is frozen'),
    ],
  },
  {
    id: '2.3 merchant_order_no',
    says: 'At most 80 characters; the serial_no when absent',
    provedBy: [...text, answer],
  },
  {
    id: '2.3 channel',
    says: 'At most 30 characters; 代付 when absent',
    provedBy: [...text, answer],
  },
  { id: '2.3 amount', says: 'Required, from 0.01', provedBy: [needed, amounts, comesBack] },
  {
    id: '2.3 actual_amount',
    says: 'From 0; the amount when absent',
    provedBy: [amounts, comesBack, answer],
  },
  {
    id: '2.3 status',
    says: 'pending, processed or cancelled',
    provedBy: [states, words, comesBack, answer],
  },
  { id: '2.3 payee_name', says: 'Required, at most 120 characters', provedBy: [needed, ...text] },
  { id: '2.3 payee_bank', says: 'At most 120 characters', provedBy: text },
  { id: '2.3 payee_account', says: 'At most 80 characters', provedBy: text },
  { id: '2.3 payment_tag', says: 'A tag, at most 60 characters', provedBy: text },
  {
    id: '2.3 beneficiary_name',
    says: 'At most 120 characters; the payee_name when absent',
    provedBy: [...text, answer],
  },
  {
    id: '2.3 requested_at',
    says: 'A date or date-time; now when absent',
    provedBy: [words, comesBack, answer],
  },
  {
    id: '2.3 processed_at',
    says: 'A date or date-time; may come with processed',
    provedBy: [words, comesBack],
  },
  { id: '2.3 voucher_no', says: 'At most 80 characters', provedBy: text },
  { id: '2.3 note', says: 'A remark', provedBy: text },
  { id: '2.3 is_delayed', says: 'A boolean', provedBy: [words, comesBack, answer] },
  {
    id: '2.3 notify_url',
    says: 'Called on completion: at most 255 characters',
    provedBy: [
      addresses,
      comesBack,
      payoutCallbacks('a processed payout calls its notify_url, signed, with every field of §6'),
    ],
  },
  {
    id: '2.3 reverse_url',
    says: 'Called on failure: at most 255 characters',
    provedBy: [
      addresses,
      comesBack,
      payoutCallbacks('a cancelled payout calls its reverse_url, with nothing paid'),
    ],
  },
  {
    id: '2.3 timestamp',
    says: 'Required, UNIX time',
    provedBy: [
      endpoints('a timestamp in seconds, or in milliseconds when it has 13 digits'),
      signedFirst,
    ],
  },
  { id: '2.3 extra', says: 'An object or a string', provedBy: [words, comesBack] },
  {
    id: '2.3 sign',
    says: 'Required, 32 characters',
    provedBy: [
      endpoints('a sign of 32 hexadecimal characters in any case, kept as it was sent'),
      signedFirst,
    ],
  },
]

/** §2.3: what the creation answers with. */
const result: readonly Row[] = [
  { id: '2.3 data.id', says: 'An integer', provedBy: [answer] },
  { id: '2.3 data.serial_no', says: 'The payout’s number', provedBy: [answer, comesBack] },
  {
    id: '2.3 data.merchant_order_no',
    says: 'The merchant’s number',
    provedBy: [answer, comesBack],
  },
  { id: '2.3 data.status', says: 'The status', provedBy: [states, answer, comesBack] },
  { id: '2.3 data.amount', says: 'A number', provedBy: [answer, comesBack] },
]

/** §2.3: a payout. */
export const chapter2Payout: readonly Row[] = [...request, ...result]
