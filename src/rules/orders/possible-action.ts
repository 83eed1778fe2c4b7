import type { Identity } from '../../contract/back-office/roles.ts'
import type { OrderAction } from '../../contract/back-office/states.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import type { ClaimedAccount } from '../banking/claim.ts'
import type { Recipient } from '../callbacks/callback-body.ts'
import { linkEffect } from '../links/link-effects.ts'
import { isStoppedByHold } from '../merchants/hold.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { type ApprovalTerms, mayAskSecond, needsSecondPerson } from '../people/second-person.ts'
import type { OrderKind } from './order-kinds.ts'
import type { Order } from './orders.ts'
import { overrideMissing } from './override.ts'
import type { Decision, NoChange, Step } from './steps.ts'

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

/** One form of a call, as the decision of its rule. */
export type CallForm<O extends Order> = () => Decision<O> | NoChange

/**
 * A reader's possible action, by the last part of the call's path. Forms are given from the simplest on; if none is
 * accepted, the first one's refusal is the reason.
 */
export function actionFor<O extends Order>(
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
