import type {
  CandidateReason,
  TransactionState,
} from '../../contract/back-office/banking-values.ts'
import { plainName } from '../../units/plain-name.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import type { Collection, Payout } from '../orders/orders.ts'
import { isBackable } from './backing.ts'

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
}

/** What an order says of the money that pays it. */
export type Expected = {
  /** In hundredths, negative for a payout. */
  readonly amount: number
  readonly bankAccountId: number | null
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

/** What a collection expects; without a link for a day, with one for the link's life and grace. */
export function expectedOfCollection(
  collection: Collection,
  link: AwaitingLink | null,
  matchedGraceSeconds: number,
): Expected {
  const { amount, bankAccountId, counterpartyAccount, createdAt, userName } = collection
  const until =
    link === null
      ? createdAt + withoutLinkSeconds
      : Math.max((link.waitExpiresAt ?? link.expiresAt) + matchedGraceSeconds, link.endsAt ?? 0)
  return {
    ...{ amount, bankAccountId, createdAt, until },
    last5: lastFive(counterpartyAccount),
    names: [userName, link?.payerName ?? ''],
    settledUnbacked: isBackable(collection),
  }
}

/** What a payout expects: a debit to its payee, within a day. */
export function expectedOfPayout(payout: Payout): Expected {
  const { amount, bankAccountId, payeeAccount, payeeName, beneficiaryName, createdAt } = payout
  return {
    amount: -amount,
    ...{ bankAccountId, createdAt, until: createdAt + withoutLinkSeconds },
    last5: lastFive(payeeAccount),
    names: [payeeName, beneficiaryName],
    settledUnbacked: isBackable(payout),
  }
}

/** How much earlier than its order money may seem to be booked: two clocks differ. */
export const clockDifferenceSeconds = 300

const withoutLinkSeconds = 86_400

/** When a deposit was booked, as an order sees it. Where the bank tells the day alone, days are compared. */
export function timingOf(
  { createdAt, until }: Pick<Expected, 'createdAt' | 'until'>,
  { bookedAt, dayOnly }: Pick<Deposit, 'bookedAt' | 'dayOnly'>,
): 'early' | 'in_time' | 'late' {
  const unit = dayOnly ? taipeiDay : (seconds: number) => seconds
  if (unit(bookedAt) < unit(createdAt - clockDifferenceSeconds)) return 'early'
  return unit(bookedAt) > unit(until) ? 'late' : 'in_time'
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

/** The last five digits of an account, however it is written; "" where it has fewer. */
export function lastFive(account: string): string {
  const digits = account.normalize('NFKC').replace(/\D/g, '')
  return digits.length < 5 ? '' : digits.slice(-5)
}
