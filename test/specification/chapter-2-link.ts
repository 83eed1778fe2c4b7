import type { Row } from './row.ts'
import {
  bridge,
  linkFields,
  linkReports,
  linkRequests,
  linkSign,
  links,
  linksAgain,
  paymentLinks,
  signedRoutes,
} from './tests.ts'

const account = linkRequests('of %j has the account %s and the last five %s')
const address = linkFields('takes addresses of up to 255 characters, http or https, %s')
const aliases = linkFields('may be made in the aliases of §2.4 and the names of §9.2, %s')
const amountForm = links('is answered in the wait-page form of §2.6')
const length = linkRequests('%s has at most %i characters')
const need = linkFields('needs what §2.4 requires and nothing of the payer, %s')
const needed = linkRequests('needs an order number, the member and an address to call')
const pending = links('has a pending collection at once, with what the merchant said of the payer')
const plainForm = links('is answered in the redirect form of §2.6')
const plainReport = linkReports('the answer with a plain link is all of §2.6 and nothing else')
const signedFirst = signedRoutes('%s is checked first: %j')

/** §2.4: what a request for a payment link carries. */
const request: readonly Row[] = [
  { id: '2.4 uid', says: 'Required', provedBy: [signedFirst] },
  { id: '2.4 timestamp', says: 'Required, UNIX time', provedBy: [signedFirst] },
  { id: '2.4 sign', says: 'Required', provedBy: [signedFirst] },
  {
    id: '2.4 channel',
    says: 'The exchange’s top-up channel, the only one; default',
    provedBy: [
      linkRequests('goes through the one channel there is'),
      paymentLinks('has its defaults filled in'),
    ],
  },
  {
    id: '2.4 merchant_order_no',
    says: 'Required; not to be repeated',
    provedBy: [
      needed,
      length,
      linksAgain('again with %j is a duplicate'),
      linksAgain('again is the same link, with defaults said or unsaid'),
    ],
  },
  {
    id: '2.4 amount',
    says: 'An integer, required on the amount endpoint only',
    provedBy: [
      linkFields('takes a whole number as its amount, in any spelling'),
      links('of %j is no amount'),
      links('of %j is not allowed'),
      links('makes no collection and keeps nothing in KV; an amount is not read'),
    ],
  },
  { id: '2.4 member_no', says: 'Required', provedBy: [needed, length, plainForm] },
  { id: '2.4 member_name', says: 'Required', provedBy: [needed, length, plainForm] },
  { id: '2.4 member_account', says: 'Kept with the flow', provedBy: [length, plainForm] },
  {
    id: '2.4 member_phone',
    says: 'Passed to the exchange’s page',
    provedBy: [
      bridge('finds the member’s and payer’s data, the amounts, and a sign that it can check'),
    ],
  },
  {
    id: '2.4 member_email',
    says: 'Kept; not on the amount endpoint',
    provedBy: [length, links('reads no member_email'), linksAgain('again with %j is a duplicate')],
  },
  {
    id: '2.4 payer_name',
    says: 'The member_name when absent',
    provedBy: [
      length,
      paymentLinks('has its defaults filled in'),
      linksAgain('again is the same link, with defaults said or unsaid'),
    ],
  },
  {
    id: '2.4 payer_bank_name',
    says: 'Passed to the page and to the agent',
    provedBy: [length, plainForm, pending],
  },
  { id: '2.4 payer_bank_code', says: 'Optional', provedBy: [length, need] },
  {
    id: '2.4 payer_account_no',
    says: 'The payer’s whole account',
    provedBy: [length, plainForm, pending, account],
  },
  {
    id: '2.4 payer_account_last5',
    says: 'Its last five digits when absent',
    provedBy: [
      account,
      paymentLinks('of %j are %j'),
      linkRequests('%s that is not of the account is refused under that name'),
    ],
  },
  { id: '2.4 payerAccountNumber', says: 'Alias of payer_account_no', provedBy: [account, aliases] },
  {
    id: '2.4 payeeAccountNumber',
    says: 'Alias of payer_account_last5',
    provedBy: [account, aliases],
  },
  {
    id: '2.4 member_bank_name',
    says: 'Alias of payer_bank_name',
    provedBy: [linkRequests('lets the current name win, and then the alias of §2.4'), aliases],
  },
  {
    id: '2.4 member_bank_account',
    says: 'Alias of payer_account_no',
    provedBy: [account, aliases],
  },
  {
    id: '2.4 notify_url',
    says: 'Required',
    provedBy: [
      needed,
      address,
      linkRequests('calls public addresses only'),
      amountForm,
      linksAgain('with a callback, tells the numbers of the link'),
    ],
  },
  { id: '2.4 return_url', says: 'Where the member may return to', provedBy: [address, pending] },
  {
    id: '2.4 extra',
    says: 'An object',
    provedBy: [
      linkFields('takes extra as an object, and no list or number, %s'),
      pending,
      linksAgain('again with %j is a duplicate'),
    ],
  },
  {
    id: '2.4 payer data',
    says: 'Bank and account, or five digits: advice only',
    provedBy: [need, links('has "" for what is absent, and signs without it')],
  },
]

/** §2.6: what both endpoints answer with. */
const answer: readonly Row[] = [
  { id: '2.6 ok', says: 'An integer', provedBy: [amountForm, plainForm] },
  { id: '2.6 message', says: 'Text', provedBy: [amountForm, plainForm] },
  { id: '2.6 url', says: 'The address', provedBy: [amountForm, plainForm] },
  { id: '2.6 redirect_url', says: 'The same address', provedBy: [amountForm, plainForm] },
  { id: '2.6 payment_url', says: 'The same address', provedBy: [amountForm, plainForm] },
  { id: '2.6 method', says: 'GET', provedBy: [amountForm, plainForm] },
  { id: '2.6 amount', says: 'An integer, or null', provedBy: [amountForm, plainForm] },
  {
    id: '2.6 amount_mode',
    says: 'fixed for an amount of the list, or null',
    provedBy: [links('of %j has the mode %s'), plainForm],
  },
  { id: '2.6 data', says: 'An object', provedBy: [amountForm, plainForm] },
  {
    id: '2.6 short address',
    says: 'With an amount: …/purchase/wait/<token>',
    provedBy: [amountForm],
  },
  { id: '2.6 no data in it', says: 'It holds nothing of member or bank', provedBy: [amountForm] },
  { id: '2.6 wait_url', says: 'The short address once more', provedBy: [amountForm] },
  {
    id: '2.6 plain address',
    says: '…/purchase/<id>? with session and user',
    provedBy: [plainForm],
  },
  {
    id: '2.6 data.url',
    says: 'url, redirect_url, payment_url as above',
    provedBy: [amountForm, plainForm],
  },
  { id: '2.6 data.wait_url', says: 'With an amount', provedBy: [amountForm, plainForm] },
  { id: '2.6 data.method', says: 'GET', provedBy: [amountForm, plainReport] },
  {
    id: '2.6 data.channel',
    says: 'code, name, type redirect, method GET',
    provedBy: [amountForm, plainReport],
  },
  {
    id: '2.6 data.merchant_order_no',
    says: 'As it was sent',
    provedBy: [amountForm, plainReport],
  },
  { id: '2.6 data.third_party_session', says: 'Names the flow', provedBy: [amountForm, plainForm] },
  {
    id: '2.6 data.expires_at',
    says: 'A date-time',
    provedBy: [
      amountForm,
      plainReport,
      links('a link lives as long as the deployment says, and no less than a minute'),
    ],
  },
  {
    id: '2.6 data.redirect',
    says: 'method, url, query_params and link_sign',
    provedBy: [
      amountForm,
      plainForm,
      linkSign('is the HMAC of the pairs in ascending order of names'),
    ],
  },
  {
    id: '2.6 data.callback',
    says: 'notify_url, the text success, events',
    provedBy: [amountForm, plainReport],
  },
  {
    id: '2.6 only redirects',
    says: 'A merchant builds no query of its own',
    provedBy: [plainForm],
  },
]

/** §2.4 and §2.6: a payment link. */
export const chapter2Link: readonly Row[] = [...request, ...answer]
