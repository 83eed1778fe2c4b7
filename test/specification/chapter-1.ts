import type { Row } from './row.ts'
import {
  badInput,
  balances,
  bridge,
  callbackDoors,
  catalogue,
  collectionMoves,
  creation,
  demo,
  documentation,
  faults,
  hosts,
  linkRequests,
  links,
  linksAgain,
  moving,
  payoutCallbacks,
  payoutFields,
  payouts,
  purchases,
  query,
  resends,
  signedBodies,
  signedRoutes,
  sourceAddress,
  story,
} from './tests.ts'

const amountForm = links('is answered in the wait-page form of §2.6')
const plainForm = links('is answered in the redirect form of §2.6')
const told = demo('npm run demo tells the whole story')

/** §1: what the service does. */
export const chapter1: readonly Row[] = [
  {
    id: '1.1 collections',
    says: 'A merchant’s backend creates collections',
    provedBy: [creation('the answer is the one of §2.2, and the defaults are filled in')],
  },
  {
    id: '1.1 payouts',
    says: 'A merchant’s backend creates payouts',
    provedBy: [payoutFields('the answer is the one of §2.3, and the defaults are filled in')],
  },
  {
    id: '1.1 links',
    says: 'It gets links that send a member to top up',
    provedBy: [amountForm, plainForm],
  },
  {
    id: '1.2 collections',
    says: 'An agent matches a collection and confirms its deposit',
    provedBy: [
      moving('matching names the receiving account, and a second match is told who has it'),
      moving('an agent may match for itself only'),
      collectionMoves('by %s, %j pays %i with override %s: %s'),
    ],
  },
  {
    id: '1.2 payouts',
    says: 'An agent takes a payout and finishes or fails it',
    provedBy: [
      payouts('finish what they have taken, and nothing else'),
      payouts('may not take for others'),
    ],
  },
  {
    id: '1.3 collections',
    says: 'Completing a collection calls its notify_url',
    provedBy: [
      story('a settled collection calls back a real server, which verifies both signatures'),
    ],
  },
  {
    id: '1.3 payouts',
    says: 'Completing a payout calls its notify_url',
    provedBy: [
      payoutCallbacks('a processed payout calls its notify_url, signed, with every field of §6'),
      told,
    ],
  },
  {
    id: '1.3 reverse_url',
    says: 'A failed or cancelled payout calls reverse_url',
    provedBy: [
      payoutCallbacks('a cancelled payout calls its reverse_url, with nothing paid'),
      payouts('releases what was frozen and tells reverse_url in preference'),
      told,
    ],
  },
  {
    id: '1.3 resend',
    says: 'A merchant can ask for a resend',
    provedBy: [resends('is answered before the attempt, by any of the order’s numbers'), told],
  },
  {
    id: '1.4 collections',
    says: 'The status of a collection can be asked for',
    provedBy: [query('any of its numbers finds a collection, and several have to match all')],
  },
  {
    id: '1.4 payouts',
    says: 'The status of a payout can be asked for',
    provedBy: [payoutFields('any of its numbers finds a payout, and several have to match all')],
  },
  {
    id: '1.4 balance',
    says: 'The balance can be asked for',
    provedBy: [balances('settled money is available: what was paid, not what was ordered')],
  },
  {
    id: '1.4 banks',
    says: 'The bank codes can be asked for',
    provedBy: [catalogue('are 294, each with code and names, cacheable and open to any page')],
  },
  {
    id: '1.4 products',
    says: 'The products can be asked for',
    provedBy: [catalogue('are those of the platform, and of the merchant that is named, by sku')],
  },
  {
    id: '1.5 private surfaces',
    says: 'Back office, login, app API, mocks and bridges are not on the public host',
    provedBy: [
      callbackDoors('the public Worker knows no %s'),
      faults('a path that is none is not found'),
      story('the public Worker answers %s with 404'),
    ],
  },
  {
    id: '1.5 documentation',
    says: 'The host serves the documentation',
    provedBy: [
      documentation('the bare host leads to the documentation; the exchange host does not'),
      documentation('describes the endpoints of the contract, each of which there is'),
      documentation('tells every endpoint and field, with its limits and meaning'),
    ],
  },
  {
    id: '1.6 HTTPS',
    says: 'Transport is HTTPS: plain HTTP is not served',
    provedBy: [
      hosts('a plain %s is led there on both hosts'),
      hosts('anything else is refused before it is read, and told to use HTTPS'),
      hosts('a form of a member’s page is refused too'),
    ],
  },
  {
    id: '1.6 JSON',
    says: 'Requests are JSON, whatever the case and parameters of its media type',
    provedBy: [
      signedBodies('the media type may be in any case and carry parameters, and a form is one'),
      signedBodies('media type %s: 415'),
      signedBodies('%s is not a body'),
    ],
  },
  {
    id: '1.6 form-urlencoded',
    says: 'Requests may be forms',
    provedBy: [
      story('a form is accepted as JSON is'),
      creation('every field comes back as it was sent, in JSON and as a form'),
      badInput('a form is held to the same'),
    ],
  },
  {
    id: '1.6 answers',
    says: 'Answers are JSON, refusals included',
    provedBy: [
      creation('the answer is the one of §2.2, and the defaults are filled in'),
      signedRoutes('an unknown uid and a disabled merchant are refused alike'),
    ],
  },
  {
    id: '1.7 set',
    says: 'With an allow-list, other source addresses are refused',
    provedBy: [
      signedRoutes('with the list [%s] only its addresses may call'),
      signedRoutes('with a list, no source address and a forwarded one are both refused'),
    ],
  },
  {
    id: '1.7 not set',
    says: 'Without an allow-list, any address may call',
    provedBy: [sourceAddress('from anywhere when there is no list, even from nowhere')],
  },
  {
    id: '1.8.1',
    says: 'Top-up begins with the member’s and the payer’s data',
    provedBy: [
      linkRequests('needs an order number, the member and an address to call'),
      linkRequests('%s has at most %i characters'),
    ],
  },
  {
    id: '1.8.2 payment-links',
    says: 'A link on which the member picks the amount',
    provedBy: [plainForm],
  },
  {
    id: '1.8.2 amount',
    says: 'A link for the amount that the merchant chose',
    provedBy: [amountForm],
  },
  {
    id: '1.8.3',
    says: 'The answer is an address for the browser, without secrets',
    provedBy: [amountForm, plainForm],
  },
  {
    id: '1.8.4',
    says: 'The exchange’s data makes a collection that agents see',
    provedBy: [
      bridge('finds the member’s and payer’s data, the amounts, and a sign that it can check'),
      bridge('submits the amount: a collection with the member’s data, and its wait page'),
      purchases('creates the collection and leads to its wait page, whose time begins then'),
    ],
  },
  {
    id: '1.8.5',
    says: 'Completing a topped-up collection calls notify_url',
    provedBy: [linksAgain('with a callback, tells the numbers of the link')],
  },
]
