import type { CandidateReason, EvidenceDifference } from '../../contract/back-office/states.ts'
import { type Meaning, say } from '../../units/language.ts'
import { moneyMax } from '../../units/money.ts'
import { type Collection, type Refused, refused } from '../orders/orders.ts'
import { type Override, passes } from '../orders/override.ts'
import type { Actor } from '../people/principal.ts'
import { type BankAccount, mayUse } from './bank-account.ts'
import { type Deposit, differing, type Expected, reasonsFor, timingOf } from './evidence.ts'

/** A bank account as far as claims are concerned. */
export type ClaimedAccount = Pick<
  BankAccount,
  'id' | 'agents' | 'merchants' | 'use' | 'backing' | 'state' | 'feeMax'
>

/** A transaction that a call names, with its account; `heldBy` is the order that has claimed it, or "". */
export type NamedDeposit = {
  readonly deposit: Deposit
  readonly account: ClaimedAccount
  readonly heldBy: string
  /** The account on the other side, as the bank tells it. */
  readonly counterpartyAccount: string
  /** Whether a claimed transaction, or another that the call names, may be the same money told by somebody else. */
  readonly twin: boolean
  /** Whether statements cover its day and the next, and have not confirmed it. */
  readonly unconfirmed: boolean
}

/** Another pending collection on the account of a named transaction, of the transaction's amount. */
export type Rival = {
  readonly depositId: number
  readonly expected: Expected
  readonly member: Member
  /** When it was last put aside or expired, in UTC seconds; null where it never was. */
  readonly endedAt: number | null
}

/** Whose an order is; `userId` is "" where its merchant does not say. */
export type Member = Pick<Collection, 'merchantId' | 'userId'>

/** What a call names as the money of an order, and what is known of it. */
export type Evidence = {
  readonly named: readonly NamedDeposit[]
  /** Transactions that the call names and nobody knows. */
  readonly unknown: readonly number[]
  /** Named, and of another of the deployment's databases. */
  readonly elsewhere: boolean
  /** The account of the order, or the one that the call names; null where there is none. */
  readonly account: ClaimedAccount | null
  /** Whether the order's database has an account, and for a payout whether it has one that pays. */
  readonly hasAccounts: boolean
  readonly hasPayingAccount: boolean
  /** Whether nobody but who asks knows of a named transaction (back office §5). */
  readonly isOwn: boolean
  readonly expected: Expected
  /** Null for a payout, which no other payout can be mistaken for: either is owed to the same payee. */
  readonly rivals: Rivals | null
}

/** The orders that may be what a named transaction pays in the place of this one. */
export type Rivals = {
  readonly found: readonly Rival[]
  /** Whether all of them were read. */
  readonly isWhole: boolean
  readonly member: Member
  /** When the order was first matched to its account, or was created, in UTC milliseconds. */
  readonly since: number
}

/** Who claims, for whom, and what an operator goes past. */
export type Claimant = {
  readonly actor: Actor
  readonly merchantUid: string
  readonly override: Override
  readonly reason: string | undefined
}

/** What a step does to transactions: those it claims for its order, with their accounts, and those it frees. */
export type Claim = {
  readonly claimed: readonly number[]
  readonly freed: readonly number[]
  /** The accounts that the claimed ones came from or went to. */
  readonly accounts: readonly string[]
  /** Whether the database looks again for twins of what is claimed. */
  readonly withoutTwins: boolean
}

/** The claim of a step that names those transactions; null where it names none, and so writes nothing. */
export function claimOf(
  named: readonly NamedDeposit[],
  freed: readonly number[] = [],
  withoutTwins = false,
): Claim | null {
  const claimed = named.map(({ deposit }) => deposit.id)
  const accounts = named.map(({ counterpartyAccount }) => counterpartyAccount)
  return claimed.length + freed.length === 0 ? null : { claimed, freed, accounts, withoutTwins }
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
  if (elsewhere) return refused('bank_account_elsewhere')
  if (unknown.length > 0) {
    return invalidTransactions(
      say(
        `查無此銀行交易：${unknown.join('、')}`,
        `There is no such bank transaction: ${unknown.join(', ')}`,
      ),
    )
  }
  const taken = named.find(({ deposit }) => deposit.state === 'claimed')
  if (taken !== undefined) return refused('bank_transaction_taken', { heldBy: taken.heldBy })
  if (named.some(({ deposit }) => deposit.state === 'ignored')) {
    return refused('bank_transaction_ignored')
  }
  if (Math.abs(sumOf(named)) > moneyMax)
    return invalidTransactions(
      say('總和超過金額上限', 'Together they are more than an amount can be'),
    )
  if (named.every(({ deposit }) => Math.sign(deposit.amount) === direction)) return null
  return invalidTransactions(
    direction === 1
      ? say('必須是轉入的交易', 'Must be transactions that brought money in')
      : say('必須是轉出的交易', 'Must be transactions that took money out'),
  )
}

function invalidTransactions(problem: Meaning): Refused {
  return refused('validation_error', { errors: { bank_transactions: [problem] } })
}

/** What is asked of the transactions that a call names. */
export type ClaimTerms = {
  readonly reasons: readonly CandidateReason[]
  /** Whether the sum is the order's amount, which is asked of agents alone. */
  readonly sumHolds: boolean
  /** What the bank took besides, in hundredths. */
  readonly fee: number
}

/**
 * Why what is named is no evidence that it pays the order. It is of accounts that serve the merchant and that the actor
 * may use, and all that is asked holds. An operator goes past the latter with `override: ["evidence_differs"]` and a
 * reason, past the former never (back office §4).
 */
export function refuseEvidence(
  evidence: Evidence,
  claimant: Claimant,
  asked: ClaimTerms,
): Refused | null {
  const { named, expected } = evidence
  const { actor } = claimant
  const direction = expected.amount < 0 ? 'out' : 'in'
  const isStrange = ({ account }: NamedDeposit) =>
    account.id !== expected.bankAccountId && !isFor(account, claimant.merchantUid, direction)
  if (named.some((one) => isStrange(one) || !mayUse(one.account, actor))) {
    return refused('bank_account_not_allowed')
  }
  if (passesEvidence(claimant)) return null
  const differs = differencesOf(evidence, asked, actor.role)
  return differs.length === 0 ? null : refused('evidence_differs', { differs })
}

/** Whether somebody goes past what differs. */
export function passesEvidence({ actor, override, reason }: Claimant): boolean {
  return actor.role !== 'agent' && passes(override, 'evidence_differs') && isSaid(reason)
}

/**
 * What is asked of transactions and does not hold (back office §4). Where nothing differs for an agent, the transaction
 * is the order's beyond doubt: the list of what is ready asks it, and a settlement refuses by it.
 */
export function differencesOf(
  { named, expected, rivals }: Pick<Evidence, 'named' | 'expected' | 'rivals'>,
  { reasons, sumHolds, fee }: ClaimTerms,
  role: Actor['role'],
): readonly EvidenceDifference[] {
  const differs = new Set<EvidenceDifference>()
  for (const { deposit, account, twin, unconfirmed } of named) {
    for (const reason of differing(reasons, reasonsFor(expected, deposit))) differs.add(reason)
    if (rivals !== null && hasRival(deposit, rivals)) differs.add('only_candidate')
    if (twin) differs.add('twin')
    if (unconfirmed) differs.add('unconfirmed')
    if (fee > account.feeMax) differs.add('fee')
  }
  if (role === 'agent' && !sumHolds) differs.add('amount')
  return [...differs]
}

// Where not all were read one of the others may fit.
function hasRival(deposit: Deposit, { found, isWhole, member, since }: Rivals): boolean {
  return !isWhole || found.some((rival) => fits(rival) && !isOverOf(rival))

  function fits({ depositId, expected }: Rival): boolean {
    const { amount, last5 } = expected
    const isSame = depositId === deposit.id && amount === deposit.amount
    const isPayer = last5 !== '' && last5 === deposit.counterpartyLast5
    return isSame && isPayer && timingOf(expected, deposit) === 'in_time'
  }

  // What a member has left unpaid before is no doubt about what the member pays now.
  function isOverOf({ member: other, endedAt }: Rival): boolean {
    const { merchantId, userId } = member
    const isTheirs = userId !== '' && userId === other.userId && merchantId === other.merchantId
    return isTheirs && endedAt !== null && endedAt * 1000 < since
  }
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
  return isAllowed ? null : refused('bank_transaction_required')
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
