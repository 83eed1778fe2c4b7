import { decideBacking } from '../banking/back-order.ts'
import { paidSum } from '../banking/backing.ts'
import type { ClaimedAccount, NamedDeposit } from '../banking/claim.ts'
import { type Expected, expectedOfCollection, expectedOfPayout } from '../banking/evidence.ts'
import type { StandingEvidence } from '../banking/order-claims.ts'
import {
  type Concern,
  concernOfPayment,
  concernOfReversal,
  type Payment,
  standing,
} from '../people/second-person.ts'
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
import type { Step } from './steps.ts'

// What the reader of an order can do with it now (back office §7): each call is put to the rule that decides on it.

/** What the reader can do with a collection. */
export function actionsOfCollection(situation: Situation<Collection>): readonly PossibleAction[] {
  const { order, merchant, reader, now, hasAccounts } = situation
  const maker = { actor: reader, now }
  const words = {
    collectionAccountName: '',
    collectionAccountNo: '',
    collectionBankName: '',
    agent: reader.name,
  }
  const confirm = (accept: boolean, override: Override): Form<Collection> => ({
    decide: () => {
      const call = { accept, override, reason: said }
      return decideConfirmation(order, merchant, call, { ...unnamed(situation) }, maker)
    },
    concernOf: ({ claim }) => {
      const { amount: ordered, paidAmount: paid } = order
      if (!accept) return null
      const unbacked = hasAccounts && claim === null
      const payment: Payment = { kind: 'confirm', ordered, paid, override, unbacked, ownEvidence }
      return concernOfPayment(reader, payment)
    },
  })
  return [
    ...assignments(collectionSteps, situation),
    // To a bank account that the reader may use, or in words: of the order, both ask the same.
    possible('match', situation, [{ decide: () => decideMatch(order, words, maker) }]),
    possible('settle', situation, settlements(situation)),
    possible('exception', situation, [{ decide: () => decideException(order, said, maker) }]),
    possible('confirm', situation, [
      confirm(true, false),
      confirm(true, true),
      confirm(false, false),
    ]),
    possible('reverse', situation, [
      {
        decide: () => {
          const reversal = { reason: said, because: 'wrong_match' } as const
          return decideReversal(order, merchant, reversal, nothingNamed, maker)
        },
        concernOf: () => reversalConcern(order, order.paidAmount),
      },
    ]),
    possible('back', situation, [backing(collectionSteps, situation)]),
  ]
}

/** What the reader can do with a payout. */
export function actionsOfPayout(situation: Situation<Payout>): readonly PossibleAction[] {
  const { order, merchant, reader, now } = situation
  const maker = { actor: reader, now }
  return [
    ...assignments(payoutSteps, situation),
    possible('process', situation, processings(situation)),
    possible('cancel', situation, [
      { decide: () => decideCancellation(order, merchant, said, maker) },
    ]),
    possible('reverse', situation, [
      {
        decide: () => {
          const reversal = { reason: said, because: 'money_returned' } as const
          return decideReturn(order, merchant, reversal, nothingNamed, maker)
        },
        concernOf: () => reversalConcern(order, order.actualAmount),
      },
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
    possible('take', situation, [{ decide: () => decideTaking(kind, order, reader.name, maker) }]),
    possible('release', situation, [{ decide: () => decideRelease(kind, order, maker) }]),
  ]
}

// With the transaction that fits, where its account asks for one; by an operator also by hand, and past what `override`
// goes past.
function settlements(situation: Situation<Collection>): readonly Form<Collection>[] {
  const { order, merchant, reader, now, hasAccounts, account } = situation
  // A deposit that fits comes in time, whenever the order was matched.
  const expected = { ...expectedOfCollection(order, null, 0), stays: [] }
  const fitting = account?.backing === 'required' ? [fittingOn(account, expected)] : []
  const settle = (named: readonly NamedDeposit[], isByHand: boolean, override: Override) => ({
    decide: () => {
      const call = { paidAmount: null, paidAt: null, manual: isByHand, override, reason: said }
      const evidence = { ...unnamed(situation), named, expected }
      return decideSettlement(order, merchant, call, evidence, { actor: reader, now })
    },
    concernOf: ({ order: { paidAmount: paid }, claim }: Step<Collection>) => {
      const unbacked = hasAccounts && claim === null
      const payment = { kind: 'settle', ordered: order.amount, paid, override } as const
      return concernOfPayment(reader, { ...payment, unbacked, ownEvidence })
    },
  })
  const byOperators = [settle([], true, false), settle([], true, true)]
  return [settle(fitting, false, false), ...(reader.role === 'operator' ? byOperators : [])]
}

// Of an agent the account that paid is asked for, once there is one.
function processings(situation: Situation<Payout>): readonly Form<Payout>[] {
  const { order, merchant, reader, now, hasAccounts, hasPayingAccount } = situation
  const paying = reader.role === 'agent' && hasPayingAccount ? anyAccount : null
  const process = (override: Override): Form<Payout> => ({
    decide: () => {
      const call = {
        actualAmount: null,
        voucherNo: null,
        processedAt: null,
        override,
        reason: said,
        bankAccount: paying?.id,
      }
      const evidence = {
        ...nothingNamed,
        account: paying,
        hasAccounts: hasPayingAccount,
        expected: expectedOfPayout(order),
        rivals: null,
      }
      return decideProcessing(order, merchant, call, evidence, { actor: reader, now })
    },
    concernOf: ({ order: { actualAmount: paid }, claim }) => {
      const unbacked = hasAccounts && claim === null
      const payment = { kind: 'process', ordered: order.amount, paid, override } as const
      return concernOfPayment(reader, { ...payment, unbacked, ownEvidence })
    },
  })
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
  const evidence = {
    ...nothingNamed,
    ...found,
    standing: isExchange ? [{ id: anyTransaction, amount }] : [],
  }
  const call = { insteadOf: isExchange ? [anyTransaction] : null, reason: said }
  return {
    decide: () => decideBacking(kind, order, call, evidence, { actor: reader, now }),
    concernOf: () => (isExchange ? standing('transactions_exchanged') : null),
  }
}

function expectedOfEither(order: Collection | Payout): Expected {
  return 'orderid' in order ? expectedOfCollection(order, null, 0) : expectedOfPayout(order)
}

function reversalConcern(order: Collection | Payout, paid: number): Concern {
  const ofPayout = !('orderid' in order)
  const because = ofPayout ? 'money_returned' : 'wrong_match'
  const { amount: ordered, backed } = order
  return concernOfReversal({ ordered, paid }, { because, ofPayout, backed, isFeeOver: false })
}

// Which transactions will be named, and who has told them, is not known before.
const ownEvidence = false

// A reason that a person will give.
const said = '-'

const nothingNamed: StandingEvidence = { named: [], unknown: [], elsewhere: false, standing: [] }

function unnamed({ order, account, hasAccounts }: Situation<Collection>) {
  const expected = expectedOfCollection(order, null, 0)
  return { ...nothingNamed, account, hasAccounts, expected, rivals: null }
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
