import type { CandidateReason } from '../../contract/back-office/banking-values.ts'
import { moneyMax } from '../../units/money.ts'
import type { Actor } from '../orders/order-events.ts'
import type { Refused } from '../orders/orders.ts'
import { type Override, passes } from '../orders/override.ts'
import { type BankAccount, mayUse } from './bank-account.ts'
import { type Deposit, differing, type Expected, reasonsFor } from './evidence.ts'

/** A bank account as far as claims are concerned. */
export type ClaimedAccount = Pick<
  BankAccount,
  'id' | 'agents' | 'merchants' | 'use' | 'backing' | 'state'
>

/** A transaction that a call names, with its account; `heldBy` is the order that has claimed it, or "". */
export type NamedDeposit = {
  readonly deposit: Deposit
  readonly account: ClaimedAccount
  readonly heldBy: string
}

/** What a call names as the money of an order, and what is known of it. */
export type Evidence = {
  readonly named: readonly NamedDeposit[]
  /** Transactions that the call names and nobody knows. */
  readonly unknown: readonly number[]
  /** Named, and of another of the deployment's databases. */
  readonly elsewhere: boolean
  /** The account of the order, or the one that the call names; null where there is none. */
  readonly account: ClaimedAccount | null
  /** Whether the order's database has an account: for a payout one that it can be paid from. */
  readonly hasAccounts: boolean
  readonly expected: Expected
}

/** Who claims, for whom, and what an operator goes past. */
export type Claimant = {
  readonly actor: Actor
  readonly merchantUid: string
  readonly override: Override
  readonly reason: string | undefined
}

/** What a step does to transactions: those it claims for its order, and those it frees. */
export type Claim = { readonly claimed: readonly number[]; readonly freed: readonly number[] }

/** The claim of a step that names those transactions; null where it names none, and so writes nothing. */
export function claimOf(
  named: readonly NamedDeposit[],
  freed: readonly number[] = [],
): Claim | null {
  const claimed = named.map(({ deposit }) => deposit.id)
  return claimed.length + freed.length === 0 ? null : { claimed, freed }
}

/** The sum of transactions, in hundredths. */
export function sumOf(named: readonly NamedDeposit[]): number {
  return named.reduce((sum, { deposit }) => sum + deposit.amount, 0)
}

/**
 * Why transactions cannot be claimed, whoever asks: unknown, of another database, put aside, another order's, or of the
 * wrong direction. Null where they can. The database decides it again in the batch.
 *
 * @param direction of the money: 1 came in, -1 left
 */
export function refuseUnclaimable(
  { named, unknown, elsewhere }: Pick<Evidence, 'named' | 'unknown' | 'elsewhere'>,
  direction: 1 | -1,
): Refused | null {
  if (elsewhere) return { refusal: 'bank_account_elsewhere' }
  if (unknown.length > 0) {
    return invalidTransactions(`查無此銀行交易：${unknown.join('、')}`)
  }
  const taken = named.find(({ deposit }) => deposit.state === 'claimed')
  if (taken !== undefined) return { refusal: 'bank_transaction_taken', heldBy: taken.heldBy }
  if (named.some(({ deposit }) => deposit.state === 'ignored')) {
    return { refusal: 'bank_transaction_ignored' }
  }
  if (Math.abs(sumOf(named)) > moneyMax) return invalidTransactions('總和超過金額上限')
  if (named.every(({ deposit }) => Math.sign(deposit.amount) === direction)) return null
  return invalidTransactions(direction === 1 ? '必須是轉入的交易' : '必須是轉出的交易')
}

function invalidTransactions(problem: string): Refused {
  return { refusal: 'validation_error', errors: { bank_transactions: [problem] } }
}

/**
 * Why what is named is no evidence that it pays the order. An agent names transactions of accounts that it may use, and
 * all that is asked holds. An operator goes past that with `override: ["evidence_differs"]` and a reason.
 *
 * @param sumHolds whether the sum is the order's amount, which is asked of agents alone
 */
export function refuseEvidence(
  { named, expected }: Evidence,
  claimant: Claimant,
  asked: readonly CandidateReason[],
  sumHolds: boolean,
): Refused | null {
  const { actor, override, reason } = claimant
  if (actor.role !== 'agent' && passes(override, 'evidence_differs') && isSaid(reason)) return null
  const direction = expected.amount < 0 ? 'out' : 'in'
  const isStrange = ({ account }: NamedDeposit) =>
    account.id !== expected.bankAccountId && !isFor(account, claimant.merchantUid, direction)
  if (named.some((one) => isStrange(one) || !mayUse(one.account, actor))) {
    return { refusal: 'bank_account_not_allowed' }
  }
  const differs = new Set(
    named.flatMap(({ deposit }) => differing(asked, reasonsFor(expected, deposit))),
  )
  if (actor.role === 'agent' && !sumHolds) differs.add('amount')
  return differs.size === 0 ? null : { refusal: 'evidence_differs', differs: [...differs] }
}

/** Why a call that names no transaction cannot settle a collection: the account's `backing` says (back office §2). */
export function refuseUnbacked(
  { account, hasAccounts }: Evidence,
  { actor, reason }: Claimant,
  manual: boolean,
): Refused | null {
  const isOperator = actor.role !== 'agent'
  const isAllowed =
    account === null
      ? isOperator || !hasAccounts
      : account.backing === 'later' || (isOperator && manual && isSaid(reason))
  return isAllowed ? null : { refusal: 'bank_transaction_required' }
}

/** Whether an account serves a merchant in that direction. */
export function isFor(
  { merchants, use }: Pick<ClaimedAccount, 'merchants' | 'use'>,
  merchantUid: string,
  direction: 'in' | 'out',
): boolean {
  const serves = merchants.length === 0 || merchants.includes(merchantUid)
  return serves && (use === 'both' || use === direction)
}

function isSaid(reason: string | undefined): boolean {
  return reason !== undefined && reason !== ''
}
