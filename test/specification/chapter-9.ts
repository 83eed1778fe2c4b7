import type { Row } from './row.ts'
import {
  collectionFields,
  currentStyle,
  documentation,
  documentedWords,
  earlierNames,
  endpoints,
  faults,
  legacyRequests,
  linkFields,
  linkRequests,
  openApi,
  payouts,
  publishedContract,
  vectors,
} from './tests.ts'

const account = linkRequests('of %j has the account %s and the last five %s')
const aliases = linkFields('may be made in the aliases of §2.4 and the names of §9.2, %s')
const ofLinks = linkRequests('understands the earlier protocol’s names')
const ofPayouts = payouts(
  'the earlier names of a payout are understood, and its number found either way',
)
const first = earlierNames('a v6.0 request creates a collection')
const standsFor = earlierNames('%s stands for %s')
const givesWay = earlierNames('%s gives way to %s')
const list = collectionFields('knows the earlier names of §9.2, the more telling account first')
const inOwnWords = earlierNames('uid, timestamp and sign are named as a v6.0 caller spells them')

/** §9: versions. */
export const chapter9: readonly Row[] = [
  {
    id: '9.1 prefix',
    says: 'Merchant routes are under /api/v1/',
    provedBy: [
      endpoints('have the numbers that §4 gives to their paths'),
      faults('a path that is none is not found'),
    ],
  },
  {
    id: '9.1 2.7.0',
    says: 'The version of the machine-readable description',
    provedBy: [
      openApi('is version 2.7.0 of OpenAPI 3.1, served from the base address'),
      documentation('describes the endpoints of the contract, each of which there is'),
    ],
  },
  {
    id: '9.1 v1.9',
    says: 'The version of the published documentation',
    provedBy: [
      documentedWords('is version v1.9, and names the version of the machine-readable description'),
    ],
  },
  {
    id: '9.2',
    says: 'Names of v6.0 are converted, and the current one wins',
    provedBy: [first, givesWay],
  },
  { id: '9.2 merchantNo', says: 'uid', provedBy: [first, inOwnWords] },
  {
    id: '9.2 orderNo of a collection',
    says: 'orderid',
    provedBy: [
      first,
      earlierNames('a status query finds orderNo as the orderid, else as the merchant’s number'),
    ],
  },
  { id: '9.2 orderNo of a payout', says: 'serial_no', provedBy: [ofPayouts] },
  { id: '9.2 time', says: 'timestamp', provedBy: [first, inOwnWords] },
  { id: '9.2 notifyUrl', says: 'notify_url', provedBy: [standsFor, list] },
  { id: '9.2 userNo', says: 'user_id', provedBy: [standsFor, list] },
  { id: '9.2 userName', says: 'user_name', provedBy: [standsFor, list] },
  { id: '9.2 name of a payout', says: 'payee_name', provedBy: [ofPayouts] },
  { id: '9.2 bankName of a payout', says: 'payee_bank', provedBy: [ofPayouts] },
  {
    id: '9.2 bankName of a collection',
    says: 'member_bank_name',
    provedBy: [standsFor, list],
  },
  { id: '9.2 bankName of a link', says: 'payer_bank_name', provedBy: [ofLinks] },
  { id: '9.2 bankAccount of a payout', says: 'payee_account', provedBy: [ofPayouts] },
  {
    id: '9.2 bankAccount of a collection',
    says: 'counterparty_account',
    provedBy: [
      standsFor,
      earlierNames(
        'of the payer’s accounts the current name wins, then bankAccount, then the payer’s',
      ),
    ],
  },
  { id: '9.2 bankAccount of a link', says: 'payer_account_no', provedBy: [ofLinks, account] },
  { id: '9.2 payerAccountNumber', says: 'payer_account_no', provedBy: [account, aliases] },
  { id: '9.2 payeeAccountNumber', says: 'payer_account_last5', provedBy: [account, aliases] },
  {
    id: '9.3 current',
    says: 'The current signature holds for earlier names too',
    provedBy: [
      first,
      vectors('vector $name: $note'),
      currentStyle(
        'property: text and sign are those of an independent canonical form, in every form',
      ),
    ],
  },
  {
    id: '9.3 earlier',
    says: 'The earlier signature is accepted too',
    provedBy: [
      legacyRequests('takes a sign by its own list'),
      legacyRequests('payment links are made in the earlier words and style'),
    ],
  },
  {
    id: '9.4',
    says: 'Not shown: below /api/v1/ things are only added; what goes is announced 12 months before',
    provedBy: [
      publishedContract('everything that was published is still there'),
      publishedContract(
        'what is new is written down, and requires nothing of those who know only the old',
      ),
      documentedWords('tells what may change and what may not'),
    ],
  },
]
