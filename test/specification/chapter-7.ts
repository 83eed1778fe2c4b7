import type { Row } from './row.ts'
import {
  badInput,
  catalogueEntries,
  creation,
  currentStyle,
  faults,
  links,
  openApi,
  payoutFields,
  rates,
  refusals,
  resends,
  signedBodies,
  signedRoutes,
  story,
  wrongKey,
} from './tests.ts'

const statusOf = refusals('%s has the status of the table')
const unknown = signedRoutes('an unknown uid and a disabled merchant are refused alike')
const wrongSign = signedRoutes(
  'a wrong sign is refused: another secret, a changed value, an unsigned parameter',
)
const signedFirst = signedRoutes('%s is checked first: %j')

/** §7: errors. */
export const chapter7: readonly Row[] = [
  { id: '7 body', says: '422 with ok 0 and a message', provedBy: [unknown, statusOf] },
  {
    id: '7 language',
    says: 'Messages are Chinese',
    provedBy: [
      refusals('%s is a stable word and tells its reader what to do, in Chinese'),
      unknown,
      signedFirst,
    ],
  },
  {
    id: '7 merchant',
    says: 'Wrong uid, disabled or not created',
    provedBy: [unknown, story('a merchant disabled in the back office is refused at once')],
  },
  {
    id: '7 signature',
    says: 'Order, empty values, a parameter left out, the form of extra, the secret',
    provedBy: [wrongSign, currentStyle('nothing else is tolerated:')],
  },
  {
    id: '7 orderid',
    says: 'Repeated',
    provedBy: [
      creation(
        'a repeated orderid is refused and nothing is written; another merchant may have it',
      ),
      story('200 creations over HTTP with one orderid: one is accepted'),
    ],
  },
  {
    id: '7 serial_no',
    says: 'Repeated',
    provedBy: [
      payoutFields(
        'a repeated serial_no is refused and nothing is written; another merchant may have it',
      ),
    ],
  },
  {
    id: '7 validation',
    says: 'A required field is missing, or a format is wrong',
    provedBy: [
      badInput('%s that is null or empty counts as absent'),
      badInput('%s of a wrong type is refused'),
      badInput('everything that is wrong is named at once'),
      signedFirst,
    ],
  },
  {
    id: '7 signed endpoints',
    says: 'Each of them answers 422 to what is invalid or wrongly signed',
    provedBy: [
      signedFirst,
      wrongSign,
      openApi('tells every refusal under its status, with an example'),
    ],
  },
  {
    id: '7 public lists',
    says: 'Each of them answers 422 to an invalid query',
    provedBy: [catalogueEntries('%s refuses a %s of more than %i characters')],
  },
  {
    id: '7 404',
    says: 'Not shown; decided: an unknown path',
    provedBy: [faults('a path that is none is not found')],
  },
  {
    id: '7 405',
    says: 'Not shown; decided: another method, with Allow',
    provedBy: [signedBodies('%s: 405')],
  },
  {
    id: '7 413',
    says: 'Not shown; decided: over 64 KiB',
    provedBy: [
      signedBodies('65,536 bytes are read, 65,537 are refused, with and without a content-length'),
    ],
  },
  {
    id: '7 415',
    says: 'Not shown; decided: neither JSON nor a form',
    provedBy: [signedBodies('media type %s: 415'), signedBodies('no media type: 415')],
  },
  {
    id: '7 429',
    says: 'Not shown; decided: over a rate, with Retry-After',
    provedBy: [
      rates(
        'an address over its rate is refused before its body is looked at, and told when to come',
      ),
      rates('a merchant of the rate %s is held to it, after its signature'),
      resends('is refused within ten seconds of the one before, and says when to come again'),
    ],
  },
  {
    id: '7 500',
    says: 'Not shown; decided: our fault, of which only the log tells',
    provedBy: [
      faults('a merchant whose secret cannot be opened meets a fault of ours: it is told no more'),
      faults('without %s nothing is served, and the log names it'),
    ],
  },
  {
    id: '7 503',
    says: 'Not shown; decided: not available just now, with Retry-After',
    provedBy: [
      wrongKey('a signed request is told to come again; nothing is written, and one line says why'),
    ],
  },
  {
    id: '7 amount',
    says: 'Not shown; decided: amount_not_allowed',
    provedBy: [links('of %j is not allowed'), links('goes by the merchant’s own settings')],
  },
  {
    id: '7 source address',
    says: 'Not shown; decided: ip_not_allowed',
    provedBy: [signedRoutes('with the list [%s] only its addresses may call'), statusOf],
  },
]
