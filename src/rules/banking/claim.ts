import type { CandidateReason, EvidenceDifference } from '../../contract/back-office/states.ts'
import { type Meaning, say } from '../../units/language.ts'
import { moneyMax } from '../../units/money.ts'
import { type Collection, refused, type StepRefusal } from '../orders/orders.ts'
import { type Override, overrides } from '../orders/override.ts'
import type { Actor } from '../people/principal.ts'
import { type BankAccount, mayUseAccount } from './bank-account.ts'
import { type Deposit, type DuePayment, reasonsFor, timingOf, unmetReasons } from './evidence.ts'

/** The fields of a bank account on which claims depend. */
export type ClaimedAccount = Pick<
  BankAccount,
  'id' | 'agents' | 'merchants' | 'use' | 'backing' | 'state' | 'feeMax'
>

/** A transaction named by a call, with its account. `heldBy` is the order that has claimed it, or "". */
export type EvidenceDeposit = {
  readonly deposit: Deposit
  readonly account: ClaimedAccount
  readonly heldBy: string
  /** The account on the other side, as the bank reports it. */
  readonly counterpartyAccount: string
  /** Whether a claimed transaction, or another one of the call, may be the same money reported by somebody else. */
  readonly twin: boolean
  /** Whether statements cover its day and the next without confirming it. */
  readonly unconfirmed: boolean
}

/** Another pending collection with the account and amount of a named transaction. */
export type Rival = {
  readonly depositId: number
  readonly expected: DuePayment
  readonly member: OrderMember
  /** When it was last put aside or expired, in UTC seconds; null for never. */
  readonly endedAt: number | null
}

/** The merchant and member of an order. `userId` is "" if the merchant gives none. */
type OrderMember = Pick<Collection, 'merchantId' | 'userId'>

/** The money named by a call, with its records. */
export type Evidence = {
  readonly deposits: readonly EvidenceDeposit[]
  /** Named ids without a transaction. */
  readonly unknown: readonly number[]
  /** Whether a named id is of another database of the deployment. */
  readonly isElsewhere: boolean
  /** The account of the order, or the one named by the call; null for none. */
  readonly account: ClaimedAccount | null
  /** Whether the order's database has an account; for a payout, one that pays. */
  readonly hasAccounts: boolean
  readonly hasPayingAccount: boolean
  /** Whether a named transaction was reported by the caller alone (back office §5). */
  readonly isOwn: boolean
  readonly expected: DuePayment
  /** Null for a payout: two payouts with the same evidence are owed to the same payee. */
  readonly rivals: Rivals | null
}

/** The orders that a named transaction may pay instead of this one. */
export type Rivals = {
  readonly orders: readonly Rival[]
  /** Whether all of them were read. */
  readonly isWhole: boolean
  readonly member: OrderMember
  /** When the order was first matched to its account, or was created, in UTC milliseconds. */
  readonly since: number
}

/** The actor of a claim, the merchant, and the operator's override. */
export type Claimant = {
  readonly actor: Actor
  readonly merchantUid: string
  readonly override: Override
  readonly reason: string | undefined
}

/** The transactions that a step claims for its order, with their accounts, and those that it frees. */
export type Claim = {
  readonly claimed: readonly number[]
  readonly freed: readonly number[]
  /** The other side's accounts of the claimed transactions. */
  readonly accounts: readonly string[]
  /** Whether the database checks again for twins of the claimed transactions. */
  readonly withoutTwins: boolean
}

/** The claim of a step on the named transactions; null for none, so that nothing is written. */
export function claimOf({
  deposits,
  freed = [],
  withoutTwins = false,
}: Pick<Evidence, 'deposits'> & Partial<Pick<Claim, 'freed' | 'withoutTwins'>>): Claim | null {
  const claimed = deposits.map(({ deposit }) => deposit.id)
  const accounts = deposits.map(({ counterpartyAccount }) => counterpartyAccount)
  return claimed.length + freed.length === 0 ? null : { claimed, freed, accounts, withoutTwins }
}

/** The sum of transactions, in hundredths. */
export function depositSum(deposits: readonly EvidenceDeposit[]): number {
  return deposits.reduce((sum, { deposit }) => sum + deposit.amount, 0)
}

/**
 * Why nobody can claim the transactions: unknown, of another database, ignored, claimed by another order, or of the
 * wrong direction; else null. The database checks it again in the batch.
 *
 * @param direction of the money: 1 came in, -1 left
 */
export function refuseUnclaimable(
  { deposits, unknown, isElsewhere }: Pick<Evidence, 'deposits' | 'unknown' | 'isElsewhere'>,
  direction: 1 | -1,
): StepRefusal | null {
  if (isElsewhere) return refused('bank_account_elsewhere')
  if (unknown.length > 0) {
    return invalidTransactions(
      say(
        `查無此銀行交易：${unknown.join('、')}`,
        `There is no such bank transaction: ${unknown.join(', ')}`,
      ),
    )
  }
  const claimed = deposits.find(({ deposit }) => deposit.state === 'claimed')
  if (claimed !== undefined) return refused('bank_transaction_taken', { heldBy: claimed.heldBy })
  if (deposits.some(({ deposit }) => deposit.state === 'ignored')) {
    return refused('bank_transaction_ignored')
  }
  if (Math.abs(depositSum(deposits)) > moneyMax)
    return invalidTransactions(say('總和超過金額上限', 'Their sum exceeds the maximum amount'))
  if (deposits.every(({ deposit }) => Math.sign(deposit.amount) === direction)) return null
  return invalidTransactions(
    direction === 1
      ? say('必須是轉入的交易', 'Must be incoming transactions')
      : say('必須是轉出的交易', 'Must be outgoing transactions'),
  )
}

function invalidTransactions(problem: Meaning): StepRefusal {
  return refused('validation_error', { errors: { bank_transactions: [problem] } })
}

/** The requirements on the named transactions. */
type ClaimTerms = {
  readonly reasons: readonly CandidateReason[]
  /** Whether the sum equals the order's amount; required of agents alone. */
  readonly sumHolds: boolean
  /** The bank's fee, in hundredths. */
  readonly fee: number
}

/**
 * Why the named transactions do not prove the order's payment. Their accounts must serve the merchant and be open to
 * the actor; no override passes this. The other requirements an operator may override with `override:
 * ["evidence_differs"]` and a reason (back office §4).
 */
export function refuseEvidence(
  evidence: Evidence,
  claimant: Claimant,
  terms: ClaimTerms,
): StepRefusal | null {
  const { deposits, expected } = evidence
  const { actor } = claimant
  const isOpen = deposits.every(({ account }) => mayUseAccount(account, actor))
  if (!isOpen || !areOfMerchant(deposits, expected.bankAccountId, claimant.merchantUid)) {
    return refused('bank_account_not_allowed')
  }
  if (evidence.isOwn && actor.role === 'agent') return invalidTransactions(reported)
  if (waivesEvidence(claimant)) return null
  const differs = differencesOf(evidence, terms, actor.role)
  return differs.length === 0 ? null : refused('evidence_differs', { differs })
}

// As an operator, earlier: agents report none. An operator's payment waits for a second person (back office §5).
const reported = say(
  '此筆明細由您匯入或登錄，不可由您認列；請放回訂單，由其他人員處理',
  'You imported or posted this transaction; release the order, so that someone else can settle it',
)

/** Whether transactions are of their order's account, or of accounts that serve its merchant. */
export function areOfMerchant(
  deposits: readonly EvidenceDeposit[],
  bankAccountId: number | null,
  merchantUid: string,
): boolean {
  return deposits.every(({ account, deposit }) => {
    const direction = deposit.amount < 0 ? 'out' : 'in'
    return account.id === bankAccountId || servesMerchant(account, merchantUid, direction)
  })
}

/** Whether an operator overrides the differences. */
export function waivesEvidence({ actor, override, reason }: Claimant): boolean {
  return actor.role !== 'agent' && overrides(override, 'evidence_differs') && isSaid(reason)
}

/**
 * The requirements that the transactions do not meet (back office §4). Without differences for an agent, the
 * transaction certainly pays the order: the list of ready orders and the refusal of a settlement both use this.
 */
export function differencesOf(
  { deposits, expected, rivals }: Pick<Evidence, 'deposits' | 'expected' | 'rivals'>,
  { reasons, sumHolds, fee }: ClaimTerms,
  role: Actor['role'],
): readonly EvidenceDifference[] {
  const differs = new Set<EvidenceDifference>()
  for (const { deposit, account, twin, unconfirmed } of deposits) {
    for (const reason of unmetReasons(reasons, reasonsFor(expected, deposit))) differs.add(reason)
    if (rivals !== null && hasRival(deposit, rivals)) differs.add('only_candidate')
    if (twin) differs.add('twin')
    if (unconfirmed) differs.add('unconfirmed')
    if (fee > account.feeMax) differs.add('fee')
  }
  if (role === 'agent' && !sumHolds) differs.add('amount')
  return [...differs]
}

// If some rivals were not read, one of them may match.
function hasRival(deposit: Deposit, { orders, isWhole, member, since }: Rivals): boolean {
  return !isWhole || orders.some((rival) => fits(rival) && !isOverOf(rival))

  function fits({ depositId, expected }: Rival): boolean {
    const { amount, last5 } = expected
    const isSame = depositId === deposit.id && amount === deposit.amount
    const isPayer = last5 !== '' && last5 === deposit.counterpartyLast5
    return isSame && isPayer && timingOf(expected, deposit) === 'in_time'
  }

  // A member's earlier unpaid order is no rival of its current one.
  function isOverOf({ member: other, endedAt }: Rival): boolean {
    const { merchantId, userId } = member
    const isTheirs = userId !== '' && userId === other.userId && merchantId === other.merchantId
    return isTheirs && endedAt !== null && endedAt * 1000 < since
  }
}

/** Why a call without transactions cannot settle a collection, by its account (back office §2). */
export function refuseUnbacked(
  { account, hasAccounts }: Evidence,
  { actor, reason }: Claimant,
  manual: boolean,
): StepRefusal | null {
  if (account !== null && !mayUseAccount(account, actor)) return refused('bank_account_not_allowed')
  const isOperator = actor.role !== 'agent'
  const isAllowed =
    account === null
      ? isOperator || !hasAccounts
      : account.backing === 'later' || (isOperator && manual && isSaid(reason))
  return isAllowed ? null : refused('bank_transaction_required')
}

/** Whether an account serves a merchant in this direction. */
export function servesMerchant(
  { merchants, use }: Pick<ClaimedAccount, 'merchants' | 'use'>,
  merchantUid: string,
  direction: 'in' | 'out',
): boolean {
  return isForMerchant({ merchants }, merchantUid) && (use === 'both' || use === direction)
}

/** Whether an account is for a merchant, in whatever direction. */
export function isForMerchant(
  { merchants }: Pick<ClaimedAccount, 'merchants'>,
  merchantUid: string,
): boolean {
  return merchants.length === 0 || merchants.includes(merchantUid)
}

function isSaid(reason: string | undefined): boolean {
  return reason !== undefined && reason !== ''
}
