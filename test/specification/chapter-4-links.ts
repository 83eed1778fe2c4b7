import type { Row } from './row.ts'
import {
  catalogue,
  catalogueEntries,
  catalogueFields,
  endpoints,
  linkFields,
  linkReports,
  linkRequests,
  links,
  memberPages,
  purchases,
  signedRoutes,
  waitPages,
} from './tests.ts'

const amountForm = links('is answered in the wait-page form of §2.6')
const answered = catalogueFields('is answered with ok, message and every field')
const channel = catalogueEntries('a channel has code, name, type, method and currency')
const fields = linkFields('has the fields of §2.4, an amount or else an e-mail, and no others')
const own = catalogue('are what the back office sets, for that merchant alone')
const paths = endpoints('have the numbers that §4 gives to their paths')
const plainForm = links('is answered in the redirect form of §2.6')
const plainReport = linkReports('the answer with a plain link is all of §2.6 and nothing else')
const signedFirst = signedRoutes('%s is checked first: %j')
const signedAlone = catalogueFields(
  'channels and amounts are asked for with uid, timestamp and sign alone',
)
const standard = catalogue('are the default of the platform until they are set')

/** §4.1 to §4.4: channels, amounts and payment links. */
export const chapter4Links: readonly Row[] = [
  { id: '4.1 path', says: 'POST /api/v1/merchant/payment-channels', provedBy: [paths, channel] },
  { id: '4.1 body', says: 'uid, timestamp and sign', provedBy: [signedFirst, signedAlone] },
  { id: '4.1 answer', says: 'ok, message and data', provedBy: [answered, channel] },
  {
    id: '4.1 channel',
    says: 'code, name, type and method of the top-up channel',
    provedBy: [channel],
  },
  {
    id: '4.1 list',
    says: 'Not shown; decided: data.channels, each with currency',
    provedBy: [channel, catalogue('are the one of the coin exchange')],
  },

  { id: '4.2 path', says: 'POST /api/v1/merchant/payment-amounts', provedBy: [paths, standard] },
  {
    id: '4.2 body',
    says: 'uid, timestamp and sign, before amounts are shown',
    provedBy: [signedFirst, signedAlone],
  },
  { id: '4.2 answer', says: 'ok, message and data of §2.5', provedBy: [answered, standard, own] },

  {
    id: '4.3 path',
    says: 'POST /api/v1/merchant/payment-links/amount',
    provedBy: [paths, amountForm],
  },
  {
    id: '4.3 body',
    says: 'Fields of §2.4 with an amount',
    provedBy: [
      fields,
      linkRequests('needs an order number, the member and an address to call'),
      links('of %j is no amount'),
    ],
  },
  {
    id: '4.3 amount',
    says: 'One of the list, or within the custom range',
    provedBy: [
      links('of %j is not allowed'),
      links('of %j has the mode %s'),
      links('goes by the merchant’s own settings'),
    ],
  },
  {
    id: '4.3 wait page',
    says: 'Is there at once',
    provedBy: [
      waitPages('waits, shows the account once matched, and says paid once settled'),
      memberPages('is a page that refreshes, and changes nothing however it is opened'),
      memberPages('shows the account once matched, and the way back once paid'),
    ],
  },
  { id: '4.3 answer', says: 'As in §2.6, with the wait page', provedBy: [amountForm] },

  { id: '4.4 path', says: 'POST /api/v1/merchant/payment-links', provedBy: [paths, plainForm] },
  {
    id: '4.4 body',
    says: 'Fields of §2.4 without an amount',
    provedBy: [
      fields,
      linkRequests('needs an order number, the member and an address to call'),
      links('makes no collection and keeps nothing in KV; an amount is not read'),
    ],
  },
  {
    id: '4.4 answer',
    says: 'As in §2.6, with data.redirect and data.callback',
    provedBy: [plainForm, plainReport],
  },
  {
    id: '4.4 amount',
    says: 'The member chooses it on the page',
    provedBy: [
      purchases('creates the collection and leads to its wait page, whose time begins then'),
      purchases('of %j is refused as %s beside what was typed'),
      purchases('fifty times at once creates one collection, and everyone is led to it'),
      memberPages('leads to one wait page, however often its form is sent'),
      memberPages('tells what is wrong with %j, keeps it, and writes nothing'),
    ],
  },
  { id: '4.4 event', says: 'collection.completed is listed', provedBy: [plainReport] },
]
