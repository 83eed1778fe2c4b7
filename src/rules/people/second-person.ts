import type { ReversalCause } from '../../contract/back-office/orders/move-bodies.ts'
import { servicePrefix } from '../../contract/back-office-names.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { allowsMany } from '../merchants/source-address.ts'
import { hasOverride, type Override } from '../orders/override.ts'
import type { Actor, Principal } from './principal.ts'

// Which calls of the back office need a second person, and from which amount (back office §5).

export type ApprovalTerms = {
  readonly on: boolean
  /** In hundredths; null if no amount needs a second person. */
  readonly from: number | null
}

/** Why a call needs a second person at any amount. */
type StandingConcern =
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

/** Why a call needs a second person from an amount on. */
type AmountConcern =
  | 'override'
  | 'unbacked'
  | 'own_evidence'
  | 'short_settlement'
  | 'reversal'
  | 'adjustment'
  | 'debit_ignored'

/** The reason for which a call may need a second person. */
export type Concern =
  | { readonly why: StandingConcern; readonly amount: null }
  | {
      readonly why: AmountConcern
      /** In hundredths, never negative. */
      readonly amount: number
    }

/**
 * Whether a call must wait for a second person.
 *
 * @param aloneToday the actor's sum carried out alone that day, over all calls and databases, in hundredths
 */
export function needsSecondPerson(
  concern: Concern | null,
  { on, from }: ApprovalTerms,
  aloneToday: number,
): boolean {
  if (!on || concern === null) return false
  return concern.amount === null || (from !== null && aloneToday + concern.amount >= from)
}

/** Whether the actor may ask a second person: a service token is a second name of its holder (back office §5). */
export function mayAskSecond({ name }: Pick<Principal, 'name'>): boolean {
  return !name.startsWith(servicePrefix)
}

/** A concern at any amount. */
export function standingConcern(why: StandingConcern): Concern {
  return { why, amount: null }
}

/** The evidence of an operator's settlement, processing or confirmation. Amounts in hundredths. */
type Payment = {
  readonly kind: 'settle' | 'process' | 'confirm'
  readonly ordered: number
  readonly paid: number
  readonly fee?: number | undefined
  readonly override: Override
  /** Whether no bank transaction is named although the order's database has a bank account. */
  readonly unbacked: boolean
  /** Whether the actor alone reported a named bank transaction (`isReportedOnlyBy`). */
  readonly ownEvidence: boolean
}

/** The concern of a payment; null for an agent, who cannot make a payment that needs a second person. */
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
 * The concern of a reversal. If a debit paid the payout, `wrong_match` frees it for another, which always needs a
 * second person (decisions §4, "Payout moves"); so does a fee above the account's `fee_max` (back office §1).
 */
export function concernOfReversal(
  { ordered, paid, fee = 0 }: Pick<Payment, 'ordered' | 'paid' | 'fee'>,
  { because, ofPayout, backed, isFeeOver }: ReversalFacts,
): Concern {
  if (ofPayout && backed === true && because === 'wrong_match')
    return standingConcern('debit_freed')
  if (isFeeOver) return standingConcern('fee_over_max')
  return { why: 'reversal', amount: Math.max(ordered, paid + fee) }
}

type ReversalFacts = {
  readonly because: ReversalCause
  readonly ofPayout: boolean
  readonly backed: boolean | null
  /** Whether the bank's fee for returned money is above the account's `fee_max`. */
  readonly isFeeOver: boolean
}

/** The concern of a correction of the books, by its absolute amount. */
export function concernOfAdjustment(amount: number): Concern {
  return { why: 'adjustment', amount: Math.abs(amount) }
}

/** The concern of ignoring transactions, for debits, which then disappear from lists; else null. */
export function concernOfIgnoring(amounts: readonly number[]): Concern | null {
  const amount = amounts.reduce((sum, one) => sum + Math.max(0, -one), 0)
  return amount === 0 ? null : { why: 'debit_ignored', amount }
}

/**
 * The fields of a merchant that decide on money nobody has seen, on callers in its name, on the payee that members see,
 * and on automatic settlement.
 */
export type Trust = Pick<
  Merchant,
  'trusted' | 'ipWhitelist' | 'display' | 'auto' | 'autoWithdrawal'
>

/**
 * The concern of creating a merchant (`before` is null) or changing it. A new merchant needs a second person only for
 * `trusted` and `auto: settle` (matching §1): without an allow-list nobody is newly let in, and no member knows another
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
