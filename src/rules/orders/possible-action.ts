import type { Identity } from '../../contract/back-office/roles.ts'
import type { OrderAction } from '../../contract/back-office/states.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import type { ClaimedAccount } from '../banking/claim.ts'
import type { Owner } from '../callbacks/callback-body.ts'
import { linkTurn } from '../links/link-turns.ts'
import { isHeldBack } from '../merchants/hold.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { type ApprovalTerms, mayAsk, needsSecondPerson } from '../people/second-person.ts'
import type { OrderKind } from './order-kinds.ts'
import type { Order } from './orders.ts'
import { overrideMissing } from './override.ts'
import type { Decision, Step, Unchanged } from './steps.ts'

/** An order as its reader finds it, with all that decides on what the reader can do. */
export type Situation<O extends Order> = {
  readonly kind: OrderKind<O>
  readonly order: O
  readonly merchant: Owner & Pick<Merchant, 'enabled'>
  /** Who reads it, and when (UTC seconds). */
  readonly maker: { readonly actor: Identity; readonly now: number }
  /** Whether the order's database has a bank account, and one that payouts are paid from. */
  readonly hasAccounts: boolean
  readonly hasPayingAccount: boolean
  /** The account of the order; null where it is on none. */
  readonly account: ClaimedAccount | null
  /** Whether a hold that names it is in force. */
  readonly isHeld: boolean
  /** What its merchant has, available and frozen, in hundredths. */
  readonly money: number
  /** Whether its payment link takes no payment any more. */
  readonly isLinkClosed: boolean
  readonly approvals: ApprovalTerms
  /** What the reader has carried out alone today, in hundredths. */
  readonly alone: number
}

/** A call that moves an order. */
export type PossibleAction = {
  /** The last part of its path. */
  readonly name: OrderAction
  /** The code of the refusal of all its forms; null where one of them is taken. */
  readonly refusal: RefusalCode | null
  /** Whether the plainest form that is taken waits for a second person. */
  readonly needsSecond: boolean
}

/** One way to make a call: what its rule decides. */
export type Form<O extends Order> = () => Decision<O> | Unchanged

/**
 * What a reader can do by a call, whose name is the last part of its path. Of its forms the plainest comes first; its
 * refusal is the reason where none is taken.
 */
export function possible<O extends Order>(
  name: OrderAction,
  situation: Situation<O>,
  forms: readonly Form<O>[],
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
    if (refused === null && (!needsSecond || mayAsk(reader))) {
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

// What the database checks in the batch of a step, in its order.
function refusalOfWrite<O extends Order>(
  step: Step<O>,
  { kind, maker, isLinkClosed, money, isHeld }: Situation<O>,
): RefusalCode | null {
  const { order, event, coverage } = step
  const turn = linkTurn(kind.linkId(order), event)
  const takesPayment = turn?.kind === 'matched' || (turn?.kind === 'paid' && !turn.again)
  if (takesPayment && isLinkClosed) return 'already_paid'
  if (coverage !== null && money < coverage.atLeast) return overrideMissing(maker.actor)
  return isHeld && isHeldBack(event.fact) ? 'held' : null
}
