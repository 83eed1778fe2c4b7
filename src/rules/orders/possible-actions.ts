import { decideBacking } from '../banking/back-order.ts'
import { paidSum } from '../banking/backing.ts'
import type { ClaimedAccount, NamedDeposit } from '../banking/claim.ts'
import { type Expected, expectedOfCollection, expectedOfPayout } from '../banking/evidence.ts'
import type { StandingEvidence } from '../banking/order-claims.ts'
import {
  collectionSteps,
  decideConfirmation,
  decideReversal,
  decideSettlement,
} from './collection-moves.ts'
import { decideException, decideMatch } from './matching.ts'
import { decideRelease, decideTaking, type StepKind } from './order-step.ts'
import type { Collection, Payout } from './orders.ts'
import type { Override } from './override.ts'
import { decideCancellation, decideProcessing, decideReturn, payoutSteps } from './payout-moves.ts'
import { type Form, type PossibleAction, possible, type Situation } from './possible-action.ts'

// What the reader of an order can do with it now (back office §7): each call is put to the rule that decides on it.

/** What the reader can do with a collection. */
export function actionsOfCollection(situation: Situation<Collection>): readonly PossibleAction[] {
  const { order, merchant, reader, now } = situation
  const maker = { actor: reader, now }
  const match = {
    collectionAccountName: '',
    collectionAccountNo: '',
    collectionBankName: '',
    agent: reader.name,
  }
  const confirm = (accept: boolean, override: Override) => () => {
    const input = { accept, override, reason: said }
    return decideConfirmation({ order, merchant, input, evidence: unnamed(situation), maker })
  }
  const reversal = { reason: said, because: 'wrong_match' } as const
  return [
    ...assignments(collectionSteps, situation),
    // To a bank account that the reader may use, or in words: of the order, both ask the same.
    possible('match', situation, [() => decideMatch({ order, match, hasAccounts: false, maker })]),
    possible('settle', situation, settlements(situation)),
    possible('exception', situation, [() => decideException(order, said, maker)]),
    possible('confirm', situation, [
      confirm(true, false),
      confirm(true, true),
      confirm(false, false),
    ]),
    possible('reverse', situation, [
      () => decideReversal({ order, merchant, input: reversal, evidence: nothingNamed, maker }),
    ]),
    possible('back', situation, [backing(collectionSteps, situation)]),
  ]
}

/** What the reader can do with a payout. */
export function actionsOfPayout(situation: Situation<Payout>): readonly PossibleAction[] {
  const { order, merchant, reader, now } = situation
  const maker = { actor: reader, now }
  const reversal = { reason: said, because: 'money_returned' } as const
  return [
    ...assignments(payoutSteps, situation),
    possible('process', situation, processings(situation)),
    possible('cancel', situation, [
      () => decideCancellation({ order, merchant, input: said, maker }),
    ]),
    possible('reverse', situation, [
      () => decideReturn({ order, merchant, input: reversal, evidence: nothingNamed, maker }),
    ]),
    possible('back', situation, [backing(payoutSteps, situation)]),
  ]
}

function assignments<O extends Collection | Payout>(
  kind: StepKind<O>,
  situation: Situation<O>,
): readonly PossibleAction[] {
  const { order, reader, now } = situation
  const maker = { actor: reader, now }
  return [
    possible('take', situation, [() => decideTaking({ kind, order, agent: reader.name, maker })]),
    possible('release', situation, [() => decideRelease({ kind, order, maker })]),
  ]
}

// With the transaction that fits, where its account asks for one; by an operator also by hand, and past what `override`
// goes past.
function settlements(situation: Situation<Collection>): readonly Form<Collection>[] {
  const { order, merchant, reader, now, account } = situation
  const maker = { actor: reader, now }
  // A deposit that fits comes in time, whenever the order was matched.
  const expected = {
    ...expectedOfCollection({ collection: order, link: null, matchedGraceSeconds: 0 }),
    stays: [],
  }
  const fitting = account?.backing === 'required' ? [fittingOn(account, expected)] : []
  const settle = (named: readonly NamedDeposit[], manual: boolean, override: Override) => () => {
    const input = { paidAmount: null, paidAt: null, manual, override, reason: said }
    const evidence = { ...unnamed(situation), named, expected }
    return decideSettlement({ order, merchant, input, evidence, maker })
  }
  const byOperators = [settle([], true, false), settle([], true, true)]
  return [settle(fitting, false, false), ...(reader.role === 'operator' ? byOperators : [])]
}

// Of an agent the account that paid is asked for, once there is one.
function processings(situation: Situation<Payout>): readonly Form<Payout>[] {
  const { order, merchant, reader, now, hasAccounts, hasPayingAccount } = situation
  const account = reader.role === 'agent' && hasPayingAccount ? anyAccount : null
  const expected = expectedOfPayout(order)
  const known = { account, hasAccounts, hasPayingAccount, expected, rivals: null, isOwn: false }
  const process = (override: Override) => () => {
    const input = {
      actualAmount: null,
      voucherNo: null,
      processedAt: null,
      override,
      reason: said,
      bankAccount: account?.id,
    }
    const evidence = { ...nothingNamed, ...known }
    return decideProcessing({ order, merchant, input, evidence, maker: { actor: reader, now } })
  }
  return [process(false), ...(reader.role === 'operator' ? [process(true)] : [])]
}

// The transactions that paid it, or others in the place of those that did. Where there is no account there is none.
function backing<O extends Collection | Payout>(
  kind: StepKind<O>,
  { order, reader, now, account, hasAccounts }: Situation<O>,
): Form<O> {
  const isExchange = order.backed === true
  const amount = paidSum(order) || 1
  const expected = { ...expectedOfEither(order), amount }
  const found = hasAccounts
    ? { named: [fittingOn(account ?? anyAccount, expected)] }
    : { unknown: [anyTransaction] }
  const standing = isExchange ? [{ id: anyTransaction, amount }] : []
  const evidence = { ...nothingNamed, ...found, standing }
  const input = { insteadOf: isExchange ? [anyTransaction] : null, reason: said }
  return () => decideBacking(kind, { order, input, evidence, maker: { actor: reader, now } })
}

function expectedOfEither(order: Collection | Payout): Expected {
  return 'orderid' in order
    ? expectedOfCollection({ collection: order, link: null, matchedGraceSeconds: 0 })
    : expectedOfPayout(order)
}

// A reason that a person will give.
const said = '-'

const nothingNamed: StandingEvidence = { named: [], unknown: [], elsewhere: false, standing: [] }

// Which transactions will be named, and who has told them, is not known before.
function unnamed({ order, account, hasAccounts, hasPayingAccount }: Situation<Collection>) {
  const expected = expectedOfCollection({ collection: order, link: null, matchedGraceSeconds: 0 })
  const known = { account, hasAccounts, hasPayingAccount, expected, rivals: null, isOwn: false }
  return { ...nothingNamed, ...known }
}

// An account that asks for nothing, and is everyone's.
const anyAccount: ClaimedAccount = {
  id: 0,
  agents: [],
  merchants: [],
  use: 'both',
  backing: 'later',
  state: 'active',
  feeMax: 0,
}

const anyTransaction = 1

// The transaction of an account that is just what an order expects.
function fittingOn(account: ClaimedAccount, expected: Expected): NamedDeposit {
  const { amount, createdAt: bookedAt, last5: counterpartyLast5 } = expected
  const deposit = {
    id: 0,
    bankAccountId: account.id,
    bookedAt,
    createdAt: bookedAt,
    dayOnly: false,
    amount,
    counterpartyLast5,
    counterpartyName: '',
    state: 'unclaimed',
  } as const
  return {
    deposit,
    account,
    heldBy: '',
    counterpartyAccount: '',
    twin: false,
    unconfirmed: false,
  }
}
