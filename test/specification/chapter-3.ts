import type { Row } from './row.ts'
import {
  badInput,
  callbackBody,
  callbackReport,
  collectionFields,
  collectionLives,
  collectionMoves,
  collectionReport,
  creation,
  documentedWords,
  moving,
  orderStates,
  payoutCallbacks,
  payoutFields,
  payoutRules,
  payouts,
  story,
} from './tests.ts'

const alias = payouts('a status sent as %s is stored as %s')
const frozen = payouts('freezes its amount, whatever the balance')
const payoutAnswer = payoutFields('the answer is the one of §2.3, and the defaults are filled in')
const atCreation = creation('created %s with %j: paid_amount %d, paid at %s')
const matched = moving(
  'matching names the receiving account, and a second match is told who has it',
)
const reportedWord = collectionReport('of one that is %s and %s says %s')
const payoutVocabulary = payoutRules('in the %s vocabulary says of %s: %s')
const vocabulary = callbackBody('in the %s vocabulary says of %s: %s')

/** §3.1: a collection. */
const collection: readonly Row[] = [
  {
    id: '3.1 pending',
    says: 'Unpaid',
    provedBy: [
      atCreation,
      moving('what a merchant declares as paid on a pending collection never reaches the ledger'),
    ],
  },
  {
    id: '3.1 succeeded',
    says: 'Paid',
    provedBy: [
      atCreation,
      moving('100 settlings at once: one wins, the balance moves once, one callback is owed'),
    ],
  },
  {
    id: '3.1 manual',
    says: 'Supplemented by the back office',
    provedBy: [atCreation, moving('settling an exception is always by hand')],
  },
  {
    id: '3.1 collection_status pending',
    says: 'Waits for a match',
    provedBy: [creation('the answer is the one of §2.2, and the defaults are filled in')],
  },
  { id: '3.1 matched', says: 'An agent has it', provedBy: [matched] },
  {
    id: '3.1 exception',
    says: 'Put aside',
    provedBy: [moving('a wrong receiving account is corrected by exception, then match')],
  },
  {
    id: '3.1 transitions',
    says: 'Not shown; decided: a table of moves, and none leaves succeeded or manual',
    provedBy: [
      collectionMoves('%s, %s: %s'),
      orderStates('from %s to %s while unpaid: %s; never once paid'),
      collectionLives(
        'property: nothing leaves succeeded or manual, and nothing returns to a waiting match',
      ),
      moving('settling an exception is always by hand'),
    ],
  },
  {
    id: '3.1 at creation',
    says: 'A creation may carry any value of both, and no other',
    provedBy: [
      atCreation,
      creation('an exception from the start is reported as one while it is unpaid'),
      collectionFields('takes the words of §3.1 as %s, pending when absent'),
      badInput('%s has to be one of its words'),
    ],
  },
]

/** §3.2: a payout. */
const payout: readonly Row[] = [
  { id: '3.2 pending', says: 'Waits', provedBy: [frozen, payoutAnswer] },
  {
    id: '3.2 processed',
    says: 'Done',
    provedBy: [
      payouts('debits what was frozen and says so to the merchant'),
      payouts(
        'one created as processed is debited at once, one created as cancelled books nothing',
      ),
    ],
  },
  {
    id: '3.2 cancelled',
    says: 'Cancelled, failed or rejected',
    provedBy: [
      payouts('releases what was frozen and tells reverse_url in preference'),
      payouts(
        'one created as processed is debited at once, one created as cancelled books nothing',
      ),
    ],
  },
  { id: '3.2 success', says: 'Stored as processed', provedBy: [alias] },
  { id: '3.2 succeeded', says: 'Stored as processed', provedBy: [alias] },
  { id: '3.2 failed', says: 'Stored as cancelled', provedBy: [alias] },
  { id: '3.2 rejected', says: 'Stored as cancelled', provedBy: [alias] },
  {
    id: '3.2 transitions',
    says: 'Not shown; decided: from pending only',
    provedBy: [
      payoutRules('%s, in hand of "%s", %s: %s'),
      payoutCallbacks('nothing leaves processed or cancelled'),
      payouts('100 at once: one wins, the money goes out once'),
    ],
  },
]

/** §3.3: what is reported of both. */
const reported: readonly Row[] = [
  {
    id: '3.3 three statuses',
    says: 'An answer has status, data.system_status and data.callback_status',
    provedBy: [collectionReport('has the fields of §2.7 and every stored one'), atCreation],
  },
  { id: '3.3 PAID', says: 'status of a paid collection', provedBy: [reportedWord, atCreation] },
  {
    id: '3.3 other values',
    says: 'Not shown; decided: PENDING, MANUAL PAID, and EXCEPTION while unpaid',
    provedBy: [
      reportedWord,
      moving('settling an exception is always by hand'),
      creation('an exception from the start is reported as one while it is unpaid'),
    ],
  },
  {
    id: '3.3 callback_status',
    says: 'none, pending, success or failed',
    provedBy: [
      callbackReport('of one that is %s is %s'),
      callbackReport('is none when no callback is owed'),
      story('a receiver that was down gets its callback on the next attempt'),
    ],
  },
  {
    id: '3.3 success',
    says: 'A callback’s status for what was paid',
    provedBy: [
      vocabulary,
      payoutCallbacks('a processed payout calls its notify_url, signed, with every field of §6'),
    ],
  },
  {
    id: '3.3 failed',
    says: 'A callback’s status for a cancelled payout',
    provedBy: [
      payoutVocabulary,
      payoutCallbacks('a cancelled payout calls its reverse_url, with nothing paid'),
    ],
  },
  {
    id: '3.3 succeeded',
    says: 'The older word for a collection, for merchants that are set to it',
    provedBy: [vocabulary],
  },
  {
    id: '3.3 processed',
    says: 'The older word for a payout',
    provedBy: [
      payoutVocabulary,
      payoutCallbacks('the older word for a payout that is %s is the same'),
    ],
  },
  {
    id: '3.3 both sets',
    says: 'Receivers are told to accept both',
    provedBy: [documentedWords('tells receivers to accept both sets of words')],
  },
]

/** §3: states. */
export const chapter3: readonly Row[] = [...collection, ...payout, ...reported]
