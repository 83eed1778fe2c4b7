import type { Identity } from '../../contract/back-office/roles.ts'
import type { OrderAction } from '../../contract/back-office/states.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import { decideBacking } from '../banking/back-order.ts'
import type { ClaimedAccount, EvidenceDeposit } from '../banking/claim.ts'
import { type DuePayment, expectedOfCollection, expectedOfPayout } from '../banking/evidence.ts'
import type { OrderEvidence } from '../banking/order-claims.ts'
import type { Recipient } from '../callbacks/callback-body.ts'
import { linkEffect } from '../links/link-effects.ts'
import { isStoppedByHold } from '../merchants/hold.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { type ApprovalTerms, mayAskSecond, needsSecondPerson } from '../people/second-person.ts'
import { decideConfirmation, decideReversal, decideSettlement } from './collection-moves.ts'
import { decideException, decideMatch } from './matching.ts'
import type { OrderKind } from './order-kinds.ts'
import { decideRelease, decideTaking } from './order-step.ts'
import type { Collection, Order, Payout } from './orders.ts'
import { type Override, overrideMissing } from './override.ts'
import { decideCancellation, decideProcessing, decideReturn } from './payout-moves.ts'
import type { Decision, NoChange, Step } from './steps.ts'

// The possible actions of an order's reader (back office §7): the rule of each call decides.

/** An order and everything on which a reader's possible actions depend. */
export type Situation<O extends Order> = {
  readonly kind: OrderKind<O>
  readonly order: O
  readonly merchant: Recipient & Pick<Merchant, 'enabled'>
  /** The reader and the time (UTC seconds). */
  readonly maker: { readonly actor: Identity; readonly now: number }
  /** Whether the order's database has a bank account, and one that pays payouts. */
  readonly hasAccounts: boolean
  readonly hasPayingAccount: boolean
  /** The account of the order; null where it is on none. */
  readonly account: ClaimedAccount | null
  /** Whether a hold on it is in force. */
  readonly isHeld: boolean
  /** The merchant's available and frozen money, in hundredths. */
  readonly money: number
  /** Whether its payment link accepts no more payments. */
  readonly isLinkClosed: boolean
  readonly approvals: ApprovalTerms
  /** The amount that the reader has carried out alone today, in hundredths. */
  readonly alone: number
}

/** A call that moves an order. */
export type PossibleAction = {
  /** The last part of the call's path. */
  readonly name: OrderAction
  /** The refusal code if every form is refused, else null. */
  readonly refusal: RefusalCode | null
  /** Whether the simplest accepted form needs a second person. */
  readonly needsSecond: boolean
}

/** What the reader can do with a collection. */
export function actionsOfCollection(situation: Situation<Collection>): readonly PossibleAction[] {
  const { order, maker } = situation
  const match = {
    collectionAccountName: '',
    collectionAccountNo: '',
    collectionBankName: '',
    agent: maker.actor.name,
  }
  const confirm = (accept: boolean, override: Override) => () => {
    const input = { accept, override, reason: anyReason }
    return decideConfirmation({ ...situation, input, evidence: unnamed(situation) })
  }
  const reversal = { reason: anyReason, because: 'wrong_match' } as const
  return [
    ...assignments(situation),
    // The requirements on the order are the same for a match to a bank account and for one by text.
    actionFor('match', situation, [() => decideMatch({ order, match, hasAccounts: false, maker })]),
    actionFor('settle', situation, settlements(situation)),
    actionFor('exception', situation, [() => decideException(order, anyReason, maker)]),
    actionFor('confirm', situation, [
      confirm(true, false),
      confirm(true, true),
      confirm(false, false),
    ]),
    actionFor('reverse', situation, [
      () => decideReversal({ ...situation, input: reversal, evidence: nothingNamed }),
    ]),
    actionFor('back', situation, [backing(situation, expectedOfCollection(order))]),
  ]
}

/** What the reader can do with a payout. */
export function actionsOfPayout(situation: Situation<Payout>): readonly PossibleAction[] {
  const reversal = { reason: anyReason, because: 'money_returned' } as const
  return [
    ...assignments(situation),
    actionFor('process', situation, processings(situation)),
    actionFor('cancel', situation, [() => decideCancellation({ ...situation, input: anyReason })]),
    actionFor('reverse', situation, [
      () => decideReturn({ ...situation, input: reversal, evidence: nothingNamed }),
    ]),
    actionFor('back', situation, [backing(situation, expectedOfPayout(situation.order))]),
  ]
}

function assignments<O extends Order>(situation: Situation<O>): readonly PossibleAction[] {
  const agent = situation.maker.actor.name
  return [
    actionFor('take', situation, [() => decideTaking({ ...situation, agent })]),
    actionFor('release', situation, [() => decideRelease(situation)]),
  ]
}

// With a matching transaction, if its account requires one; for an operator also by hand, and with `override`.
function settlements(situation: Situation<Collection>): readonly CallForm<Collection>[] {
  const { order, maker, account } = situation
  // The imagined deposit is in time, whenever the order was matched.
  const expected = { ...expectedOfCollection(order), periods: [] }
  const fitting = account?.backing === 'required' ? [fittingOn(account, expected)] : []
  const settle = (lines: readonly EvidenceDeposit[], manual: boolean, override: Override) => () => {
    const input = { paidAmount: null, paidAt: null, manual, override, reason: anyReason }
    return decideSettlement({
      ...situation,
      input,
      evidence: { ...unnamed(situation), deposits: lines, expected },
    })
  }
  const byOperators = [settle([], true, false), settle([], true, true)]
  return [settle(fitting, false, false), ...(maker.actor.role === 'operator' ? byOperators : [])]
}

// An agent must name the account that paid, once there is one.
function processings(situation: Situation<Payout>): readonly CallForm<Payout>[] {
  const { order, maker, hasAccounts, hasPayingAccount } = situation
  const { role } = maker.actor
  const account = role === 'agent' && hasPayingAccount ? anyAccount : null
  const expected = expectedOfPayout(order)
  const known = { account, hasAccounts, hasPayingAccount, expected, rivals: null, isOwn: false }
  const process = (override: Override) => () => {
    const input = {
      actualAmount: null,
      voucherNo: null,
      processedAt: null,
      override,
      reason: anyReason,
      bankAccount: account?.id,
    }
    return decideProcessing({ ...situation, input, evidence: { ...nothingNamed, ...known } })
  }
  return [process(false), ...(role === 'operator' ? [process(true)] : [])]
}

// Names the paying transactions, or exchanges them. Without an account there are none.
function backing<O extends Order>(situation: Situation<O>, ordered: DuePayment): CallForm<O> {
  const { kind, order, account, hasAccounts } = situation
  const isExchange = order.backed === true
  const amount = kind.paidSum(order) || 1
  const expected = { ...ordered, amount }
  const found = hasAccounts
    ? { deposits: [fittingOn(account ?? anyAccount, expected)] }
    : { unknown: [anyTransaction] }
  const paying = isExchange ? [{ id: anyTransaction, amount }] : []
  const evidence: OrderEvidence = { ...nothingNamed, ...found, paying }
  const input = { insteadOf: isExchange ? [anyTransaction] : null, reason: anyReason }
  return () => decideBacking(kind, { ...situation, input, evidence })
}

// Stands for a person's reason.
const anyReason = '-'

const nothingNamed: OrderEvidence = { deposits: [], unknown: [], isElsewhere: false, paying: [] }

// The transactions that will be named, and their sources, are unknown here.
function unnamed({ order, account, hasAccounts, hasPayingAccount }: Situation<Collection>) {
  const expected = expectedOfCollection(order)
  const known = { account, hasAccounts, hasPayingAccount, expected, rivals: null, isOwn: false }
  return { ...nothingNamed, ...known }
}

// An account without requirements, open to all.
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

// A transaction of the account that matches an order exactly.
function fittingOn(account: ClaimedAccount, expected: DuePayment): EvidenceDeposit {
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
  return { deposit, account, heldBy: '', counterpartyAccount: '', twin: false, unconfirmed: false }
}

type CallForm<O extends Order> = () => Decision<O> | NoChange

/**
 * A reader's possible action, by the last part of the call's path. Forms are given from the simplest on; if none is
 * accepted, the first one's refusal is the reason.
 */
function actionFor<O extends Order>(
  name: OrderAction,
  situation: Situation<O>,
  forms: readonly CallForm<O>[],
): PossibleAction {
  const { maker, approvals, alone } = situation
  const reader = maker.actor
  if (!mayCall(name, reader)) return { name, refusal: 'forbidden', needsSecond: false }
  let refusal: RefusalCode | null = null
  for (const decide of forms) {
    const decision = decide()
    if (decision.kind === 'unchanged') return { name, refusal: null, needsSecond: false }
    if (decision.kind === 'refused') {
      refusal ??= decision.refusal
      continue
    }
    const refused = refusalOfWrite(decision.step, situation)
    const needsSecond = needsSecondPerson(decision.concern, approvals, alone)
    if (refused === null && (!needsSecond || mayAskSecond(reader))) {
      return { name, refusal: null, needsSecond }
    }
    refusal ??= refused ?? 'forbidden'
  }
  return { name, refusal, needsSecond: false }
}

function mayCall(name: OrderAction, { role }: Identity): boolean {
  return role === 'operator' || (role === 'agent' && !operatorsAlone.includes(name))
}

const operatorsAlone: readonly OrderAction[] = ['confirm', 'reverse', 'back']

// The checks of a step's batch, in the database's order.
function refusalOfWrite<O extends Order>(
  step: Step<O>,
  { kind, maker, isLinkClosed, money, isHeld }: Situation<O>,
): RefusalCode | null {
  const { order, event, coverage } = step
  const effect = linkEffect(kind.linkId(order), event)
  const takesPayment = effect?.kind === 'matched' || (effect?.kind === 'paid' && !effect.again)
  if (takesPayment && isLinkClosed) return 'already_paid'
  if (coverage !== null && money < coverage.atLeast) return overrideMissing(maker.actor)
  return isHeld && isStoppedByHold(event.fact) ? 'held' : null
}
