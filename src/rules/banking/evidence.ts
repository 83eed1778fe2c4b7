import type { CandidateReason, TransactionState } from '../../contract/back-office/states.ts'
import { toSeconds } from '../../units/clock.ts'
import { plainName } from '../../units/plain-name.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { firstIdAtMs } from '../orders/order-identity.ts'
import { collectionKind, isBackable, payoutKind } from '../orders/order-kinds.ts'
import type { Collection, Payout } from '../orders/orders.ts'

// What speaks for a bank transaction being the money of an order (back office §4).

/** A bank transaction as far as orders are concerned. `amount` in hundredths, negative when money left. */
export type Deposit = {
  readonly id: number
  readonly bankAccountId: number
  /** UTC seconds; with `dayOnly` the beginning of its day in Asia/Taipei. */
  readonly bookedAt: number
  readonly dayOnly: boolean
  readonly amount: number
  readonly counterpartyLast5: string
  readonly counterpartyName: string
  readonly state: TransactionState
  /** When it was stored, in UTC seconds; its id has the milliseconds. */
  readonly createdAt: number
}

/** That an order was first matched to an account at that moment (UTC milliseconds; null where that was not kept). */
export type Stay = { readonly bankAccountId: number; readonly since: number | null }

/** What an order says of the money that pays it. */
export type Expected = {
  /** In hundredths, negative for a payout. */
  readonly amount: number
  readonly bankAccountId: number | null
  /** The account that it is on, and those that it was on before. */
  readonly stays: readonly Stay[]
  /** The last five digits of the other side's account, or "". */
  readonly last5: string
  /** Names of the other side; "" where there is none. */
  readonly names: readonly string[]
  /** UTC seconds. */
  readonly createdAt: number
  /** Until when money comes in time, in UTC seconds. */
  readonly until: number
  readonly settledUnbacked: boolean
}

/** The times of a payment link that say how long its payment is awaited (UTC seconds), and the payer it names. */
export type AwaitingLink = {
  readonly endsAt: number | null
  readonly waitExpiresAt: number | null
  readonly expiresAt: number
  readonly payerName: string
}

/** How long a collection's money is awaited, and where. */
export type Awaiting = {
  readonly link: AwaitingLink | null
  readonly matchedGraceSeconds: number
  /** The accounts that the collection was on before. */
  readonly former?: readonly Stay[] | undefined
}

/** What a collection expects; without a link for a day, with one for the link's life and grace. */
export function expectedOfCollection(
  collection: Collection,
  { link, matchedGraceSeconds, former = [] }: Awaiting = { link: null, matchedGraceSeconds: 0 },
): Expected {
  const { amount, bankAccountId, accountSince, last5, createdAt, userName } = collection
  const now = bankAccountId === null ? [] : [{ bankAccountId, since: accountSince }]
  return {
    amount,
    bankAccountId,
    stays: [...now, ...former.filter((one) => one.bankAccountId !== bankAccountId)],
    last5,
    names: [userName, link?.payerName ?? ''],
    createdAt,
    until: awaitedUntil(createdAt, link, matchedGraceSeconds),
    settledUnbacked: isBackable(collectionKind, collection),
  }
}

/** Until when the money of a collection comes in time (UTC seconds). */
export function awaitedUntil(
  createdAt: number,
  link: Omit<AwaitingLink, 'payerName'> | null,
  matchedGraceSeconds: number,
): number {
  if (link === null) return createdAt + withoutLinkSeconds
  return Math.max((link.waitExpiresAt ?? link.expiresAt) + matchedGraceSeconds, link.endsAt ?? 0)
}

/** What a payout expects: a debit to its payee, within a day. */
export function expectedOfPayout(payout: Payout): Expected {
  const { amount, bankAccountId, last5, payeeName, beneficiaryName, createdAt } = payout
  return {
    amount: -amount,
    bankAccountId,
    stays: [],
    last5,
    names: [payeeName, beneficiaryName],
    createdAt,
    until: createdAt + withoutLinkSeconds,
    settledUnbacked: isBackable(payoutKind, payout),
  }
}

/** How much earlier than its order money may seem to be booked: two clocks differ. */
export const clockDifferenceSeconds = 300

/** The same of the match that showed its payer the account: the bank may tell the minute alone. */
const matchMinuteSeconds = 60

/** For how long an order without a link awaits its money. */
export const withoutLinkSeconds = 86_400

/**
 * When a deposit was booked, as an order sees it: `early` before the order was first matched to the deposit's account,
 * and whatever was stored before that, for it pays nobody who was shown the account afterwards (back office §4). Where
 * the bank tells the day alone, days are compared.
 */
export function timingOf(
  { stays, createdAt, until }: Pick<Expected, 'stays' | 'createdAt' | 'until'>,
  deposit: Pick<Deposit, 'id' | 'bankAccountId' | 'bookedAt' | 'dayOnly' | 'createdAt'>,
): 'early' | 'in_time' | 'late' {
  const { bookedAt, dayOnly } = deposit
  const unit = dayOnly ? taipeiDay : (seconds: number) => seconds
  const stay = stays.find((one) => one.bankAccountId === deposit.bankAccountId)
  if (stay === undefined) {
    if (unit(bookedAt) < unit(createdAt - clockDifferenceSeconds)) return 'early'
  } else if (stay.since === null || isStoredBefore(deposit, stay.since)) {
    return 'early'
  } else {
    const since = toSeconds(stay.since)
    if (unit(bookedAt) < (dayOnly ? taipeiDay(since) : since - matchMinuteSeconds)) return 'early'
  }
  return unit(bookedAt) > unit(until) ? 'late' : 'in_time'
}

/** From when a deposit on that account may be in time, in UTC seconds; one with a date alone from that day. */
export function inTimeFrom(
  { stays, createdAt }: Pick<Expected, 'stays' | 'createdAt'>,
  bankAccountId: number,
): number {
  const since = stays.find((one) => one.bankAccountId === bankAccountId)?.since ?? null
  return since === null ? createdAt - clockDifferenceSeconds : toSeconds(since) - matchMinuteSeconds
}

function isStoredBefore({ id, createdAt }: Pick<Deposit, 'id' | 'createdAt'>, ms: number): boolean {
  return createdAt < toSeconds(ms) || id < firstIdAtMs(ms)
}

/** All that speaks for a deposit being an order's money, but that there is no other candidate. */
export function reasonsFor(expected: Expected, deposit: Deposit): readonly CandidateReason[] {
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

/** What is asked of a deposit and does not hold. */
export function differing(
  asked: readonly CandidateReason[],
  reasons: readonly CandidateReason[],
): readonly CandidateReason[] {
  return asked.filter((one) => !reasons.includes(one))
}
