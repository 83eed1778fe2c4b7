import type { ReversalCause } from '../../contract/back-office/orders.ts'
import { servicePrefix } from '../../contract/back-office-names.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { allowsMany } from '../merchants/source-address.ts'
import { hasOverride, type Override } from '../orders/override.ts'
import type { Actor, Principal } from './principal.ts'

// Which calls of the back office need a second person, and from which amount (back office §5).

/** The settings `APPROVALS` and `APPROVAL_FROM`. */
export type ApprovalTerms = {
  readonly on: boolean
  /** In hundredths; null where no amount needs a second person. */
  readonly from: number | null
}

/** Why a call needs a second person, whatever its amount. */
export type StandingConcern =
  | 'bank_account_created'
  | 'bank_account_changed'
  | 'free_text_match'
  | 'transaction_by_hand'
  | 'transactions_exchanged'
  | 'debit_freed'
  | 'fee_over_max'
  | 'secret_rotated'
  | 'pricing_changed'
  | 'settlement_account_changed'
  | 'withdrawal'
  | 'auto_withdrawal_changed'
  | 'trusted_on'
  | 'auto_settles'
  | 'auto_started'
  | 'allow_list_widened'
  | 'display_changed'
  | 'hold_lifted'
  | 'maintenance_ended'
  | 'member_erased'
  | 'role_changed'
  | 'import_undone'

/** Why a call needs one from an amount on. */
export type AmountConcern =
  | 'override'
  | 'unbacked'
  | 'own_evidence'
  | 'short_settlement'
  | 'reversal'
  | 'adjustment'
  | 'debit_ignored'

/** What of a call may need a second person. */
export type Concern =
  | { readonly why: StandingConcern; readonly amount: null }
  | {
      readonly why: AmountConcern
      /** In hundredths, never negative. */
      readonly amount: number
    }

/**
 * Whether a call has to wait for a second person.
 *
 * @param aloneToday what its actor has carried out alone that day, over all kinds of call and all databases, in
 *   hundredths
 */
export function needsSecondPerson(
  concern: Concern | null,
  { on, from }: ApprovalTerms,
  aloneToday: number,
): boolean {
  if (!on || concern === null) return false
  return concern.amount === null || (from !== null && aloneToday + concern.amount >= from)
}

/** Whether somebody may ask a second person: a service token is a second name of its holder (back office §5). */
export function mayAsk({ name }: Pick<Principal, 'name'>): boolean {
  return !name.startsWith(servicePrefix)
}

/** A concern whatever the amount. */
export function standingConcern(why: StandingConcern): Concern {
  return { why, amount: null }
}

/** What an operator's settlement, processing or confirmation rests on. Amounts in hundredths. */
export type Payment = {
  readonly kind: 'settle' | 'process' | 'confirm'
  readonly ordered: number
  readonly paid: number
  /** What the bank took besides. */
  readonly fee?: number | undefined
  readonly override: Override
  /** No bank transaction is named although the order's database has a bank account. */
  readonly unbacked: boolean
  /** A bank transaction that is named is known from nobody but the actor (`isReportedOnlyBy`). */
  readonly ownEvidence: boolean
}

/** The concern of a payment; an agent's needs nobody, for agents cannot do what would. */
export function concernOfPayment({ role }: Pick<Actor, 'role'>, payment: Payment): Concern | null {
  const { kind, ordered, paid, fee = 0, override, unbacked, ownEvidence } = payment
  if (role !== 'operator') return null
  const amount = Math.max(ordered, paid + fee)
  if (hasOverride(override)) return { why: 'override', amount }
  if (unbacked) return { why: 'unbacked', amount }
  if (ownEvidence) return { why: 'own_evidence', amount }
  return kind === 'settle' && paid < ordered ? { why: 'short_settlement', amount } : null
}

/**
 * The concern of a reversal. Where a debit paid the payout, `wrong_match` frees it for another, which always needs a
 * second person (decisions §4, "Payout moves"); so does a fee that is more than the bank takes (back office §1).
 */
export function concernOfReversal(
  { ordered, paid, fee = 0 }: Pick<Payment, 'ordered' | 'paid' | 'fee'>,
  { because, ofPayout, backed, isFeeOver }: Reversed,
): Concern {
  if (ofPayout && backed === true && because === 'wrong_match')
    return standingConcern('debit_freed')
  if (isFeeOver) return standingConcern('fee_over_max')
  return { why: 'reversal', amount: Math.max(ordered, paid + fee) }
}

type Reversed = {
  readonly because: ReversalCause
  readonly ofPayout: boolean
  readonly backed: boolean | null
  /** Whether the bank kept more of what went back than the account's `fee_max`. */
  readonly isFeeOver: boolean
}

/** The concern of a correction of the books, by its absolute amount. */
export function concernOfAdjustment(amount: number): Concern {
  return { why: 'adjustment', amount: Math.abs(amount) }
}

/** The concern of putting transactions aside: debits leave everybody's sight. Null where none is among them. */
export function concernOfIgnoring(amounts: readonly number[]): Concern | null {
  const amount = amounts.reduce((sum, one) => sum + Math.max(0, -one), 0)
  return amount === 0 ? null : { why: 'debit_ignored', amount }
}

/**
 * What of a merchant decides on money that nobody has seen, on who may call in its name, whom members see, and whether
 * its collections are settled without a person.
 */
export type Trust = Pick<
  Merchant,
  'trusted' | 'ipWhitelist' | 'display' | 'auto' | 'autoWithdrawal'
>

/**
 * The concern of creating a merchant (`before` is null) or of changing it. A new merchant needs nobody but for
 * `trusted` and `auto: settle` (matching §1): no allow-list lets everybody in, and no member knows it by another
 * support address.
 */
export function concernOfTrust(before: Trust | null, after: Trust): Concern | null {
  if (after.trusted && before?.trusted !== true) return standingConcern('trusted_on')
  if (after.auto === 'settle' && before?.auto !== 'settle') return standingConcern('auto_settles')
  if (differ(before?.autoWithdrawal ?? null, after.autoWithdrawal)) {
    return standingConcern('auto_withdrawal_changed')
  }
  if (before === null) return null
  if (differ(before.display, after.display)) return standingConcern('display_changed')
  const widens = differ(before.ipWhitelist, after.ipWhitelist) && allowsMany(after.ipWhitelist)
  return widens ? standingConcern('allow_list_widened') : null
}

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
