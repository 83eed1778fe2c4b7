import type { CandidateReason, TransactionState } from '../../contract/back-office/states.ts'
import { daySeconds, toSeconds } from '../../units/clock.ts'
import { plainName } from '../../units/plain-name.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { firstIdAtMs } from '../orders/order-identity.ts'
import { collectionKind, isBackable, payoutKind } from '../orders/order-kinds.ts'
import type { Collection, Payout } from '../orders/orders.ts'

// The evidence that a bank transaction pays an order (back office §4).

/** The fields of a bank transaction on which matching depends. `amount` in hundredths, negative for outgoing money. */
export type Deposit = {
  readonly id: number
  readonly bankAccountId: number
  /** UTC seconds; with `dayOnly`, the beginning of the day in Asia/Taipei. */
  readonly bookedAt: number
  readonly dayOnly: boolean
  readonly amount: number
  readonly counterpartyLast5: string
  readonly counterpartyName: string
  readonly state: TransactionState
  /** When it was stored, in UTC seconds; its id holds the milliseconds. */
  readonly createdAt: number
}

/** An account of an order, and its first match to it (UTC milliseconds; null if not recorded). */
export type AccountPeriod = { readonly bankAccountId: number; readonly since: number | null }

/** The payment that an order expects. */
export type DuePayment = {
  /** In hundredths, negative for a payout. */
  readonly amount: number
  readonly bankAccountId: number | null
  /** The order's account and its former accounts. */
  readonly periods: readonly AccountPeriod[]
  /** The last five digits of the other side's account, or "". */
  readonly last5: string
  /** Names of the other side, "" for none. */
  readonly names: readonly string[]
  /** UTC seconds. */
  readonly createdAt: number
  /** The latest time of a payment in time, in UTC seconds. */
  readonly until: number
  readonly settledUnbacked: boolean
}

/** A payment link's times, which limit how long its payment is awaited (UTC seconds), and its payer. */
export type AwaitingLink = {
  readonly endsAt: number | null
  readonly waitExpiresAt: number | null
  readonly expiresAt: number
  readonly payerName: string
}

/** How long a collection's payment is awaited, and on which accounts. */
type PaymentWindow = {
  readonly link: AwaitingLink | null
  readonly matchedGraceSeconds: number
  readonly former?: readonly AccountPeriod[] | undefined
}

/** The payment that a collection expects: within a day, or with a link within its life and grace. */
export function expectedOfCollection(
  collection: Collection,
  { link, matchedGraceSeconds, former = [] }: PaymentWindow = {
    link: null,
    matchedGraceSeconds: 0,
  },
): DuePayment {
  const { amount, bankAccountId, accountSince, last5, createdAt, userName } = collection
  const now = bankAccountId === null ? [] : [{ bankAccountId, since: accountSince }]
  return {
    amount,
    bankAccountId,
    periods: [...now, ...former.filter((one) => one.bankAccountId !== bankAccountId)],
    last5,
    names: [userName, link?.payerName ?? ''],
    createdAt,
    until: awaitedUntil(collection, link, matchedGraceSeconds),
    settledUnbacked: isBackable(collectionKind, collection),
  }
}

/**
 * The latest time of a collection's payment in time (UTC seconds). A match after the link's own time prolongs it. Once
 * the link is over, `endsAt` is null, and the match is used instead; of two matches to one account only the first is
 * known.
 */
export function awaitedUntil(
  { createdAt, accountSince }: Pick<Collection, 'createdAt' | 'accountSince'>,
  link: Omit<AwaitingLink, 'payerName'> | null,
  matchedGraceSeconds: number,
): number {
  if (link === null) return createdAt + withoutLinkSeconds
  const ownEnd = link.waitExpiresAt ?? link.expiresAt
  const matchedAt = Math.floor((accountSince ?? 0) / 1000)
  return Math.max(Math.max(ownEnd, matchedAt) + matchedGraceSeconds, link.endsAt ?? 0)
}

/** The payment that a payout expects: a debit to its payee within a day. */
export function expectedOfPayout(payout: Payout): DuePayment {
  const { amount, bankAccountId, last5, payeeName, beneficiaryName, createdAt } = payout
  return {
    amount: -amount,
    bankAccountId,
    periods: [],
    last5,
    names: [payeeName, beneficiaryName],
    createdAt,
    until: createdAt + withoutLinkSeconds,
    settledUnbacked: isBackable(payoutKind, payout),
  }
}

/** The allowed difference between the bank's clock and ours: a payment may seem booked before its order. */
export const clockDifferenceSeconds = 300

/** The allowed difference at the match that showed the account to the payer: the bank may report only the minute. */
const matchMinuteSeconds = 60

/** How long an order without a link awaits its payment. */
export const withoutLinkSeconds = daySeconds

/**
 * The timing of a deposit for an order. `early`: booked before the order's first match to that account, or stored
 * before it, because nobody had been shown the account then (back office §4). Days are compared where the bank reports
 * only the day.
 */
export function timingOf(
  { periods, createdAt, until }: Pick<DuePayment, 'periods' | 'createdAt' | 'until'>,
  deposit: Pick<Deposit, 'id' | 'bankAccountId' | 'bookedAt' | 'dayOnly' | 'createdAt'>,
): 'early' | 'in_time' | 'late' {
  const { bookedAt, dayOnly } = deposit
  const unit = dayOnly ? taipeiDay : (seconds: number) => seconds
  const period = periods.find((one) => one.bankAccountId === deposit.bankAccountId)
  if (period === undefined) {
    if (unit(bookedAt) < unit(createdAt - clockDifferenceSeconds)) return 'early'
  } else if (period.since === null || isStoredBefore(deposit, period.since)) {
    return 'early'
  } else {
    const since = toSeconds(period.since)
    if (unit(bookedAt) < (dayOnly ? taipeiDay(since) : since - matchMinuteSeconds)) return 'early'
  }
  return unit(bookedAt) > unit(until) ? 'late' : 'in_time'
}

/** The earliest booking in time on that account, in UTC seconds; the day's beginning if only the day is known. */
export function earliestInTime(
  { periods, createdAt }: Pick<DuePayment, 'periods' | 'createdAt'>,
  bankAccountId: number,
): number {
  const since = periods.find((one) => one.bankAccountId === bankAccountId)?.since ?? null
  return since === null ? createdAt - clockDifferenceSeconds : toSeconds(since) - matchMinuteSeconds
}

function isStoredBefore({ id, createdAt }: Pick<Deposit, 'id' | 'createdAt'>, ms: number): boolean {
  return createdAt < toSeconds(ms) || id < firstIdAtMs(ms)
}

/** The reasons for a deposit as an order's payment, except that it is the only candidate. */
export function reasonsFor(expected: DuePayment, deposit: Deposit): readonly CandidateReason[] {
  const timing = timingOf(expected, deposit)
  const name = plainName(deposit.counterpartyName)
  const holds: readonly (readonly [CandidateReason, boolean])[] = [
    ['amount', deposit.amount === expected.amount],
    ['last5', expected.last5 !== '' && deposit.counterpartyLast5 === expected.last5],
    ['account', deposit.bankAccountId === expected.bankAccountId],
    ['in_time', timing === 'in_time'],
    ['late', timing === 'late'],
    ['name', name !== '' && expected.names.some((one) => plainName(one) === name)],
    ['settled_unbacked', expected.settledUnbacked],
  ]
  return holds.filter(([, holding]) => holding).map(([reason]) => reason)
}

/** The requirements that a deposit does not meet. */
export function unmetReasons(
  needs: readonly CandidateReason[],
  reasons: readonly CandidateReason[],
): readonly CandidateReason[] {
  return needs.filter((one) => !reasons.includes(one))
}
