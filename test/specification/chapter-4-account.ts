import type { Row } from './row.ts'
import {
  balanceReport,
  balances,
  catalogue,
  catalogueEntries,
  catalogueFields,
  demo,
  endpoints,
  moneyWalk,
  payouts,
  resends,
  signedRoutes,
  tenancy,
} from './tests.ts'

const answered = catalogueFields('is answered with ok, message and every field')
const bank = catalogueEntries('a bank has code, names, swift and kind')
const banks = catalogue('are 294, each with code and names, cacheable and open to any page')
const frozen = payouts('freezes its amount, whatever the balance')
const numbered = catalogueFields('%s has the number %i of §4 and the method %s')
const product = catalogueEntries('a product has id, uid, sku, name, currency and price')
const resent = resends('is answered before the attempt, by any of the order’s numbers')
const nothing = balances('a merchant that never did anything has nothing, in every channel')
const typed = catalogueFields('has %s, of its type')
const settled = balances('settled money is available: what was paid, not what was ordered')
const booked = moneyWalk(`the books are sound after \${operations} operations`)
const nothingOfOthers = tenancy('shows and changes nothing of an order that is another’s, by %s')
const toWhom = tenancy('to whom the orders belong, the same numbers do show them')
const declared = balances('declared money waits for its confirmation; rejected money is gone')
const sums = balanceReport('adds its channels up: available, in all, frozen, unconfirmed')

/** §4.9: the balance. */
const balance: readonly Row[] = [
  {
    id: '4.9 path',
    says: 'POST /api/v1/merchant/balance',
    provedBy: [endpoints('have the numbers that §4 gives to their paths'), nothing],
  },
  {
    id: '4.9 body',
    says: 'uid, timestamp and sign',
    provedBy: [
      signedRoutes('%s is checked first: %j'),
      balances('a form asks for the balance as well, and other fields are signed and ignored'),
    ],
  },
  { id: '4.9 balance', says: 'What is available', provedBy: [settled, sums] },
  { id: '4.9 balance0', says: 'All of it', provedBy: [declared, sums] },
  { id: '4.9 balance1', says: 'What is frozen for payouts', provedBy: [frozen, sums] },
  { id: '4.9 balance2', says: 'What awaits confirmation', provedBy: [declared, sums] },
  {
    id: '4.9 data.summary.collection',
    says: 'Count and amount of the collections by status',
    provedBy: [
      settled,
      declared,
      balances('what is only ordered, matched or put aside is no money'),
    ],
  },
  {
    id: '4.9 data.summary.payout',
    says: 'The same of the payouts',
    provedBy: [frozen, sums, booked],
  },
  {
    id: '4.9 data.summary.frozen',
    says: 'What payouts hold',
    provedBy: [sums, booked],
  },
  {
    id: '4.9 data.summary.available',
    says: 'What may be paid out',
    provedBy: [settled, declared],
  },
  {
    id: '4.9 data.summary.channels',
    says: 'The same for each channel, adding up to the whole',
    provedBy: [
      balances('each channel has its own sums, and any other text is counted as other'),
      balanceReport('property: is what the contract says, and its channels sum to the whole'),
    ],
  },
  {
    id: '4.9 types',
    says: 'Not shown; decided: decimal numbers, exact to the cent',
    provedBy: [
      balances('cents add up exactly, also the largest amounts'),
      balanceReport('property: is what the contract says, and its channels sum to the whole'),
    ],
  },
]

/** §4.10 to §4.12: banks, resends and products. */
const others: readonly Row[] = [
  { id: '4.10 path', says: 'GET /api/v1/merchant/banks', provedBy: [numbered, banks] },
  {
    id: '4.10 q',
    says: 'Narrows to a code or part of a name',
    provedBy: [
      catalogue('q=%s finds %j among others'),
      catalogue('q=%s finds %i'),
      catalogue('a code is matched from its beginning only'),
      catalogueFields('a list may be asked with %s and nothing else'),
    ],
  },
  { id: '4.10 answer', says: 'ok, message and the list', provedBy: [answered, bank, banks] },
  {
    id: '4.10 entry',
    says: 'Not shown; decided: code, names, swift and kind',
    provedBy: [typed, bank],
  },

  {
    id: '4.11 path',
    says: 'POST /api/v1/merchant/callbacks/retry',
    provedBy: [numbered, resent],
  },
  {
    id: '4.11 body',
    says: 'uid, timestamp and sign',
    provedBy: [
      signedRoutes('%s is checked first: %j'),
      catalogueFields('takes the type and six names of numbers, and no others'),
    ],
  },
  {
    id: '4.11 type',
    says: 'Required: collection or payout',
    provedBy: [
      catalogueFields('needs its type: collection or payout, in these letters'),
      resends('without a type or a number'),
      resends('of a collection under the type payout'),
    ],
  },
  {
    id: '4.11 orderid',
    says: 'Names a collection, one of the caller’s own',
    provedBy: [resent, toWhom, nothingOfOthers],
  },
  {
    id: '4.11 serial_no',
    says: 'Names a payout, one of the caller’s own',
    provedBy: [resends('a payout’s callback is resent to where it went'), toWhom, nothingOfOthers],
  },
  {
    id: '4.11 effect',
    says: 'The callback is sent again',
    provedBy: [
      demo('npm run demo tells the whole story'),
      resends('reaches a callback that was delivered, and a failure does not undo that'),
    ],
  },
  {
    id: '4.11 success',
    says: 'Settles the callback, and is recorded',
    provedBy: [
      resends('that succeeds settles a callback that was still due'),
      resends('that fails leaves state and schedule as they were'),
    ],
  },
  { id: '4.11 answer', says: 'ok, message and data', provedBy: [answered, resent] },
  {
    id: '4.11 data',
    says: 'Not shown; decided: the callback and its attempts',
    provedBy: [typed, resent, resends('a payout’s callback is resent to where it went')],
  },

  { id: '4.12 path', says: 'GET /api/v1/products', provedBy: [numbered, product] },
  {
    id: '4.12 merchant_uid',
    says: 'Adds that merchant’s to the platform’s',
    provedBy: [catalogue('are those of the platform, and of the merchant that is named, by sku')],
  },
  { id: '4.12 answer', says: 'ok and items of §2.8', provedBy: [answered, product] },
]

/** §4.9 to §4.12. */
export const chapter4Account: readonly Row[] = [...balance, ...others]
