import type { ReversalCause } from '../../contract/back-office/move-calls.ts'
import { isGiven, type Override } from '../orders/override.ts'
import type { Act } from './act.ts'

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
  | 'secret_rotated'
  | 'trusted_on'
  | 'allow_list_cleared'
  | 'hold_lifted'
  | 'role_changed'

/** Why a call needs one from an amount on. */
export type AmountConcern = 'override' | 'unbacked' | 'short_settlement' | 'reversal' | 'adjustment'

/** The kinds of call whose amounts of one day are added up by actor. */
export type CallKind = 'match' | 'settle' | 'process' | 'confirm' | 'reverse' | 'adjust'

/** What of a call may need a second person. */
export type Concern =
  | { readonly why: StandingConcern; readonly amount: null }
  | {
      readonly why: AmountConcern
      readonly kind: CallKind
      /** In hundredths, never negative. */
      readonly amount: number
    }

/**
 * Whether a call has to wait for a second person.
 *
 * @param aloneToday what its actor has carried out alone that day by this kind of call, in hundredths
 */
export function needsSecondPerson(
  concern: Concern | null,
  { on, from }: ApprovalTerms,
  aloneToday: number,
): boolean {
  if (!on || concern === null) return false
  return concern.amount === null || (from !== null && aloneToday + concern.amount >= from)
}

/** A concern whatever the amount. */
export function standing(why: StandingConcern): Concern {
  return { why, amount: null }
}

/** What an operator's settlement, processing or confirmation rests on. Amounts in hundredths. */
export type Payment = {
  readonly kind: Extract<CallKind, 'settle' | 'process' | 'confirm'>
  readonly ordered: number
  readonly paid: number
  readonly override: Override
  /** No bank transaction is named although the order's database has a bank account. */
  readonly unbacked: boolean
}

/** The concern of a payment; an agent's needs nobody, for agents cannot do what would. */
export function concernOfPayment({ role }: Pick<Act, 'role'>, payment: Payment): Concern | null {
  const { kind, ordered, paid, override, unbacked } = payment
  if (role !== 'operator') return null
  const amount = Math.max(ordered, paid)
  if (isGiven(override)) return { why: 'override', kind, amount }
  if (unbacked) return { why: 'unbacked', kind, amount }
  return kind === 'settle' && paid < ordered ? { why: 'short_settlement', kind, amount } : null
}

/**
 * The concern of a reversal. Where a debit paid the payout, `wrong_match` frees it for another, which always needs a
 * second person (decisions §4, "Payout moves").
 */
export function concernOfReversal(
  { ordered, paid }: Pick<Payment, 'ordered' | 'paid'>,
  { because, ofPayout, backed }: Reversed,
): Concern {
  if (ofPayout && backed === true && because === 'wrong_match') return standing('debit_freed')
  return { why: 'reversal', kind: 'reverse', amount: Math.max(ordered, paid) }
}

type Reversed = {
  readonly because: ReversalCause
  readonly ofPayout: boolean
  readonly backed: boolean | null
}

/** The concern of a correction of the books, by its absolute amount. */
export function concernOfAdjustment(amount: number): Concern {
  return { why: 'adjustment', kind: 'adjust', amount: Math.abs(amount) }
}

/** What of a merchant decides on money that nobody has seen, and on who may call in its name. */
export type Trust = { readonly trusted: boolean; readonly ipWhitelist: readonly string[] }

/** The concern of creating a merchant (`before` is null) or of changing it. */
export function concernOfTrust(before: Trust | null, after: Trust): Concern | null {
  if (after.trusted && before?.trusted !== true) return standing('trusted_on')
  const wasLimited = before !== null && limits(before.ipWhitelist)
  return wasLimited && !limits(after.ipWhitelist) ? standing('allow_list_cleared') : null
}

// A network of all addresses keeps nobody out.
function limits(ipWhitelist: readonly string[]): boolean {
  return ipWhitelist.length > 0 && !ipWhitelist.some((entry) => /\/0+$/.test(entry))
}
